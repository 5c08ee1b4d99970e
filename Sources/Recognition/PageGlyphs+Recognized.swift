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
    let painted = found.lines.map { RecognizedLine.painted($0.words) }
    let usual = LetterGap.usual(Array(zip(painted, found.lines.map(\.size))))
    for (line, symbols) in zip(found.lines, painted) {
      let gaps = LetterGap.gaps(symbols, size: line.size, usual: usual)
      add(line, symbols, gaps, picture, points, sizes.size(of: line))
    }
    for image in found.images {
      let corners = [(image.x0, image.y0), (image.x1, image.y1)].map { corner in
        let place = picture.origin(of: Point(x: Double(corner.0), y: Double(corner.1)))
        return Point(x: place.x * points, y: place.y * points)
      }
      if let box = Box(around: corners) { paints.append(Paint(.image, box)) }
    }
  }

  /// In units of the font size, as in Times.
  private static let ascent: Float = 0.69
  private static let descent = -PageText.descent

  /// Words below this confidence are uncertain.
  private static let leastSureness = 60.0

  private mutating func add(
    _ line: RecognizedLine, _ symbols: [RecognizedSymbol], _ gaps: [LetterGap],
    _ picture: GrayPicture, _ points: Double, _ size: Float
  ) {
    let direction = Self.direction(picture.turn, isVertical: line.isVertical)
    var symbols = symbols
    if !symbols.isEmpty, !line.isVertical, LetterGap.isSquare(symbols[0].scalars[0]) {
      // Its square, in which a small one is in the middle, begins the line.
      symbols[0].start = min(symbols[0].start, (symbols[0].start + symbols[0].end - line.size) / 2)
    }
    for (index, symbol) in symbols.enumerated() {
      guard index + 1 < symbols.count else {
        add(symbol, to: symbol.end, line, picture, points, size, direction)
        break
      }
      let next = symbols[index + 1]
      let isApart = gaps[index].isBlank
      let end = isApart ? symbol.end : max(next.start, symbol.start + 1)
      add(symbol, to: end, line, picture, points, size, direction)
      if isApart, var blank = glyphs.last {
        blank.scalar = 0x20
        (blank.x, blank.y) = (blank.x + blank.dx, blank.y + blank.dy)
        (blank.dx, blank.dy) = (0, 0)
        glyphs.append(blank)
      }
    }
  }

  private mutating func add(
    _ symbol: RecognizedSymbol, to end: Double, _ line: RecognizedLine, _ picture: GrayPicture,
    _ points: Double, _ size: Float, _ direction: Direction
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
      if symbol.confidence < Self.leastSureness { glyph.font = 1 }
      glyphs.append(glyph)
    }
  }

  /// Returns the direction that lines have on the given picture.
  private static func direction(_ turn: QuarterTurn, isVertical: Bool) -> Direction {
    let turns: [Direction] = [.across, .down, .back, .up]
    return turns[(turn.rawValue + (isVertical ? 1 : 0)) % 4]
  }
}

/// The sizes of letters in points: those of many lines are the same, although each is measured a little differently.
private struct LetterSizes {
  /// Sizes in pixels, those of most letters first.
  private var known: [Double] = []
  private let points: Double

  /// Takes lines in pixels and the points of a pixel.
  init(_ lines: [RecognizedLine], _ points: Double) {
    self.points = points
    var left = lines.map { (size: $0.size, count: $0.words.reduce(0) { $0 + $1.count }) }
    while !left.isEmpty, known.count < Self.mostSizes {
      // Those within the slack of the most frequent one are of its size.
      left.sort { $0.size < $1.size }
      var middle = left.reduce(0) { $0 + $1.count } / 2
      let usual = left.first { line in
        middle -= line.count
        return middle < 0
      }
      guard let usual else { break }
      known.append(usual.size)
      left.removeAll { Self.isSame($0.size, usual.size) }
    }
  }

  func size(of line: RecognizedLine) -> Float {
    let size = known.first { Self.isSame(line.size, $0) } ?? line.size
    return Float(max(0.5, size * points))
  }

  private static func isSame(_ size: Double, _ usual: Double) -> Bool {
    abs(size - usual) <= slack * usual
  }

  /// How much lines of one size differ where Tesseract measures them.
  private static let slack = 0.18
  private static let mostSizes = 16
}
