import Dispatch
import DocumentModel
import Files
import Glibc
import Interface
import Platform

/// Finds out what the file system and the library know of rows.
final class FactReader: Sendable {
  private let mailbox: Mailbox
  private let reader: FolderReader
  private let queue = DispatchQueue(label: "recto.facts", qos: .userInitiated)
  private let gatherer: any Gathering
  private let types: EntryTypes
  private let fetcher: MetadataFetcher
  private let newest = NewestOrder()

  init(
    mailbox: Mailbox, types: EntryTypes, gatherer: any Gathering, fetcher: MetadataFetcher
  ) {
    self.mailbox = mailbox
    self.types = types
    self.fetcher = fetcher
    self.gatherer = gatherer
    reader = FolderReader(queue: queue)
  }

  /// Looks at the rows of a place by their keys; of all of them only what has to be known to put them in order.
  func look(tab: Int, generation: Int, _ place: BrowserPlace, _ keys: [RowKey], _ scope: FactScope)
  {
    newest.set(generation, for: tab)
    let folder = place.folder ?? ""
    let paths = keys.map { folder.isEmpty ? $0.text : PathParts.joined(folder, $0.text) }
    // The file system's word comes at once, the library's behind it.
    _ = reader.statuses(of: keys.map(\.text), in: folder) { [self] statuses in
      guard newest.isNewest(generation, for: tab) else { return }
      let facts = facts(keys, paths, statuses)
      switch scope {
      case .allFiles: tell(tab, generation, facts, [:], areAll: true)
      case .allDocuments:
        gatherer.known(paths) { [self] known in
          tell(tab, generation, facts, byKey(keys, paths, known), areAll: true)
        }
      case .inSight:
        tell(tab, generation, facts, [:], areAll: false)
        lookInside(tab, generation, keys, paths)
      }
    }
  }

  /// What the library knows of rows in sight; what it does not know is read from the documents.
  private func lookInside(_ tab: Int, _ generation: Int, _ keys: [RowKey], _ paths: [String]) {
    gatherer.notice(paths)
    gatherer.facts(of: paths) { [self] known in
      tell(tab, generation, [:], byKey(keys, paths, known), areAll: false)
      let unknown = paths.filter { path in
        types.isDocument(path) && known[RowKey(path)]?.pages == nil
      }
      let key = Dictionary(
        zip(paths.map { RowKey($0) }, keys), uniquingKeysWith: { first, _ in first })
      fetcher.fetch(unknown) { [self] path in
        gatherer.known([path]) { [self] known in
          guard newest.isNewest(generation, for: tab), let facts = known[RowKey(path)],
            let key = key[RowKey(path)]
          else { return }
          tell(tab, generation, [:], [key: facts], areAll: false)
        }
      }
    }
  }

  private func byKey(
    _ keys: [RowKey], _ paths: [String], _ known: [RowKey: DocumentFacts]
  ) -> [RowKey: DocumentFacts] {
    var documents: [RowKey: DocumentFacts] = [:]
    for (key, path) in zip(keys, paths) { documents[key] = known[RowKey(path)] ?? DocumentFacts() }
    return documents
  }

  private func facts(
    _ keys: [RowKey], _ paths: [String], _ statuses: [FileStatus?]
  ) -> [RowKey: FileFacts] {
    var facts: [RowKey: FileFacts] = [:]
    facts.reserveCapacity(keys.count)
    for index in keys.indices {
      guard let status = statuses[index] else { continue }
      var stamp = status.stamp
      if status.kind == .link, let target = FileStamp(following: paths[index]) {
        stamp = target
      }
      facts[keys[index]] = FileFacts(size: stamp.size, modified: stamp.seconds)
    }
    return facts
  }

  private func tell(
    _ tab: Int, _ generation: Int, _ facts: [RowKey: FileFacts],
    _ documents: [RowKey: DocumentFacts], areAll: Bool
  ) {
    guard !facts.isEmpty || !documents.isEmpty || areAll else { return }
    mailbox.post(
      .browser(.facts(tab: tab, generation: generation, facts, documents, areAll: areAll)))
  }
}
