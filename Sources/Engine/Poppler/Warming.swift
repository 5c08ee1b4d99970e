internal import CPoppler
import Glibc

/// Makes poppler and its libraries load everything that they load only once, while files can still be opened.
package enum Warming {
  /// Opens and draws a page built in; returns the paths fonts and character maps are read from later.
  ///
  /// Fonts take a quarter of a worker's start; without them it can read pages, but not draw them.
  package static func warm(withFonts hasFonts: Bool = true) -> FontPaths {
    // Otherwise GLib examines standard error at its first warning, which the sandbox forbids.
    g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
    // Kept open: a converter wanted later could not be loaded, and poppler turns passwords into Latin-1.
    for charset in ["UTF-16BE", "ISO-8859-1"] {
      _ = iconv_open("UTF-8", charset)
      _ = iconv_open(charset, "UTF-8")
    }
    ArchiveNames.load()
    guard hasFonts else {
      openBuiltInPage { _ in }
      return FontPaths()
    }
    let configuration = FcConfigGetCurrent()
    FcConfigSetRescanInterval(configuration, 0)
    openBuiltInPage { page in
      guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 32, 32),
        let context = cairo_create(surface)
      else { return }
      poppler_page_render(page, context)
      cairo_destroy(context)
      cairo_surface_destroy(surface)
    }
    return FontPaths(configuration)
  }

  private static func openBuiltInPage(_ body: (OpaquePointer) -> Void) {
    let bytes = Array(document.utf8)
    guard let data = g_bytes_new(bytes, gsize(bytes.count)),
      let opened = poppler_document_new_from_bytes(data, nil, nil),
      let page = poppler_document_get_page(opened, 0)
    else { return }
    g_free(poppler_page_get_text(page))
    body(page)
    g_object_unref(UnsafeMutableRawPointer(page))
    // The document stays open: poppler's global parameters live as long as one does.
  }

  private static let document = """
    %PDF-1.4
    1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
    2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
    3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R\
    /Resources<</Font<</F 5 0 R>>>>>>endobj
    4 0 obj<</Length 36>>stream
    BT /F 24 Tf 10 10 Td (warm) Tj ET   
    endstream endobj
    5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
    trailer<</Root 1 0 R/Size 6>>
    """
}
