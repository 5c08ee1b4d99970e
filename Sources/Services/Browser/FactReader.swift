import Dispatch
import DocumentModel
import Files
import Glibc
import Messages
import Platform
import Synchronization

/// Collects file system and library facts about rows.
final class FactReader: Sendable {
  private let mailbox: Mailbox
  private let reader: FolderReader
  private let queue = DispatchQueue(label: "recto.facts", qos: .userInitiated)
  private let gatherer: any DocumentSources
  private let types: EntryTypes
  private let fetch: Fetch
  /// The latest request of each tab; a newer generation cancels it.
  private let requests = Mutex<[Int: Waiting]>([:])

  private struct Waiting {
    var generation: Int
    var token = Cancellation()
    /// Ends, while the list stays, the reading of all its documents that only its order asked for.
    var reading = Cancellation()

    func cancel() {
      token.cancel()
      reading.cancel()
    }
  }

  /// Reads unknown documents in order and reports each; those that can wait come after all others.
  typealias Fetch =
    @Sendable (
      _ paths: [String], _ canWait: Bool, _ token: Cancellation,
      _ done: @escaping @Sendable (String) -> Void
    )
    -> Void

  init(
    mailbox: Mailbox, types: EntryTypes, gatherer: any DocumentSources, lanes: DiskLanes,
    fetch: @escaping Fetch
  ) {
    self.mailbox = mailbox
    self.types = types
    self.fetch = fetch
    self.gatherer = gatherer
    reader = FolderReader(queue: queue, lanes: lanes)
  }

  /// Collects facts about rows by their keys; about all rows only what sorting needs.
  func look(
    tab: Int, generation: Int, _ place: BrowserPlace, _ keys: [FilePath], _ scope: FactScope
  ) {
    let request = request(of: tab, generation)
    let token = request.token
    let folder = place.folder ?? ""
    let paths = keys.map { folder.isEmpty ? $0.text : PathParts.joined(folder, $0.text) }
    // File system facts come at once, library facts later.
    reader.statuses(of: keys.map(\.text), in: folder, cancellation: token) { [self] statuses in
      let facts = facts(keys, statuses)
      switch scope {
      case .allFiles: tell(tab, generation, facts, [:], areAll: true)
      case .allDocuments, .allContents:
        gatherer.known(paths) { [self] known in
          guard !token.isCancelled else { return }
          tell(tab, generation, facts, byKey(keys, paths, known), areAll: true)
          guard scope == .allContents else { return }
          let place = self.keys(keys, by: paths)
          fetchUnknown(paths, known, canWait: true, tab, generation, place, request.reading)
        }
      case .inSight:
        tell(tab, generation, facts, [:], areAll: false)
        lookInside(tab, generation, keys, paths, token)
      }
    }
  }

  /// Ends the reading of documents that were only wanted to put the rows of a tab in order.
  func leaveUnread(tab: Int) {
    requests.withLock { requests in
      requests[tab]?.reading.cancel()
      requests[tab]?.reading = Cancellation()
    }
  }

  /// A newer generation of a tab's requests ends all older ones.
  private func request(of tab: Int, _ generation: Int) -> Waiting {
    requests.withLock { requests in
      if let known = requests[tab], known.generation == generation { return known }
      requests[tab]?.cancel()
      let request = Waiting(generation: generation)
      requests[tab] = request
      return request
    }
  }

  /// Collects library facts of visible rows, and reads documents unknown to the library.
  private func lookInside(
    _ tab: Int, _ generation: Int, _ keys: [FilePath], _ paths: [String], _ token: Cancellation
  ) {
    gatherer.notice(paths)
    let key = self.keys(keys, by: paths)
    gatherer.facts(of: paths) { [self] reached, known in
      guard !token.isCancelled else { return }
      let keys = reached.compactMap { key[FilePath($0)] }
      tell(tab, generation, [:], byKey(keys, reached, known), areAll: false)
      fetchUnknown(reached, known, canWait: false, tab, generation, key, token)
    }
  }

  /// Maps paths back to the keys of rows.
  private func keys(_ keys: [FilePath], by paths: [String]) -> [FilePath: FilePath] {
    Dictionary(zip(paths.map { FilePath($0) }, keys), uniquingKeysWith: { first, _ in first })
  }

  /// Requests the metadata of unknown documents and reports each.
  private func fetchUnknown(
    _ paths: [String], _ known: [FilePath: DocumentFacts], canWait: Bool, _ tab: Int,
    _ generation: Int, _ key: [FilePath: FilePath], _ token: Cancellation
  ) {
    let unknown = paths.filter { path in
      types.isDocument(path) && known[FilePath(path)]?.pages == nil
    }
    guard !unknown.isEmpty else { return }
    fetch(unknown, canWait, token) { [self] path in
      gatherer.known([path]) { [self] known in
        guard !token.isCancelled, let facts = known[FilePath(path)], let key = key[FilePath(path)]
        else { return }
        tell(tab, generation, [:], [key: facts], areAll: false)
      }
    }
  }

  private func byKey(
    _ keys: [FilePath], _ paths: [String], _ known: [FilePath: DocumentFacts]
  ) -> [FilePath: DocumentFacts] {
    var documents: [FilePath: DocumentFacts] = [:]
    for (key, path) in zip(keys, paths) {
      documents[key] = known[FilePath(path)] ?? DocumentFacts()
    }
    return documents
  }

  private func facts(
    _ keys: [FilePath], _ statuses: [FileStatus?]
  ) -> [FilePath: FileFacts] {
    var facts: [FilePath: FileFacts] = [:]
    facts.reserveCapacity(keys.count)
    for index in keys.indices {
      guard let status = statuses[index] else { continue }
      let stamp = status.targetStamp ?? status.stamp
      facts[keys[index]] = FileFacts(size: stamp.size, modified: stamp.seconds)
    }
    return facts
  }

  private func tell(
    _ tab: Int, _ generation: Int, _ facts: [FilePath: FileFacts],
    _ documents: [FilePath: DocumentFacts], areAll: Bool
  ) {
    guard !facts.isEmpty || !documents.isEmpty || areAll else { return }
    mailbox.post(
      .browser(.facts(tab: tab, generation: generation, facts, documents, areAll: areAll)))
  }
}
