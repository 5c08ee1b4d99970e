internal import CPoppler
package import DocumentModel
import Text
package import Wire
import Glibc

extension PopplerDocumentFile {
  /// Returns the characters of a page, read from its glyphs.
  package func text(page index: Int) throws(EngineFailure) -> PageText {
    guard index >= 0, index < summary.pageCount else { throw .pageOutOfRange }
    guard let glyphs = readCore({ $0.page(index) }) else { throw .damaged }
    return PageText(glyphs, limit: Limit.characters)
  }

  package func mayShowUnknownSigns(page: Int) -> Bool { glyphs.mayShowUnknownSigns(page: page) }

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
