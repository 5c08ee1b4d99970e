internal import CPoppler
package import DocumentModel
import Text
package import Wire
import Glibc

extension PopplerDocumentFile {
  /// Characters of a page in logical order, each with its box from `poppler_page_get_text_layout_for_area`.
  package func text(page index: Int) throws(EngineFailure) -> PageText {
    let page = try page(index)
    let size = Self.size(page)
    var (raw, area) = Self.wholeText(of: page, size)
    guard let raw else { return PageText(size: size) }
    defer { g_free(raw) }
    var rectangles: UnsafeMutablePointer<PopplerRectangle>?
    var count: guint = 0
    guard poppler_page_get_text_layout_for_area(page, &area, &rectangles, &count) != 0,
      let rectangles
    else {
      return PageText(size: size)
    }
    defer { g_free(rectangles) }
    var text = PageText(size: size)
    text.scalars.reserveCapacity(Int(count))
    text.boxes.reserveCapacity(Int(count))
    // The position of each character of poppler's text, without direction marks.
    var positions: [Int] = []
    positions.reserveCapacity(Int(count))
    let boxes = UnsafeBufferPointer(start: rectangles, count: Int(count))
    if Self.isMarked(raw) {
      Self.addMarked(String(cString: raw), boxes, to: &text, &positions)
    } else {
      for scalar in String(cString: raw).unicodeScalars {
        guard positions.count < boxes.count, text.scalars.count < Limit.characters else { break }
        let box = boxes[positions.count]
        positions.append(text.scalars.count)
        Self.add(scalar.value, box, to: &text)
      }
    }
    positions.append(text.scalars.count)
    addStyles(to: &text, of: page, &area, positions)
    return text
  }

  /// Characters of a page as UTF-8, as poppler gives them.
  package func plainText(page index: Int) throws(EngineFailure) -> [UInt8] {
    let page = try page(index)
    guard let raw = Self.wholeText(of: page, Self.size(page)).text else { return [] }
    defer { g_free(raw) }
    let length = min(strlen(raw), Limit.characters * 4)
    let bytes = raw.withMemoryRebound(to: UInt8.self, capacity: length) {
      Array(UnsafeBufferPointer(start: $0, count: length))
    }
    if CleanText.isClean(bytes) { return bytes }
    // A broken byte becomes three.
    let repairable = bytes.prefix(Limit.characters * 4 / 3)
    var clean = String.UnicodeScalarView()
    for scalar in String(decoding: repairable, as: UTF8.self).unicodeScalars {
      if let shown = CleanText.shown(scalar.value).flatMap(Unicode.Scalar.init) {
        clean.append(shown)
      }
    }
    return Array(String(clean).utf8)
  }

  /// All text of a page, owned by the caller, and the area that gave it.
  ///
  /// `poppler_page_get_text` selects from corner to corner of the page: the block nearest to a corner comes first or last
  /// (`TextPage::visitSelection`), and what poppler reads before or after it is lost. From far outside the page, the first
  /// and the last block are taken whatever their place; of a page read from the right, the last one only by search.
  private static func wholeText(
    of page: OpaquePointer, _ size: PageSize
  ) -> (text: UnsafeMutablePointer<CChar>?, area: PopplerRectangle) {
    let far = 1e5
    var area = PopplerRectangle(x1: -far, y1: -far, x2: far, y2: far)
    var best = poppler_page_get_selected_text(page, POPPLER_SELECTION_GLYPH, &area)
    // Every right-to-left word of poppler's is enclosed in marks.
    guard let first = best, strncmp(first, "\u{202B}", 3) == 0 else { return (best, area) }
    let stops = [-far] + (0...12).map { size.width * Double($0) / 12 } + [far]
    var length = strlen(first)
    for stop in stops {
      var other = PopplerRectangle(x1: far, y1: -far, x2: stop, y2: far)
      guard let text = poppler_page_get_selected_text(page, POPPLER_SELECTION_GLYPH, &other) else {
        continue
      }
      if strlen(text) > length {
        g_free(best)
        (best, area, length) = (text, other, strlen(text))
      } else {
        g_free(text)
      }
    }
    return (best, area)
  }

  /// Whether poppler marked right-to-left runs (U+202A to U+202C, E2 80 AA to E2 80 AC).
  private static func isMarked(_ text: UnsafePointer<CChar>) -> Bool {
    strstr(text, "\u{202B}") != nil
  }

  private static func add(_ scalar: UInt32, _ rectangle: PopplerRectangle, to text: inout PageText)
  {
    guard let clean = CleanText.shown(scalar) else { return }
    text.scalars.append(clean)
    text.boxes.append(box(rectangle))
  }

  /// Adds text whose words have right-to-left runs.
  private static func addMarked(
    _ raw: String, _ boxes: UnsafeBufferPointer<PopplerRectangle>, to text: inout PageText,
    _ positions: inout [Int]
  ) {
    var word = MarkedWord()
    func flush() {
      let start = positions.count
      for (scalar, place) in zip(word.scalars, word.places()) {
        guard start + place < boxes.count, text.scalars.count < Limit.characters else { break }
        positions.append(text.scalars.count)
        add(scalar, boxes[start + place], to: &text)
      }
      word.removeAll()
    }
    for scalar in raw.unicodeScalars {
      guard scalar.value == 0x20 || scalar.value == 0x0A else {
        word.add(scalar.value)
        continue
      }
      flush()
      guard positions.count < boxes.count, text.scalars.count < Limit.characters else { break }
      let box = boxes[positions.count]
      positions.append(text.scalars.count)
      add(scalar.value, box, to: &text)
    }
    flush()
    LamAlef.mend(&text.scalars)
  }

  /// Text rectangles of poppler-glib have their origin at the top already.
  private static func box(_ rectangle: PopplerRectangle) -> Box {
    func single(_ value: Double) -> Float { Float(onAPage(value)) }
    let (x1, y1) = (single(rectangle.x1), single(rectangle.y1))
    let (x2, y2) = (single(rectangle.x2), single(rectangle.y2))
    return Box(x0: min(x1, x2), y0: min(y1, y2), x1: max(x1, x2), y1: max(y1, y2))
  }

  private func addStyles(
    to text: inout PageText, of page: OpaquePointer, _ area: inout PopplerRectangle,
    _ positions: [Int]
  ) {
    guard !text.scalars.isEmpty else { return }
    let list = poppler_page_get_text_attributes_for_area(page, &area)
    defer { poppler_page_free_text_attributes(list) }
    var known: [TextStyle: Int] = [:]
    var next = list
    while let node = next {
      next = node.pointee.next
      guard let data = node.pointee.data else { continue }
      let attributes = data.assumingMemoryBound(to: PopplerTextAttributes.self).pointee
      let start = Int(attributes.start_index)
      guard start >= 0, start < positions.count, positions[start] < text.scalars.count else {
        continue
      }
      let style = style(attributes)
      let index = known[style] ?? text.styles.count
      if index == text.styles.count {
        guard index < Limit.styles else { break }
        known[style] = index
        text.styles.append(style)
      }
      let place = text.runs.isEmpty ? 0 : positions[start]
      if let last = text.runs.last, last.start >= place || last.style == index { continue }
      text.runs.append(StyleRun(start: place, style: index))
    }
    if text.runs.isEmpty {
      text.styles = [TextStyle()]
      text.runs = [StyleRun(start: 0, style: 0)]
    }
  }

  private func style(_ attributes: PopplerTextAttributes) -> TextStyle {
    let looks = looks(of: attributes.font_name)
    let size = min(max(0, Float(Self.onAPage(attributes.font_size))), Limit.fontSize)
    let color =
      UInt32(attributes.color.red >> 8) << 16 | UInt32(attributes.color.green >> 8) << 8
      | UInt32(attributes.color.blue >> 8)
    return TextStyle(
      font: looks.name, size: size, isBold: looks.isBold, isItalic: looks.isItalic,
      isMonospace: looks.isMonospace, isUnderlined: attributes.is_underlined != 0, color: color)
  }

  /// Returns the style derived from a font's name; computed once per name.
  private func looks(of name: UnsafePointer<CChar>?) -> FontStyle {
    let raw = GLibText.copy(name)
    if let known = fontLooks[raw] { return known }
    let looks = FontStyle(name: raw)
    // A document of endless font names must not fill the memory.
    if fontLooks.count >= Limit.styles { fontLooks = [:] }
    fontLooks[raw] = looks
    return looks
  }
}

/// Derives style from a font's name: families have their own words for it.
struct FontStyle {
  let name: String
  let isBold: Bool
  let isItalic: Bool
  let isMonospace: Bool

  private static let bold = [
    "bold", "black", "heavy", "demi", "cmbx", "cmssbx", "sfbx", "-bd", "libertineob",
    // The bold of TeX's Times.
    "nimbusromno9l-medi",
  ]
  private static let italic = [
    "ital", "obli", "slant", "cmti", "cmsl", "cmmi", "sfti", "-it", "libertineoi", "libertineobi",
  ]
  private static let monospace = [
    "mono", "courier", "typewriter", "consol", "cmtt", "sftt", "cmsltt", "inconsolata", "code",
    "nimbusmon", "lmtt", "txtt",
  ]

  init(name raw: String) {
    // A subset's tag: six capitals and a plus sign (PDF 32000-1, 9.6.4).
    let tag = raw.prefix(7)
    let isTagged = tag.count == 7 && tag.last == "+" && tag.dropLast().allSatisfy(\.isUppercase)
    name = isTagged ? String(raw.dropFirst(7)) : raw
    let lower = name.lowercased()
    isBold = FontStyle.bold.contains { lower.contains($0) }
    isItalic = FontStyle.italic.contains { lower.contains($0) }
    isMonospace = FontStyle.monospace.contains { lower.contains($0) }
  }
}
