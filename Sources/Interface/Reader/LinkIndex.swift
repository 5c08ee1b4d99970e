package import DocumentModel

/// The links of a page, indexed by position.
package struct LinkIndex: Sendable, Hashable {
  package let links: [Link]
  /// Indices of the links that reach into each band of the page, from its top.
  private let bands: [[Int32]]

  /// Points.
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
  }

  private static func band(_ y: Float) -> Int {
    Int(min(max(0, y / height), Float(mostBands - 1)))
  }

  /// The first link that covers a place.
  package func link(at point: Point) -> Link? {
    let band = Self.band(Float(point.y))
    guard band < bands.count else { return nil }
    return bands[band].lazy.map { links[Int($0)] }.first { $0.box.contains(point) }
  }

  /// In bytes, roughly.
  package var byteCount: Int {
    var count = 0
    for link in links { count += 64 + link.target.textCount }
    for band in bands { count += 32 + band.count * 4 }
    return count
  }
}
