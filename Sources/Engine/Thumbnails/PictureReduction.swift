import DocumentModel
import Wire

/// Scales a picture down row by row, holding only one row at a time: each pixel is the average of those it covers.
final class PictureReduction {
  private let request: ThumbnailRequest
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
  private var spans: [Span] = []
  private var target = 0

  init(_ request: ThumbnailRequest) {
    self.request = request
  }

  /// Sets the size of the picture; false if there is no memory for the result.
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
    spans = (0..<pixels.width).map {
      Span(Double($0) * step.x, Double($0 + 1) * step.x, of: width)
    }
    self.pixels = pixels
    return true
  }

  /// The size of the result; small pictures are not scaled.
  private var frame: ThumbnailFrame? {
    let frame = request.frame(width: Double(width), height: Double(height))
    guard let frame, frame.wholeWidth > width || frame.wholeHeight > height else { return frame }
    return request.frame(unchanged: (width, height))
  }

  /// Takes the next row: red, green, blue and alpha of each pixel.
  func add(_ row: UnsafePointer<UInt8>) {
    guard let pixels, target < pixels.height else { return }
    average(row)
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
  private func average(_ row: UnsafePointer<UInt8>) {
    narrow.withUnsafeMutableBufferPointer { narrow in
      var x = 0
      for span in spans {
        var sum = SIMD4<Float>(repeating: 0)
        if !span.inner.isEmpty {
          // Whole pixels, which are most, are summed as integers.
          var whole = SIMD4<UInt32>(repeating: 0)
          for place in span.inner { whole &+= Self.onWhite(row + place * 4) }
          sum = SIMD4<Float>(whole)
        }
        sum += SIMD4<Float>(Self.onWhite(row + span.first * 4)) * span.firstShare
        sum += SIMD4<Float>(Self.onWhite(row + span.last * 4)) * span.lastShare
        narrow[x] = sum.z / span.width
        narrow[x + 1] = sum.y / span.width
        narrow[x + 2] = sum.x / span.width
        x += 3
      }
    }
  }

  /// Returns the red, green and blue of a pixel over white.
  @inline(__always)
  private static func onWhite(_ pixel: UnsafePointer<UInt8>) -> SIMD4<UInt32> {
    let color = SIMD4<UInt32>(UInt32(pixel[0]), UInt32(pixel[1]), UInt32(pixel[2]), 0)
    let alpha = UInt32(pixel[3])
    if alpha == 255 { return color }
    let white = SIMD4<UInt32>(repeating: (255 - alpha) * 255)
    return (color &* SIMD4<UInt32>(repeating: alpha) &+ white) / 255
  }

  /// The source pixels covered by a pixel of the result, some of them in part.
  private struct Span {
    var first: Int
    var firstShare: Float
    var inner: Range<Int>
    var last: Int
    var lastShare: Float
    var width: Float

    /// From one place to another, within a row of so many pixels.
    init(_ start: Double, _ end: Double, of count: Int) {
      let begin = min(Int(start), count - 1)
      // A place that is a thousand-millionth too far is none.
      let stop = max(begin + 1, min(Int((end - 1e-9).rounded(.up)), count))
      first = begin
      last = stop - 1
      if first == last {
        (firstShare, lastShare, inner) = (1, 0, first..<first)
        width = 1
      } else {
        firstShare = Float(Double(begin + 1) - start)
        lastShare = Float(min(end, Double(count)) - Double(last))
        inner = begin + 1..<last
        width = firstShare + lastShare + Float(inner.count)
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
