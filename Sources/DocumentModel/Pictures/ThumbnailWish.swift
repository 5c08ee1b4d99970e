/// A thumbnail that is wanted of a file (after Apple's QLFileThumbnailRequest).
package struct ThumbnailWish: Sendable, Hashable {
  /// The file's name, which helps to tell what it is.
  package var name: String
  /// Along its longer side, which it reaches; pictures that are smaller stay as they are.
  package var largest: Int
  /// Along its shorter side: of what is longer still, only the beginning is shown.
  package var smallest: Int
  /// Pixels of one of those.
  package var scale: Int
  /// Of a text; guessed where it is empty.
  package var encoding: String

  /// What is shown of it is at least a sixteenth as wide as high where nothing else is said.
  package init(
    name: String, largest: Int, smallest: Int? = nil, scale: Int = 1, encoding: String = ""
  ) {
    self.name = name
    self.largest = largest
    self.smallest = smallest ?? max(1, largest / 16)
    self.scale = scale
    self.encoding = encoding
  }

  /// Pixels of its longer side.
  package var side: Int { largest * scale }

  /// Nobody wants larger ones, nor any without pixels.
  package var isPossible: Bool {
    (1...Self.mostPixels).contains(largest) && (1...Self.mostPixels).contains(scale)
      && side <= Self.mostPixels && (1...largest).contains(smallest)
  }

  /// Of the longer side.
  package static let mostPixels = 2_048

  /// How a sheet of a size comes to fill its thumbnail; nil where it has no size.
  package func frame(width: Double, height: Double) -> ThumbnailFrame? {
    guard width > 0, height > 0, width.isFinite, height.isFinite else { return nil }
    let (side, least) = (Double(side), Double(smallest * scale))
    let scale = max(side / max(width, height), least / min(width, height))
    // What would be longer still has its beginning shown, and of that no more than fits.
    let (w, h) = ((width * scale).rounded(), (height * scale).rounded())
    guard w < 1e6, h < 1e6 else { return thin(isWide: width > height) }
    return ThumbnailFrame(
      whole: (max(1, Int(w)), max(1, Int(h))),
      shown: (max(1, min(Int(w), self.side)), max(1, min(Int(h), self.side))))
  }

  /// A picture that stays as it is; of one that is too long the beginning.
  package func frame(unchanged size: (width: Int, height: Int)) -> ThumbnailFrame {
    ThumbnailFrame(whole: size, shown: (min(size.width, side), min(size.height, side)))
  }

  /// A sheet so thin that nothing of it can be told: stretched, that it can be drawn at all.
  private func thin(isWide: Bool) -> ThumbnailFrame {
    let size = isWide ? (side, smallest * scale) : (smallest * scale, side)
    return ThumbnailFrame(whole: size, shown: size)
  }
}

/// The pixels of a thumbnail, and those of all that it shows the beginning of.
package struct ThumbnailFrame: Sendable, Hashable {
  package var wholeWidth: Int
  package var wholeHeight: Int
  package var width: Int
  package var height: Int

  init(whole: (Int, Int), shown: (Int, Int)) {
    (wholeWidth, wholeHeight) = whole
    (width, height) = shown
  }

  /// The drawing of a page that fills it.
  package func drawing(of page: Int) -> PageDrawing {
    let part = PixelRect(x: 0, y: 0, width: width, height: height)
    let drawing = PageDrawing(page: page, width: wholeWidth, height: wholeHeight)
    var cut = drawing
    cut.part = part == drawing.whole ? nil : part
    return cut
  }
}
