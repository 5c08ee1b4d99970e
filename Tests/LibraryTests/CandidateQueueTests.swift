import DocumentModel
import Testing
import TestSupport
import Text
@testable import Library

/// Several sources of candidates are searched as one.
@Suite struct CandidateQueueTests {
  /// A source that gives its portions one after the other, and none while it is `late`.
  private final class StandInSource: CandidateSource, CandidateSearch {
    private var portions: [[String]]
    private var late: Int
    private(set) var waits = 0
    let isComplete: Bool

    init(_ portions: [[String]], late: Int = 0, isComplete: Bool = true) {
      self.portions = portions
      self.late = late
      self.isComplete = isComplete
    }

    func search(
      _ request: CandidateRequest, while mayGoOn: () -> Bool
    ) throws(LibraryIndex.Failure) -> any CandidateSearch { self }

    func next(
      waits: Bool, while mayGoOn: () -> Bool
    ) throws(LibraryIndex.Failure) -> CandidatePortion {
      if waits { self.waits += 1 }
      if late > 0, !waits {
        late -= 1
        return CandidatePortion(isLast: false)
      }
      let list = portions.isEmpty ? [] : portions.removeFirst()
      return CandidatePortion(
        list: list.map(Self.candidate), remaining: portions.reduce(0) { $0 + $1.count },
        isLast: portions.isEmpty)
    }

    private static func candidate(_ name: String) -> Candidate {
      var entry = IndexEntry(IndexTests.document(name, ["a page of words"]))
      entry.place = .shared(
        SharedPlace(library: "lab", collection: "papers", path: name), hash: "1234")
      return Candidate(entry: entry, front: [])
    }

    func pages(
      of entry: IndexEntry, rows: ArraySlice<Int>?,
      _ body: (Int, String, UnsafeRawBufferPointer) -> Bool
    ) throws(LibraryIndex.Failure) {
      let page = IndexTests.page("a page of words", number: 0, note: nil)
      page.passages.withUnsafeBytes { _ = body(0, "", $0) }
    }

    func rows(
      of terms: TermSet, in entry: IndexEntry, while mayGoOn: () -> Bool
    ) throws(LibraryIndex.Failure) -> ArraySlice<Int>? { nil }

    func sections(of entry: IndexEntry) throws(LibraryIndex.Failure) -> [DocumentSection] { [] }

    func labels(
      of pages: Set<Int>, in entry: IndexEntry
    ) throws(LibraryIndex.Failure) -> [Int: String] { [:] }
  }

  private func names(
    _ sources: [StandInSource], isByPath: Bool = false, most: Int = .max
  ) throws -> [String] {
    var queue = CandidateQueue(sources, isByPath: isByPath)
    var names: [String] = []
    while let (candidate, _) = try queue.next(while: { names.count < most }) {
      names.append(PathParts.name(of: candidate.entry.path))
    }
    return names
  }

  @Test func sourcesTakeTurns() throws {
    let sources = [StandInSource([["a", "b"], ["c"]]), StandInSource([["x"], [], ["y"]])]
    #expect(try names(sources) == ["a", "x", "b", "c", "y"])
    #expect(try names([]) == [])
  }

  @Test func sourcesMayBeMergedByPath() throws {
    let sources = [StandInSource([["a", "d"], ["f"]]), StandInSource([["b"], [], ["e"]])]
    #expect(try names(sources, isByPath: true) == ["a", "b", "d", "e", "f"])
  }

  @Test func aSlowSourceDoesNotBlockOthers() throws {
    let late = StandInSource([["x"]], late: 4)
    #expect(try names([StandInSource([["a", "b", "c"]]), late]) == ["a", "b", "c", "x"])
    #expect(late.waits == 1)
  }

  @Test func theQueueEndsWhenStopped() throws {
    #expect(try names([StandInSource([["a"], ["b"], ["c"]])], most: 2) == ["a", "b"])
  }

  @Test func candidatesAreCounted() throws {
    var queue = CandidateQueue(
      [StandInSource([["a"], ["b"]]), StandInSource([["x"]], isComplete: false)], isByPath: false)
    _ = try queue.next { true }
    #expect(queue.expected == 2)
    _ = try queue.next { true }
    #expect(queue.expected == 3 && !queue.isComplete)
  }

  @Test func otherSourcesAreSearchedBesideTheIndex() throws {
    let folder = try TemporaryFolder()
    try LibraryIndex(folder: folder.path).put([IndexTests.document("/own.pdf", ["own words"])])
    let searcher = try LibrarySearcher(
      folder: folder.path, library: folder.path,
      others: [StandInSource([["theirs.pdf"]], isComplete: false)])
    var found: [DocumentPlace] = []
    var last: LibraryFindings?
    try searcher.find(LibraryQuery("words")) {
      found += $0.documents.map(\.place)
      last = $0
    }
    let theirs = DocumentPlace.shared(
      SharedPlace(library: "lab", collection: "papers", path: "theirs.pdf"), hash: "1234")
    #expect(Set(found) == [DocumentPlace("/own.pdf"), theirs])
    #expect(last?.isComplete == false && last?.candidates == 2 && last?.isDone == true)

  }
}
