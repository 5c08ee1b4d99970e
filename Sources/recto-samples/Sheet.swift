internal import CPango

/// A PDF drawn by cairo: pages with labels, links, named destinations and an outline.
final class Sheet {
  private let surface: OpaquePointer
  let context: OpaquePointer
  private(set) var size: (width: Double, height: Double)
  /// The number of pages begun so far.
  private(set) var pageCount = 0
  private var entries: [(level: Int, id: Int32)] = []

  /// Sizes are in points.
  init(path: String, width: Double, height: Double, title: String, author: String) {
    surface = cairo_pdf_surface_create(path, width, height)
    // Later versions use object streams, but the rotated page is patched as text.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_4)
    context = cairo_create(surface)
    size = (width, height)
    // Fixed values make the output reproducible.
    let facts: [(cairo_pdf_metadata_t, String)] = [
      (CAIRO_PDF_METADATA_TITLE, title), (CAIRO_PDF_METADATA_AUTHOR, author),
      (CAIRO_PDF_METADATA_CREATOR, "recto-samples"),
      (CAIRO_PDF_METADATA_CREATE_DATE, "2026-11-01T12:00:00Z"),
      (CAIRO_PDF_METADATA_MOD_DATE, "2026-11-01T12:00:00Z"),
    ]
    for (key, value) in facts { cairo_pdf_surface_set_metadata(surface, key, value) }
  }

  /// Ends the previous page and begins one, with another size if given.
  func beginPage(label: String = "", width: Double? = nil, height: Double? = nil) {
    if pageCount > 0 { cairo_show_page(context) }
    pageCount += 1
    if let width, let height {
      size = (width, height)
      cairo_pdf_surface_set_size(surface, width, height)
    }
    if !label.isEmpty { cairo_pdf_surface_set_page_label(surface, label) }
  }

  /// Writes the file.
  func finish() {
    cairo_show_page(context)
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  /// Adds a named destination at a point of the page.
  func destination(_ name: String, x: Double, y: Double) {
    cairo_tag_begin(context, "cairo.dest", "name='\(name)' x=\(x) y=\(y)")
    cairo_tag_end(context, "cairo.dest")
  }

  /// Adds a link over a rectangle: `dest='…'`, `uri='…'` or `page=…`.
  func link(_ target: String, x: Double, y: Double, width: Double, height: Double) {
    cairo_tag_begin(context, "Link", "\(target) rect=[\(x) \(y) \(width) \(height)]")
    cairo_tag_end(context, "Link")
  }

  /// Adds an outline entry below the last entry of a lower level (from 1).
  func outline(_ title: String, level: Int, destination: String) {
    while let last = entries.last, last.level >= level { entries.removeLast() }
    let flags = level == 1 ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(0)
    let id = cairo_pdf_surface_add_outline(
      surface, entries.last?.id ?? 0, title, "dest='\(destination)'", flags)
    entries.append((level, id))
  }
}
