import DocumentModel
import Foundation
import Library
import Store
import Testing
import TestSupport
@testable import Text

@Suite struct IndexTests {
  /// An index in a folder of its own.
  private final class IndexedFolder {
    let folder: String
    let index: LibraryIndex

    init() throws {
      folder = FileManager.default.temporaryDirectory.path + "/recto-test-\(UUID().uuidString)"
      index = try LibraryIndex(folder: folder + "/cache")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func searcher() throws -> LibrarySearcher {
      try LibrarySearcher(folder: folder + "/cache", library: folder + "/library")
    }

    /// The results, as `path: hits`.
    func find(_ text: String, _ bounds: LibrarySearcher.Bounds = .init()) throws -> [String] {
      var found: [String] = []
      try searcher().find(LibraryQuery(text), bounds) { findings in
        found += findings.documents.map { "\($0.path): \($0.count)" }
      }
      return found
    }
  }

  static func document(
    _ path: String, _ pages: [String], title: String = "", author: String = "",
    created: Int64? = nil, notes: [Int: String] = [:]
  ) -> IndexedDocument {
    var card = DocumentCard()
    card.title = title
    card.author = author
    card.created = created
    card.pageCount = pages.count
    let sighting = FileSighting(
      path: path, device: 1, inode: path.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) }, size: 10,
      modified: 1_600_000_000_000_000_000)
    return IndexedDocument(
      sighting, reader: "test", type: "com.adobe.pdf", card: card,
      pages: pages.enumerated().map { page($1, number: $0, note: notes[$0]) },
      sections: [DocumentSection(title: "Beginning", page: 0, y: 0)])
  }

  static func page(_ text: String, number: Int, note: String?) -> IndexedPage {
    var flat = FlatText()
    for (line, paragraph) in text.split(separator: "\n").enumerated() {
      let isHeading = paragraph.hasPrefix("# ")
      let scalars = paragraph.drop { "# ".contains($0) && isHeading }.unicodeScalars.map(\.value)
      flat.add(
        Flow.Paragraph(
          kind: isHeading ? .heading(level: 1) : .paragraph, scalars: scalars,
          origins: scalars.indices.map {
            Flow.Origin(page: Int32(number), index: Int32(line * 1_000 + $0))
          },
          hyphens: [], spans: [], page: number, box: Box(x0: 0, y0: 0, x1: 9, y1: 9)), pages: [:])
    }
    if let note { flat.add(note: note, page: number) }
    var grams = Grams()
    flat.gather(&grams, of: 0..<flat.count)
    return IndexedPage(
      number: number, label: number == 0 ? "i" : "",
      passages: flat.packed(0..<flat.count, page: number),
      grams: Array(grams.list.words.utf8))
  }

  @Test func pagesAndSectionsHaveTheirNames() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([Self.document("/a.pdf", ["one", "two"])])
    #expect(try indexed.index.waymarks(of: "/none.pdf") == nil)
    let waymarks = try #require(try indexed.index.waymarks(of: "/a.pdf"))
    #expect(waymarks.pageName(0) == "i" && waymarks.pageName(1) == "2")
    #expect(waymarks.section(of: 1, y: 5) == "Beginning")
  }

  /// References belong to the file as it was indexed; those of encrypted documents are not stored.
  @Test func referencesAreStoredWithTheirDocument() throws {
    let indexed = try IndexedFolder()
    let box = Box(x0: 1, y0: 2, x1: 3, y1: 4)
    var references = DocumentReferences()
    references.pages[0] = [
      Reference(
        kind: .cite, text: "[1]", page: 0, box: box,
        target: .destination(Destination(page: 1, y: 20.5))),
      Reference(
        kind: .uri, text: "example.org", page: 0, box: box, target: .uri("https://example.org/")),
    ]
    references.entries = [
      BibliographyEntry(
        label: "1", scalars: "[1] A. Doe. A title. 2019.".unicodeScalars.map(\.value),
        place: Destination(page: 1, y: 20.5))
    ]
    references.outline = [OutlineItem(title: "One", target: .destination(Destination(page: 1)))]
    references.terms["raft"] = Destination(page: 1, y: 3)
    var document = Self.document("/a.pdf", ["one", "two"])
    try indexed.index.put([document])
    #expect(try indexed.index.references(of: document.sighting) == nil)
    try indexed.index.keep(references, of: document.sighting)
    #expect(try indexed.index.references(of: document.sighting) == references)
    #expect(references.fits(pageCount: 2) && !references.fits(pageCount: 1))
    var other = document.sighting
    other.modified += 1
    #expect(try indexed.index.references(of: other) == nil)
    try indexed.index.put([document])
    #expect(try indexed.index.references(of: document.sighting) == nil)
    document.state = .locked
    try indexed.index.put([document])
    try indexed.index.keep(references, of: document.sighting)
    #expect(try indexed.index.references(of: document.sighting) == nil)
  }

  @Test func documentsAreFoundByTheirDOI() throws {
    let indexed = try IndexedFolder()
    var document = Self.document("/a.pdf", ["one"], title: "A Title")
    document.card.doi = "10.1000/182"
    try indexed.index.put([document, Self.document("/b.pdf", ["two"])])
    #expect(try indexed.index.works(doi: "10.1000/182").map(\.path) == ["/a.pdf"])
    #expect(try indexed.index.works(doi: "") == [])
    #expect(try indexed.index.works(ofTitle: 7...9).map(\.title) == ["A Title"])
  }

  @Test func hitsInSubjectAndKeywordsAreOneLine() throws {
    let indexed = try IndexedFolder()
    var document = Self.document("/a.pdf", ["plain"])
    (document.card.subject, document.card.keywords) = ("Proceedings", "Julia, Compilers")
    try indexed.index.put([document])
    var lines: [String] = []
    try indexed.searcher().find(LibraryQuery("julia")) { findings in
      lines += findings.documents.flatMap(\.hits).map { $0.before + $0.text + $0.after }
    }
    #expect(lines == ["Proceedings, Julia, Compilers"])
  }

  @Test func wordsPhrasesAndOperatorsAreSearched() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([
      Self.document(
        "/a.pdf", ["the write-ahead log is forced", "the log is long\nwrite it ahead"]),
      Self.document("/b.pdf", ["a tree is grown", "Café naïve 日本語の本"]),
      Self.document("/c.pdf", ["log cabins\nare made of trees"]),
    ])
    #expect(try indexed.find("log") == ["/a.pdf: 2", "/c.pdf: 1"])
    #expect(try indexed.find("\"write-ahead log\"") == ["/a.pdf: 1"])
    #expect(try indexed.find("log tree") == ["/c.pdf: 2"])
    #expect(try indexed.find("log OR tree") == ["/a.pdf: 2", "/b.pdf: 1", "/c.pdf: 2"])
    #expect(try indexed.find("log NOT cabins") == ["/a.pdf: 2"])
    #expect(try indexed.find("log -write") == ["/c.pdf: 1"])
    #expect(try indexed.find("本") == ["/b.pdf: 2"] && indexed.find("日本") == ["/b.pdf: 1"])
    #expect(try indexed.find("本語") == ["/b.pdf: 1"] && indexed.find("語日") == [])
    #expect(try indexed.find("ee") == ["/b.pdf: 1", "/c.pdf: 1"])
    #expect(try indexed.find("cafe") == [])
    #expect(try indexed.find("/tre{2}s?/") == ["/b.pdf: 1", "/c.pdf: 1"])
    #expect(try indexed.find("log page:2") == ["/a.pdf: 1"])
    let found = try indexed.searcher().hits(
      of: DocumentPlace("/a.pdf"), LibraryQuery("forced"))
    #expect(found.map(\.label) == ["i"] && found.map(\.section) == ["Beginning"])
    #expect(found.first?.before == "the write-ahead log is " && found.first?.start == 23)
  }

  /// A note made a moment ago is found, one deleted is not, before file and index know of it; later the index has the word.
  @Test func notesAreSearchedInTheJournal() throws {
    let indexed = try IndexedFolder()
    func put(_ note: String?, modified: Int64 = 1_600_000_000_000_000_000) throws {
      var document = Self.document(
        "/a.pdf", ["the log is forced", "and the tree is grown"], notes: note.map { [0: $0] } ?? [:]
      )
      document.sighting.modified = modified
      try indexed.index.put([document])
    }
    try put("an old remark")
    let journal = AnnotationJournal(folder: indexed.folder + "/library")
    let row = try journal.ensure(FileEvidence(path: "/a.pdf", stamp: "/a.pdf"), title: "A")
    #expect(try indexed.find("note:remark") == ["/a.pdf: 1"])
    var old = Annotation(id: AnnotationID("old"), page: 0, kind: .note, box: .zero)
    old.contents = "an old remark"
    var new = Annotation(id: AnnotationID("new"), page: 1, kind: .highlight, box: .zero)
    new.contents = "compare\nwith Gray"
    try journal.show([old], stamp: "1 2 10 1600000000 0", of: row.id)
    var history = AnnotationHistory()
    func add(_ change: AnnotationChange) throws -> Int {
      try journal.add(to: row.id, &history) { _, row in
        AnnotationJournal.Entry(.edit, AnnotationEdit([change]), version: row.version)
      }?.number ?? 0
    }
    _ = try add(AnnotationChange(before: nil, after: new))
    let searcher = try indexed.searcher()
    func find(_ text: String) throws -> Int {
      var count = 0
      try searcher.find(LibraryQuery(text)) { count += $0.documents.reduce(0) { $0 + $1.count } }
      return count
    }
    #expect(try find("note:gray") == 1)
    #expect(try find("gray") == 1)
    #expect(try find("note:remark") == 1)
    // Both in the document, on one page or on two, and together in no passage.
    #expect(try find("tree gray") == 2)
    #expect(try find("forced gray") == 2)
    let entry = try add(AnnotationChange(before: old, after: nil))
    #expect(try find("note:remark") == 0)
    // Saved, and not yet read for the index.
    let bytes = AnnotatedDocument.Bytes(length: 20, hash: "h", lastEntry: entry)
    try journal.wrote(bytes, stamp: "1 2 20 1600000100 0", of: row.id)
    #expect(try find("note:gray") == 1 && find("note:remark") == 0)
    // Another program wrote later, and the index has read that.
    try put("a foreign word", modified: 1_600_000_200_000_000_000)
    #expect(try find("note:gray") == 0 && find("note:foreign") == 1)
  }

  /// Those that have no place in their document are in no file; they are found as such, and on no page.
  @Test func detachedNotesAreFound() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([
      Self.document("/a.pdf", ["the log is forced"], notes: [0: "an old remark"])
    ])
    let journal = AnnotationJournal(folder: indexed.folder + "/library")
    let row = try journal.ensure(FileEvidence(path: "/a.pdf", stamp: "/a.pdf"), title: "A")
    var lost = Annotation(id: AnnotationID("lost"), page: 7, kind: .highlight, box: .zero)
    lost.contents = "compare\nwith Gray"
    var history = AnnotationHistory()
    let entry = try journal.add(to: row.id, &history) { _, row in
      AnnotationJournal.Entry(
        .detached, AnnotationEdit([AnnotationChange(before: lost, after: nil)]),
        version: row.version)
    }
    // All is saved, so that the index's own notes hold.
    let bytes = AnnotatedDocument.Bytes(length: 20, hash: "h", lastEntry: entry?.number ?? 0)
    try journal.wrote(bytes, stamp: "1 2 20 1000000000 0", of: row.id)
    var hits: [LibraryHit] = []
    let searcher = try indexed.searcher()
    for query in ["note:gray", "gray", "note:remark"] {
      try searcher.find(LibraryQuery(query)) { hits += $0.documents.flatMap(\.hits) }
    }
    #expect(hits.map(\.kind) == [.detached, .detached, .note])
    #expect(hits.first?.before == "compare with " && hits.first?.spans.isEmpty == true)
    #expect(try indexed.find("gray page:1").isEmpty)
  }

  @Test func filtersRestrictTheSearch() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([
      Self.document(
        "/home/papers/gray.pdf", ["transactions and logs"], title: "The Transaction Concept",
        author: "Jim Gray", created: 350_000_000, notes: [0: "see the other paper"]),
      Self.document(
        "/home/books/x.pdf", ["transactions of others, see it"], created: 1_600_000_000),
    ])
    #expect(try indexed.find("author:GRAY") == ["/home/papers/gray.pdf: 0"])
    #expect(try indexed.find("transactions author:gray") == ["/home/papers/gray.pdf: 1"])
    #expect(try indexed.find("gray logs") == ["/home/papers/gray.pdf: 1"])
    #expect(try indexed.find("title:concept").count == 1)
    #expect(try indexed.find("transactions in:books") == ["/home/books/x.pdf: 1"])
    #expect(try indexed.find("transactions in:/home/papers") == ["/home/papers/gray.pdf: 1"])
    #expect(try indexed.find("transactions after:2000") == ["/home/books/x.pdf: 1"])
    #expect(try indexed.find("transactions before:2000") == ["/home/papers/gray.pdf: 1"])
    #expect(try indexed.find("transactions year:1981") == ["/home/papers/gray.pdf: 1"])
    #expect(try indexed.find("transactions type:pdf").count == 2)
    #expect(try indexed.find("transactions type:markdown").isEmpty)
    #expect(try indexed.find("note:other") == ["/home/papers/gray.pdf: 1"])
    #expect(try indexed.find("author:gray -logs").isEmpty)
    #expect(try indexed.find("author:gray -cabins") == ["/home/papers/gray.pdf: 0"])
    #expect(try indexed.find("concept") == ["/home/papers/gray.pdf: 1"])
    var bounds = LibrarySearcher.Bounds()
    bounds.folder = "/home/books"
    #expect(try indexed.find("transactions", bounds) == ["/home/books/x.pdf: 1"])
  }

  @Test func noteFiltersDoNotMatchTheText() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([
      Self.document("/a.pdf", ["check this and that\ncheck again"], notes: [0: "check the source"])
    ])
    #expect(try indexed.find("note:check that") == ["/a.pdf: 2"])
    #expect(try indexed.find("note:check") == ["/a.pdf: 1"])
  }

  @Test func deeplyNestedQueriesAreAnswered() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([Self.document("/a.pdf", ["some words"])])
    var query = "words"
    for _ in 0..<30 { query = "(some (\(query) OR other))" }
    #expect(throws: Never.self) { _ = try? indexed.find(query) }
    #expect(try indexed.find("((((some (words OR other)))))").count == 1)
  }

  @Test func titlesRankFirstAndPhrasesBeforeWords() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([
      Self.document("/1.pdf", ["some lock here and a service there"]),
      Self.document("/2.pdf", ["a lock service is here"]),
      Self.document("/3.pdf", ["# The lock service\nand text"]),
      Self.document("/4.pdf", ["text of it"], title: "The Chubby lock service"),
    ])
    #expect(
      try indexed.find("lock service").map { $0.prefix(6) } == [
        "/4.pdf", "/3.pdf", "/2.pdf", "/1.pdf",
      ])
  }

  @Test func reindexedDocumentsReplaceTheOldOnes() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([
      Self.document("/a.pdf", ["old words 日本"]), Self.document("/b.pdf", ["others"]),
    ])
    try indexed.index.put([Self.document("/a.pdf", ["new words", "and a page"], title: "Newer")])
    #expect(
      try indexed.find("old") == [] && indexed.find("日") == []
        && indexed.find("newer") == ["/a.pdf: 1"])
    #expect(try indexed.find("words") == ["/a.pdf: 1"] && indexed.find("others") == ["/b.pdf: 1"])
    let files = try indexed.index.files()
    try indexed.index.remove(files.filter { $0.sighting.path == "/a.pdf" }.map(\.id))
    #expect(try indexed.find("words") == [])
    try indexed.index.move([(files[0].id, Self.document("/c.pdf", []).sighting)])
    #expect(try indexed.index.files().map(\.sighting.path) == ["/c.pdf"])
    #expect(try indexed.find("others") == ["/c.pdf: 1"])
  }

  @Test func aDamagedIndexIsSetAsideAndRebuilt() throws {
    let folder = try TemporaryFolder()
    try Data("this is no database, whatever its name says".utf8).write(
      to: URL(fileURLWithPath: folder.path + "/index.db"))
    let index = try LibraryIndex(folder: folder.path)
    #expect(index.setAside == folder.path + "/index.db.damaged")
    #expect(FileManager.default.fileExists(atPath: folder.path + "/index.db.damaged"))
    try index.put([Self.document("/a.pdf", ["words"])])
    #expect(try index.files().count == 1)
  }

  /// The tables a search reads last do not show their damage when the index is opened.
  @Test func damageFoundBySearchingIsRepairedByTheNextWriter() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([Self.document("/a.pdf", ["words"])])
    try indexed.index.settle()
    let file = indexed.index.folder + "/index.db"
    let connection = try Connection(file: file)
    let (root, size) = try connection.statement(
      "SELECT rootpage, page_size FROM sqlite_master, pragma_page_size WHERE name = 'posting'"
    ).run { ($0.integer(0), $0.integer(1)) }[0]
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
    try handle.seek(toOffset: UInt64((root - 1) * size))
    try handle.write(contentsOf: Data(repeating: 0xAA, count: size))
    try handle.close()
    #expect(throws: LibrarySearcher.Failure.self) { try indexed.find("words") }
    let index = try LibraryIndex(folder: indexed.index.folder)
    #expect(index.setAside == indexed.index.folder + "/index.db.damaged")
    try index.put([Self.document("/a.pdf", ["words"])])
    #expect(try LibraryIndex(folder: indexed.index.folder).setAside == nil)
    #expect(try indexed.find("words").count == 1)
  }

  /// A view could stand in for a table, with functions that fail.
  @Test func anIndexWithAViewIsSetAside() throws {
    let folder = try TemporaryFolder()
    try LibraryIndex(folder: folder.path).put([Self.document("/a.pdf", ["words"])])
    try Connection(file: folder.path + "/index.db").execute(
      "ALTER TABLE document RENAME TO other; CREATE VIEW document AS SELECT * FROM other")
    let index = try LibraryIndex(folder: folder.path)
    #expect(index.setAside != nil)
    try index.clear()
    #expect(try index.files().isEmpty)
  }

  @Test func runawayExpressionsAreStopped() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put([Self.document("/a.pdf", [String(repeating: "a", count: 60) + "bc"])])
    #expect(throws: LibrarySearcher.Failure.self) { try indexed.find("/(a+)+c/") }
    #expect(try indexed.find("aabc").count == 1)
  }

  @Test func aCancelledSearchStopsReading() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put((0..<50).map { Self.document("/\($0).pdf", ["some word"]) })
    var asked = 0
    var reported = 0
    try indexed.searcher().find(
      LibraryQuery("word"),
      while: {
        asked += 1
        return asked < 20
      }
    ) { reported += $0.documents.count }
    #expect(reported < 50)
  }

  @Test func relatedDocumentsShareRareWords() throws {
    let indexed = try IndexedFolder()
    try indexed.index.put(
      [
        Self.document("/me.pdf", ["paxos and zookeeper quorums in the text"]),
        Self.document("/near.pdf", ["a quorum of paxos is in the text"]),
        Self.document("/far.pdf", ["cooking in the text"]),
      ] + (0..<40).map { Self.document("/other\($0).pdf", ["nothing in the text"]) })
    let (query, findings) = try indexed.searcher().related(
      to: "paxos and zookeeper quorums in the text", except: "/me.pdf")
    #expect(findings.documents.map(\.path) == ["/near.pdf"])
    #expect(query.terms.contains { $0.query.text == "paxos" })
  }

  /// Its rows of before remain in the lists until these are merged.
  @Test func documentsIndexedAgainAreNotRelatedToThemselves() throws {
    let indexed = try IndexedFolder()
    let own = "kfzq wpxv jrtn mbcl hgds qyue vnza xotp lkri zsmw cbfj ptqh gwvx nrdk"
    let text = own + " paxos in the text"
    try indexed.index.put(
      [Self.document("/near.pdf", ["a quorum of paxos is in the text"])]
        + (0..<40).map { Self.document("/other\($0).pdf", ["nothing in the text"]) })
    for _ in 0..<2 { try indexed.index.put([Self.document("/me.pdf", [text])]) }
    let (_, findings) = try indexed.searcher().related(to: text, except: "/me.pdf")
    #expect(findings.documents.map(\.path) == ["/near.pdf"])
  }
}
