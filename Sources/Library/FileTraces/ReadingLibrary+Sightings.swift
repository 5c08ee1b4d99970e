import Dispatch
package import DocumentModel
import Glibc
import Store

/// A file as just found on disk; the library's row of it is up to date.
struct SeenFile: Sendable {
  var path: String
  /// nil if there is no such file.
  var facts: FileObservation?
  var tags: TagAttribute.Reading
}

extension ReadingLibrary {
  /// Records the files seen in a folder; data about a file known under another path are moved to the new path.
  ///
  /// Fast enough for every listed file: the disk is accessed only for those that seem to have moved.
  package func noticed(_ sightings: [FileSighting]) {
    underway.enter()
    queue.async {
      defer { self.underway.leave() }
      let inodes = sightings.map(\.inode)
      let records =
        self.withStore { store throws(StoreError) in
          try store.files.records(withInodes: inodes)
        } ?? []
      guard !records.isEmpty else { return }
      let known = Dictionary(grouping: records) { $0.trace.fileIdentity?.inode ?? 0 }
      let moved = sightings.filter { sighting in
        known[sighting.inode]?.contains { !Self.isSame($0.path, sighting.path) } ?? false
      }.map(\.path)
      guard !moved.isEmpty else { return }
      self.onDisk {
        _ = self.see(moved)
      } then: {
      }
    }
  }

  /// Compares bytes: Swift's `==` treats two encodings of `é` as equal.
  static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

  /// Examines files and updates the library's rows of them; call on the disk queue only.
  func see(_ paths: [String]) -> [SeenFile] {
    let seen = paths.map { path in
      let facts = FileObservation(path)
      return SeenFile(
        path: path, facts: facts, tags: facts == nil ? .unknown : TagAttribute.read(path))
    }
    let suspects = queue.sync { self.suspects(seen) }
    let moves = suspects.filter { $0.hasMoved }
    queue.sync { self.settle(seen, moves) }
    return seen
  }

  /// A known file that may be the one seen at another path.
  private struct Suspect {
    var record: FileRecord
    var path: String
    var fileIdentity: FileIdentity

    /// Whether the file has left its old path; false for a second hard link and for the backup a program made when saving.
    var hasMoved: Bool {
      guard let there = FileObservation(record.path) else { return true }
      if there.fileIdentity.isSameFile(as: fileIdentity) { return false }
      return !isBackup
    }

    private var isBackup: Bool {
      let (old, new) = (PathParts.name(of: record.path), PathParts.name(of: path))
      let endings = ["~", ".bak", ".orig", ".old", ".backup"]
      return endings.contains { new == old + $0 || new == "." + old + $0 }
        || new.hasPrefix(old + ".~")
    }
  }

  private func suspects(_ seen: [SeenFile]) -> [Suspect] {
    let present = seen.filter { $0.facts != nil }
    guard !present.isEmpty else { return [] }
    let records =
      withStore { store throws(StoreError) in
        try store.files.records(withInodes: present.compactMap { $0.facts?.fileIdentity.inode })
      } ?? []
    guard !records.isEmpty else { return [] }
    return records.compactMap { record in
      let same = present.filter { file in
        guard let fileIdentity = file.facts?.fileIdentity, let old = record.trace.fileIdentity
        else { return false }
        return fileIdentity.isSameFile(as: old)
      }
      guard let first = same.first, let fileIdentity = first.facts?.fileIdentity,
        !same.contains(where: { Self.isSame($0.path, record.path) })
      else { return nil }
      return Suspect(record: record, path: first.path, fileIdentity: fileIdentity)
    }
  }

  private func settle(_ seen: [SeenFile], _ moves: [Suspect]) {
    _ = withStore { store throws(StoreError) in
      if !moves.isEmpty {
        try store.connection.transaction { () throws(StoreError) in
          try store.files.move(
            moves.map { ($0.record.id, $0.path) }, areSameFiles: true)
        }
        movedRecents(moves.map { ($0.record.path, $0.path) })
      }
      guard try !changes(seen, store).isEmpty else { return }
      try store.connection.transaction { () throws(StoreError) in
        // Check again: another process may have made the change.
        for change in try changes(seen, store) {
          let id = try store.files.ensure(change.path, fileIdentity: change.fileIdentity)
          if let taggings = change.taggings { try store.tags.set(taggings, of: id) }
        }
      }
    }
  }

  private struct Change {
    var path: String
    var fileIdentity: FileIdentity
    /// nil to leave the tags unchanged.
    var taggings: [Tagging]?
  }

  /// Returns the differences between the library's rows and the files seen.
  private func changes(_ seen: [SeenFile], _ store: LibraryStore) throws(StoreError) -> [Change] {
    let records = try store.files.records(at: seen.map(\.path))
    let byPath = Dictionary(records.map { (Array($0.path.utf8), $0) }) { first, _ in first }
    let known = try store.tags.taggings(of: records.map(\.id))
    return seen.compactMap { file in
      guard let fileIdentity = file.facts?.fileIdentity else { return nil }
      let record = byPath[Array(file.path.utf8)]
      let old = record.flatMap { known[$0.id] } ?? []
      let wasReplaced =
        record?.trace.fileIdentity.map { !Self.isSameInode($0, fileIdentity) } ?? false
      let new = Tagging.reconciled(old, with: file.tags, wasReplaced: wasReplaced)
      let isKnown = record.map { $0.trace.fileIdentity == fileIdentity } ?? new.isEmpty
      guard !isKnown || new != old else { return nil }
      return Change(path: file.path, fileIdentity: fileIdentity, taggings: new == old ? nil : new)
    }
  }

  /// Like `isSameFile`, but for a file that stayed at its path and may have grown.
  private static func isSameInode(_ one: FileIdentity, _ other: FileIdentity) -> Bool {
    one.inode == other.inode && (one.birth == other.birth || one.birth == 0 || other.birth == 0)
  }
}
