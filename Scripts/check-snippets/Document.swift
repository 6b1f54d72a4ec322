import ScriptSupport

/// Where a block's text comes from: an HTML comment on the line before the block says it.
enum Marker: Equatable {
  /// `<!-- snippet: Quickstart/main.swift#region -->`, or one that needs what the page shows before it:
  /// `<!-- snippet: Quickstart/main.swift#region, after Quickstart/main.swift#model -->`
  case snippet(file: String, region: String, after: [String] = [])
  /// `<!-- output: Quickstart -->`, or some lines of it: `<!-- output: Quickstart#L2-L5 -->`
  case output(example: String, lines: ClosedRange<Int>?)
  /// `<!-- not compiled: the reason -->`
  case notCompiled

  /// Reads the inside of the comment; `nil` if it says nothing of this kind.
  init?(_ text: some StringProtocol) {
    let text = String(text.trimmed)
    if let match = text.wholeMatch(of: /snippet:\s*([^#\s]+)#([^\s,]+)((?:, after [^#\s]+#[^\s,]+)*)/) {
      self = .snippet(
        file: String(match.1), region: String(match.2),
        after: match.3.matches(of: /, after ([^\s,]+)/).map { String($0.1) })
    } else if let match = text.wholeMatch(of: /output:\s*([^#\s\/]+)(?:#L(\d+)(?:-L(\d+))?)?/) {
      let first = match.2.flatMap { Int($0) }
      let last = match.3.map { Int($0) } ?? first
      if let first, let last, first >= 1, first <= last {
        self = .output(example: String(match.1), lines: first...last)
      } else if match.2 == nil {
        self = .output(example: String(match.1), lines: nil)
      } else {
        return nil
      }
    } else if text.wholeMatch(of: /not compiled:.*\S.*/) != nil {
      self = .notCompiled
    } else {
      return nil
    }
  }
}

/// A fenced block of code.
struct Block {
  var marker: Marker?
  let language: String
  /// The number of the line of the opening fence.
  let line: Int
  /// What stands before every line of the block: indentation, and the slashes of a documentation comment.
  let prefix: String
  var text: [String] = []
}

/// A Markdown file, or the documentation comments of a Swift file.
struct Document {
  let file: String
  private(set) var lines: [String]
  private(set) var blocks: [Block] = []
  /// The files of the package to which a Markdown file links, from the package's folder.
  private(set) var links: [(path: String, line: Int)] = []
  private(set) var violations: [Violation] = []

  init(_ text: String, file: String) {
    self.file = file
    lines = text.lines
    parse()
  }

  /// Puts other text into a block.
  ///
  /// The numbers of later lines change: begin with the last block.
  mutating func replaceText(of block: Block, with text: [String]) {
    let start = block.line
    lines.replaceSubrange(
      start..<(start + block.text.count),
      with: text.map { $0.isEmpty ? String(block.prefix.trimmedEnd) : block.prefix + $0 })
  }

  // MARK: Parsing

  private struct Comment {
    let line: Int
    let marker: Marker?
  }

  private mutating func parse() {
    var comment: Comment?
    var open: (block: Block, fence: Substring, indentation: Int)?
    for (index, line) in lines.enumerated() {
      let number = index + 1
      let (slashes, text) = file.hasSuffix(".swift") ? Self.documentation(in: line) : ("", line[...])
      guard let text else {
        // The end of a documentation comment.
        report(unclosed: open?.block)
        report(unused: comment)
        (open, comment) = (nil, nil)
        continue
      }
      if let (block, fence, indentation) = open {
        if text.trimmed.hasPrefix(fence) && text.trimmed.allSatisfy({ $0 == fence.first }) {
          blocks.append(block)
          open = nil
        } else {
          let shared = min(indentation, text.indentation.count)
          open?.block.text.append(String(text.dropFirst(shared)))
        }
      } else if let match = text.wholeMatch(of: /([\s>*+\-\d.)]*)(`{3,}|~{3,})([^`]*)/) {
        if !match.1.isBlank {
          report(number, "a block beside a bullet or in a quotation is not checked: give it lines of its own")
        }
        if let comment, comment.marker == nil {
          report(comment.line, "this comment before a block is no marker: \(Self.advice)")
        }
        let language = String(match.3.trimmed.prefix { !$0.isWhitespace && $0 != "," && $0 != "{" })
        let block = Block(
          marker: comment?.marker, language: language.lowercased(), line: number, prefix: slashes + match.1)
        open = (block, match.2, match.1.count)
        comment = nil
      } else if let match = text.wholeMatch(of: /\s*<!--(.*)-->\s*/) {
        report(unused: comment)
        comment = Comment(line: number, marker: Marker(match.1))
      } else if !text.isBlank {
        if file.hasSuffix(".md") { readLinks(in: text, line: number) }
        if file.hasSuffix(".md"), text.hasPrefix("    "), index == 0 || lines[index - 1].isBlank {
          report(number, "a block that is only indented is not checked: put it between fences")
        }
        report(unused: comment)
        comment = nil
      }
    }
    report(unclosed: open?.block)
    report(unused: comment)
  }

  private mutating func readLinks(in text: Substring, line: Int) {
    for match in text.matches(of: /\]\(([^)\s#]+)[^)]*\)/) where !match.1.contains(":") {
      var folders = file.split(separator: "/").dropLast()
      for part in match.1.split(separator: "/") where part != "." {
        if part == ".." { folders = folders.dropLast() } else { folders.append(part) }
      }
      links.append((folders.joined(separator: "/"), line))
    }
  }

  /// What a line of a documentation comment says, and what stands before it; `nil` on other lines.
  private static func documentation(in line: String) -> (prefix: String, text: Substring?) {
    guard let match = line.wholeMatch(of: /(\s*\/\/\/(?!\/) ?)(.*)/) else { return ("", nil) }
    return (String(match.1), match.2)
  }

  private static let advice = """
    write `<!-- snippet: Example/main.swift#region -->`, `<!-- output: Example -->`, \
    or `<!-- not compiled: the reason -->`
    """

  private mutating func report(_ line: Int, _ message: String) {
    violations.append(Violation(file: file, line: line, message))
  }

  private mutating func report(unclosed block: Block?) {
    if let block { report(block.line, "this block does not end") }
  }

  private mutating func report(unused comment: Comment?) {
    if let comment, comment.marker != nil { report(comment.line, "no block follows this marker: remove it") }
  }
}

extension String {
  fileprivate var trimmedEnd: Substring {
    lastIndex { !$0.isWhitespace }.map { self[...$0] } ?? ""
  }
}
