/// A request for a file's thumbnail (after Apple's QLFileThumbnailRequest).
package struct ThumbnailRequest: Sendable, Hashable {
  /// The file name, which helps to detect the format.
  package var name: String
  /// The length of its longer side in units of `scale` pixels; smaller images are not enlarged.
  package var largest: Int
  /// The minimum length of its shorter side, in the same units; of a page too long for that, only
  /// the beginning is shown.
  package var smallest: Int
  /// Pixels per unit.
  package var scale: Int
  /// The encoding of a text; empty to guess it.
  package var encoding: String

  /// By default the shorter side is at least a sixteenth of the longer one.
  package init(
    name: String, largest: Int, smallest: Int? = nil, scale: Int = 1, encoding: String = ""
  ) {
    self.name = name
    self.largest = largest
    self.smallest = smallest ?? max(1, largest / 16)
    self.scale = scale
    self.encoding = encoding
  }

  /// The length of its longer side in pixels.
  package var side: Int { largest * scale }

  /// Whether all sizes are within their limits.
  package var isPossible: Bool {
    (1...Self.mostPixels).contains(largest) && (1...Self.mostPixels).contains(scale)
      && side <= Self.mostPixels && (1...largest).contains(smallest)
  }

  /// The limit of the longer side in pixels.
  package static let mostPixels = 2_048

  /// Returns how a page of a size fills the thumbnail; nil if the size is not positive and finite.
  package func frame(width: Double, height: Double) -> ThumbnailFrame? {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    let (side, least) = (Double(side), Double(smallest * scale))
    let scale = max(side / max(width, height), least / min(width, height))
    // A longer page is cut to its beginning.
    let (w, h) = ((width * scale).rounded(), (height * scale).rounded())
    guard w < 1e6, h < 1e6 else { return thin(isWide: width > height) }
    return ThumbnailFrame(
      whole: (max(1, Int(w)), max(1, Int(h))),
      shown: (max(1, min(Int(w), self.side)), max(1, min(Int(h), self.side))))
  }

  /// Returns the frame of an image that is not scaled; of one that is too large, the beginning.
  package func frame(unchanged size: (width: Int, height: Int)) -> ThumbnailFrame {
    ThumbnailFrame(whole: size, shown: (min(size.width, side), min(size.height, side)))
  }

  /// A page too thin to show anything is stretched, so that it can be drawn at all.
  private func thin(isWide: Bool) -> ThumbnailFrame {
    let size = isWide ? (side, smallest * scale) : (smallest * scale, side)
    return ThumbnailFrame(whole: size, shown: size)
  }
}

/// The size in pixels of a thumbnail, and of the whole page of which it may show the beginning
/// only.
package struct ThumbnailFrame: Sendable, Hashable {
  package var wholeWidth: Int
  package var wholeHeight: Int
  package var width: Int
  package var height: Int

  init(whole: (Int, Int), shown: (Int, Int)) {
    (wholeWidth, wholeHeight) = whole
    (width, height) = shown
  }

  /// Returns the request to render a page into the thumbnail.
  package func drawing(of page: Int) -> PageDrawing {
    let part = PixelRect(x: 0, y: 0, width: width, height: height)
    let drawing = PageDrawing(page: page, width: wholeWidth, height: wholeHeight)
    var cut = drawing
    cut.part = part == drawing.whole ? nil : part
    return cut
  }
}
