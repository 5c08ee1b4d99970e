import DocumentModel
package import Messages

/// The known thumbnails of files, and those requested.
package struct ThumbnailMemory: Sendable {
  private(set) var tiles: [FilePath: ThumbnailAnswer] = [:]
  /// The last request.
  package var asked = ThumbnailOrder()

  package init() {}

  /// The number of answers above which those no longer wanted are forgotten.
  private static let most = 20_000

  func tile(_ path: FilePath) -> ThumbnailAnswer? { tiles[path] }

  mutating func store(_ path: FilePath, _ answer: ThumbnailAnswer) {
    if tiles.count >= Self.most, tiles[path] == nil {
      let wanted = Set((asked.visible + asked.near).map { FilePath($0) })
      tiles = tiles.filter { wanted.contains($0.key) }
    }
    tiles[path] = answer
  }
}
