import DocumentModel
import Wire

/// The image of a container that was decoded last, for drawings of its parts and of the same page again.
struct DecodedImage {
  private var last: (name: String, pixels: PixelBuffer)?

  /// In pixels.
  private static let longestSide = 4_096

  /// Returns an image whose longer side has so many pixels, if it has as many; `bytes` reads its file.
  mutating func pixels(
    of name: String, side: Int, _ bytes: (String) -> [UInt8]?
  ) throws(EngineFailure) -> PixelBuffer {
    let side = max(1, min(side, Self.longestSide))
    if let last, last.name == name, max(last.pixels.width, last.pixels.height) >= side {
      return last.pixels
    }
    // The one before is given back before the next one's memory is asked for.
    last = nil
    guard let file = bytes(name) else { throw .notFound }
    let made: PixelBuffer
    do throws(EngineFailure) {
      made = try PictureFormat.decode(
        FileMapping(copying: file), ThumbnailRequest(name: "", largest: side, smallest: 1))
    } catch {
      // The container is a document, whatever its image is.
      throw error == .notADocument ? .damaged : error
    }
    last = (name, made)
    return made
  }
}
