#if canImport(ObjectiveC)
  import Foundation

  // safe: each test changes it on one thread at a time
  final class Profile: NSObject, @unchecked Sendable {
    @objc dynamic var avatar: String

    init(avatar: String) {
      self.avatar = avatar
    }
  }

  // safe: each test changes it on one thread at a time
  final class Model: NSObject, @unchecked Sendable {
    @objc dynamic var count = 0
    @objc dynamic var profile = Profile(avatar: "first")
  }
#endif
