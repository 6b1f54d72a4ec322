import Signals
import Specifications
import Testing

@testable import marbles

@Suite struct LayoutTests {
  @Test("nothing overlaps, whatever happens", arguments: UInt64(1)...60)
  func overlaps(seed: UInt64) {
    var random = Random(state: seed)
    expectOrder(Picture(of: .random(&random)), "seed \(seed)")
  }

  @Test("forty events in forty frames fit on a page, in a smaller size")
  func forty() {
    let picture = Picture(of: .forty)
    expectOrder(picture, "forty")
    #expect(picture.metrics == .compact)
    #expect(picture.width < 1_400)
  }

  @Test("long values become pills, and the rest gives way")
  func long() throws {
    let picture = Picture(of: .long)
    expectOrder(picture, "long")
    let pill = try #require(picture.rows.last?.marbles.first)
    #expect(pill.width > 3 * pill.height)
    #expect(pill.text == pill.value)
  }

  @Test("a value that is too long for a pill is cut, and told in full to who points at it")
  func cut() throws {
    let value = String(repeating: "long & ", count: 20)
    let picture = Picture(of: .single(value))
    let marble = try #require(picture.rows.first?.marbles.first)
    #expect(marble.text.count == Metrics.longestText)
    #expect(marble.text.hasSuffix("…"))
    #expect(picture.svg(.light).contains("<title>\(value.replacing("&", with: "&amp;"))</title>"))
  }

  @Test("what happens at one moment stands in one column, on all lines")
  func columns() {
    let picture = Picture(of: .forty)
    var positions: [Int: Double] = [:]
    for (row, line) in zip(picture.rows, Record.forty.lines) {
      for (marble, event) in zip(row.marbles, line.events) {
        #expect(positions[event.frame, default: marble.center.x] == marble.center.x)
        positions[event.frame] = marble.center.x
      }
    }
  }

  @Test("a value has one colour, in the inputs and in the output")
  func colors() {
    var colors: [String: Int] = [:]
    for marble in Picture(of: .forty).rows.flatMap(\.marbles) {
      #expect(colors[marble.value, default: marble.color] == marble.color)
      colors[marble.value] = marble.color
    }
  }

  @Test("an inner signal begins where it was started, and is pale after its disposal")
  func inner() {
    let inner = Record.Line(
      .inner, label: "x", start: 3, disposal: 6,
      events: [.init(frame: 4, .next("a")), .init(frame: 7, .next("b"), isHeard: false)])
    let output = Record.Line(.output, events: [.init(frame: 3, .next("c")), .init(frame: 6, .next("d"))])
    let picture = Picture(of: Record(name: "f", expression: "f()", lines: [inner, output], length: 9))
    let row = picture.rows[0]
    let frames = picture.rows[1].marbles.map(\.center.x)
    #expect(row.marks.map(\.kind) == [.start, .disposal])
    #expect(row.marks.map(\.x) == frames)
    #expect(row.stretches.map(\.isHeard) == [true, false])
    #expect(row.stretches.map(\.from) == frames)
    #expect(row.marbles.map(\.isHeard) == [true, false])
  }

  @Test("an empty record can be drawn")
  func empty() {
    expectOrder(Picture(of: Record(name: "f", expression: "f()", lines: [], length: 0)), "empty")
    let never = Record(
      name: "f", expression: "f()", lines: [.init(.input, start: nil), .init(.output)], length: 1)
    expectOrder(Picture(of: never), "never")
  }
}

@Suite struct SVGTests {
  @Test("the same record gives the same file")
  func deterministic() {
    var first = Random(state: 7)
    var second = Random(state: 7)
    let svg = Picture(of: .random(&first)).svg(.dark)
    #expect(Picture(of: .random(&second)).svg(.dark) == svg)
  }

  @Test("what means something in XML is written so that it means nothing")
  func escaping() {
    #expect(escaped("a<b> & \"c\"") == "a&lt;b&gt; &amp; &quot;c&quot;")
    #expect(escaped("a\u{0}b\nc\u{1B}") == "a\u{FFFD}b c\u{FFFD}")
    let record = Record(
      name: "map", expression: "map { $0 < 1 && true }",
      lines: [.init(.output, label: "<x>", events: [.init(frame: 0, .next("</text>"))])], length: 1)
    let svg = Picture(of: record).svg(.light)
    #expect(svg.contains("map { $0 &lt; 1 &amp;&amp; true }"))
    #expect(svg.contains("&lt;/text&gt;"))
    #expect(svg.contains("&lt;x&gt;"))
  }

  @Test("whoever can't see the picture is told what happened")
  func description() {
    let input = Record.Line(
      .input, disposal: 3, events: [.init(frame: 1, .next("a")), .init(frame: 5, .next("b"), isHeard: false)])
    let output = Record.Line(.output, events: [.init(frame: 1, .next("a")), .init(frame: 3, .error("bad"))])
    let picture = Picture(of: Record(name: "f", expression: "f()", lines: [input, output], length: 6))
    #expect(picture.description == "Input: a at 1, disposed of at 3. Output: a at 1, error bad at 3.")
    #expect(picture.svg(.light).contains("<desc id=\"desc\">\(picture.description)</desc>"))
  }
}

/// Fails if two things on a line overlap or are in the wrong order, if lines overlap, or if something leaves the
/// picture.
private func expectOrder(
  _ picture: Picture, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  var bottom = 0.0
  for row in picture.rows {
    let marbles = row.marbles
    for (index, first) in marbles.enumerated() {
      for second in marbles[(index + 1)...] {
        let isApart =
          first.right < second.left || second.right < first.left || first.bottom < second.top
          || second.bottom < first.top
        #expect(isApart, "\(name): '\(first.text)' and '\(second.text)'", sourceLocation: sourceLocation)
      }
      for mark in row.marks {
        let extent = picture.metrics.extent(of: mark.kind)
        let isApart = mark.x + extent < first.left || mark.x - extent > first.right
        #expect(isApart, "\(name): '\(first.text)' and \(mark.kind)", sourceLocation: sourceLocation)
      }
    }
    let top = marbles.map(\.top).min() ?? row.y
    #expect(top > bottom, "\(name): the row at \(row.y)", sourceLocation: sourceLocation)
    bottom = max(row.y, marbles.map(\.bottom).max() ?? row.y)
    let lefts = marbles.map(\.left) + row.marks.map(\.x) + row.stretches.map(\.from)
    let rights = marbles.map(\.right) + row.marks.map(\.x) + row.stretches.map(\.to)
    #expect((lefts.min() ?? 1) > 0 && (rights.max() ?? 0) < picture.width, sourceLocation: sourceLocation)
    for (earlier, later) in zip(row.stretches, row.stretches.dropFirst()) {
      #expect(earlier.to <= later.from)
    }
    if let label = row.label {
      let width = TextWidth.proportional(label.text, size: picture.metrics.font)
      #expect(label.x - width > 0, "\(name): the label \(label.text)", sourceLocation: sourceLocation)
    }
  }
  #expect(bottom < picture.height, sourceLocation: sourceLocation)
  let text = TextWidth.monospaced(picture.box.text, size: Metrics.expressionFont)
  #expect(text < picture.box.width, sourceLocation: sourceLocation)
}
