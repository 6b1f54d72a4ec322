/// A semantic version.
struct Version: Hashable, Comparable, CustomStringConvertible {
  var major: Int
  var minor: Int
  var patch: Int

  init(_ major: Int, _ minor: Int, _ patch: Int) {
    (self.major, self.minor, self.patch) = (major, minor, patch)
  }

  /// `nil` unless the text is three numbers with points between them.
  init?(_ text: some StringProtocol) {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3, numbers.allSatisfy({ $0.allSatisfy(\.isASCII) && $0.allSatisfy(\.isNumber) }),
      let major = Int(numbers[0]), let minor = Int(numbers[1]), let patch = Int(numbers[2])
    else { return nil }
    self.init(major, minor, patch)
  }

  var description: String { "\(major).\(minor).\(patch)" }

  static func < (left: Self, right: Self) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// The lowest version that may follow this one after a change; this one if nothing changed.
  ///
  /// Before 1.0 a break is a new minor version, as an addition is.
  func next(after effect: Effect) -> Version {
    switch effect {
    case .nothing: self
    case .break where major > 0: Version(major + 1, 0, 0)
    case .addition, .break: Version(major, minor + 1, 0)
    }
  }
}

/// What a change means for those who depend on a layer.
enum Effect: Int, Comparable {
  case nothing, addition, `break`

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
