import DocumentModel
import Text

/// A source of documents that may match a query: the index of this machine, or a part of a shared library. Used from one thread at a time.
protocol CandidateSource: AnyObject {
  /// Begins a search.
  func search(
    _ request: CandidateRequest, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> any CandidateSearch
}

/// A query, and the user's own data on which candidates depend.
struct CandidateRequest {
  let plan: QueryPlan
  let bounds: LibrarySearcher.Bounds
  let facts: LibraryFacts
  /// nil if notes are not searched.
  let notes: JournalNotes?
}

/// A search of one source. Candidates may be too many, never too few: their pages are verified.
///
/// A source that waits asks `mayGoOn` meanwhile, and once that returns false answers as if no more were found.
protocol CandidateSearch: AnyObject {
  /// Returns documents that may match, the most likely first, or by path if the bounds ask for it. Unless `waits`, returns at once with what there is.
  func next(
    waits: Bool, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> CandidatePortion

  /// Whether all of the source was searched; false if a part of it did not answer.
  var isComplete: Bool { get }

  /// Passes the number, label and packed passages of a document's pages, or of some of its rows, to a body until that returns false.
  func pages(
    of entry: IndexEntry, rows: ArraySlice<Int>?,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Bool
  ) throws(LibraryIndex.Failure)

  /// Returns the rows of a document that may have any of some terms, ascending; nil if any row may.
  func rows(
    of terms: TermSet, in entry: IndexEntry, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> ArraySlice<Int>?

  func sections(of entry: IndexEntry) throws(LibraryIndex.Failure) -> [DocumentSection]

  /// Returns the labels of pages by their indices.
  func labels(
    of pages: Set<Int>, in entry: IndexEntry
  ) throws(LibraryIndex.Failure) -> [Int: String]
}

/// Some of a search's candidates.
struct CandidatePortion {
  var list: [Candidate] = []
  /// The number of documents that follow, as far as it is known.
  var remaining = 0
  /// Whether none follow.
  var isLast: Bool
}

/// A document that may match a query.
struct Candidate {
  var entry: IndexEntry
  /// Its rows that may have all terms together, ascending; nil if any row may.
  var rows: ArraySlice<Int>?
  /// The terms that match its title, author, subject, keywords or file name.
  var front: Set<Int>
  /// The notes that replace those in the index.
  var notes: JournalNotes.Notes?
}
