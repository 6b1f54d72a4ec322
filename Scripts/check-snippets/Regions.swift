import ScriptSupport

/// The named parts of one example's source.
///
/// A region stands between `// snippet: name` and `// end snippet`, and may hold others. Its text is without those
/// lines, without the indentation that all its lines share, and without empty lines at its ends.
struct Regions {
  private(set) var named: [String: [String]] = [:]
  /// Where each begins.
  private(set) var lines: [String: Int] = [:]
  private(set) var violations: [Violation] = []

  /// - Parameter file: The path that violations name.
  init(of source: String, file: String) {
    var open: [(name: String, line: Int, text: [String])] = []
    for (number, line) in source.lines.enumerated().map({ ($0 + 1, $1) }) {
      if let match = line.wholeMatch(of: /\s*\/\/\s*snippet:(.*)/) {
        let name = String(match.1.trimmed)
        if name.wholeMatch(of: /[A-Za-z0-9-]+/) == nil {
          let advice = "write `// snippet: ` and a word of letters, digits and hyphens"
          violations.append(Violation(file: file, line: number, "'\(name)' names no region: \(advice)"))
        }
        open.append((name, number, []))
      } else if line.trimmed.wholeMatch(of: /\/\/\s*end snippet/) != nil {
        guard let region = open.popLast() else {
          violations.append(Violation(file: file, line: number, "this ends no region: remove it"))
          continue
        }
        if named[region.name] != nil {
          let message = "there is a region '\(region.name)' already: choose another name"
          violations.append(Violation(file: file, line: region.line, message))
        }
        named[region.name] = region.text.unindented
        lines[region.name] = region.line
      } else {
        for index in open.indices { open[index].text.append(line) }
      }
    }
    for region in open {
      let message = "the region '\(region.name)' does not end: write `// end snippet` behind it"
      violations.append(Violation(file: file, line: region.line, message))
    }
  }
}

extension String {
  var lines: [String] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
  }
}

extension StringProtocol {
  var indentation: SubSequence { prefix { $0 == " " || $0 == "\t" } }

  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  var trimmed: SubSequence {
    let start = drop(while: \.isWhitespace)
    return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? start
  }
}

extension [String] {
  fileprivate var unindented: [String] {
    let start = firstIndex { !$0.isBlank } ?? endIndex
    let end = lastIndex { !$0.isBlank }.map { $0 + 1 } ?? start
    let shared = self[start..<end].lazy.filter { !$0.isBlank }.map(\.indentation.count).min() ?? 0
    return self[start..<end].map { $0.isBlank ? "" : String($0.dropFirst(shared)) }
  }
}
