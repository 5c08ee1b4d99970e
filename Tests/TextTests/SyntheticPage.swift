import DocumentModel

/// A page set by hand: lines of text at places, each glyph half as wide as its size (ideographs as wide).
struct SyntheticPage {
  private(set) var text = PageText()
  var size = PageSize(width: 600, height: 800)

  /// Sets one line; `y` is its top. Words are separated by blanks and all glyphs have one width.
  mutating func line(
    _ string: String, x: Float, y: Float, size: Float = 10, isBold: Bool = false,
    isItalic: Bool = false, isMonospace: Bool = false
  ) {
    let style = TextStyle(
      font: isBold ? "Bold" : "Plain", size: size, isBold: isBold, isItalic: isItalic,
      isMonospace: isMonospace)
    start(style)
    var x = x
    for scalar in string.unicodeScalars {
      let width = scalar.value >= 0x2E80 && scalar.value < 0xFE00 ? size : size / 2
      put(scalar.value, Box(x0: x, y0: y, x1: x + width, y1: y + size * 1.1))
      x += width
    }
    end()
  }

  /// Sets a line that runs down the page, as vertical Japanese does.
  mutating func column(_ string: String, x: Float, y: Float, size: Float = 10) {
    start(TextStyle(font: "Vertical", size: size))
    var y = y
    for scalar in string.unicodeScalars {
      put(scalar.value, Box(x0: x, y0: y, x1: x + size, y1: y + size))
      y += size
    }
    end()
  }

  /// Sets lines one below the other; gives the y after the last one.
  @discardableResult
  mutating func lines(
    _ strings: [String], x: Float, y: Float, size: Float = 10, leading: Float = 12,
    isMonospace: Bool = false
  ) -> Float {
    for (number, string) in strings.enumerated() {
      line(string, x: x, y: y + Float(number) * leading, size: size, isMonospace: isMonospace)
    }
    return y + Float(strings.count) * leading
  }

  /// Goes on with the line set last in another size, after so much white.
  mutating func more(_ string: String, size: Float, gap: Float = 0, blank: Bool = false) {
    guard let last = text.boxes.last, text.scalars.last == 0x0A else { return }
    text.scalars.removeLast()
    text.boxes.removeLast()
    if blank { put(0x20, Box(x0: last.x0, y0: last.y0 - 11, x1: last.x0 + gap, y1: last.y0)) }
    let y1 = last.y0 - 2
    line(string, x: last.x0 + gap, y: y1 - size * 0.9, size: size)
  }

  /// A raised figure, glued to the last text.
  mutating func raised(_ string: String, size: Float = 6) {
    guard let last = text.boxes.last, text.scalars.last == 0x0A else { return }
    text.scalars.removeLast()
    text.boxes.removeLast()
    start(TextStyle(font: "Plain", size: size))
    var x = last.x0
    for scalar in string.unicodeScalars {
      put(
        scalar.value,
        Box(x0: x, y0: last.y0 - 12, x1: x + size / 2, y1: last.y0 - 12 + size * 1.1))
      x += size / 2
    }
    end()
  }

  mutating func put(_ scalar: UInt32, _ box: Box) {
    text.scalars.append(scalar)
    text.boxes.append(box)
  }

  mutating func start(_ style: TextStyle) {
    text.runs.append(StyleRun(start: text.scalars.count, style: text.styles.count))
    text.styles.append(style)
  }

  private mutating func end() {
    let last = text.boxes.last ?? .zero
    put(0x0A, Box(x0: last.x1, y0: last.y1, x1: last.x1, y1: last.y1))
  }
}

func string(_ scalars: some Sequence<UInt32>) -> String {
  String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
}

/// Running text of a given count of lines, each of `width` characters, ended by a short line.
func prose(_ count: Int, width: Int, from letter: Character = "a", ends: Bool = true) -> [String] {
  var lines: [String] = []
  for number in 0..<count {
    var line = ""
    while line.count < width {
      let word = String(repeating: letter, count: 3 + (line.count + number) % 4)
      line += (line.isEmpty ? "" : " ") + word
    }
    lines.append(String(line.prefix(width - 1)) + String(letter))
  }
  if ends, let last = lines.last { lines[lines.count - 1] = String(last.prefix(width / 2)) + "." }
  if let first = lines.first { lines[0] = first.prefix(1).uppercased() + first.dropFirst() }
  return lines
}
