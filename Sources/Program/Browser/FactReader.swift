import Dispatch
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
  private let newest = NewestOrder()

  init(mailbox: Mailbox, gatherer: any Gathering) {
    self.mailbox = mailbox
    self.gatherer = gatherer
    reader = FolderReader(queue: queue)
  }

  /// Looks at the rows of a place by their keys.
  func look(
    tab: Int, generation: Int, _ place: BrowserPlace, _ keys: [RowKey], areAll: Bool
  ) {
    newest.set(generation, for: tab)
    let folder = place.folder ?? ""
    let paths = keys.map { folder.isEmpty ? $0.text : BrowserPlace.join(folder, $0.text) }
    // The file system's word comes at once, the library's behind it.
    _ = reader.statuses(of: keys.map(\.text), in: folder) { [self] statuses in
      guard newest.isNewest(generation, for: tab) else { return }
      let facts = facts(keys, paths, statuses)
      if !areAll { tell(tab, generation, facts, [:], areAll: false) }
      gatherer.facts(of: paths) { [self] known in
        var documents: [RowKey: DocumentFacts] = [:]
        for (key, path) in zip(keys, paths) { documents[key] = known[RowKey(path)] }
        tell(tab, generation, areAll ? facts : [:], documents, areAll: areAll)
      }
    }
  }

  private func facts(
    _ keys: [RowKey], _ paths: [String], _ statuses: [FileStatus?]
  ) -> [RowKey: FileFacts] {
    var facts: [RowKey: FileFacts] = [:]
    facts.reserveCapacity(keys.count)
    for index in keys.indices {
      guard let status = statuses[index] else { continue }
      var stamp = status.stamp
      if status.kind == .link, let target = FileStamp(following: paths[index]) { stamp = target }
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
