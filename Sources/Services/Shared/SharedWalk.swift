package import DocumentModel
package import Files
package import Library
import Platform

/// Compares a folder with a collection of a shared library: adds what is to be read, removes what is gone.
package struct SharedWalk {
  package struct Outcome: Sendable {
    /// Files found, added to be read, and removed.
    package var found = 0
    package var added = 0
    package var gone = 0
    package var troubles: [String] = []
    package var unread: [FilesError] = []
  }

  private let types: DocumentTypes
  private let root: String

  /// `root` is the collection's folder on this machine.
  package init(types: DocumentTypes, root: String) {
    self.types = types
    self.root = root
  }

  /// Walks a folder that is, or lies in, the collection's; `reader` names the libraries that will read.
  package func run(
    _ folder: String, _ collection: String, in database: SharedDatabase, reader: String,
    while mayGoOn: () -> Bool
  ) throws(SharedLibraryError) -> Outcome {
    let found = IndexWalk(types: types).find(in: [folder], while: mayGoOn)
    let known = try database.files(of: collection)
    let byPath = Dictionary(known.map { ($0.path, $0) }) { $0.state == .waiting ? $0 : $1 }
    var (seen, offers): (Set<String>, [(path: String, sighting: FileSighting)]) = ([], [])
    for file in found.files {
      guard let path = relative(file.path) else { continue }
      seen.insert(path)
      if byPath[path]?.isCurrent(file, reader: reader) != true { offers.append((path, file)) }
    }
    try database.offer(offers, to: collection, reader: reader)
    var outcome = Outcome()
    outcome.found = found.files.count
    outcome.added = offers.count
    outcome.troubles = found.troubles
    outcome.unread = found.unread
    // A folder that was not read completely says nothing of what is gone.
    guard !found.whole.isEmpty, mayGoOn() else { return outcome }
    let below = relative(folder).map { $0 + "/" } ?? ""
    let gone = Set(known.map(\.path)).filter { $0.hasPrefix(below) && !seen.contains($0) }
    try database.prune(gone.sorted(), from: collection)
    outcome.gone = gone.count
    return outcome
  }

  /// Returns a path from the collection's folder on; nil for that folder, and for paths that are not in it or are no UTF-8.
  private func relative(_ path: String) -> String? {
    guard path != root, PathParts.lies(path, in: root), PathBytes.isPlain(path) else { return nil }
    return String(path.dropFirst(root.hasSuffix("/") ? root.count : root.count + 1))
  }
}
