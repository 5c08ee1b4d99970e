import DocumentModel
import Foundation
import Store
import Testing

@testable import Library

/// Documents that were moved, and others like them.
extension AnnotationJournalTests {
  @Test func aMovedDocumentIsFollowedAndACopyIsAnother() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    for id in ["ab", ""] {
      let row = try journal.ensure(DocumentIdentity(permanentID: id, path: path), title: "A")
      let bytes = AnnotatedDocument.Bytes(length: 9, hash: "h" + id, deed: 0)
      try journal.wrote(bytes, stamp: "stamp" + id, of: row.id)
      let copy = try bench.make("copy.pdf")
      #expect(try journal.document(DocumentIdentity(permanentID: id, path: copy)) == nil)
      try FileManager.default.removeItem(atPath: path)
      let moved = try bench.make("moved\(id).pdf")
      let identity = DocumentIdentity(permanentID: id, path: moved)
      #expect(try journal.follow(identity, stamp: "stamp" + id)?.id == row.id)
      let again = try journal.ensure(identity, stamp: "stamp" + id, title: "A")
      #expect(again.id == row.id)
      #expect(again.path == moved)
      _ = try bench.make("a.pdf")
    }
  }

  /// What is in both files is told of the one that is there; one without a permanent ID is known by its bytes.
  @Test func anotherFileLikeOneThatIsAwayGetsAllOfItsOwn() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    let row = try journal.ensure(DocumentIdentity(path: path), title: "A")
    var history = AnnotationHistory()
    let deed = try #require(try add(journal, row.id, &history, made("one")))
    let bytes = AnnotatedDocument.Bytes(length: 9, hash: "h", deed: deed.number)
    try journal.begin(bytes, of: row.id)
    try journal.wrote(bytes, stamp: "first", of: row.id)
    let left = FileLineage(bytes, version: 0)
    try journal.intend(FileTurn(to: left, isReturn: false), leaving: left, of: row.id)
    #expect(try !journal.mayKnow(length: 9), "it is there")
    try FileManager.default.removeItem(atPath: path)
    #expect(try journal.mayKnow(length: 9) && !journal.mayKnow(length: 8))
    let copy = try bench.make("copy.pdf")
    #expect(try journal.follow(DocumentIdentity(path: copy), stamp: "second") == nil)
    let identity = DocumentIdentity(contentHash: "h", path: copy)
    let forked = try #require(try journal.follow(identity, stamp: "second"))
    #expect(forked.id != row.id && forked.written?.hash == "h")
    var copied = AnnotationHistory()
    try journal.catchUp(&copied, of: forked.id)
    #expect(forked.written?.deed == copied.last && copied.last != deed.number)
    #expect(try journal.lineage("h", of: forked.id)?.head == copied.last)
    var found: [String] = []
    try journal.find("") { path, _, _, _ in
      found.append(path)
      return true
    }
    #expect(found == [copy])
    _ = try bench.make("a.pdf")
    #expect(try journal.follow(DocumentIdentity(path: path), stamp: "third")?.id == row.id)
  }

  /// What is in no file belongs to the one it was made in, which may come back, and to the copy that was found meanwhile.
  @Test(arguments: [true, false])
  func aCopyGetsWhatIsInTheLibraryOnlyAndTheOriginalKeepsIt(byLibrary: Bool) throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    let identity = DocumentIdentity(permanentID: "ab", path: path)
    let row = try journal.ensure(identity, title: "A")
    var history = AnnotationHistory()
    let bytes = AnnotatedDocument.Bytes(length: 9, hash: "h", deed: 0)
    try journal.begin(bytes, of: row.id)
    try journal.wrote(bytes, stamp: "first", of: row.id)
    try add(journal, row.id, &history, made("one"))
    try journal.intend(.init(length: 12, hash: "next", deed: history.last), of: row.id)
    let second = try #require(try add(journal, row.id, &history, made("two")))
    _ = try journal.add(to: row.id, &history) { _, row in
      AnnotationJournal.Entry(.undo, of: second.number, second.step.inverse, version: row.version)
    }
    let anchor = TextAnchor(quote: "words", before: "", after: "")
    try journal.set(anchors: [AnnotationID("one"): anchor], version: 0, in: row.id)
    try FileManager.default.removeItem(atPath: path)
    let copy = try bench.make("copy.pdf")
    let there = DocumentIdentity(permanentID: "ab", path: copy)
    if byLibrary {
      let store = try LibraryStore(file: bench.folder + "/library/library.db")
      let file = try #require(try store.files.record(at: path))
      try store.files.move([(id: file.id, path: copy)], areSameFiles: false)
    }
    let forked = try #require(try journal.follow(there, stamp: "second"))
    #expect(forked.id != row.id)
    #expect(forked.path == copy)
    #expect(forked.base == bytes && forked.written == bytes)
    #expect(forked.writtenStamp.isEmpty && forked.intended?.hash == "next")
    let files = try LibraryStore(file: bench.folder + "/library/library.db").connection
      .statement("SELECT d.path, f.path FROM annotated d LEFT JOIN file f ON f.id = d.file")
      .run([]) { [$0.text(0), $0.text(1)] }
    #expect(files.allSatisfy { $0[0] == $0[1] }, "\(files)")
    var copied = AnnotationHistory()
    try journal.catchUp(&copied, of: forked.id)
    #expect(copied.standing.map(\.id.name) == ["one"])
    #expect(copied.deeds.map(\.step) == history.deeds.map(\.step))
    #expect(copied.nextRedo?.step == second.step, "what was taken back can be done again")
    #expect(try journal.anchors(of: forked.id)[AnnotationID("one")]?.quote == "words")
    #expect(try journal.bases(of: forked.id) == [bytes])
    #expect(try journal.follow(there, stamp: "second")?.id == forked.id, "once only")
    _ = try bench.make("a.pdf")
    let back = try #require(try journal.follow(identity, stamp: "third"))
    #expect(back.id == row.id)
    var again = AnnotationHistory()
    try journal.catchUp(&again, of: back.id)
    #expect(again.deeds == history.deeds)
  }
}
