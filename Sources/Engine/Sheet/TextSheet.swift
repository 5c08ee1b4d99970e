internal import CPoppler
import DocumentModel
import Wire

/// The beginning of a text, set small on a sheet of paper (A4).
struct TextSheet {
  private let text: PageText
  private let context: OpaquePointer
  private let shaper = SheetShaper.shared
  /// Points from the sheet's top to the next line's.
  private var y = Self.margin.y

  // In points.
  private static let (width, height) = (595.0, 842.0)
  private static let margin = (x: 54.0, y: 60.0)
  /// The width of a cell in points; blocks are laid out in cells.
  private static let cell = 5.0
  private static let (quote, gap) = (14.0, 8.0)
  private static let (ink, pale) = (0.13, 0.72)
  /// The maximum number of visible characters of a block.
  private static let mostShown = 8_000

  /// The sheet drawn as large as is requested for.
  static func drawn(_ text: PageText, _ request: ThumbnailRequest) throws(EngineFailure)
    -> PixelBuffer
  {
    guard let frame = request.frame(width: width, height: height) else { throw .pictureSize }
    let pixels = try PixelBuffer(width: frame.width, height: frame.height)
    pixels.fill(PaperTint.white)
    let isPainted = pixels.paint { context in
      cairo_scale(
        context, Double(frame.wholeWidth) / width, Double(frame.wholeHeight) / height)
      let options = cairo_font_options_create()
      // Letters are positioned as on a full-size sheet, not on whole pixels.
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
      cairo_set_font_options(context, options)
      cairo_font_options_destroy(options)
      var sheet = TextSheet(text: text, context: context)
      sheet.draw()
    }
    guard isPainted else { throw .outOfMemory }
    return pixels
  }

  private init(text: PageText, context: OpaquePointer) {
    self.text = text
    self.context = context
  }

  private mutating func draw() {
    let blocks = text.blocks ?? [AuthoredBlock(.paragraph, 0..<text.scalars.count)]
    for block in blocks where !block.kind.isRunningHead {
      guard y < Self.height - Self.margin.y else { return }
      draw(block)
    }
  }

  private mutating func draw(_ block: AuthoredBlock) {
    let blockStyle = SheetStyle(block)
    if block.isApart || block.kind == .heading, y > Self.margin.y { y += blockStyle.above }
    let top = y
    let left =
      Self.margin.x + Double(min(block.quotes, 6)) * Self.quote
      + Double(min(block.indent, 30)) * Self.cell
    let right = Self.width - Self.margin.x
    switch block.kind {
    case .rule: drawRule(from: left, to: right, blockStyle)
    case .tableHead, .tableRow: drawRow(block, blockStyle, left, right)
    default:
      let start = block.range.lowerBound
      let end = min(block.range.upperBound, start + Self.mostShown)
      let marker = min(end, start + block.marker)
      let body = left + width(of: start..<marker, blockStyle)
      if marker > start { line(words(start..<marker, blockStyle), left, body, blockStyle, y) }
      set(words(marker..<end, blockStyle), body, right, blockStyle)
    }
    drawBars(block.quotes, from: top)
    y += blockStyle.below
  }

  private mutating func drawRule(from left: Double, to right: Double, _ blockStyle: SheetStyle) {
    cairo_set_source_rgb(context, Self.pale, Self.pale, Self.pale)
    cairo_rectangle(context, left, y + blockStyle.size / 2, right - left, 0.8)
    cairo_fill(context)
    y += blockStyle.size
  }

  /// Draws the bars beside quotations.
  private func drawBars(_ count: Int, from top: Double) {
    cairo_set_source_rgb(context, Self.pale, Self.pale, Self.pale)
    for index in 0..<min(count, 6) {
      cairo_rectangle(
        context, Self.margin.x + Double(index) * Self.quote, top, 2, max(0, y - top))
      cairo_fill(context)
    }
  }

  /// Draws adjacent cells of equal width.
  private mutating func drawRow(
    _ block: AuthoredBlock, _ blockStyle: SheetStyle, _ left: Double, _ right: Double
  ) {
    let cells = text.scalars[block.range].split(
      separator: 0x0A, maxSplits: 31, omittingEmptySubsequences: false)
    let step = (right - left) / Double(max(1, cells.count))
    let top = y
    var bottom = y
    for (index, cell) in cells.enumerated() {
      y = top
      let start = left + Double(index) * step
      let end = min(cell.endIndex, cell.startIndex + Self.mostShown)
      set(words(cell.startIndex..<end, blockStyle), start, start + step - Self.gap, blockStyle)
      bottom = max(bottom, y)
    }
    y = bottom
  }

  private func width(of range: Range<Int>, _ blockStyle: SheetStyle) -> Double {
    words(range, blockStyle).reduce(0) { $0 + $1.width }
  }

  private func words(_ range: Range<Int>, _ blockStyle: SheetStyle) -> [SheetWord] {
    guard !range.isEmpty else { return [] }
    let runs = text.runs
    // Runs ascend, and so do the questions about them, nearly always.
    var run = runs.lastIndex { $0.start <= range.lowerBound } ?? 0
    return shaper.words(text.scalars[range], size: blockStyle.size) { index in
      while run + 1 < runs.count, runs[run + 1].start <= index { run += 1 }
      while run > 0, runs[run].start > index { run -= 1 }
      let style = runs.isEmpty ? TextStyle() : text.styles[runs[run].style]
      return SheetFonts.Look(
        isBold: blockStyle.isBold || style.isBold, isItalic: style.isItalic,
        isMonospace: blockStyle.isMonospace || style.isMonospace)
    }
  }

  /// Sets words into lines as far as the sheet reaches; at least one.
  private mutating func set(
    _ words: [SheetWord], _ left: Double, _ right: Double, _ blockStyle: SheetStyle
  ) {
    var rest = words[...]
    repeat {
      var row: [SheetWord] = []
      var used = 0.0
      while let next = rest.first, row.isEmpty || next.isBlank || used + next.width <= right - left
      {
        used += next.width
        row.append(next)
        rest = rest.dropFirst()
      }
      line(row, left, right, blockStyle, y)
      y += blockStyle.size * SheetStyle.leading
    } while !rest.isEmpty && y < Self.height - Self.margin.y
  }

  /// Draws the words of one line; right-to-left text starts on the right.
  private func line(
    _ words: [SheetWord], _ left: Double, _ right: Double, _ blockStyle: SheetStyle, _ top: Double
  ) {
    let isTurned = words.first { !$0.isBlank }?.isRightToLeft ?? false
    let baseline = top + blockStyle.size
    guard baseline < Self.height - Self.margin.y / 2 else { return }
    cairo_set_source_rgb(context, Self.ink, Self.ink, Self.ink)
    cairo_set_font_size(context, blockStyle.size)
    // A line that is too long is cut at the sheet's margin.
    cairo_save(context)
    cairo_rectangle(context, left, top - blockStyle.size, max(0, right - left), blockStyle.size * 3)
    cairo_clip(context)
    var used = 0.0
    for word in words.arranged(isTurned: isTurned) {
      let x = isTurned ? right - used - word.width : left + used
      for run in word.runs { show(run, x + run.x, baseline, blockStyle.size) }
      used += word.width
    }
    cairo_restore(context)
  }

  private func show(_ run: SheetWord.Run, _ x: Double, _ y: Double, _ size: Double) {
    cairo_set_font_face(context, run.font.face)
    let glyphs = run.glyphs.map { glyph in
      cairo_glyph_t(index: glyph.index, x: x + glyph.x * size, y: y + glyph.y * size)
    }
    cairo_show_glyphs(context, glyphs, Int32(glyphs.count))
  }
}
