import Canvas
import Terminal

/// A fixed number of lines and columns, as `recto preview` writes them.
struct PreviewSheet {
  enum Look {
    case plain, strong, faint
  }

  private struct Line {
    /// Characters and the columns they begin at.
    var glyphs: [(scalar: UInt32, column: Int)]
    var look: Look
  }

  let columns: Int
  let height: Int
  private var lines: [Line] = []

  init(columns: Int, height: Int) {
    self.columns = columns
    self.height = height
  }

  mutating func add(_ glyphs: [(scalar: UInt32, column: Int)], _ look: Look) {
    lines.append(Line(glyphs: glyphs, look: look))
  }

  /// Adds a text that is cut where the line ends.
  mutating func add(_ text: String, _ look: Look = .plain) {
    var column = 0
    var glyphs: [(scalar: UInt32, column: Int)] = []
    for scalar in text.unicodeScalars {
      glyphs.append((scalar.value, column))
      column += Surface.shown(scalar.value).map { CellWidth.of($0) } ?? 0
    }
    add(column > columns ? cut(glyphs) : glyphs, look)
  }

  /// Adds a sentence on as many lines as it needs.
  mutating func add(wrapping sentence: String) {
    var line = ""
    for word in sentence.split(separator: " ") {
      if !line.isEmpty, CellWidth.of(line) + 1 + CellWidth.of(String(word)) > columns {
        add(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { add(line) }
  }

  private func cut(
    _ glyphs: [(scalar: UInt32, column: Int)]
  ) -> [(scalar: UInt32, column: Int)] {
    let kept = glyphs.prefix {
      $0.column + (Surface.shown($0.scalar).map { CellWidth.of($0) } ?? 0) < columns
    }
    return kept + [(0x2026, kept.last.map { $0.column + CellWidth.of($0.scalar) } ?? 0)]
  }

  mutating func removeBlankEnd() {
    while lines.last?.glyphs.isEmpty == true { lines.removeLast() }
  }

  /// The lines that fit; nothing of a document steers the terminal.
  func text(isColored: Bool) -> String {
    lines.prefix(height).map { line in
      let words = Self.text(line.glyphs, columns)
      guard isColored, !words.isEmpty else { return words + "\n" }
      switch line.look {
      case .plain: return words + "\n"
      case .strong: return Emphasis.strong(words) + "\n"
      case .faint: return Emphasis.faint(words) + "\n"
      }
    }.joined()
  }

  private static func text(
    _ glyphs: [(scalar: UInt32, column: Int)], _ columns: Int
  ) -> String {
    var view = String.UnicodeScalarView()
    var column = 0
    for glyph in glyphs {
      guard let shown = Surface.shown(glyph.scalar), let scalar = Unicode.Scalar(shown) else {
        continue
      }
      let width = CellWidth.of(shown)
      guard glyph.column + width <= columns else { continue }
      while column < glyph.column {
        view.append(" ")
        column += 1
      }
      view.append(scalar)
      column += width
    }
    while view.last == " " { view.removeLast() }
    return String(view)
  }
}
