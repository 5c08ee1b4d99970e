internal import CPoppler
import DocumentModel

/// Draws appearances of stamps as pictures, which Recto keeps and draws itself.
struct StampDrawing {
  private struct Key: Hashable {
    var form: AppearancePart
    var width: Double
    var height: Double
    var turn: Int
  }

  private var drawn: [Key: StampPicture?] = [:]
  /// Bytes left for pictures of this file.
  private var remainingBytes = 24 << 20
  private static let mostDrawn = 500
  /// Pixels per point.
  private static let density = 4.0
  /// The maximum pixels of the longer side.
  private static let longest = 1_200.0

  /// Returns the picture of an appearance on a rectangle of this size in points, upright on a page that is turned clockwise by `turn` degrees; nil if it cannot be drawn.
  mutating func picture(
    of form: AppearancePart, width: Double, height: Double, turn: Int
  ) -> StampPicture? {
    let key = Key(form: form, width: width, height: height, turn: turn)
    if drawn[key] == nil {
      guard drawn.count < Self.mostDrawn else { return nil }
      drawn[key] = .some(Self.draw(key))
    }
    guard let picture = drawn[key] ?? nil, picture.bytes.count <= remainingBytes else { return nil }
    remainingBytes -= picture.bytes.count
    return picture
  }

  private static func draw(_ key: Key) -> StampPicture? {
    guard key.width > 1, key.height > 1, key.width < 10_000, key.height < 10_000,
      let bytes = document(key), let mapping = try? FileMapping(copying: bytes),
      let shared = SharedBytes.make(mapping.bytes, keeping: mapping)
    else { return nil }
    defer { g_bytes_unref(shared) }
    guard let opened = poppler_document_new_from_bytes(shared, nil, nil) else { return nil }
    let document = GObjectReference(adopting: opened)
    guard let found = document.lend({ poppler_document_get_page($0, 0) }) else { return nil }
    let page = GObjectReference(adopting: found)
    var scale = min(density, longest / max(key.width, key.height))
    let isSideways = key.turn % 180 != 0
    // A picture with too many bytes is drawn again, smaller.
    for _ in 0..<4 {
      let (width, height) = isSideways ? (key.height, key.width) : (key.width, key.height)
      let file = page.lend {
        draw($0, scale, max(1, Int(width * scale)), max(1, Int(height * scale)))
      }
      guard let file else { return nil }
      if let picture = StampPicture(file) { return picture }
      scale /= 2
    }
    return nil
  }

  /// Draws a page without paper; returns it as a PNG file, nil if nothing is on it.
  private static func draw(
    _ page: OpaquePointer, _ scale: Double, _ width: Int, _ height: Int
  ) -> [UInt8]? {
    guard let pixels = try? PixelBuffer(width: width, height: height),
      let base = UnsafeMutableRawPointer(pixels.pixels.baseAddress),
      let surface = cairo_image_surface_create_for_data(
        base.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width),
        Int32(height), Int32(width * 4)),
      let context = cairo_create(surface)
    else { return nil }
    defer {
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
    }
    cairo_scale(context, scale, scale)
    poppler_page_render(page, context)
    let isDrawn = cairo_status(context) == CAIRO_STATUS_SUCCESS
    cairo_destroy(context)
    guard isDrawn, pixels.pixels.contains(where: { $0 != 0 }) else { return nil }
    var file: [UInt8] = []
    let status = withUnsafeMutablePointer(to: &file) { file in
      cairo_surface_write_to_png_stream(
        surface,
        { file, data, count in
          file?.assumingMemoryBound(to: [UInt8].self).pointee
            .append(contentsOf: UnsafeBufferPointer(start: data, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, file)
    }
    return status == CAIRO_STATUS_SUCCESS ? file : nil
  }

  /// Returns a PDF whose page is the stamp.
  private static func document(_ key: Key) -> [UInt8]? {
    var file = NewFile(header: "PDF-1.7")
    let (root, pages, page) = (file.newNumber(), file.newNumber(), file.newNumber())
    guard case .reference(let form) = key.form.object(in: &file) else { return nil }
    let box = PDFObject.numbers([0, 0, key.width, key.height])
    let stamp: PDFObject = .dictionary([
      "Type": .name("Annot"), "Subtype": .name("Stamp"), "Rect": box, "F": .integer(4),
      "AP": .dictionary(["N": .reference(form)]),
    ])
    file.add(
      .dictionary([
        "Type": .name("Page"), "Parent": .reference(pages), "MediaBox": box,
        "Rotate": .integer(key.turn), "Annots": .array([stamp]),
      ]), as: page)
    file.add(
      .dictionary([
        "Type": .name("Pages"), "Kids": .array([.reference(page)]), "Count": .integer(1),
      ]), as: pages)
    file.add(.dictionary(["Type": .name("Catalog"), "Pages": .reference(pages)]), as: root)
    file.close(root: root)
    return file.bytes
  }
}
