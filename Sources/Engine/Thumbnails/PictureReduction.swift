import DocumentModel
import Wire

/// Makes a picture smaller while its rows come, so that no more than a row of it is ever there: each pixel is the average of those
/// it stands for.
final class PictureReduction {
  private let wish: ThumbnailWish
  private(set) var pixels: PixelBuffer?
  private var width = 0
  private var height = 0
  /// Rows of the source that have come.
  private var rows = 0
  /// Source pixels for one of the thumbnail's, each way.
  private var step = (x: 1.0, y: 1.0)
  /// Blue, green and red of the row that is being gathered, times the share of the source's rows in it.
  private var sums: [Float] = []
  private var narrow: [Float] = []
  private var target = 0

  init(_ wish: ThumbnailWish) {
    self.wish = wish
  }

  /// Learns how large the picture is; false where there is no memory for what it shall become.
  func begin(width: Int, height: Int) -> Bool {
    self.width = width
    self.height = height
    guard let frame = frame, let pixels = try? PixelBuffer(width: frame.width, height: frame.height)
    else { return false }
    step = (
      Double(width) / Double(frame.wholeWidth), Double(height) / Double(frame.wholeHeight)
    )
    sums = Array(repeating: 0, count: pixels.width * 3)
    narrow = Array(repeating: 0, count: pixels.width * 3)
    self.pixels = pixels
    return true
  }

  /// What is small enough stays as it is.
  private var frame: ThumbnailFrame? {
    let frame = wish.frame(width: Double(width), height: Double(height))
    guard let frame, frame.wholeWidth > width || frame.wholeHeight > height else { return frame }
    return wish.frame(unchanged: (width, height))
  }

  /// Takes the next row: red, green, blue and alpha of each pixel.
  func add(_ row: UnsafePointer<UInt8>) {
    guard let pixels, target < pixels.height else { return }
    average(row, pixels.width)
    // The row lies between `rows` and `rows + 1`; it may have parts in several of the thumbnail's.
    let (top, bottom) = (Double(rows), Double(rows + 1))
    rows += 1
    while target < pixels.height {
      let (start, end) = (Double(target) * step.y, Double(target + 1) * step.y)
      let share = Float(max(0, min(bottom, end) - max(top, start)))
      for index in sums.indices { sums[index] += narrow[index] * share }
      // The last row may come a thousandth short.
      guard end <= bottom + 1e-6 || rows == height else { return }
      finish(pixels)
    }
  }

  /// The row, as wide as the thumbnail.
  private func average(_ row: UnsafePointer<UInt8>, _ count: Int) {
    narrow.withUnsafeMutableBufferPointer { narrow in
      for x in 0..<count {
        let (start, end) = (Double(x) * step.x, min(Double(x + 1) * step.x, Double(width)))
        var (blue, green, red): (Float, Float, Float) = (0, 0, 0)
        var place = Int(start)
        while place < width, Double(place) < end {
          let share = Float(min(end, Double(place + 1)) - max(start, Double(place)))
          let pixel = row + place * 4
          let alpha = Float(pixel[3]) / 255
          let white = 255 * (1 - alpha)
          red += (Float(pixel[0]) * alpha + white) * share
          green += (Float(pixel[1]) * alpha + white) * share
          blue += (Float(pixel[2]) * alpha + white) * share
          place += 1
        }
        let whole = Float(max(end - start, 1e-9))
        narrow[x * 3] = blue / whole
        narrow[x * 3 + 1] = green / whole
        narrow[x * 3 + 2] = red / whole
      }
    }
  }

  private func finish(_ pixels: PixelBuffer) {
    func byte(_ index: Int) -> UInt32 {
      UInt32(min(255, max(0, (sums[index] / Float(step.y)).rounded())))
    }
    let start = target * pixels.width
    for x in 0..<pixels.width {
      pixels.pixels[start + x] =
        0xFF00_0000 | byte(x * 3 + 2) << 16 | byte(x * 3 + 1) << 8 | byte(x * 3)
    }
    for index in sums.indices { sums[index] = 0 }
    target += 1
  }
}
