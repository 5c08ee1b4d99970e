internal import CPoppler
package import DocumentModel
import Wire

extension PopplerDocumentFile {
  static var libraries: String {
    let poppler = GLibText.copy(poppler_get_version())
    let cairo = GLibText.copy(cairo_version_string())
    return "poppler \(poppler), cairo \(cairo), "
      + "GLib \(glib_major_version).\(glib_minor_version).\(glib_micro_version)"
  }

  package func fonts(_ range: Range<Int>) -> [FontInfo] {
    let pages = Int32(min(range.upperBound, summary.pageCount))
    // Pages that are refused are not scanned.
    _ = readCore { $0.core.page(max(0, Int(pages) - 1)) }
    guard let shown = try? shown(), let info = poppler_font_info_new(shown) else { return [] }
    // The scan continues from page to page, so pages before the range are scanned, too.
    return GObjectReference(adopting: info).lend { info in
      var iterator: OpaquePointer?
      guard poppler_font_info_scan(info, pages, &iterator) != 0, let iterator else { return [] }
      defer { poppler_fonts_iter_free(iterator) }
      return Self.fonts(iterator)
    }
  }

  private static func fonts(_ iterator: OpaquePointer) -> [FontInfo] {
    var fonts: [FontInfo] = []
    repeat {
      let kind = poppler_fonts_iter_get_font_type(iterator)
      fonts.append(
        FontInfo(
          name: GLibText.copy(poppler_fonts_iter_get_name(iterator)),
          kind: fontKinds.first { $0.0 == kind }?.1 ?? "unknown",
          isEmbedded: poppler_fonts_iter_is_embedded(iterator) != 0,
          isSubset: poppler_fonts_iter_is_subset(iterator) != 0,
          substitute: GLibText.copy(poppler_fonts_iter_get_substitute_name(iterator))))
    } while fonts.count < Limit.fonts && poppler_fonts_iter_next(iterator) != 0
    return fonts
  }

  private static let fontKinds: [(PopplerFontType, String)] = [
    (POPPLER_FONT_TYPE_TYPE1, "Type 1"), (POPPLER_FONT_TYPE_TYPE1C, "Type 1C"),
    (POPPLER_FONT_TYPE_TYPE1COT, "Type 1C (OpenType)"), (POPPLER_FONT_TYPE_TYPE3, "Type 3"),
    (POPPLER_FONT_TYPE_TRUETYPE, "TrueType"),
    (POPPLER_FONT_TYPE_TRUETYPEOT, "TrueType (OpenType)"),
    (POPPLER_FONT_TYPE_CID_TYPE0, "CID Type 0"), (POPPLER_FONT_TYPE_CID_TYPE0C, "CID Type 0C"),
    (POPPLER_FONT_TYPE_CID_TYPE0COT, "CID Type 0C (OpenType)"),
    (POPPLER_FONT_TYPE_CID_TYPE2, "CID TrueType"),
    (POPPLER_FONT_TYPE_CID_TYPE2OT, "CID TrueType (OpenType)"),
  ]
}
