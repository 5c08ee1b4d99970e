import Interface

/// Something listed that lies anywhere.
struct Gathered: Sendable {
  /// Absolute path.
  var path: String
  /// What it is to be called; nil: as its path says.
  var name: String?
  var isFolder = false
  /// Of what lies in the trash.
  var trashed: TrashFacts?
  /// It is no longer there.
  var isGone = false
}

/// Who knows of documents all over: recents, favourites, tags, the trash, and what the library knows of each.
protocol DocumentSources: Sendable {
  func entries(of place: BrowserPlace, answer: @escaping @Sendable ([Gathered]) -> Void)
  /// What is known of documents by their absolute paths.
  /// Tags are read from the files themselves: the answer comes for those of each disk when that has answered.
  func facts(
    of paths: [String], answer: @escaping @Sendable ([String], [FilePath: DocumentFacts]) -> Void)
  /// The same without a look at the files.
  func known(_ paths: [String], answer: @escaping @Sendable ([FilePath: DocumentFacts]) -> Void)
  /// Learns that files were seen.
  func notice(_ paths: [String])
}
