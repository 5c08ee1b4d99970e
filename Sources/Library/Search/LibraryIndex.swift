package import DocumentModel
import Glibc
import Platform
import Store

/// The index of the library's documents, for who writes it: one connection, used from one thread at a time.
///
/// It can be made anew from the documents at any time: a damaged one is set aside and begun again.
package final class LibraryIndex {
  private var store: IndexStore
  package let folder: String
  /// What was damaged, and where it is now; nil where all was well.
  package private(set) var setAside: String?

  /// Why something could not be done with the index: what SQLite said of which file.
  package struct Failure: Error, Sendable, Hashable {
    package var file: String
    package var message: String
    /// The file is no database, or a damaged one.
    package var isDamage: Bool

    init(_ error: StoreError) {
      file = error.file
      message = error.message
      isDamage = error.isDamage
    }
  }

  private let mends: Bool

  /// Opens or makes the index in a folder; `mends` where this program has the right to write, and may set a damaged one aside.
  package init(
    folder: String = LibraryIndex.defaultFolder(), mends: Bool = true
  ) throws(Failure) {
    self.folder = folder
    self.mends = mends
    FolderMaking.make(folder)
    do throws(StoreError) {
      do throws(StoreError) {
        store = try IndexStore(folder: folder)
        // Damage shows only where it is looked at.
        if mends { _ = try store.documents.counts() }
      } catch {
        guard error.isDamage, mends else { throw error }
        setAside = Self.setAside(folder)
        store = try IndexStore(folder: folder)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// `$XDG_CACHE_HOME/recto`; relative values count as none (XDG base directories).
  package static func defaultFolder() -> String {
    HomeFolder.folder("XDG_CACHE_HOME", else: ".cache") + "/recto"
  }

  /// Whether there is an index in a folder; to open one makes it.
  package static func isThere(_ folder: String = LibraryIndex.defaultFolder()) -> Bool {
    access(folder + "/index.db", F_OK) == 0
  }

  package static func makeFolder(_ folder: String = LibraryIndex.defaultFolder()) {
    FolderMaking.make(folder)
  }

  /// Renames the index, with what belongs to it; where it is then.
  private static func setAside(_ folder: String) -> String {
    let file = folder + "/index.db"
    let aside = file + ".damaged"
    for part in ["", "-wal", "-shm"] { rename(file + part, aside + part) }
    return aside
  }

  package func files() throws(Failure) -> [IndexedFile] {
    try attempt { store throws(StoreError) in try store.documents.files() }
  }

  /// Documents that were not read whole, with the reasons, by their paths.
  package func troubles() throws(Failure) -> [(path: String, state: IndexedState, reason: String)] {
    try attempt { store throws(StoreError) in try store.documents.troubles() }
  }

  /// What pages and sections of a document are called; nil where it is not indexed.
  package func waymarks(of path: String) throws(Failure) -> DocumentWaymarks? {
    try attempt { store throws(StoreError) in try store.documents.waymarks(of: path) }
  }

  package func counts() throws(Failure) -> IndexCounts {
    try attempt { store throws(StoreError) in try store.documents.counts() }
  }

  /// Puts documents in the place of what was known of their files, each whole or not at all.
  package func put(_ documents: [IndexedDocument]) throws(Failure) {
    try change { documentsTable throws(StoreError) in
      for document in documents { try documentsTable.store(document) }
    }
  }

  package func remove(_ ids: [Int]) throws(Failure) {
    // One at a time: who reads and writes beside us must not wait for many.
    for id in ids {
      try change { documents throws(StoreError) in try documents.remove(id) }
    }
  }

  package func move(_ moves: [(id: Int, to: FileSighting)]) throws(Failure) {
    try change { documents throws(StoreError) in
      for (id, sighting) in moves { try documents.move(id, to: sighting) }
    }
  }

  /// Bytes of the file.
  package var byteCount: Int64 {
    ["", "-wal"].reduce(0) { sum, part in
      var status = stat()
      return stat(store.file + part, &status) == 0 ? sum + Int64(status.st_size) : sum
    }
  }

  /// Puts what was written into one list for each gram, which is quicker to look through; takes seconds for a hundred thousand pages.
  package func settle() throws(Failure) {
    try attempt { store throws(StoreError) in
      try store.connection.execute(
        """
        INSERT INTO gram (gram) VALUES ('optimize'); INSERT INTO front (front) VALUES ('optimize');
        PRAGMA wal_checkpoint(TRUNCATE)
        """)
    }
  }

  /// Forgets all.
  package func clear() throws(Failure) {
    try attempt { store throws(StoreError) in
      try store.connection.transaction { () throws(StoreError) in
        for table in ["gram", "front", "document", "page"] {
          try store.connection.execute("DROP TABLE \(table)")
        }
        try store.connection.execute(IndexSchema.tables)
      }
      try store.connection.execute("VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  private func change(
    _ body: (IndexedDocuments) throws(StoreError) -> Void
  ) throws(Failure) {
    try attempt { store throws(StoreError) in
      try store.connection.transaction { () throws(StoreError) in try body(store.documents) }
    }
  }

  /// Runs a body; a damaged index is set aside and begun anew, once.
  private func attempt<Result>(
    _ body: (IndexStore) throws(StoreError) -> Result
  ) throws(Failure) -> Result {
    do throws(StoreError) {
      do throws(StoreError) {
        return try body(store)
      } catch {
        guard error.isDamage, mends, setAside == nil else { throw error }
        setAside = Self.setAside(folder)
        store = try IndexStore(folder: folder)
        return try body(store)
      }
    } catch {
      throw Failure(error)
    }
  }
}
