import Foundation
import ObjectiveC

// safe: the properties have locks
final class Profile: NSObject, @unchecked Sendable {
  @Dynamic var avatar: String

  init(avatar: String) {
    self.avatar = avatar
  }
}

// safe: the properties have locks
final class Model: NSObject, @unchecked Sendable {
  @Dynamic var count = 0
  @Dynamic var profile = Profile(avatar: "first")
}
