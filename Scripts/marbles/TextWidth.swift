/// How wide a text will be, as far as one can tell without its font: rather too wide than too narrow.
enum TextWidth {
  /// In the font of the system, whichever that is.
  static func proportional(_ text: String, size: Double) -> Double {
    text.reduce(0) { $0 + width(of: $1) } * size
  }

  /// In a font whose characters are all of one width.
  static func monospaced(_ text: String, size: Double) -> Double {
    text.reduce(0) { $0 + (isWide($1) ? 1.25 : 0.62) } * size
  }

  private static func width(of character: Character) -> Double {
    if isWide(character) { return 1.25 }
    return switch character {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!": 0.34
    case "f", "t", "r", " ", "(", ")", "[", "]", "{", "}", "\"", "-", "/": 0.43
    case "m", "w", "M", "W", "@", "%", "&", "…": 1.0
    case "A"..."Z", "_", "#", "+", "<", ">", "=", "~": 0.78
    default: 0.65
    }
  }

  /// Whether it is an ideograph, an emoji or the like.
  private static func isWide(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.value >= 0x1100 && !(0x2000...0x23FF).contains($0.value) }
  }
}
