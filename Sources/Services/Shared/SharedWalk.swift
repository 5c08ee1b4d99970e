package import DocumentModel
package import Files
package import Library
import Platform

/// Compares a folder with a collection of a shared library: what is to be read, and what is gone.
package struct SharedWalk {
  package struct Outcome: Sendable {
    /// The number of files added to be read.
    package var added = 0
    /// The paths of files that are not there any more.
    package var gone: [String] = []
    package var troubles: [String] = []
    /// The paths of files that cannot be added, since they are no UTF-8.
    package var nameless: [String] = []
    package var unread: [FilesError] = []
  }

  private let types: DocumentTypes
  private let root: String

  /// `root` is the collection's folder on this machine.
  package init(types: DocumentTypes, root: String) {
    self.types = types
    self.root = root
  }

  /// Walks a folder that is, or lies in, the collection's, and adds what is to be read; `reader` names the libraries that will read.
  package func run(
    _ folder: String, _ collection: String, in databases: SharedDatabases, reader: String,
    while mayGoOn: () -> Bool
  ) throws(SharedLibraryError) -> Outcome {
    guard SharedIndexing.isMounted(root) else { throw .folderMissing(root) }
    guard let start = relative(folder) else { throw .folderMissing(folder) }
    // Before the walk, so that files that others add meanwhile are not taken for gone.
    let known = try databases.files(of: collection)
    let found = IndexWalk(types: types).find(in: [folder], while: mayGoOn)
    var byPath: [FilePath: [(file: SharedFile, index: Int)]] = [:]
    for (index, files) in known.enumerated() {
      for file in files { byPath[FilePath(file.path), default: []].append((file, index)) }
    }
    var seen: Set<FilePath> = []
    var nameless: [String] = []
    var offers: [(path: String, sighting: FileSighting, index: Int?)] = []
    for file in found.files {
      guard let path = relative(file.path) else {
        nameless.append(file.path)
        continue
      }
      seen.insert(FilePath(path))
      // A stored file may wait again, as it is now.
      let own = byPath[FilePath(path)] ?? []
      let newest = own.first { $0.file.state == .waiting } ?? own.last
      if newest?.file.isCurrent(file, reader: reader) != true {
        offers.append((path, file, newest?.index))
      }
    }
    try databases.offer(offers, to: collection, reader: reader)
    var outcome = Outcome()
    outcome.added = offers.count
    outcome.troubles = found.troubles
    outcome.nameless = nameless
    outcome.unread = found.unread
    // A folder that was not read completely says nothing of what is gone.
    if !found.whole.isEmpty, mayGoOn() {
      let below = start.isEmpty ? "" : start + "/"
      outcome.gone = Set(known.joined().map(\.path)).filter {
        $0.hasPrefix(below) && !seen.contains(FilePath($0))
      }.sorted()
    }
    return outcome
  }

  /// Returns a path from the collection's folder on, empty for that folder; nil for paths that are not in it or are no UTF-8 there.
  private func relative(_ path: String) -> String? {
    guard PathParts.lies(path, in: root) else { return nil }
    let rest = String(path.dropFirst(root.hasSuffix("/") ? root.count : root.count + 1))
    return PathBytes.isPlain(rest) ? rest : nil
  }
}
