/// A broken rule, and where: prints as compilers print, so that editors and CI find the line.
package struct Violation: Error, Hashable, Comparable, CustomStringConvertible {
  package let file: String
  package let line: Int
  /// What is wrong, and what to do instead.
  package let message: String

  package init(file: String, line: Int, _ message: String) {
    self.file = file
    self.line = line
    self.message = message
  }

  package var description: String { "\(file):\(line): error: \(message)" }

  package static func < (left: Self, right: Self) -> Bool {
    (left.file, left.line, left.message) < (right.file, right.line, right.message)
  }
}
