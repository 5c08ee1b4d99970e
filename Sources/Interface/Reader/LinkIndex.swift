package import DocumentModel

/// The links of a page, indexed by position.
package struct LinkIndex: Sendable, Hashable {
  package let links: [Link]
  /// Indices of the links that reach into each band of the page, from its top.
  private let bands: [[Int32]]
  /// The approximate size in bytes.
  package let byteCount: Int

  /// The height of a band in points.
  private static let height: Float = 16
  private static let mostBands = 256
  /// Further links are ignored; no sane document has more on a page.
  private static let most = 10_000

  package init(_ links: [Link]) {
    self.links = Array(links.prefix(Self.most))
    var bands: [[Int32]] = []
    for (index, link) in self.links.enumerated() {
      let last = Self.band(link.box.y1)
      while bands.count <= last { bands.append([]) }
      for band in Self.band(link.box.y0)...last { bands[band].append(Int32(index)) }
    }
    self.bands = bands
    byteCount =
      self.links.reduce(0) { $0 + 64 + $1.target.textCount }
      + bands.reduce(0) { $0 + 32 + $1.count * 4 }
  }

  private static func band(_ y: Float) -> Int {
    Int(min(max(0, y / height), Float(mostBands - 1)))
  }

  /// The first link that covers a place.
  package func link(at point: Point) -> Link? {
    let band = Self.band(Float(point.y))
    guard band < bands.count else { return nil }
    return bands[band].first { links[Int($0)].box.contains(point) }.map { links[Int($0)] }
  }
}
