import DocumentModel
import Store
import Text

/// The index of this machine as a source of candidates, with all its documents in memory.
final class LocalCandidates: CandidateSource {
  private(set) var index: IndexStore
  private let folder: String
  /// All documents, in the order of their rows.
  private(set) var entries: [IndexEntry] = []
  /// Indices into `entries` by document id.
  private(set) var places: [Int: Int] = [:]
  /// The places by path; nil until needed.
  private var placesByPath: [String: Int]?
  private var version = -1

  /// Opens or creates the index in a folder.
  init(folder: String) throws(LibraryIndex.Failure) {
    self.folder = folder
    FolderMaking.make(folder)
    do throws(StoreError) {
      index = try IndexStore(folder: folder)
    } catch {
      throw LibraryIndex.Failure(error)
    }
  }

  func search(
    _ request: CandidateRequest, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> any CandidateSearch {
    try attempt { () throws(StoreError) in
      // Another process may have replaced a damaged index; this connection would still use the old file.
      if !index.isWhereItWas {
        index = try IndexStore(folder: folder)
        version = -1
      }
      let search = try LocalSearch(self, request)
      try refresh()
      return search
    }
  }

  /// Runs a body; has the next process that writes set a damaged index aside.
  func attempt<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(LibraryIndex.Failure) -> Result {
    do throws(StoreError) {
      return try body()
    } catch {
      if error.isDamage { LibraryIndex.markDamaged(folder) }
      throw LibraryIndex.Failure(error)
    }
  }

  /// Reloads the documents if the index has changed.
  func refresh() throws(StoreError) {
    let now = try index.connection.dataVersion()
    guard now != version else { return }
    entries = try index.documents.entries().sorted {
      ($0.rows.lowerBound, $0.id) < ($1.rows.lowerBound, $1.id)
    }
    places = Dictionary(entries.enumerated().map { ($0.element.id, $0.offset) }) { $1 }
    placesByPath = nil
    version = now
  }

  /// Returns the index into `entries` of the document at a path.
  func place(of path: String) -> Int? {
    let places =
      placesByPath
      ?? Dictionary(entries.enumerated().map { ($0.element.path, $0.offset) }) { first, _ in first }
    placesByPath = places
    return places[path]
  }

  func pageCount() throws(StoreError) -> Int {
    try index.connection.statement("SELECT count(*) FROM page").run { $0.integer(0) }.first ?? 0
  }

  /// Returns the rows of pages that have the grams, ascending, among them perhaps some of no document; nil if any row may. Called in a
  /// transaction, since segments may be merged meanwhile.
  func rows(_ need: GramNeed, _ mayGoOn: () -> Bool) throws(StoreError) -> [Int]? {
    try PostingIndex(connection: index.connection).rows(need, mayGoOn)
  }

  /// Returns the identifiers of documents whose titles and the like have the grams, ascending; nil if any may.
  func fronts(_ need: GramNeed, _ mayGoOn: () -> Bool) throws(StoreError) -> [Int]? {
    guard let match = need.match else { return nil }
    var rows: [Int] = []
    try index.connection.statement("SELECT rowid FROM front WHERE front MATCH ?1").each([
      .text(match)
    ]) { row in
      rows.append(row.integer(0))
      return !rows.count.isMultiple(of: 4_096) || mayGoOn()
    }
    return rows
  }

  /// Returns the documents of ascending rows, each with the range of its rows' indices.
  func spans(of rows: [Int]) -> [(place: Int, rows: Range<Int>)] {
    var spans: [(place: Int, rows: Range<Int>)] = []
    var place = 0
    var at = 0
    while at < rows.count {
      while place < entries.count, entries[place].rows.upperBound <= rows[at] { place += 1 }
      guard place < entries.count else { break }
      let own = entries[place].rows
      // The row of a document that is being added or was removed.
      guard own.contains(rows[at]) else {
        at += 1
        continue
      }
      let start = at
      while at < rows.count, rows[at] < own.upperBound { at += 1 }
      spans.append((place, start..<at))
    }
    return spans
  }
}
