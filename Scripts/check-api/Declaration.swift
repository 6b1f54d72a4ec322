/// A public declaration, or a conformance, as one line.
struct Declaration: Hashable, Comparable {
  /// What it is a part of, and its name, such as `Signal.start(next:error:completed:)`; it has no spaces.
  let path: String
  /// The rest of the line.
  let text: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  init?(line: some StringProtocol) {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    self.init(path: String(parts[0]), text: String(parts[1]))
  }

  var line: String { "\(path) \(text)" }

  /// The type that it is or belongs to, or the function.
  var root: Substring { path.prefix { $0 != "." && $0 != "(" } }

  static func < (left: Self, right: Self) -> Bool { left.line < right.line }
}

// MARK: What may be changed without a break

extension Declaration {
  /// The path without the labels of the arguments.
  var name: Substring { path.prefix { $0 != "(" } }

  var isRequirement: Bool { text.hasPrefix(Self.requirement) }
  var isEnumCase: Bool { text.hasPrefix("case ") }

  static let requirement = "requirement: "

  /// Whether every call of another declaration means this one, and does what it did.
  ///
  /// Parameters may get a default, and new ones with a default may be added. `@preconcurrency` and `@discardableResult` may be added,
  /// and a deprecation. What is left must be the same.
  func replaces(_ old: Declaration) -> Bool {
    guard name == old.name else { return false }
    var (mine, theirs) = (text, old.text)
    for attribute in ["@preconcurrency ", "@discardableResult ", "@available(*, deprecated) "]
    where !theirs.contains(attribute) {
      mine = mine.replacing(attribute, with: "")
    }
    guard let (head, parameters, tail) = Self.parts(mine),
      let (oldHead, oldParameters, oldTail) = Self.parts(theirs)
    else { return mine == theirs }
    guard head == oldHead, tail == oldTail else { return false }
    var rest = oldParameters[...]
    for parameter in parameters {
      if let old = rest.first,
        old == parameter || Self.isDefaulted(parameter) && old == Self.withoutDefault(parameter)
      {
        rest = rest.dropFirst()
      } else if !Self.isDefaulted(parameter) {
        return false
      }
    }
    return rest.isEmpty
  }

  /// What stands before the list of parameters, the parameters, and what stands after it; `nil` if there is none.
  private static func parts(_ text: String) -> (head: Substring, parameters: [Substring], tail: Substring)? {
    guard
      let name = text.firstRange(of: "func ") ?? text.firstRange(of: "init")
        ?? text.firstRange(of: "subscript"),
      let start = text[name.upperBound...].firstIndex(of: "(")
    else { return nil }
    var parameters: [Substring] = []
    var (depth, from) = (0, text.index(after: start))
    var previous: Character = " "
    for index in text[start...].indices {
      switch text[index] {
      case "(", "[", "{", "<": depth += 1
      case ">" where previous == "-": break
      case ")", "]", "}", ">":
        depth -= 1
        if depth == 0 {
          if from < index { parameters.append(text[from..<index]) }
          return (text[..<start], parameters, text[text.index(after: index)...])
        }
      case "," where depth == 1:
        parameters.append(text[from..<index])
        from = text.index(index, offsetBy: 2, limitedBy: text.endIndex) ?? text.endIndex
      default: break
      }
      previous = text[index]
    }
    return nil
  }

  private static func isDefaulted(_ parameter: Substring) -> Bool { parameter.contains(" = ") }

  private static func withoutDefault(_ parameter: Substring) -> Substring {
    parameter.firstRange(of: " = ").map { parameter[..<$0.lowerBound] } ?? parameter
  }
}
