/// The known thumbnails of files, and those requested.
package struct ThumbnailMemory: Sendable {
  private(set) var tiles: [FilePath: ThumbnailAnswer] = [:]
  /// The last request.
  package var asked = ThumbnailOrder()

  package init() {}

  /// So many are known without being wanted.
  private static let most = 20_000

  func tile(_ path: FilePath) -> ThumbnailAnswer? { tiles[path] }

  mutating func know(_ path: FilePath, _ answer: ThumbnailAnswer) {
    if tiles.count >= Self.most, tiles[path] == nil {
      let wanted = Set((asked.visible + asked.near).map { FilePath($0) })
      tiles = tiles.filter { wanted.contains($0.key) }
    }
    tiles[path] = answer
  }
}

/// The answer to a request for a thumbnail.
package enum ThumbnailAnswer: Sendable, Hashable {
  case picture(ThumbnailFacts)
  case none(ThumbnailLack)

  /// Nil if there is none.
  var picture: ThumbnailFacts? {
    if case .picture(let facts) = self { facts } else { nil }
  }
}

/// Why a file has no thumbnail.
package enum ThumbnailLack: Sendable, Hashable, CaseIterable {
  /// It wants a password.
  case locked
  /// It cannot be drawn.
  case broken
  /// It may not be read, or no longer exists.
  case unreadable
  /// It was not waited for.
  case late

  /// The glyph shown instead of a thumbnail, and the word below it if there is room.
  var sign: (glyph: String, word: String) {
    switch self {
    case .locked: ("•••", "locked")
    case .broken: ("×", "broken")
    case .unreadable: ("!", "unreadable")
    case .late: ("…", "too slow")
    }
  }
}

/// A thumbnail that is there.
package struct ThumbnailFacts: Sendable, Hashable {
  /// Pixels across and down, as it was made for its place.
  package var width: Int
  package var height: Int
  /// Whether the original is this small: it is not shown larger.
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
  /// Files that would become visible next.
  package var near: [String] = []
  /// The room for each thumbnail.
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
