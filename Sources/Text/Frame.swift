import DocumentModel

/// The coordinate system in which a text is read: rows run along x and follow each other along y.
struct Frame {
  var direction: Direction
  var width: Float
  var height: Float

  /// Chooses the frame of most of the fragments.
  init(of fragments: [Fragment], size: PageSize) {
    width = Frame.clamped(size.width)
    height = Frame.clamped(size.height)
    var counts = [0, 0, 0, 0, 0]
    for fragment in fragments { counts[Int(fragment.direction.rawValue)] += fragment.count }
    counts[0] = 0
    let most = counts.indices.max { counts[$0] < counts[$1] } ?? 1
    direction = counts[most] == 0 ? .across : Direction(rawValue: UInt8(most)) ?? .across
  }

  init(direction: Direction, width: Float, height: Float) {
    self.direction = direction
    self.width = width
    self.height = height
  }

  private static func clamped(_ value: Double) -> Float {
    value.isFinite ? Float(min(max(value, 1), 20_000)) : 1
  }

  /// Width and height as seen in the frame.
  var extent: (width: Float, height: Float) {
    direction == .down || direction == .up ? (height, width) : (width, height)
  }

  /// Whether a fragment is read in this frame; single glyphs always are.
  func holds(_ fragment: Fragment) -> Bool {
    fragment.direction == direction || fragment.direction == .unknown
  }

  /// Converts a fragment from page coordinates to the frame.
  func turn(_ fragment: inout Fragment) {
    let (x0, y0, x1, y1) = (fragment.x0, fragment.y0, fragment.x1, fragment.y1)
    switch direction {
    case .across, .unknown: break
    case .down:
      (fragment.x0, fragment.x1) = (y0, y1)
      (fragment.y0, fragment.y1) = (width - x1, width - x0)
    case .up:
      (fragment.x0, fragment.x1) = (height - y1, height - y0)
      (fragment.y0, fragment.y1) = (x0, x1)
    case .back:
      (fragment.x0, fragment.x1) = (width - x1, width - x0)
      (fragment.y0, fragment.y1) = (height - y1, height - y0)
    }
  }
}

/// Straightens slightly tilted rows, as on a skewed scan.
enum Skew {
  static func remove(from fragments: inout [Fragment]) {
    let slope = slope(of: fragments)
    guard abs(slope) > Thresholds.leastSkew, abs(slope) < Thresholds.mostSkew else { return }
    for index in fragments.indices {
      let shift = slope * (fragments[index].x0 + fragments[index].x1) / 2
      // The page was turned as a whole: its columns lean, too.
      let lean = slope * fragments[index].middle
      fragments[index].x0 += lean
      fragments[index].x1 += lean
      // A tilted word's box is higher than its letters by the rise over its width.
      let excess = abs(slope) * (fragments[index].x1 - fragments[index].x0)
      let trim = min(excess, fragments[index].y1 - fragments[index].y0 - 1) / 2
      fragments[index].y0 += max(trim, 0) - shift
      fragments[index].y1 -= max(trim, 0) + shift
    }
  }

  /// Returns the median rise over run between neighbours in poppler's order.
  private static func slope(of fragments: [Fragment]) -> Float {
    var slopes: [Float] = []
    for index in fragments.indices.dropFirst() {
      let (a, b) = (fragments[index - 1], fragments[index])
      let run = (b.x0 + b.x1) / 2 - (a.x0 + a.x1) / 2
      guard run > a.size, b.x0 - a.x1 < 2 * a.size, abs(b.size - a.size) < 0.01 else { continue }
      let rise = b.middle - a.middle
      if abs(rise) < run * Thresholds.mostSkew { slopes.append(rise / run) }
      if slopes.count == 512 { break }
    }
    guard slopes.count >= 8 else { return 0 }
    slopes.sort()
    let median = slopes[slopes.count / 2]
    // On straight rows, characters of different heights give slopes of both signs; on a tilted page all slopes agree.
    let spread = slopes[slopes.count * 3 / 4] - slopes[slopes.count / 4]
    return spread < 0.3 * abs(median) + 0.004 ? median : 0
  }
}
