/// What is known of files' thumbnails, and which are wanted.
package struct ThumbnailMemory: Sendable {
  /// By path; the inner nil: there is none.
  private(set) var tiles: [RowKey: ThumbnailFacts?] = [:]
  /// What was asked for last.
  package var asked = ThumbnailOrder()

  package init() {}

  /// So many are known without being wanted.
  private static let most = 20_000

  /// Nil while nothing is known of it.
  func tile(_ path: RowKey) -> ThumbnailFacts?? { tiles[path] }

  mutating func know(_ path: RowKey, _ facts: ThumbnailFacts?) {
    if tiles.count >= Self.most, tiles[path] == nil {
      let wanted = Set((asked.visible + asked.near).map { RowKey($0) })
      tiles = tiles.filter { wanted.contains($0.key) }
    }
    tiles[path] = .some(facts)
  }
}

/// A thumbnail that is there.
package struct ThumbnailFacts: Sendable, Hashable {
  /// Pixels across and down, as it was made for its place.
  package var width: Int
  package var height: Int
  /// What it is the picture of is so small itself: it is not shown larger than it is.
  package var isSmall: Bool
  /// Another picture of the same file has another.
  package var version: Int

  package init(width: Int, height: Int, version: Int, isSmall: Bool = false) {
    self.width = max(1, width)
    self.height = max(1, height)
    self.isSmall = isSmall
    self.version = version
  }
}

/// Thumbnails that are wanted, by the paths of their files, the most urgent first; all that was wanted before and is not among them is
/// no longer.
package struct ThumbnailOrder: Sendable, Hashable {
  package var visible: [String] = []
  /// What would come into sight next.
  package var near: [String] = []
  /// The room each of them has.
  package var fit = ThumbnailFit()

  package init(visible: [String] = [], near: [String] = [], fit: ThumbnailFit = ThumbnailFit()) {
    self.visible = visible
    self.near = near
    self.fit = fit
  }
}

/// Where a thumbnail is shown.
package enum ThumbnailUse: Sendable, Hashable {
  case tile, preview
}
