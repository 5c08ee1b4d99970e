import DocumentModel

/// The answer to a request for a thumbnail.
package enum ThumbnailAnswer: Sendable, Hashable {
  case picture(ThumbnailFacts)
  case none(ThumbnailLack)

  /// Nil if there is none.
  package var picture: ThumbnailFacts? {
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
  package var sign: (glyph: String, word: String) {
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
