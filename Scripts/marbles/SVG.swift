/// The colours of a picture.
struct Theme {
  /// What distinguishes the name of its files.
  let suffix: String
  let background: String
  let line: String
  let faint: String
  let text: String
  let error: String
  let box: String
  let boxLine: String
  /// The inside and the outline of marbles.
  let marbles: [(fill: String, line: String)]

  static let light = Theme(
    suffix: "", background: "#ffffff", line: "#3a3a3f", faint: "#b9b9c0", text: "#1d1d1f", error: "#d0342c",
    box: "#f3f4f7", boxLine: "#c9ccd3",
    marbles: [
      ("#d3e5ff", "#2f6fd0"), ("#ffe3c4", "#c46a10"), ("#d2f1d7", "#2c8a45"), ("#e8deff", "#7549cc"),
      ("#ffdbe8", "#c23b74"), ("#cdf0ee", "#0f827e"), ("#fff0b0", "#97730a"), ("#e0e6ed", "#56677b"),
      ("#e6f4c4", "#62850f"), ("#ffdcd4", "#c2492f"), ("#f5dafa", "#a03cb0"),
    ])

  static let dark = Theme(
    suffix: "~dark", background: "#161618", line: "#d0d0d6", faint: "#5c5c64", text: "#f5f5f7",
    error: "#ff6961",
    box: "#242428", boxLine: "#46464d",
    marbles: [
      ("#1b3a66", "#6ea8ff"), ("#5a3510", "#ffad5c"), ("#1b4a28", "#6fd98a"), ("#3e2c6b", "#b497ff"),
      ("#5c1f3b", "#ff8ab8"), ("#0f4745", "#5fd6d0"), ("#4d3d08", "#ecc94b"), ("#353f4b", "#a9b8c9"),
      ("#36480f", "#b5dd5a"), ("#5e2a1e", "#ff9479"), ("#4e1f57", "#e38bf2"),
    ])
}

extension Picture {
  /// The picture as a file.
  func svg(_ theme: Theme) -> String {
    var lines = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(n(width))" height="\(n(height))" \
      viewBox="0 0 \(n(width)) \(n(height))" role="img" aria-labelledby="title desc">
      """,
      "<title id=\"title\">\(escaped(title))</title>",
      "<desc id=\"desc\">\(escaped(description))</desc>",
      "<style>\(style(theme))</style>",
      "<rect width=\"100%\" height=\"100%\" rx=\"10\" fill=\"\(theme.background)\"/>",
    ]
    lines += guides.map { x in
      "<path class=\"guide\" d=\"M\(n(x)) \(n(Metrics.margin))V\(n(rows.last?.y ?? 0))\"/>"
    }
    lines += rows.flatMap(draw)
    lines.append(
      """
      <rect class="box" x="\(n(box.x))" y="\(n(box.y))" width="\(n(box.width))" height="\(n(box.height))" rx="8"/>\
      <text class="expression" x="\(n(box.x + box.width / 2))" \
      y="\(n(box.y + box.height / 2 + Metrics.expressionFont * 0.34))">\(escaped(box.text))</text>
      """)
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  private func style(_ theme: Theme) -> String {
    let colors = Set(rows.flatMap(\.marbles).map { $0.color % theme.marbles.count }).sorted()
    let rules =
      [
        "text{font:\(n(metrics.font))px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;fill:\(theme.text);"
          + "text-anchor:middle}",
        ".label{text-anchor:end;font-style:italic}",
        ".expression{font:\(n(Metrics.expressionFont))px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}",
        ".line,.mark{stroke:\(theme.line);stroke-width:2;fill:none;stroke-linecap:round}",
        ".faint{stroke:\(theme.faint);stroke-width:1.5;stroke-dasharray:1 5;fill:none;stroke-linecap:round}",
        ".bar{stroke:\(theme.line);stroke-width:3;stroke-linecap:round}",
        ".error{stroke:\(theme.error);stroke-width:3;stroke-linecap:round;fill:none}",
        ".start{fill:\(theme.line)}",
        ".disposal{fill:\(theme.background);stroke:\(theme.line);stroke-width:2}",
        ".guide{stroke:\(theme.faint);stroke-width:1;stroke-dasharray:2 4;opacity:.6}",
        ".box{fill:\(theme.box);stroke:\(theme.boxLine)}",
        ".under{fill:\(theme.background)}",
        ".unheard{opacity:.45}",
      ]
      + colors.map {
        ".m\($0){fill:\(theme.marbles[$0].fill);stroke:\(theme.marbles[$0].line);stroke-width:2}"
      }
    return rules.joined()
  }

  private func draw(_ row: Row) -> [String] {
    var lines = row.stretches.map { stretch in
      "<path class=\"\(stretch.isHeard ? "line" : "faint")\" d=\"M\(n(stretch.from)) \(n(row.y))H\(n(stretch.to))\"/>"
    }
    if row.hasArrow, let last = row.stretches.last {
      let style = last.isHeard ? "line" : "faint\" style=\"stroke-dasharray:none"
      lines.append(
        "<path class=\"\(style)\" d=\"M\(n(last.to - 8)) \(n(row.y - 6))L\(n(last.to)) \(n(row.y))l-8 6\"/>")
    }
    if let label = row.label {
      lines.append(
        "<text class=\"label\" x=\"\(n(label.x))\" y=\"\(n(row.y + metrics.font * 0.34))\">\(escaped(label.text))</text>"
      )
    }
    lines += row.marks.map { draw($0, at: row.y) }
    lines += row.marbles.map(draw)
    return lines
  }

  private func draw(_ mark: Mark, at y: Double) -> String {
    let half = metrics.marble / 2
    let shape =
      switch mark.kind {
      case .start: "<circle class=\"start\" cx=\"\(n(mark.x))\" cy=\"\(n(y))\" r=\"4.5\"/>"
      case .disposal: "<circle class=\"disposal\" cx=\"\(n(mark.x))\" cy=\"\(n(y))\" r=\"4.5\"/>"
      case .completed: "<path class=\"bar\" d=\"M\(n(mark.x)) \(n(y - half))v\(n(2 * half))\"/>"
      case .error: cross(at: mark.x, y, metrics.extent(of: .error))
      }
    return mark.isHeard ? shape : "<g class=\"unheard\">\(shape)</g>"
  }

  private func cross(at x: Double, _ y: Double, _ r: Double) -> String {
    "<path class=\"error\" d=\"M\(n(x - r)) \(n(y - r))l\(n(2 * r)) \(n(2 * r))m0 \(n(-2 * r))l\(n(-2 * r)) \(n(2 * r))\"/>"
  }

  private func draw(_ marble: Marble) -> String {
    let title = marble.text == marble.value ? "" : "<title>\(escaped(marble.value))</title>"
    let pill = """
      x="\(n(marble.left))" y="\(n(marble.top))" width="\(n(marble.width))" height="\(n(marble.height))" \
      rx="\(n(marble.height / 2))"
      """
    let drawn = """
      <rect class="m\(marble.color % Theme.light.marbles.count)" \(pill)/>\
      <text x="\(n(marble.center.x))" y="\(n(marble.center.y + metrics.font * 0.34))">\(escaped(marble.text))</text>
      """
    if marble.isHeard { return "<g>\(title)\(drawn)</g>" }
    // The line must not shine through.
    return "<rect class=\"under\" \(pill)/><g class=\"unheard\">\(title)\(drawn)</g>"
  }
}

/// A number with one decimal at the most.
private func n(_ number: Double) -> String {
  let tenths = Int((number * 10).rounded())
  let sign = tenths < 0 ? "-" : ""
  let whole = abs(tenths) / 10
  return abs(tenths) % 10 == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(abs(tenths) % 10)"
}

/// A text that can stand in XML; what can't be written there at all is replaced.
func escaped(_ text: String) -> String {
  text.unicodeScalars.reduce(into: "") { escaped, scalar in
    switch scalar {
    case "&": escaped += "&amp;"
    case "<": escaped += "&lt;"
    case ">": escaped += "&gt;"
    case "\"": escaped += "&quot;"
    case "\u{9}", "\u{A}", "\u{D}": escaped += " "
    case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
    default: escaped.unicodeScalars.append(scalar)
    }
  }
}
