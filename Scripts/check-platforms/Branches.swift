import Foundation
import ScriptSupport

/// One branch of an `#if`.
struct Branch: Hashable {
  let file: String
  let line: Int
  /// As it is written; `else` with the conditions before it for an `#else`.
  let text: String
  /// What has to hold for it to be compiled: its own condition, those around it, and none of those before it.
  let condition: String
  /// It holds nothing but an `#error`, which is to be seen where it is compiled.
  var isRefusal = false

  /// The branches of a file, in the order of their lines.
  static func all(in text: String, of file: String) -> [Branch] {
    struct Block {
      let outer: [String]
      var earlier: [String] = []
    }
    var blocks: [Block] = []
    var branches: [Branch] = []
    /// The branch whose first line of code is still to come, and whether that was an `#error`.
    var open: Int?
    var isInString = false
    /// An `#error` goes on in the next line.
    var isInError = false
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let wasInString = isInString
      if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isInString.toggle() }
      let words = line.drop { $0 == " " || $0 == "\t" }
      if isInError {
        isInError = !words.hasSuffix(")")
        continue
      }
      guard !wasInString, words.hasPrefix("#") else {
        if let number = open, !words.isEmpty, !words.hasPrefix("//") {
          branches[number].isRefusal = false
          open = nil
        }
        continue
      }
      let code = words.components(separatedBy: "//")[0].trimmingCharacters(in: .whitespaces)
      func begin(_ text: String, _ conditions: [String]) {
        branches.append(
          Branch(file: file, line: index + 1, text: text, condition: conditions.joined(separator: " && ")))
        open = branches.count - 1
      }
      if code.hasPrefix("#if ") {
        let condition = String(code.dropFirst(4))
        let outer = (blocks.last?.outer ?? [])
        blocks.append(Block(outer: outer + ["(\(condition))"], earlier: [condition]))
        begin(condition, outer + ["(\(condition))"])
      } else if code.hasPrefix("#elseif ") || code == "#else", let block = blocks.popLast() {
        let condition = code == "#else" ? nil : String(code.dropFirst(8))
        let outer = Array(block.outer.dropLast())
        let others = block.earlier.map { "!(\($0))" } + (condition.map { ["(\($0))"] } ?? [])
        let own = "(\(others.joined(separator: " && ")))"
        blocks.append(Block(outer: outer + [own], earlier: block.earlier + (condition.map { [$0] } ?? [])))
        begin(condition ?? "else, after \(block.earlier.joined(separator: ", "))", outer + [own])
      } else if code == "#endif" {
        _ = blocks.popLast()
        open = nil
      } else if code.hasPrefix("#error("), let number = open {
        branches[number].isRefusal = true
        isInError = !code.hasSuffix(")")
      }
    }
    return branches
  }
}

/// Branches that cannot be compiled here, by what they say, and why.
let unreachable: [String: String] = [
  "_pointerBitWidth(_32)": "the standard library's interfaces of this toolchain are those of 64 bits"
]
