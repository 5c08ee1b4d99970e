internal import CPoppler
import DocumentModel
import Wire

/// The transformation from a page's own coordinates to the displayed page.
struct PageFrame {
  private let size: PageSize
  /// The crop box in PDF user space.
  private let crop: PopplerRectangle

  init(_ page: OpaquePointer) {
    size = PopplerDocumentFile.size(page)
    var box = PopplerRectangle()
    poppler_page_get_crop_box(page, &box)
    crop = box
  }

  /// A place counted from the crop box's lower left corner, as poppler-glib gives it; either part may be left open.
  ///
  /// Only the page where the way onto it is not known.
  func destination(page: Int, left: Double?, top: Double?) -> Destination {
    guard isUpright else { return Destination(page: page) }
    return Destination(
      page: page, x: left.flatMap { inside($0, size.width) },
      y: top.flatMap { inside(PageGeometry(size: size).fromTop($0), size.height) })
  }

  private func inside(_ value: Double, _ side: Double) -> Double? {
    value.isFinite ? min(max(0, value), side) : nil
  }

  /// Whether the page's sides are its crop box's: poppler-glib does not report rotation.
  private var isUpright: Bool {
    abs(crop.x2 - crop.x1 - size.width) < 0.5 && abs(crop.y2 - crop.y1 - size.height) < 0.5
  }
}
