import DocumentModel

/// The images of a page that keep their colours when the page's are changed: photographs, and dark images.
///
/// poppler reports the positions of images, not their contents, nor what covers them, so the drawn pixels are examined. Scans, in two
/// colours, gray or of yellowed paper, consist mostly of one light colour and are treated as pages. An image cut into strips is
/// examined as one.
struct Photographs {
  /// Nil if there are none.
  private(set) var mask: PixelMask?

  /// Images smaller than this are signs in the text.
  private static let leastPixels = 256
  /// The maximum number of strips and tiles joined; more are examined as one image.
  private static let mostTogether = 1_000

  init(_ areas: [PixelRect], on buffer: PixelBuffer) {
    for group in Self.groups(areas) {
      let count = group.reduce(0) { $0 + $1.width * $1.height }
      guard count >= Self.leastPixels,
        !ToneCount(group, on: buffer, step: max(1, count / 20_000)).isPaper
      else { continue }
      var grown = mask ?? PixelMask(width: buffer.width, height: buffer.height)
      mask = nil
      for area in group { grown.insert(area) }
      mask = grown
    }
  }

  /// Areas that touch, together.
  private static func groups(_ areas: [PixelRect]) -> [[PixelRect]] {
    guard areas.count <= mostTogether else { return [areas] }
    var names = Array(areas.indices)
    func name(_ index: Int) -> Int {
      var root = index
      while names[root] != root { root = names[root] }
      return root
    }
    for index in areas.indices {
      for other in areas.indices.prefix(index) where areas[index].touches(areas[other]) {
        names[name(index)] = name(other)
      }
    }
    return Array(Dictionary(grouping: areas.indices) { name($0) }.values).map { group in
      group.map { areas[$0] }
    }
  }
}

extension PixelRect {
  /// Whether no pixel lies between the two.
  fileprivate func touches(_ other: PixelRect) -> Bool {
    x <= other.x + other.width && other.x <= x + width && y <= other.y + other.height
      && other.y <= y + height
  }
}

/// The frequency of each lightness in some areas of a picture.
private struct ToneCount {
  private var tones = [Int](repeating: 0, count: 32)
  private var total = 0
  private var vivid = 0

  /// Counts one pixel in each `step`.
  init(_ areas: [PixelRect], on buffer: PixelBuffer, step: Int) {
    var skipped = 0
    for area in areas {
      for y in area.y..<area.y + area.height {
        var x = area.x + skipped
        while x < area.x + area.width {
          add(PaperTint.laid(buffer.pixels[y * buffer.width + x], on: PaperTint.white))
          x += step
        }
        skipped = x - area.x - area.width
        // Otherwise the same column would be sampled in each row.
        if step > 1 { skipped = (skipped + 1) % step }
      }
    }
  }

  private mutating func add(_ pixel: UInt32) {
    let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
    tones[Int((red * 77 + green * 150 + blue * 29) >> 11)] += 1
    total += 1
    if max(red, green, blue) - min(red, green, blue) > 64 { vivid += 1 }
  }

  /// Tones that paper has on one page: a sixth of all.
  private static let width = 5

  /// Whether most of it is one light colour, or only ink and paper.
  var isPaper: Bool {
    guard total > 0 else { return true }
    let shares = tones.map { Double($0) / Double(total) }
    let windows = (0...tones.count - Self.width).map { start in
      (start, shares[start..<start + Self.width].reduce(0, +))
    }
    guard let paper = windows.max(by: { $0.1 < $1.1 }) else { return true }
    let isLight = paper.0 + Self.width / 2 >= tones.count / 2
    guard isLight else { return false }
    let hasHue = Double(vivid) / Double(total) > 0.25
    if paper.1 >= (hasHue ? 0.75 : 0.5) { return true }
    let (black, white) = (shares[..<4].reduce(0, +), shares[28...].reduce(0, +))
    return black + white >= 0.85 && white > black
  }
}
