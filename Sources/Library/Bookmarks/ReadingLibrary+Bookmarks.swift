import Dispatch
package import DocumentModel
import Glibc
import Store

extension ReadingLibrary {
  /// Finds where files and folders are now, in the order of their bookmarks, and updates the paths of moved ones in the library.
  ///
  /// The completion runs on the library's queue. A file that is not at its path is searched in the folders around it and in those the library knows, for at
  /// most two seconds.
  package func resolve(
    _ bookmarks: [Bookmark], completion: @escaping @Sendable ([Bookmark.Place]) -> Void
  ) {
    onDisk {
      self.places(of: bookmarks)
    } then: {
      completion($0)
    }
  }

  /// Does the work of `resolve` synchronously; call on the disk queue only.
  func places(of bookmarks: [Bookmark]) -> [Bookmark.Place] {
    let missing = bookmarks.indices.filter { FileObservation(bookmarks[$0].path) == nil }
    var places = bookmarks.map { Bookmark.Place.there(path: $0.path) }
    guard !missing.isEmpty else { return places }
    let folders =
      queue.sync { withStore { store throws(StoreError) in try store.files.folders(limit: 200) } }
      ?? []
    var search = FolderSearch(mayAsk)
    var moves: [(id: Int, path: String, isSameFile: Bool)] = []
    var found: [String] = []
    for index in missing {
      let (records, bookmark) = queue.sync { known(bookmarks[index]) }
      // First a path the library has learned since, then a file on disk, then the same document elsewhere.
      let path =
        records.lazy.map(\.path).filter { [mayAsk] in mayAsk($0, bookmark.path) }
        .first { FileObservation($0) != nil && bookmark.isFound(at: $0) }
        ?? search.find(bookmark, known: folders)
        ?? queue.sync { likeness(of: bookmark) }
        .first { mayAsk($0, bookmark.path) && FileObservation($0) != nil }
      guard let path else {
        places[index] = .gone(lastPath: bookmark.path)
        continue
      }
      places[index] = .moved(path: path)
      found.append(path)
      if let record = records.first(where: { Self.isSame($0.path, bookmark.path) }) {
        moves.append((record.id, path, bookmark.isFound(at: path)))
      }
    }
    let mended = moves
    queue.sync {
      _ = withStore { store throws(StoreError) in
        try store.connection.transaction { () throws(StoreError) in
          for move in mended {
            // Another process may have updated it already.
            guard let record = try store.files.record(move.id),
              !Self.isSame(record.path, move.path)
            else { continue }
            try store.files.move([(move.id, move.path)], areSameFiles: move.isSameFile)
          }
        }
      }
    }
    movedRecents(
      missing.compactMap { index in
        if case .moved(let path) = places[index] { (bookmarks[index].path, path) } else { nil }
      })
    if !found.isEmpty { _ = see(found) }
    return places
  }

  /// Returns the library's rows of a file, the one at its path first, and the bookmark completed with their data.
  private func known(_ bookmark: Bookmark) -> ([FileRecord], Bookmark) {
    let found: [FileRecord]? = withStore { store throws(StoreError) in
      var records = try store.files.record(at: bookmark.path).map { [$0] } ?? []
      guard let fileIdentity = bookmark.fileIdentity ?? records.first?.bookmark.fileIdentity else {
        return records
      }
      records += try store.files.records(withInodes: [fileIdentity.inode]).filter { record in
        record.bookmark.fileIdentity?.isSameFile(as: fileIdentity) == true
          && !Self.isSame(record.path, bookmark.path)
      }
      return records
    }
    let records = found ?? []
    var bookmark = bookmark
    if let own = records.first(where: { Self.isSame($0.path, bookmark.path) }) {
      bookmark.fileIdentity = bookmark.fileIdentity ?? own.bookmark.fileIdentity
      if bookmark.identity.permanentID.isEmpty {
        bookmark.identity.permanentID = own.bookmark.identity.permanentID
      }
      if bookmark.identity.contentHash.isEmpty {
        bookmark.identity.contentHash = own.bookmark.identity.contentHash
      }
    }
    return (records, bookmark)
  }

  /// Returns the paths of known files with the same identity.
  private func likeness(of bookmark: Bookmark) -> [String] {
    withStore { store throws(StoreError) in
      try store.files.records(like: bookmark.identity).map(\.path)
    } ?? []
  }
}

extension Bookmark {
  /// Whether the file at a path is the one the bookmark refers to.
  fileprivate func isFound(at path: String) -> Bool {
    guard let fileIdentity else { return false }
    return FileObservation(path)?.fileIdentity.isSameFile(as: fileIdentity) ?? false
  }
}
