package import DocumentModel
package import Text
import Glibc
import Platform
import Store

/// The writer's view of the full-text index: one connection, used from one thread at a time.
///
/// It can be rebuilt from the documents at any time: a damaged index is set aside and recreated.
package final class LibraryIndex {
  private var store: IndexStore
  package let folder: String
  /// The damaged file's new path; nil if there was no damage.
  package private(set) var setAside: String?

  /// Why an index operation failed: SQLite's message and the file.
  package struct Failure: Error, Sendable, Hashable {
    package var file: String
    package var message: String
    /// Whether the file is no database or is damaged.
    package var isDamage: Bool

    init(_ error: StoreError) {
      file = error.file
      message = error.message
      isDamage = error.isDamage
    }

    /// A shared library that cannot be asked; its search says why.
    init(library: String) {
      (file, message, isDamage) = (library, "does not answer", false)
    }
  }

  private let mends: Bool

  /// Opens or creates the index in a folder; `mends` if this process may write and set a damaged index aside.
  package init(
    folder: String = LibraryIndex.defaultFolder(), mends: Bool = true
  ) throws(Failure) {
    self.folder = folder
    self.mends = mends
    FolderMaking.make(folder)
    do throws(StoreError) {
      do throws(StoreError) {
        store = try IndexStore(folder: folder)
        // Damage shows only when the data are read.
        if mends {
          _ = try store.documents.counts()
          guard access(Self.damageMark(folder), F_OK) != 0 else {
            throw StoreError(damage: "a search met damage", file: store.file)
          }
        }
      } catch {
        guard error.isDamage, mends else { throw error }
        setAside = Self.setAside(folder)
        store = try IndexStore(folder: folder)
      }
    } catch {
      throw Failure(error)
    }
  }

  /// Returns `$XDG_CACHE_HOME/recto`; relative values are ignored (XDG Base Directory Specification).
  package static func defaultFolder() -> String {
    HomeFolder.folder("XDG_CACHE_HOME", else: ".cache") + "/recto"
  }

  /// Whether a folder has an index; opening it would create one.
  package static func isThere(_ folder: String = LibraryIndex.defaultFolder()) -> Bool {
    access(folder + "/index.db", F_OK) == 0
  }

  package static func makeFolder(_ folder: String = LibraryIndex.defaultFolder()) {
    FolderMaking.make(folder)
  }

  /// Renames the index with its log files and returns the new path.
  private static func setAside(_ folder: String) -> String {
    let file = folder + "/index.db"
    let aside = file + ".damaged"
    for part in ["", "-wal", "-shm"] { rename(file + part, aside + part) }
    unlink(damageMark(folder))
    return aside
  }

  /// Marks the index as damaged: the next process that opens it for writing sets it aside, since a search may not replace the file.
  static func markDamaged(_ folder: String) {
    let file = open(damageMark(folder), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
  }

  private static func damageMark(_ folder: String) -> String { folder + "/index.db.is-damaged" }

  package func files() throws(Failure) -> [IndexedFile] {
    try attempt { store throws(StoreError) in try store.documents.files() }
  }

  /// Returns the documents that were not read completely, with the reasons, by path.
  package func troubles() throws(Failure) -> [(path: String, state: IndexedState, reason: String)] {
    try attempt { store throws(StoreError) in try store.documents.troubles() }
  }

  /// Returns the page labels and sections of a document; nil if it is not indexed.
  package func waymarks(of path: String) throws(Failure) -> DocumentWaymarks? {
    try attempt { store throws(StoreError) in try store.documents.waymarks(of: path) }
  }

  /// Returns the paths of documents whose files have one of some sizes in bytes, by size.
  package func paths(ofSizes sizes: Set<Int64>) throws(Failure) -> [Int64: [String]] {
    try attempt { store throws(StoreError) in try store.documents.paths(ofSizes: sizes) }
  }

  /// Returns the data stored for a document of a shared library.
  func keptDocument(_ path: String) throws(Failure) -> StoredDocument? {
    try attempt { store throws(StoreError) in try store.documents.keptDocument(path) }
  }

  /// Calls `body` with the number, label and passages of each page of a document, from a page on, until it returns false.
  func pages(
    of path: String, from first: Int, _ body: (Int, String, FlatText) -> Bool
  ) throws(Failure) {
    try attempt { store throws(StoreError) in
      try store.documents.pages(of: path, from: first, body)
    }
  }

  /// Returns the documents with a DOI, which is in lower case.
  package func works(doi: String) throws(Failure) -> [JumpCandidate] {
    try attempt { store throws(StoreError) in try store.documents.works(doi: doi) }
  }

  /// Returns the documents whose titles have a number of characters.
  package func works(ofTitle count: ClosedRange<Int>) throws(Failure) -> [JumpCandidate] {
    try attempt { store throws(StoreError) in try store.documents.works(ofTitle: count) }
  }

  /// Returns the references stored for an unchanged file; nil if there are none, or if they were found by other rules than today's.
  package func references(of sighting: FileSighting) throws(Failure) -> DocumentReferences? {
    try attempt { store throws(StoreError) in try store.documents.references(of: sighting) }
  }

  /// Stores the references of a file if the index has its text.
  package func keep(
    _ references: DocumentReferences, of sighting: FileSighting
  ) throws(Failure) {
    try change { documents throws(StoreError) in try documents.keep(references, of: sighting) }
  }

  package func counts() throws(Failure) -> IndexCounts {
    try attempt { store throws(StoreError) in try store.documents.counts() }
  }

  /// Stores documents and replaces what the index had of their files, in one transaction.
  package func put(_ documents: [IndexedDocument]) throws(Failure) {
    try change { documentsTable throws(StoreError) in
      for document in documents { try documentsTable.store(document) }
    }
  }

  package func remove(_ ids: [Int]) throws(Failure) {
    // One at a time, so that other readers and writers do not wait long.
    for id in ids {
      try change { documents throws(StoreError) in try documents.remove(id) }
    }
  }

  package func move(_ moves: [(id: Int, to: FileSighting)]) throws(Failure) {
    try change { documents throws(StoreError) in
      for (id, sighting) in moves { try documents.move(id, to: sighting) }
    }
  }

  /// The size of the index in bytes.
  package var byteCount: Int64 {
    ["", "-wal"].reduce(0) { sum, part in
      var status = stat()
      return stat(store.file + part, &status) == 0 ? sum + Int64(status.st_size) : sum
    }
  }

  /// Merges the index segments into one, which is faster to search; takes seconds for a hundred thousand pages.
  package func settle() throws(Failure) {
    try attempt { store throws(StoreError) in
      try store.connection.transaction { () throws(StoreError) in
        try PostingIndex(connection: store.connection).mergeAll()
      }
      try store.connection.execute(
        "INSERT INTO front (front) VALUES ('optimize'); PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  package func clear() throws(Failure) {
    try attempt { store throws(StoreError) in
      try store.connection.transaction { () throws(StoreError) in
        for table in IndexSchema.names {
          try store.connection.execute("DROP TABLE IF EXISTS \(table)")
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

  /// Runs a body; a damaged index is set aside and recreated once.
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
