package import Canvas

/// Cells as lines of text with their colours, for a command that draws no screen.
package enum CellText {
  /// A line for each row; without colours nothing but the characters.
  package static func text(_ surface: Surface, depth: ColorDepth) -> String {
    var text = String.UnicodeScalarView()
    for y in 0..<surface.size.height {
      var style = Style()
      for x in 0..<surface.size.width {
        let cell = surface[x: x, y: y]
        if depth != .none, cell.style != style {
          style = cell.style
          text.append(contentsOf: sequence(style, depth).unicodeScalars)
        }
        text.append(contentsOf: cell.characters)
      }
      if style != Style() { text.append(contentsOf: "\u{1b}[0m".unicodeScalars) }
      text.append("\n")
    }
    return String(text)
  }

  /// SGR for attributes and both colours (ECMA-48 8.3.117, ISO 8613-6).
  static func sequence(_ style: Style, _ depth: ColorDepth) -> String {
    let attributes = attributeCodes.filter { style.attributes.contains($0.attribute) }
    return "\u{1b}[0" + attributes.map { ";\($0.code)" }.joined()
      + code(style.foreground, 30, depth) + code(style.background, 40, depth) + "m"
  }

  private static let attributeCodes: [(attribute: Attributes, code: Int)] = [
    (.bold, 1), (.dim, 2), (.italic, 3), (.underline, 4), (.reverse, 7),
  ]

  private static func code(_ color: Color, _ base: Int, _ depth: ColorDepth) -> String {
    if case .indexed = color {
      let number = depth.number(color)
      return number < 0 ? "" : ";\(base + 8);5;\(number)"
    }
    guard case .rgb(let value) = color else { return "" }
    switch depth {
    case .none: return ""
    case .eight, .sixteen: return ";\(base + Int(depth.number(color)))"
    case .indexed: return ";\(base + 8);5;\(depth.number(color))"
    case .direct: return ";\(base + 8);2;\(value >> 16 & 255);\(value >> 8 & 255);\(value & 255)"
    }
  }
}
