import Dispatch
package import DocumentModel
import Glibc
import Platform
import Store

extension ReadingLibrary {
  /// The file of the desktop's list of recent documents, for watching it.
  package var recentsFile: String { desktop.file }

  /// Records in the library and in the desktop's list that a document was opened; repeated only after ten minutes.
  package func opened(_ identity: DocumentIdentity, mimeType: String) {
    let path = identity.path
    guard !path.isEmpty else { return }
    onDisk {
      self.see([path] + self.formerPaths(of: identity))
    } then: { seen in
      guard let fileIdentity = seen.first?.facts?.fileIdentity else { return }
      let now = Int64(time(nil))
      _ = self.withStore { store throws(StoreError) in
        try store.connection.transaction { () throws(StoreError) in
          // If nothing is left at a path of the same document, the document was moved from there.
          let former = try store.files.records(like: identity).first { record in
            seen.dropFirst().contains { Self.isSame($0.path, record.path) && $0.facts == nil }
          }
          if let former, try store.files.record(at: path) == nil {
            try store.files.move([(former.id, path)], areSameFiles: false)
          }
          let file = try store.files.ensure(path, fileIdentity: fileIdentity, identity: identity)
          try store.recents.add(file, mimeType: mimeType, at: now)
        }
      }
      if let last = self.noted[path], now - last < 600 { return }
      self.noted[path] = now
      self.withDesktop { desktop throws(RecentDocuments.Failure) in
        try desktop.add(path, mimeType: mimeType, at: now)
      }
    }
  }

  /// Returns other paths at which the library knows the same document.
  private func formerPaths(of identity: DocumentIdentity) -> [String] {
    queue.sync {
      withStore { store throws(StoreError) in
        try store.files.records(like: identity).map(\.path).filter {
          !Self.isSame($0, identity.path)
        }
      } ?? []
    }
  }

  /// Returns the recently opened documents, by Recto and other programs, the latest first; those of others only if `opens` accepts their path and MIME type.
  ///
  /// The files may no longer exist: `resolve` checks that.
  package func recents(
    limit: Int = RecentDocuments.most, opens: @escaping @Sendable (String, String) -> Bool,
    completion: @escaping @Sendable ([Recent]) -> Void
  ) {
    queue.async {
      let own =
        self.withStore { store throws(StoreError) in
          try store.recents.list(limit: RecentDocuments.most)
        } ?? []
      let others =
        self.withDesktop { desktop throws(RecentDocuments.Failure) in try desktop.list() } ?? []
      completion(
        Array(Self.merged(own, others.filter { opens($0.path, $0.mimeType) }).prefix(limit)))
    }
  }

  private static func merged(
    _ own: [RecentRecords.Row], _ others: [RecentDocument]
  ) -> [Recent] {
    var recents = own.map {
      Recent(
        trace: $0.trace, mimeType: $0.mimeType, opened: $0.opened, applications: ["Recto"])
    }
    let places = Dictionary(recents.indices.map { (Array(recents[$0].path.utf8), $0) }) {
      first, _ in first
    }
    for other in others {
      if let place = places[Array(other.path.utf8)] {
        recents[place].opened = max(recents[place].opened, other.opened)
        recents[place].applications += other.applications.filter { $0 != "Recto" }
        if recents[place].mimeType.isEmpty { recents[place].mimeType = other.mimeType }
      } else {
        recents.append(
          Recent(
            trace: FileTrace(DocumentIdentity(path: other.path)), mimeType: other.mimeType,
            opened: other.opened, applications: other.applications))
      }
    }
    return recents.enumerated().sorted {
      ($0.element.opened, $1.offset) > ($1.element.opened, $0.offset)
    }.map(\.element)
  }

  /// Removes a document from the library's and the desktop's lists.
  package func removeRecent(_ path: String) {
    queue.async {
      _ = self.withStore { store throws(StoreError) in try store.recents.remove(at: path) }
      self.withDesktop { desktop throws(RecentDocuments.Failure) in try desktop.remove(path) }
    }
  }

  /// Updates the desktop's list for documents that Recto moved or found elsewhere.
  package func movedRecents(_ moves: [(from: String, to: String)]) {
    guard !moves.isEmpty else { return }
    queue.async {
      self.withDesktop { desktop throws(RecentDocuments.Failure) in try desktop.move(moves) }
    }
  }

  @discardableResult
  private func withDesktop<Result>(
    _ body: (RecentDocuments) throws(RecentDocuments.Failure) -> Result
  ) -> Result? {
    do throws(RecentDocuments.Failure) { return try body(desktop) } catch {
      switch error {
      case .damaged(let reason):
        tell(LibraryTrouble(file: desktop.file, cause: .damagedRecents(reason)))
      case .system(let number):
        tell(LibraryTrouble(file: desktop.file, cause: .recents(number)))
      }
      return nil
    }
  }
}
