import DocumentModel
import Messages

/// A file of a collection, which may be in any folder.
struct Gathered: Sendable {
  /// Absolute path.
  var path: String
  /// Its display name; nil to use the path's.
  var name: String?
  var isFolder = false
  /// Its trash facts.
  var trashed: TrashFacts?
  /// Whether it is no longer there.
  var isGone = false
}

/// The source of documents from everywhere: recents, favourites, tags, the trash, and library data.
protocol DocumentSources: Sendable {
  func entries(of place: BrowserPlace, answer: @escaping @Sendable ([Gathered]) -> Void)
  /// Returns facts about documents by absolute path. Tags come from the files: answers arrive for each disk
  /// as it responds.
  func facts(
    of paths: [String], answer: @escaping @Sendable ([String], [FilePath: DocumentFacts]) -> Void)
  /// Returns the facts that the library has, without reading the files.
  func known(_ paths: [String], answer: @escaping @Sendable ([FilePath: DocumentFacts]) -> Void)
  /// Learns that files were seen.
  func notice(_ paths: [String])
}
