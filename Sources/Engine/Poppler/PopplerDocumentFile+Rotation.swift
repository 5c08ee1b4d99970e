internal import CPoppler
import DocumentModel
package import Wire

extension PopplerDocumentFile {
  /// Returns the clockwise rotation of a displayed page in degrees: 0, 90, 180 or 270.
  ///
  /// poppler-glib has no call for it, but converts an annotation's position from displayed to own coordinates: a temporary
  /// annotation in the lower left corner reveals the rotation. The file is not touched.
  package func rotation(page index: Int) throws(EngineFailure) -> Int {
    let page = try page(index)
    var crop = PopplerRectangle()
    poppler_page_get_crop_box(page, &crop)
    let (width, height) = (crop.x2 - crop.x1, crop.y2 - crop.y1)
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return 0 }
    let side = min(width, height) / 8
    var corner = PopplerRectangle(x1: 0, y1: 0, x2: side, y2: side)
    guard let made = poppler_annot_square_new(shown.pointer, &corner) else { return 0 }
    let annotation = GObjectReference(adopting: made)
    return annotation.lend { pointer in
      poppler_page_add_annot(page, pointer)
      defer { poppler_page_remove_annot(page, pointer) }
      var kept = PopplerRectangle()
      poppler_annot_get_rectangle(pointer, &kept)
      let isRight = kept.x1 + kept.x2 > width
      let isUpper = kept.y1 + kept.y2 > height
      switch (isRight, isUpper) {
      case (false, false): return 0
      case (true, false): return 90
      case (true, true): return 180
      case (false, true): return 270
      }
    }
  }
}
