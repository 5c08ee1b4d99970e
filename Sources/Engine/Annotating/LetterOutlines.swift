internal import CPoppler
import Text

/// Text as glyph outlines from system fonts, for scripts that the standard fonts do not cover.
///
/// The origin is the top left corner, y points up. Lines that begin with right-to-left letters are right-aligned.
struct LetterOutlines {
  /// Operators that fill the outlines.
  private(set) var path = ""
  /// Width in points of the longest line.
  private(set) var width = 0.0
  /// The text of the outlines, line by line from left to right.
  private(set) var pieces: [Piece] = []

  /// Text of one direction with its position; y is the baseline.
  struct Piece {
    var text: String
    var x: Double
    var y: Double
    var width: Double
    var isRightToLeft: Bool

    init(_ text: String, x: Double, y: Double, width: Double) {
      self.text = text
      self.x = x
      self.y = y
      self.width = width
      isRightToLeft = text.unicodeScalars.contains { SheetShaper.isRightToLeft($0.value) }
    }
  }

  private static let mostLines = 2_000
  private static let mostBytes = 8 << 20

  init(_ text: String, size: Double, width room: Double) {
    // An unbounded surface: cairo omits glyphs that lie more than ten times their size outside a bounded one.
    guard let surface = cairo_recording_surface_create(CAIRO_CONTENT_ALPHA, nil) else { return }
    defer { cairo_surface_destroy(surface) }
    guard let context = cairo_create(surface) else { return }
    defer { cairo_destroy(context) }
    var top = 0.0
    for line in text.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix(Self.mostLines)
    {
      let scalars = line.unicodeScalars.map(\.value)
      for words in Self.wrapped(scalars, size: size, width: room) {
        set(words, of: scalars, size: size, room: room, baseline: top + size * 0.93, context)
        top += size * AppearanceWriter.leading
        guard path.utf8.count < Self.mostBytes else { return }
      }
    }
  }

  private static func wrapped(
    _ scalars: [UInt32], size: Double, width: Double
  ) -> [[SheetWord]] {
    let words = SheetShaper.shared.words(scalars[...], size: size, room: width) { _ in
      SheetFonts.Look()
    }
    var lines: [[SheetWord]] = [[]]
    var used = 0.0
    for word in words {
      if used + word.width > width, !word.isBlank, used > 0 {
        lines.append([])
        used = 0
      }
      lines[lines.count - 1].append(word)
      used += word.width
    }
    return lines
  }

  private mutating func set(
    _ words: [SheetWord], of scalars: [UInt32], size: Double, room: Double, baseline: Double,
    _ context: OpaquePointer
  ) {
    var words = words
    while words.last?.isBlank == true { words.removeLast() }
    let whole = words.map(\.width).reduce(0, +)
    width = max(width, whole)
    let isFromRight = words.first { !$0.isBlank }?.isRightToLeft ?? false
    var x = isFromRight && room.isFinite ? room : isFromRight ? whole : 0
    var line: [Piece] = []
    for word in words.arranged(isTurned: isFromRight) {
      if isFromRight { x -= word.width }
      for run in word.runs { draw(run, at: x + run.x, baseline: baseline, size, context) }
      let parts = word.runs.map { ($0.range, $0.x, $0.width) }
      for (range, start, width) in word.isBlank ? [(word.range, 0, word.width)] : parts {
        let text = String(String.UnicodeScalarView(scalars[range].compactMap(Unicode.Scalar.init)))
        line.append(Piece(text, x: x + start, y: -baseline, width: width))
      }
      if !isFromRight { x += word.width }
    }
    pieces += line.sorted { $0.x < $1.x }
  }

  private mutating func draw(
    _ run: SheetWord.Run, at x: Double, baseline: Double, _ size: Double, _ context: OpaquePointer
  ) {
    cairo_new_path(context)
    cairo_set_font_face(context, run.font.face)
    cairo_set_font_size(context, size)
    let glyphs = run.glyphs.map {
      cairo_glyph_t(index: $0.index, x: x + $0.x * size, y: baseline + $0.y * size)
    }
    cairo_glyph_path(context, glyphs, Int32(glyphs.count))
    guard let outline = cairo_copy_path(context) else { return }
    defer { cairo_path_destroy(outline) }
    guard outline.pointee.status == CAIRO_STATUS_SUCCESS, outline.pointee.num_data > 0 else {
      return
    }
    let data = UnsafeBufferPointer(
      start: outline.pointee.data, count: Int(outline.pointee.num_data))
    var place = 0
    while place < data.count {
      let header = data[place].header
      guard header.length > 0, place + Int(header.length) <= data.count else { break }
      for point in data[(place + 1)..<(place + Int(header.length))] {
        path += PDFNumber.text(point.point.x) + " " + PDFNumber.text(-point.point.y) + " "
      }
      path += Self.operators[Int(header.type.rawValue)] ?? "h\n"
      place += Int(header.length)
    }
    path += "f\n"
  }

  private static let operators = [
    Int(CAIRO_PATH_MOVE_TO.rawValue): "m\n", Int(CAIRO_PATH_LINE_TO.rawValue): "l\n",
    Int(CAIRO_PATH_CURVE_TO.rawValue): "c\n", Int(CAIRO_PATH_CLOSE_PATH.rawValue): "h\n",
  ]
}
