import DocumentModel
import Foundation
import Library
import Testing
import TestSupport
import Text

/// The meaning of queries, on an index and on documents just read: both must give the same results.
@Suite struct QuerySemanticsTests {
  private final class IndexedFolder {
    let folder: TemporaryFolder
    let index: LibraryIndex
    var documents: [IndexedDocument] = []

    init(_ documents: [IndexedDocument]) throws {
      folder = try TemporaryFolder()
      index = try LibraryIndex(folder: folder.path + "/cache")
      try index.put(documents)
      self.documents = documents
    }

    func find(_ text: String) throws -> [String] {
      let searcher = try LibrarySearcher(
        folder: folder.path + "/cache", library: folder.path + "/library")
      var bounds = LibrarySearcher.Bounds()
      bounds.isByPath = true
      let query = try LibraryQuery(text)
      var found: [DocumentHits] = []
      try searcher.find(query, bounds) { found += $0.documents }
      let live = try documents.compactMap { try searcher.hits(in: $0, query, most: 3) }
      #expect(live.map(\.count) == found.map(\.count), "\(text)")
      #expect(live.map(\.hits) == found.map(\.hits), "\(text)")
      var ranked: [String] = []
      try searcher.find(query) { ranked += $0.documents.map(\.path) }
      #expect(ranked.sorted() == found.map(\.path), "\(text)")
      return found.map { "\($0.path): \($0.count)" }
    }
  }

  private static func document(_ path: String, _ pages: [String], title: String = "")
    -> IndexedDocument
  {
    IndexTests.document(path, pages, title: title)
  }

  private func papers() throws -> IndexedFolder {
    try IndexedFolder([
      Self.document("/a.pdf", ["paxos is a protocol", "it bears byzantine faults"]),
      Self.document("/b.pdf", ["paxos alone", "and nothing else"]),
      Self.document("/c.pdf", ["paxos and byzantine together\nin a page", "paxos again"]),
      Self.document("/d.pdf", ["byzantine\nart", "of the east"]),
    ])
  }

  @Test func operatorsApplyToDocuments() throws {
    let indexed = try papers()
    #expect(try indexed.find("paxos NOT byzantine") == ["/b.pdf: 1"])
    #expect(try indexed.find("paxos -byzantine") == ["/b.pdf: 1"])
    #expect(try indexed.find("paxos byzantine") == ["/a.pdf: 2", "/c.pdf: 2"])
    #expect(try indexed.find("paxos AND faults") == ["/a.pdf: 2"])
    #expect(try indexed.find("(art OR faults) byzantine") == ["/a.pdf: 2", "/d.pdf: 2"])
    #expect(
      try indexed.find("(paxos NOT faults) OR art") == ["/b.pdf: 1", "/c.pdf: 2", "/d.pdf: 1"])
    #expect(try indexed.find("byzantine NOT (paxos NOT faults)") == ["/a.pdf: 2", "/d.pdf: 1"])
    #expect(try indexed.find("paxos zookeeper").isEmpty)
    #expect(try indexed.find("is of").isEmpty)
    #expect(try indexed.find("ne ts") == ["/a.pdf: 2"])
  }

  @Test func aTitleMatchHidesNoPage() throws {
    let indexed = try IndexedFolder([
      Self.document(
        "/a.pdf", ["this page speaks of paxos only", "second", "byzantine faults here"],
        title: "Paxos Made Hard")
    ])
    #expect(try indexed.find("paxos byzantine") == ["/a.pdf: 2"])
    #expect(try indexed.find("speaks byzantine") == ["/a.pdf: 2"])
  }

  /// The page that shows the title is a hit with a place; the title itself adds nothing to it.
  @Test func aTitleOnAPageIsOneHit() throws {
    let indexed = try IndexedFolder([
      Self.document("/a.pdf", ["# Paxos Made Hard\nand more"], title: "Paxos made hard"),
      Self.document("/b.pdf", ["nothing", "# Paxos alone"], title: "Paxos Made Hard"),
    ])
    #expect(try indexed.find("paxos") == ["/a.pdf: 1", "/b.pdf: 2"])
  }

  @Test func nearMeansPassageAndPageMeansPage() throws {
    let indexed = try papers()
    #expect(try indexed.find("near:\"byzantine paxos\"") == ["/c.pdf: 2"])
    #expect(try indexed.find("near:\"byzantine page\"").isEmpty)
    #expect(try indexed.find("page:\"byzantine page\"") == ["/c.pdf: 2"])
    #expect(try indexed.find("page:\"paxos faults\"").isEmpty)
    #expect(try indexed.find("paxos NOT near:\"byzantine paxos\"") == ["/a.pdf: 1", "/b.pdf: 1"])
    #expect(try indexed.find("near:\"byzantine paxos\" again") == ["/c.pdf: 3"])
    #expect(try indexed.find("near:paxos art").isEmpty)
    #expect(try indexed.find("paxos page:2") == ["/c.pdf: 1"])
    #expect(try indexed.find("paxos NOT byzantine page:1") == ["/a.pdf: 1", "/b.pdf: 1"])
  }

  @Test func fileNamesAreFoundByTheirWords() throws {
    let indexed = try IndexedFolder([
      Self.document("/papers/Lamport_2001-paxos.made.simple.pdf", ["the part-time parliament"]),
      Self.document("/paxos/other.pdf", ["nothing"]),
    ])
    let simple = "/papers/Lamport_2001-paxos.made.simple.pdf"
    #expect(try indexed.find("lamport") == [simple + ": 1"])
    #expect(try indexed.find("paxos") == [simple + ": 1"])
    #expect(try indexed.find("\"made simple\"") == [simple + ": 1"])
    #expect(try indexed.find("lamport parliament") == [simple + ": 1"])
    #expect(try indexed.find("parliament NOT lamport").isEmpty)
    #expect(try indexed.find("pdf").isEmpty)
    #expect(try indexed.find("simple.pdf") == [simple + ": 1"])
    #expect(try indexed.find("near:\"lamport simple\"").isEmpty)
    var hits: [LibraryHit] = []
    let searcher = try LibrarySearcher(
      folder: indexed.folder.path + "/cache", library: indexed.folder.path + "/library")
    try searcher.find(LibraryQuery("2001")) { hits += $0.documents.flatMap(\.hits) }
    #expect(hits.map(\.kind) == [.fileName])
    #expect(hits.first?.before == "Lamport_" && hits.first?.text == "2001")
  }

  @Test func aMovedFileIsFoundByItsNewName() throws {
    let indexed = try IndexedFolder([Self.document("/old.pdf", ["words"])])
    let file = try #require(try indexed.index.files().first)
    try indexed.index.move([(file.id, Self.document("/newer.pdf", []).sighting)])
    indexed.documents = [Self.document("/newer.pdf", ["words"])]
    #expect(try indexed.find("old").isEmpty)
    #expect(try indexed.find("newer") == ["/newer.pdf: 1"])
    try indexed.index.remove([file.id])
    indexed.documents = []
    #expect(try indexed.find("newer").isEmpty)
  }

  @Test func aHyphenMatchesABlankOrNothing() throws {
    let indexed = try IndexedFolder([
      Self.document("/1.pdf", ["an e-mail was sent"]), Self.document("/2.pdf", ["an e mail"]),
      Self.document("/3.pdf", ["an email"]),
      Self.document("/4.pdf", ["état-de-l\u{2011}art e\u{2010}mail"]),
      Self.document("/5.pdf", ["state of-the art"]),
    ])
    #expect(
      try indexed.find("e-mail") == ["/1.pdf: 1", "/2.pdf: 1", "/3.pdf: 1", "/4.pdf: 1"])
    #expect(try indexed.find("\"an e mail\"") == ["/1.pdf: 1", "/2.pdf: 1"])
    #expect(try indexed.find("email") == ["/1.pdf: 1", "/3.pdf: 1", "/4.pdf: 1"])
    #expect(try indexed.find("\"an email\"") == ["/1.pdf: 1", "/3.pdf: 1"])
    #expect(try indexed.find("state-of-the-art") == ["/5.pdf: 1"])
    #expect(try indexed.find("\"État de l'art\"").isEmpty)
    #expect(try indexed.find("état-de") == ["/4.pdf: 1"])
    // An expression takes any sign for a hyphen, and nothing else.
    #expect(try indexed.find("/e-mail/") == ["/1.pdf: 1", "/4.pdf: 1"])
  }

  @Test func exclusionsMatchWholeWords() throws {
    let indexed = try IndexedFolder([
      Self.document("/1.pdf", ["consensus in aircraft"]),
      Self.document("/2.pdf", ["consensus by raft"]),
    ])
    #expect(try indexed.find("consensus NOT raft") == ["/1.pdf: 1"])
    #expect(try indexed.find("consensus raft") == ["/1.pdf: 2", "/2.pdf: 2"])
  }

  /// Of many documents those come first that have the words on one page.
  @Test func passagesWithAllWordsTogetherRankFirst() throws {
    let indexed = try IndexedFolder([
      Self.document("/1.pdf", ["some lock", "filler", "a service"]),
      Self.document("/2.pdf", ["a service with a lock"]),
    ])
    let searcher = try LibrarySearcher(
      folder: indexed.folder.path + "/cache", library: indexed.folder.path + "/library")
    var found: [DocumentHits] = []
    try searcher.find(LibraryQuery("lock service")) { found += $0.documents }
    #expect(found.map(\.path) == ["/2.pdf", "/1.pdf"])
    #expect(found.last?.pages == [0, 2])
  }

  @Test func matchesInsideWordsRankLast() throws {
    let indexed = try IndexedFolder([
      Self.document("/1.pdf", ["an aircraft"]), Self.document("/2.pdf", ["by rafts"]),
    ])
    let searcher = try LibrarySearcher(
      folder: indexed.folder.path + "/cache", library: indexed.folder.path + "/library")
    var found: [DocumentHits] = []
    try searcher.find(LibraryQuery("raft")) { found += $0.documents }
    #expect(found.map(\.path) == ["/2.pdf", "/1.pdf"])
  }
}
