import DocumentModel
import Text

extension PageGlyphs {
  /// Makes glyphs of what was recognised in a picture of a page of a size in points, as if the page painted them.
  init(_ found: RecognizedLines, of picture: GrayPicture, size: PageSize) {
    self.init(
      size: size,
      fonts: [false, true].map {
        GlyphFont(name: "", isUncertain: $0, ascent: Self.ascent, descent: Self.descent)
      })
    let points = size.width / Double(picture.given.width)
    let sizes = LetterSizes(found.lines, points)
    for line in found.lines { add(line, picture, points, sizes.size(of: line)) }
    for image in found.images {
      let corners = [(image.x0, image.y0), (image.x1, image.y1)].map { corner in
        let place = picture.origin(of: Point(x: Double(corner.0), y: Double(corner.1)))
        return Point(x: place.x * points, y: place.y * points)
      }
      if let box = Box(around: corners) { paints.append(Paint(.image, box)) }
    }
  }

  /// In units of the size, which is that of letters from the top of `d` to the bottom of `p`.
  private static let ascent: Float = 0.76
  private static let descent: Float = -0.24

  /// Words below this confidence are uncertain.
  private static let leastSureness = 60.0

  private mutating func add(
    _ line: RecognizedLine, _ picture: GrayPicture, _ points: Double, _ size: Float
  ) {
    let direction = Self.direction(picture.turn, isVertical: line.isVertical)
    let words = Self.painted(line.words)
    var isAfterIdeograph = false
    for (place, word) in words.enumerated() {
      let symbols = word.symbols
      let isIdeographic = symbols[0].scalars.contains(where: Script.isIdeographic)
      let next = place + 1 < words.count ? words[place + 1].symbols[0].start : nil
      if place > 0, !(isAfterIdeograph && isIdeographic), let last = glyphs.last {
        var blank = last
        blank.scalar = 0x20
        (blank.x, blank.y) = (last.x + last.dx, last.y + last.dy)
        (blank.dx, blank.dy) = (0, 0)
        glyphs.append(blank)
      }
      for (index, symbol) in symbols.enumerated() {
        // Letters of a word touch; ideographs fill their squares.
        var end = symbol.end
        if index + 1 < symbols.count {
          end = max(symbols[index + 1].start, symbol.start + 1)
        } else if isIdeographic, let next, next - symbol.end < 0.8 * line.size {
          end = max(symbol.end, next)
        }
        add(symbol, to: end, line, picture, points, size, direction, word)
      }
      isAfterIdeograph = symbols[symbols.count - 1].scalars.contains(where: Script.isIdeographic)
    }
  }

  /// Returns words from left to right, as pages paint them, also where they are read from the right.
  private static func painted(_ words: [RecognizedWord]) -> [RecognizedWord] {
    guard words.contains(where: { $0.isRightToLeft }) else { return words }
    return words.map { word in
      var word = word
      if word.isRightToLeft { word.symbols.sort { $0.start < $1.start } }
      return word
    }.sorted { $0.symbols[0].start < $1.symbols[0].start }
  }

  private mutating func add(
    _ symbol: RecognizedSymbol, to end: Double, _ line: RecognizedLine, _ picture: GrayPicture,
    _ points: Double, _ size: Float, _ direction: Direction, _ word: RecognizedWord
  ) {
    let middle = (symbol.start + end) / 2
    func place(_ along: Double) -> Point {
      let across = line.baseline(at: middle)
      let origin = picture.origin(
        of: line.isVertical ? Point(x: across, y: along) : Point(x: along, y: across))
      return Point(x: origin.x * points, y: origin.y * points)
    }
    let count = Double(symbol.scalars.count)
    for (index, scalar) in symbol.scalars.enumerated() {
      let width = (end - symbol.start) / count
      let (from, to) = (
        place(symbol.start + width * Double(index)), place(symbol.start + width * Double(index + 1))
      )
      let isAcross = direction == .across || direction == .back
      var glyph = Glyph(
        scalar, x: Float(from.x), y: Float(from.y), dx: isAcross ? Float(to.x - from.x) : 0,
        dy: isAcross ? 0 : Float(to.y - from.y), size: size, direction: direction,
        traits: line.isVertical ? [.hidden, .vertical] : .hidden)
      if word.confidence < Self.leastSureness { glyph.font = 1 }
      glyphs.append(glyph)
    }
  }

  /// Returns the direction that lines have on the given picture.
  private static func direction(_ turn: PageTurn, isVertical: Bool) -> Direction {
    let turns: [Direction] = [.across, .down, .back, .up]
    return turns[(turn.rawValue + (isVertical ? 1 : 0)) % 4]
  }
}

extension RecognizedWord {
  fileprivate var isRightToLeft: Bool {
    symbols.contains { $0.scalars.contains(where: Script.isRightToLeft) }
  }
}

/// The sizes of letters in points: those of most lines are the same, although each is measured a little differently.
private struct LetterSizes {
  private let usual: Double
  private let points: Double

  /// Takes lines in pixels and the points of a pixel.
  init(_ lines: [RecognizedLine], _ points: Double) {
    self.points = points
    var letters: [(size: Double, count: Int)] = lines.map { line in
      (line.size, line.words.reduce(0) { $0 + $1.symbols.count })
    }
    letters.sort { $0.size < $1.size }
    var left = letters.reduce(0) { $0 + $1.count } / 2
    usual = (letters.first { left -= $0.count; return left < 0 }?.size ?? 0) * points
  }

  func size(of line: RecognizedLine) -> Float {
    let size = line.size * points
    let isUsual = abs(size - usual) <= Self.slack * usual
    return Float(max(0.5, isUsual ? usual : size.rounded()))
  }

  /// How much lines of one size differ where Tesseract measures them.
  private static let slack = 0.18
}
