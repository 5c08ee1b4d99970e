import DocumentModel
import Files
import Interface

/// The first names of a folder in the order of its list, and how many there are.
struct FolderGlimpse: Sendable, Hashable {
  var names: [String]
  var count: Int

  /// Hidden names are left out, folders come first with a slash; a link is what it leads to, as in the list.
  ///
  /// Reads on the caller's thread.
  init(of path: String, most: Int) throws(FilesError) {
    self.init(
      try FolderReader.names(in: path).map { found in
        guard found.kind == .link || found.kind == .unknown else { return found }
        let status = FileStatus(PathParts.joined(path, found.name))
        return Self.resolved(found, status)
      }, most: most)
  }

  init(_ found: [DirectoryEntry], most: Int) {
    let entries = found.map {
      FolderEntry(name: $0.name, kind: $0.kind == .folder ? .folder : .file)
    }.filter { !$0.isHidden }
    var options = ListOptions()
    options.showsAll = true
    var first = FirstRows(most, types: [.unknown], options: options)
    for (index, entry) in entries.enumerated() { first.add(entry, at: index) }
    names = first.rows(of: entries).map { row in
      let entry = entries[Int(row)]
      return entry.kind == .folder ? entry.name + "/" : entry.name
    }
    count = entries.count
  }

  private static func resolved(_ found: DirectoryEntry, _ status: FileStatus?) -> DirectoryEntry {
    DirectoryEntry(name: found.name, kind: status?.isFolder == true ? .folder : .file)
  }

  /// Reads beside the reader's queue, where the answer comes; it comes again when a mount that links lead to answers late.
  static func read(
    _ path: String, most: Int, by reader: FolderReader, cancellation: Cancellation,
    answer: @escaping @Sendable (Result<FolderGlimpse, FilesError>) -> Void
  ) {
    let found = Found()
    reader.read(path, cancellation: cancellation) {
      found.entries += $0
    } end: { result in
      if case .failure(let error) = result { return answer(.failure(error)) }
      let entries = found.entries
      let open = entries.indices.filter { [.link, .unknown].contains(entries[$0].kind) }
      guard !open.isEmpty else { return answer(.success(FolderGlimpse(entries, most: most))) }
      reader.statuses(of: open.map { entries[$0].name }, in: path, cancellation: cancellation) {
        var resolved = entries
        for (place, status) in zip(open, $0) {
          resolved[place] = Self.resolved(entries[place], status)
        }
        answer(.success(FolderGlimpse(resolved, most: most)))
      }
    }
  }

  // Unchecked: touched on the reader's queue only.
  private final class Found: @unchecked Sendable {
    var entries: [DirectoryEntry] = []
  }
}
