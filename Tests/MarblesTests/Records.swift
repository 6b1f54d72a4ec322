import Signals
import Specifications

extension Record {
  /// Two inputs with twenty events each, one a frame, and forty that come out.
  static var forty: Record {
    let events = (0..<40).map {
      Event(frame: $0, .next($0 % 2 == 0 ? "\($0 / 2)" : "\(Character(letter: $0 / 2))"))
    }
    let inputs = [0, 1].map { parity in Line(.input, events: events.filter { $0.frame % 2 == parity }) }
    return Record(
      name: "merge", expression: "merge(s1, s2)", lines: inputs + [Line(.output, events: events)], length: 41)
  }

  /// Short values that become long ones, some of them close together.
  static var long: Record {
    let input = ["a", "b", "c"].enumerated().map { Event(frame: 1 + $0 * 2, .next($1)) }
    let output = ["a search for bicycles", "[1,22,333,4444]", "c"].enumerated().map {
      Event(frame: 1 + $0 * 2, .next($1))
    }
    let end = Event(frame: 9, .completed)
    return Record(
      name: "map", expression: "map { describe($0) }",
      lines: [Line(.input, events: input + [end]), Line(.output, events: output + [end])], length: 10)
  }

  static func single(_ value: String) -> Record {
    Record(
      name: "single", expression: ".single(…)",
      lines: [Line(.output, events: [Event(frame: 0, .next(value))])],
      length: 1)
  }

  /// Anything that could happen, and more.
  static func random(_ random: inout Random) -> Record {
    let length = random.number(in: 1...45)
    var lines: [Line] = []
    for role in [Role.input, .input, .inner, .inner, .output]
    where role == .output || random.number(in: 0...3) > 0 {
      let start = random.number(in: 0...3) == 0 ? random.number(in: 0..<length) : 0
      var line = Line(role, label: random.number(in: 0...2) == 0 ? "long label" : nil, start: start)
      var frames = (0..<random.number(in: 0...40)).map { _ in random.number(in: start..<length) }
      frames.sort()
      line.events = frames.map { Event(frame: $0, .next(random.text())) }
      let last = frames.last ?? start
      switch random.number(in: 0...3) {
      case 0: line.events.append(Event(frame: last, .completed))
      case 1: line.events.append(Event(frame: last, .error("bad")))
      case 2:
        let disposal = random.number(in: start...last)
        line.disposal = disposal
        for index in line.events.indices where line.events[index].frame > disposal {
          line.events[index].isHeard = false
        }
      default: break
      }
      lines.append(line)
    }
    return Record(name: "f", expression: random.text(), lines: lines, length: length)
  }
}

/// A small generator, the same on every run.
struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 33
  }

  mutating func number(in range: Range<Int>) -> Int { number(in: range.lowerBound...(range.upperBound - 1)) }

  mutating func number(in range: ClosedRange<Int>) -> Int {
    range.lowerBound + Int(next() % UInt64(range.count))
  }

  /// Mostly short, sometimes very long.
  mutating func text() -> String {
    let lengths = [1, 1, 1, 1, 2, 3, 6, 15, 50]
    return String(
      (0..<lengths[number(in: 0..<lengths.count)]).map { _ in Character(letter: number(in: 0..<26)) })
  }
}

extension Character {
  init(letter: Int) {
    self = Array("abcdefghijklmnopqrstuvwxyz")[letter % 26]
  }
}
