import Canvas
import TestSupport
import Testing

@testable import Terminal

/// A terminal with its own opinion of the widths of characters: marks join the cell before the cursor, wide ones take two cells.
private struct OwnWidths {
  var cells: [[String]]
  let widthOf: (Unicode.Scalar) -> Int
  private var (x, y) = (0, 0)

  init(_ size: Size, widthOf: @escaping (Unicode.Scalar) -> Int) {
    cells = Array(repeating: Array(repeating: " ", count: size.width), count: size.height)
    self.widthOf = widthOf
  }

  mutating func receive(_ text: String) {
    for part in text.split(separator: "\u{1b}") {
      var rest = part[...]
      if let place = part.prefixMatch(of: /\[(\d+);(\d+)H/), let row = Int(place.1),
        let column = Int(place.2)
      {
        (y, x) = (row - 1, column - 1)
        rest = part[place.range.upperBound...]
      } else if let other = part.prefixMatch(of: /\[[0-9;?]*[mlh]|7|8/) {
        rest = part[other.range.upperBound...]
      }
      rest.unicodeScalars.forEach { write($0) }
    }
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    let width = widthOf(scalar)
    if width == 0 {
      if x > 0 { cells[y][min(x, cells[y].count) - 1].unicodeScalars.append(scalar) }
      return
    }
    // Without automatic margins, text after the last column is written there.
    for column in x..<x + width { cells[y][min(column, cells[y].count - 1)] = "" }
    cells[y][min(x, cells[y].count - 1)] = String(scalar)
    x += width
  }
}

@Suite struct DisputedCellsTests {
  private static let words = [
    "end ", "हिन्दी", "தமிழ்", "ខ្មែរ", "\u{1112}\u{1161}\u{11AB}", "👍🏽", "漢字", "(a) ", "é", "🫩",
    "x\u{20DD}",
    "ॐ", "  ",
  ]

  /// ncurses is taken to have written the right cells, with blanks for the disputed ones; before, it had those of another surface.
  @Test("undisputed cells are in their place, and nothing of the old row is left", arguments: 0..<4)
  func places(_ disputedWidth: Int) throws {
    var random = SeededGenerator(seed: 25)
    let size = Size(width: 24, height: 3)
    for _ in 0..<30 {
      var old = Surface(size: size)
      var new = Surface(size: size)
      for y in 0..<size.height {
        let texts = (0..<2).map { _ in
          (0..<9).map { _ in Self.words.randomElement(using: &random)! }
        }
        old.put(texts[0].joined(), x: 0, y: y, style: Style())
        new.put(texts[1].joined(), x: 0, y: y, style: Style())
      }
      var terminal = OwnWidths(size) { scalar in
        let isAgreed = Cell.isAgreedMark(scalar.value) || !Cell(scalar).isDisputed
        return isAgreed ? CellWidth.of(scalar.value) : disputedWidth
      }
      for surface in [old, new] {
        for y in 0..<size.height {
          for x in 0..<size.width {
            let cell = surface[x: x, y: y]
            terminal.cells[y][x] = cell.isDisputed ? " " : string(cell)
          }
        }
        terminal.receive(
          DisputedCells.sequence(rows: Array(0..<size.height), of: surface, depth: .none) { _, _ in
            false
          })
      }
      for y in 0..<size.height {
        for x in 0..<size.width where !new[x: x, y: y].isDisputed {
          // The cells of a character that is disputed may have anything, and marks may join the one before.
          if new[x: x, y: y].isContinuation { continue }
          let found = terminal.cells[y][x].unicodeScalars.first.map(String.init)
          let expected = string(new[x: x, y: y]).unicodeScalars.first.map(String.init)
          #expect(found == expected, "\(x), \(y) of \(new.rows())")
        }
      }
    }
  }

  private func string(_ cell: Cell) -> String {
    String(String.UnicodeScalarView(cell.characters))
  }

  @Test("texts of most languages are written by ncurses alone")
  func agreed() {
    for text in [
      "Ordinary text – “quoted”, naïve, ½ + ∑xᵢ ≤ ∞", "Ελληνικά, русский, עברית, العربية",
      "日本語とカナ、한국어",
      "─│┌█▌⠿ • ✓ ★ →", "n\u{303} x\u{305}",
    ] {
      var surface = Surface(size: Size(width: 60, height: 1))
      surface.put(text, x: 0, y: 0, style: Style())
      #expect(!DisputedCells.exist(in: 0, of: surface), "\(text)")
    }
  }

  @Test("cells of pictures are left, and the style is kept")
  func picturesAndStyle() {
    var surface = Surface(size: Size(width: 6, height: 1))
    surface.put("aक", x: 0, y: 0, style: Style(foreground: .rgb(0xFF0000), attributes: .bold))
    surface.leave(Rect(x: 2, y: 0, width: 2, height: 1), style: Style())
    surface.put("bc", x: 4, y: 0, style: Style())
    let text = DisputedCells.sequence(rows: [0], of: surface, depth: .eight) { x, _ in x == 5 }
    #expect(
      text == "\u{1b}7\u{1b}[?7l\u{1b}[1;1H\u{1b}[0;1;31ma\u{1b}[1;2H \u{1b}[1;2Hक"
        + "\u{1b}[1;5H\u{1b}[0mb\u{1b}[?7h\u{1b}8")
  }
}
