/// A signal's life, written as a line of characters, one a frame of time.
///
///     a-b--(cd)-|
///
/// | character | meaning |
/// |---|---|
/// | `-` | a frame in which nothing happens |
/// | a letter or a digit | a value of that name |
/// | `(` … `)` | events at one moment, that of the opening parenthesis; the frames it is wide pass all the same |
/// | `\|` | completion |
/// | `#` | an error |
/// | `^` | the start of a subscription; takes a frame |
/// | `!` | its disposal, after which there is only time; takes a frame |
/// | a space | nothing, not even time |
///
/// A character's column is its time, so that diagrams which are written under each other can be compared by eye.
public struct Marbles: Sendable, Equatable {
  /// What can stand in a diagram.
  public enum Mark: Sendable, Equatable {
    /// A value of this name.
    case value(Character)
    /// `#`.
    case error
    /// `|`.
    case completed
    /// `^`.
    case start
    /// `!`.
    case disposal
  }

  /// A mark and its time.
  public struct Moment: Sendable, Equatable {
    /// The column, from 0, spaces not counted.
    public var frame: Int { didSet { demandFrameNumber() } }
    /// What happens there.
    public var mark: Mark

    /// Puts a mark at a time.
    ///
    /// - Parameters:
    ///   - frame: The column, from 0. Less stops the program.
    ///   - mark: What happens there.
    public init(frame: Int, mark: Mark) {
      self.frame = frame
      self.mark = mark
      demandFrameNumber()
    }

    private func demandFrameNumber() {
      demand(frame >= 0, "Marbles.Moment: frame \(frame); frames are counted from 0")
    }
  }

  /// A diagram that can't be read.
  public struct ParseError: Error, Equatable, CustomStringConvertible {
    /// The diagram.
    public let text: String
    /// The column of the mistake, from 1, as an editor counts.
    public let column: Int
    /// What is wrong there, and what could stand there instead.
    public let reason: String

    /// The diagram, a pointer to the column, and the reason.
    public var description: String {
      "column \(column): \(reason)\n  \(text)\n  \(String(repeating: " ", count: column - 1))^"
    }
  }

  /// What happens, in the order of time.
  public var moments: [Moment]
  /// The number of frames; a diagram whose moments need more is drawn longer.
  public var length: Int { didSet { demandLength() } }

  /// Makes a diagram of its parts.
  ///
  /// - Parameters:
  ///   - moments: What happens. They are put into the order of time; those of one frame stay in their order.
  ///   - length: The number of frames, from 0. Less stops the program.
  public init(moments: [Moment], length: Int) {
    self.moments = moments.inOrder
    self.length = length
    demandLength()
  }

  private func demandLength() {
    demand(length >= 0, "Marbles: length \(length); no diagram is shorter than 0 frames")
  }

  /// Reads a diagram.
  ///
  /// - Parameter text: As described above.
  /// - Throws: `ParseError`, which names the column.
  public init(_ text: String) throws(ParseError) {
    moments = []
    length = 0
    var group: (frame: Int, column: Int)?
    for (index, character) in text.enumerated() {
      func fail(_ reason: String) -> ParseError {
        ParseError(text: text, column: index + 1, reason: reason)
      }
      var mark: Mark?
      switch character {
      case " ":
        continue
      case "-":
        if group != nil { throw fail("time can't pass inside a group; close it with ')' first") }
      case "(":
        if group != nil { throw fail("a group can't stand inside a group") }
        group = (length, index + 1)
      case ")":
        guard let opened = group else { throw fail("this closes a group that was not opened by '('") }
        if moments.last.map({ $0.frame < opened.frame }) ?? true { throw fail("the group is empty") }
        group = nil
      case "|": mark = .completed
      case "#": mark = .error
      case "^": mark = .start
      case "!": mark = .disposal
      default:
        guard character.isMarbleName else {
          throw fail("'\(character)' means nothing here; values are letters and digits, time is '-'")
        }
        mark = .value(character)
      }
      if let mark {
        if let last = moments.last(where: { $0.mark == .completed || $0.mark == .error }), mark != .disposal {
          throw fail("nothing can follow the '\(last.mark == .error ? "#" : "|")' that ends the signal")
        }
        if mark == .start, moments.contains(where: { $0.mark == .start }) {
          throw fail("a diagram has one '^'")
        }
        if mark == .disposal, moments.contains(where: { $0.mark == .disposal }) {
          throw fail("a diagram has one '!'")
        }
        if moments.contains(where: { $0.mark == .disposal }) {
          throw fail(
            mark == .start
              ? "a subscription starts before it is disposed of: put the '^' before the '!'"
              : "nothing is sent after the disposal: put '!' after the last event, or leave this out")
        }
        moments.append(Moment(frame: group?.frame ?? length, mark: mark))
      }
      length += 1
    }
    if let group {
      throw ParseError(text: text, column: group.column, reason: "this group is not closed by ')'")
    }
  }

  /// The frame of `^`, or 0.
  public var startFrame: Int { moments.first { $0.mark == .start }?.frame ?? 0 }

  /// The frame of `!`, if there is one.
  public var disposalFrame: Int? { moments.first { $0.mark == .disposal }?.frame }
}

extension Marbles: CustomStringConvertible {
  /// The diagram as text; where a group is too wide for the time until the next event, the rest moves to the right.
  public var description: String { drawing.line }

  /// The diagram as text, and whether everything is in the column of its time.
  var drawing: (line: String, showsTimes: Bool) {
    let moments = moments.inOrder
    var text = ""
    var showsTimes = true
    var index = moments.startIndex
    while index < moments.endIndex {
      let frame = moments[index].frame
      let group = moments[index...].prefix { $0.frame == frame }
      if frame < text.count { showsTimes = false }
      text += String(repeating: "-", count: max(0, frame - text.count))
      let symbols = String(group.map(\.mark.symbol))
      text += group.count > 1 ? "(\(symbols))" : symbols
      index = group.endIndex
    }
    return (text + String(repeating: "-", count: max(0, length - text.count)), showsTimes)
  }
}

extension [Marbles.Moment] {
  /// In the order of time; those of one frame as they are.
  fileprivate var inOrder: [Marbles.Moment] {
    enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
  }
}

extension Character {
  /// Whether it can stand for a value in a diagram.
  var isMarbleName: Bool { isLetter || isNumber }
}

extension Marbles.Mark {
  var symbol: Character {
    switch self {
    case .value(let name): name
    case .error: "#"
    case .completed: "|"
    case .start: "^"
    case .disposal: "!"
    }
  }
}
