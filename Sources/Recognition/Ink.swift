internal import CTesseract
import DocumentModel

/// The ink of a picture: its pixels that are black to Tesseract.
final class Ink {
  private let pixels: UnsafeMutablePointer<Pix>
  private let words: UnsafeMutablePointer<UInt32>
  private let wordsPerRow: Int
  private let width: Int
  private let height: Int

  /// Takes a picture with one bit a pixel, which is released with it.
  init?(_ pixels: UnsafeMutablePointer<Pix>?) {
    guard let pixels else { return nil }
    guard pixGetDepth(pixels) == 1, let words = pixGetData(pixels) else {
      var pixels: UnsafeMutablePointer<Pix>? = pixels
      pixDestroy(&pixels)
      return nil
    }
    self.pixels = pixels
    self.words = words
    wordsPerRow = Int(pixGetWpl(pixels))
    width = Int(pixGetWidth(pixels))
    height = Int(pixGetHeight(pixels))
  }

  deinit {
    var pixels: UnsafeMutablePointer<Pix>? = pixels
    pixDestroy(&pixels)
  }

  /// Returns the columns of a box that have ink, as ranges that blank columns separate.
  func columns(of box: DocumentModel.Box) -> [Range<Int>] {
    let (xs, ys) = (Self.range(box.x0, box.x1, to: width), Self.range(box.y0, box.y1, to: height))
    guard xs.count > 0, ys.count > 0 else { return [] }
    var counts = [Int](repeating: 0, count: xs.count)
    for y in ys {
      let row = words + y * wordsPerRow
      for x in xs where row[x / 32] >> UInt32(31 - x % 32) & 1 == 1 {
        counts[x - xs.lowerBound] += 1
      }
    }
    var ranges: [Range<Int>] = []
    for (x, count) in zip(xs, counts) where count >= Self.least {
      if let last = ranges.last, last.upperBound == x {
        ranges[ranges.count - 1] = last.lowerBound..<x + 1
      } else {
        ranges.append(x..<x + 1)
      }
    }
    return ranges
  }

  /// Returns the lowest edge of the ink in some columns of a box; nil without ink.
  func bottom(of columns: Range<Int>, in box: DocumentModel.Box) -> Int? {
    let xs = columns.clamped(to: 0..<width)
    return Self.range(box.y0, box.y1, to: height).last { y in
      let row = words + y * wordsPerRow
      return xs.count { row[$0 / 32] >> UInt32(31 - $0 % 32) & 1 == 1 } >= Self.least
    }.map { $0 + 1 }
  }

  /// Returns the whole pixels between two places in a picture, of which boxes may lie outside.
  private static func range(_ from: Float, _ end: Float, to size: Int) -> Range<Int> {
    let start = min(max(0, Int(from)), size)
    return start..<max(start, min(size, Int(end)))
  }

  /// A single pixel is a speck.
  private static let least = 2
}
