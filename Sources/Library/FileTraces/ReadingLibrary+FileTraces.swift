import Dispatch
package import DocumentModel
import Glibc
import Store

extension ReadingLibrary {
  /// Finds where files and folders are now, in the order of their traces, and updates the paths of moved ones in the library.
  ///
  /// The completion runs on the library's queue. A file that is not at its path is searched in the folders around it and in those the library knows, for at
  /// most two seconds.
  package func resolve(
    _ traces: [FileTrace], completion: @escaping @Sendable ([FileTrace.Place]) -> Void
  ) {
    onDisk {
      self.places(of: traces)
    } then: {
      completion($0)
    }
  }

  /// Does the work of `resolve` synchronously; call on the disk queue only.
  func places(of traces: [FileTrace]) -> [FileTrace.Place] {
    let missing = traces.indices.filter { FileObservation(traces[$0].path) == nil }
    var places = traces.map { FileTrace.Place.there(path: $0.path) }
    guard !missing.isEmpty else { return places }
    let folders =
      queue.sync { withStore { store throws(StoreError) in try store.files.folders(limit: 200) } }
      ?? []
    var search = FolderSearch(mayAsk)
    var moves: [(id: Int, path: String, isSameFile: Bool)] = []
    var found: [String] = []
    for index in missing {
      let (records, trace) = queue.sync { known(traces[index]) }
      // First a path the library has learned since, then a file on disk, then the same document elsewhere.
      let path =
        records.lazy.map(\.path).filter { [mayAsk] in mayAsk($0, trace.path) }
        .first { FileObservation($0) != nil && trace.isFound(at: $0) }
        ?? search.find(trace, known: folders)
        ?? queue.sync { likeness(of: trace) }
        .first { mayAsk($0, trace.path) && FileObservation($0) != nil }
      guard let path else {
        places[index] = .gone(lastPath: trace.path)
        continue
      }
      places[index] = .moved(path: path)
      found.append(path)
      if let record = records.first(where: { Self.isSame($0.path, trace.path) }) {
        moves.append((record.id, path, trace.isFound(at: path)))
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
        if case .moved(let path) = places[index] { (traces[index].path, path) } else { nil }
      })
    if !found.isEmpty { _ = see(found) }
    return places
  }

  /// Returns the library's rows of a file, the one at its path first, and the trace completed with their data.
  private func known(_ trace: FileTrace) -> ([FileRecord], FileTrace) {
    let found: [FileRecord]? = withStore { store throws(StoreError) in
      var records = try store.files.record(at: trace.path).map { [$0] } ?? []
      guard let fileIdentity = trace.fileIdentity ?? records.first?.trace.fileIdentity else {
        return records
      }
      records += try store.files.records(withInodes: [fileIdentity.inode]).filter { record in
        record.trace.fileIdentity?.isSameFile(as: fileIdentity) == true
          && !Self.isSame(record.path, trace.path)
      }
      return records
    }
    let records = found ?? []
    var trace = trace
    if let own = records.first(where: { Self.isSame($0.path, trace.path) }) {
      trace.fileIdentity = trace.fileIdentity ?? own.trace.fileIdentity
      if trace.identity.permanentID.isEmpty {
        trace.identity.permanentID = own.trace.identity.permanentID
      }
      if trace.identity.contentHash.isEmpty {
        trace.identity.contentHash = own.trace.identity.contentHash
      }
    }
    return (records, trace)
  }

  /// Returns the paths of known files with the same identity.
  private func likeness(of trace: FileTrace) -> [String] {
    withStore { store throws(StoreError) in
      try store.files.records(like: trace.identity).map(\.path)
    } ?? []
  }
}

extension FileTrace {
  /// Whether the file at a path is the one the trace refers to.
  fileprivate func isFound(at path: String) -> Bool {
    guard let fileIdentity else { return false }
    return FileObservation(path)?.fileIdentity.isSameFile(as: fileIdentity) ?? false
  }
}
