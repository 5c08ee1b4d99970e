internal import CDjVu
import DocumentModel
import Wire

/// A decoded page.
final class DjVuImage {
  let index: Int
  private let page: OpaquePointer

  init(_ session: DjVuSession, _ index: Int) throws(EngineFailure) {
    guard let page = ddjvu_page_create_by_pageno(session.document, Int32(index)) else {
      throw .damaged
    }
    self.index = index
    self.page = page
    let job = ddjvu_page_job(page)
    try session.wait { ddjvu_job_status(job).rawValue >= DDJVU_JOB_OK.rawValue }
    // The decoded part of a truncated page can be drawn; a page without a size cannot.
    guard ddjvu_page_get_width(page) > 0, ddjvu_page_get_height(page) > 0 else { throw .damaged }
  }

  deinit {
    ddjvu_job_release(ddjvu_page_job(page))
  }

  private var isDamaged: Bool {
    ddjvu_job_status(ddjvu_page_job(page)).rawValue >= DDJVU_JOB_FAILED.rawValue
  }

  /// Draws the page, or its visible part.
  func draw(_ drawing: PageDrawing, on pixels: PixelBuffer) throws(EngineFailure) {
    pixels.fill(PaperTint.white)
    // A page without an image is blank.
    guard render(drawing, on: pixels) || !isDamaged else { throw .damaged }
    let all = PixelRect(x: 0, y: 0, width: pixels.width, height: pixels.height)
    let isBitonal = ddjvu_page_get_type(page) == DDJVU_PAGETYPE_BITONAL
    PaperTint.apply(drawing.profile, to: pixels, photographs: isBitonal ? [] : [all])
  }

  private func render(_ drawing: PageDrawing, on pixels: PixelBuffer) -> Bool {
    // The last entry sets the alpha bits, which no mask has.
    var masks: [UInt32] = [0xFF_0000, 0xFF00, 0xFF, 0xFF00_0000]
    guard let format = ddjvu_format_create(DDJVU_FORMAT_RGBMASK32, Int32(masks.count), &masks)
    else { return false }
    defer { ddjvu_format_release(format) }
    ddjvu_format_set_row_order(format, 1)
    ddjvu_format_set_y_direction(format, 1)
    // Its turns are counter-clockwise.
    let own = Int(ddjvu_page_get_initial_rotation(page).rawValue)
    let turns = (own + 4 - drawing.turn.rawValue) & 3
    ddjvu_page_set_rotation(page, ddjvu_page_rotation_t(UInt32(turns)))
    let frame = drawing.frame
    guard frame.width == pixels.width, frame.height == pixels.height else { return false }
    var whole = ddjvu_rect_t(
      x: 0, y: 0, w: UInt32(drawing.width), h: UInt32(drawing.height))
    var part = ddjvu_rect_t(
      x: Int32(frame.x), y: Int32(frame.y), w: UInt32(frame.width), h: UInt32(frame.height))
    let stride = PictureFacts(width: pixels.width, height: pixels.height).stride
    guard let base = UnsafeMutableRawPointer(pixels.pixels.baseAddress) else { return false }
    return ddjvu_page_render(
      page, DDJVU_RENDER_COLOR, &whole, &part, format, UInt(stride),
      base.assumingMemoryBound(to: CChar.self)) != 0
  }
}
