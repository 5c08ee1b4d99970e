internal import CPoppler
package import DocumentModel
package import Wire
import Glibc

extension PopplerDocumentFile {
  /// Characters of a page from `poppler_page_get_text`, each with its box from `poppler_page_get_text_layout`.
  package func text(page index: Int) throws(EngineFailure) -> PageText {
    let page = try page(index)
    let size = Self.size(page)
    guard let raw = poppler_page_get_text(page) else { return PageText(size: size) }
    defer { g_free(raw) }
    var rectangles: UnsafeMutablePointer<PopplerRectangle>?
    var count: guint = 0
    guard poppler_page_get_text_layout(page, &rectangles, &count) != 0, let rectangles else {
      return PageText(size: size)
    }
    defer { g_free(rectangles) }

    var text = PageText(size: size)
    text.scalars.reserveCapacity(Int(count))
    text.boxes.reserveCapacity(Int(count))
    // Where each character of poppler's text (its marks left out) came to stand.
    var positions: [Int] = []
    positions.reserveCapacity(Int(count))
    var rectangle = 0
    for scalar in String(cString: raw).unicodeScalars {
      // Poppler marks right-to-left runs with characters that have no rectangle.
      if (0x202A...0x202C).contains(scalar.value) { continue }
      guard rectangle < Int(count), text.scalars.count < Limit.characters else { break }
      let box = Self.box(rectangles[rectangle])
      rectangle += 1
      positions.append(text.scalars.count)
      guard let clean = CleanText.shown(scalar.value) else { continue }
      text.scalars.append(clean)
      text.boxes.append(box)
    }
    positions.append(text.scalars.count)
    addStyles(to: &text, of: page, positions)
    return text
  }

  /// Characters of a page as UTF-8, from `poppler_page_get_text`.
  package func plainText(page index: Int) throws(EngineFailure) -> [UInt8] {
    guard let raw = poppler_page_get_text(try page(index)) else { return [] }
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

  /// Text rectangles of poppler-glib have their origin at the top already.
  private static func box(_ rectangle: PopplerRectangle) -> Box {
    func single(_ value: Double) -> Float { Float(onAPage(value)) }
    let (x1, y1) = (single(rectangle.x1), single(rectangle.y1))
    let (x2, y2) = (single(rectangle.x2), single(rectangle.y2))
    return Box(x0: min(x1, x2), y0: min(y1, y2), x1: max(x1, x2), y1: max(y1, y2))
  }

  private func addStyles(to text: inout PageText, of page: OpaquePointer, _ positions: [Int]) {
    guard !text.scalars.isEmpty else { return }
    let list = poppler_page_get_text_attributes(page)
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

  /// What is known of a font by the name poppler gives it; worked out once for each name.
  private func looks(of name: UnsafePointer<CChar>?) -> FontLooks {
    let raw = GLibText.copy(name)
    if let known = fontLooks[raw] { return known }
    let looks = FontLooks(name: raw)
    // A document of endless font names must not fill the memory.
    if fontLooks.count >= Limit.styles { fontLooks = [:] }
    fontLooks[raw] = looks
    return looks
  }
}

/// What a font's name tells of its looks: families say it in their own words.
struct FontLooks {
  let name: String
  let isBold: Bool
  let isItalic: Bool
  let isMonospace: Bool

  private static let bold = [
    "bold", "black", "heavy", "demi", "cmbx", "cmssbx", "sfbx", "-bd", "libertineob",
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
    isBold = FontLooks.bold.contains { lower.contains($0) }
    isItalic = FontLooks.italic.contains { lower.contains($0) }
    isMonospace = FontLooks.monospace.contains { lower.contains($0) }
  }
}
