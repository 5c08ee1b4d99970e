import DocumentModel
import Pictures
package import Workers

extension Bitmap {
  /// Wraps a drawn page's pixels without copying them; nil if the page has too many pixels to be shown.
  package init?(_ picture: PagePicture) {
    let facts = picture.facts
    // The bitmap retains `picture`, so its pixels stay at the same address until the bitmap is freed.
    let memory = picture.withBytes { bytes in
      PixelMemory(bytes) { withExtendedLifetime(picture) {} }
    }
    self.init(
      width: facts.width, height: facts.height, stride: facts.stride, layout: .xrgb32,
      memory: memory)
  }
}
