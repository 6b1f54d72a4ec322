/// A record, laid out: every number that the drawing needs.
struct Picture: Equatable {
  /// A value on a line.
  struct Marble: Equatable {
    var center: Point
    var width: Double
    var height: Double
    /// What stands in it.
    var text: String
    /// The whole value.
    var value: String
    /// The number of its colour.
    var color: Int
    /// Whether somebody listened.
    var isHeard: Bool

    var left: Double { center.x - width / 2 }
    var right: Double { center.x + width / 2 }
    var top: Double { center.y - height / 2 }
    var bottom: Double { center.y + height / 2 }
  }

  /// Something on a line that is no value.
  struct Mark: Equatable {
    enum Kind: Equatable {
      case start
      case disposal
      case completed
      case error
    }

    var kind: Kind
    var x: Double
    var isHeard: Bool
  }

  /// A part of a line.
  struct Stretch: Equatable {
    var from: Double
    var to: Double
    /// Whether somebody listens there.
    var isHeard: Bool
  }

  /// One subscription.
  struct Row: Equatable {
    /// The height at which its line runs.
    var y: Double
    var stretches: [Stretch]
    var hasArrow: Bool
    /// The label, and where it ends.
    var label: (text: String, x: Double)?
    var marbles: [Marble]
    var marks: [Mark]

    static func == (a: Row, b: Row) -> Bool {
      a.y == b.y && a.stretches == b.stretches && a.hasArrow == b.hasArrow && a.label?.text == b.label?.text
        && a.label?.x == b.label?.x && a.marbles == b.marbles && a.marks == b.marks
    }
  }

  struct Point: Equatable {
    var x: Double
    var y: Double
  }

  /// The frame around the expression.
  struct Box: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var text: String
  }

  var width: Double
  var height: Double
  var metrics: Metrics
  var rows: [Row]
  var box: Box
  /// Where something came out: the columns that the eye should follow.
  var guides: [Double]
  var title: String
  var description: String
}

/// The sizes of things.
struct Metrics: Equatable {
  var marble: Double
  var font: Double
  /// The least width of a frame.
  var frame: Double
  /// The least distance of two things.
  var gap: Double

  static let regular = Metrics(marble: 34, font: 16, frame: 28, gap: 8)
  /// For what would be too wide.
  static let compact = Metrics(marble: 24, font: 12, frame: 20, gap: 6)

  static let margin = 20.0
  static let expressionFont = 16.0
  static let boxHeight = 42.0
  static let longestText = 32

  /// The width of a marble with a text: a circle, or a pill.
  func width(of text: String) -> Double {
    let needed = TextWidth.proportional(text, size: font)
    return needed <= marble - 8 ? marble : (needed + marble * 0.7).rounded(.up)
  }

  /// Half the width of a mark.
  func extent(of kind: Picture.Mark.Kind) -> Double {
    switch kind {
    case .start, .disposal: 5
    case .completed: 2
    case .error: marble * 0.28
    }
  }
}
