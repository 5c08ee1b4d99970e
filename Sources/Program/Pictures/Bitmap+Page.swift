import DocumentModel
import Pictures
import Workers

extension Bitmap {
  /// A drawn page, whose memory is kept as long as the bitmap needs it; nil where it has too many pixels to be shown.
  init?(_ picture: PagePicture) {
    let facts = picture.facts
    // The pixels stay where they are while anybody has the picture, and the memory has it until it is freed.
    let memory = picture.withBytes { bytes in
      PixelMemory(bytes) { withExtendedLifetime(picture) {} }
    }
    self.init(
      width: facts.width, height: facts.height, stride: facts.stride, layout: .xrgb32,
      memory: memory)
  }
}
