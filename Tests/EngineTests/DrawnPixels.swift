import DocumentModel
import Engine
import Glibc
import TestSupport
import Wire

/// A picture as the engine drew it.
struct DrawnPixels {
  var facts: PictureFacts
  /// 0xAARRGGBB, row by row.
  var pixels: [UInt32]

  /// The colour at a place, as 0xRRGGBB.
  subscript(x: Int, y: Int) -> UInt32 { pixels[y * facts.width + x] & 0xFFFFFF }

  /// The smallest rectangle round all pixels that are of a colour.
  func bounds(of color: UInt32) -> PixelRect? {
    let places = pixels.indices.filter { pixels[$0] & 0xFFFFFF == color }
    let (xs, ys) = (places.map { $0 % facts.width }, places.map { $0 / facts.width })
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return nil }
    return PixelRect(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

extension EngineBench {
  /// Draws into memory as large as the request says.
  func draw(_ drawing: PageDrawing) throws -> DrawnPixels { try picture(.draw(drawing)) }

  func picture(_ request: Request) throws -> DrawnPixels {
    var name = Array("/tmp/recto-pixels-XXXXXX\0".utf8CString)
    let file = mkstemp(&name)
    unlink(name)
    ftruncate(file, off_t(request.pictureBytes ?? 0))
    // The engine closes its descriptor.
    let own = dup(file)
    defer { close(own) }
    let reply = engine.answer(request, descriptor: file)
    switch try Reply(decoding: reply.encoded(), pageCount: summary.pageCount) {
    case .drawn(let facts):
      var pixels = [UInt32](repeating: 0, count: facts.width * facts.height)
      pixels.withUnsafeMutableBytes { _ = pread(own, $0.baseAddress, $0.count, 0) }
      return DrawnPixels(facts: facts, pixels: pixels)
    case .failed(let failure): throw failure
    default: throw EngineFailure.notFound
    }
  }
}

extension PagedPDF {
  /// A page with the paint of a content stream.
  @discardableResult
  mutating func addPainted(
    _ content: String, size: (Double, Double) = (200, 300), resources: String = "",
    entries: String = ""
  ) -> Int {
    let page = addPage(
      "", box: "/MediaBox[0 0 \(size.0) \(size.1)]", entries: entries)
    let stream = writer.add(stream: content)
    let parent = "/Type/Page/Parent 1 0 R/MediaBox[0 0 \(size.0) \(size.1)]"
    writer.set(page, "<<\(parent)/Contents \(stream) 0 R/Resources<<\(resources)>>\(entries)>>")
    return page
  }

  /// An image of 8-bit samples; gives the resources to paint it as `/I`.
  mutating func addImage(
    _ width: Int, _ height: Int, gray: [UInt8]? = nil, rgb: [UInt8]? = nil, entries: String = ""
  ) -> Int {
    let samples = rgb ?? gray ?? []
    let space = rgb == nil ? "/DeviceGray" : "/DeviceRGB"
    let head =
      "<</Type/XObject/Subtype/Image/Width \(width)/Height \(height)/ColorSpace\(space)"
      + "/BitsPerComponent 8/Length \(samples.count)\(entries)>>stream\n"
    return writer.add(bytes: Array(head.utf8) + samples + Array("\nendstream".utf8))
  }
}

/// Images as the world has them, made up.
enum MadeImage {
  /// Pixels like a photograph's: all tones, none of them often.
  static func photograph(_ width: Int, _ height: Int) -> [UInt8] {
    (0..<height).flatMap { y in
      (0..<width).flatMap { x -> [UInt8] in
        let wave = UInt8((x * x + y * 3) % 160)
        return [40 &+ wave, 30 &+ UInt8(y * 150 / height), 90 &+ wave / 2]
      }
    }
  }

  /// Pixels like a scan's: paper that is not quite white, letters that are not quite black.
  static func scan(_ width: Int, _ height: Int) -> [UInt8] {
    (0..<width * height).map { index in
      let (x, y) = (index % width, index / width)
      let isInk = y % 8 < 2 && x % 5 < 3
      return (isInk ? 30 : 222) &+ UInt8((x * 7 + y * 13) % 12)
    }
  }
}
