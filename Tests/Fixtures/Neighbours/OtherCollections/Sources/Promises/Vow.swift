/// Something of that other package.
public struct Vow {
  /// What is vowed.
  public let text: String

  /// Vows something.
  public init(_ text: String) {
    self.text = text
  }
}
