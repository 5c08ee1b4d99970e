import DocumentModel
import Foundation
import Store
import Testing

@testable import Library

/// Which document a file is.
extension AnnotationJournalTests {
  @Test func aMovedFileIsTheSameDocument() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    let row = try journal.ensure(FileEvidence(path: path, stamp: "first"), title: "A")
    let moved = FileEvidence(path: try bench.make("b.pdf"), stamp: "first")
    #expect(try journal.follow(moved)?.id == row.id)
    #expect(try journal.document(row.id)?.path == moved.path)
    #expect(try journal.ensure(moved, title: "A").id == row.id)
  }

  /// Neither a name nor an `/ID` makes a file the document that was there.
  @Test func anotherFileOfTheSameNameOrIDIsAnotherDocument() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    let row = try journal.ensure(
      FileEvidence(path: path, stamp: "first", permanentID: "ab"), title: "A")
    var history = AnnotationHistory()
    try add(journal, row.id, &history, made("one"))
    try journal.wrote(.init(length: 9, hash: "h", lastEntry: 0), stamp: "first", of: row.id)
    let replaced = FileEvidence(
      path: path, stamp: "second", length: 9, hash: "other", permanentID: "ab")
    #expect(try journal.match(replaced) == nil)
    #expect(try journal.predecessors(of: replaced).map(\.id) == [row.id])
    var elsewhere = replaced
    elsewhere.path = try bench.make("b.pdf")
    #expect(try journal.match(elsewhere) == nil)
    #expect(try journal.predecessors(of: elsewhere).isEmpty, "the other file is at its place")
    try FileManager.default.removeItem(atPath: path)
    #expect(try journal.predecessors(of: elsewhere).map(\.id) == [row.id])
    elsewhere.permanentID = ""
    #expect(try journal.predecessors(of: elsewhere).isEmpty)
    let own = try journal.ensure(elsewhere, title: "B")
    #expect(own.id != row.id)
  }

  /// Copies are documents of their own, also once the annotated one is gone.
  @Test func copiesFromBeforeTheFirstAnnotationGetNoOffer() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    let row = try journal.ensure(
      FileEvidence(path: path, stamp: "first", permanentID: "ab"), title: "A")
    var history = AnnotationHistory()
    let entry = try #require(try add(journal, row.id, &history, made("one")))
    try journal.begin(.init(length: 5, hash: "clean", lastEntry: 0), of: row.id)
    try journal.wrote(
      .init(length: 9, hash: "h", lastEntry: entry.number), stamp: "second", of: row.id)
    try FileManager.default.removeItem(atPath: path)
    var copy = FileEvidence(
      path: try bench.make("b.pdf"), stamp: "copy", length: 5, hash: "clean", permanentID: "ab")
    #expect(try journal.predecessors(of: copy).isEmpty)
    copy.hash = nil
    #expect(try journal.predecessors(of: copy).isEmpty)
    copy.hash = "rebuilt"
    #expect(try journal.predecessors(of: copy).map(\.id) == [row.id])
    // Annotated itself, it still is that copy.
    copy.hash = "clean"
    let own = try journal.ensure(copy, title: "B")
    try journal.begin(.init(length: 5, hash: "clean", lastEntry: 0), of: own.id)
    (copy.length, copy.hash) = (8, "annotated")
    #expect(try journal.predecessors(of: copy, except: own.id).isEmpty)
    // Restored at its own path it is an earlier version.
    copy = FileEvidence(path: path, stamp: "again", length: 5, hash: "clean", permanentID: "ab")
    #expect(try journal.predecessors(of: copy).map(\.id) == [row.id])
  }

  /// A decision about a file holds only at its path, and only for documents edited before it.
  @Test func aDecisionAppliesToEarlierEdits() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let (one, two) = (try bench.make("a.pdf"), try bench.make("b.pdf"))
    let version = FileEvidence(path: one, stamp: "new", length: 7, hash: "version")
    let own = try journal.ensure(version, title: "A")
    var history = AnnotationHistory()
    let entry = try #require(try add(journal, own.id, &history, made("own")))
    try journal.begin(.init(length: 5, hash: "clean", lastEntry: 0), of: own.id)
    try journal.wrote(
      .init(length: 7, hash: "version", lastEntry: entry.number), stamp: "new", of: own.id)
    try journal.setDecided(own.id)
    let earlier = try journal.ensure(FileEvidence(path: one, stamp: "old"), title: "A")
    #expect(try journal.predecessors(of: version, except: own.id).isEmpty)
    var others = AnnotationHistory()
    try add(journal, earlier.id, &others, made("later"))
    #expect(try journal.predecessors(of: version, except: own.id).map(\.id) == [earlier.id])
    let there = try journal.ensure(FileEvidence(path: two, stamp: "there"), title: "B")
    var theirs = AnnotationHistory()
    try add(journal, there.id, &theirs, made("there"))
    let copy = FileEvidence(path: two, stamp: "copy", length: 7, hash: "version")
    let forked = try #require(try journal.follow(copy))
    #expect(try journal.predecessors(of: copy, except: forked.id).map(\.id) == [there.id])
  }

  /// A discarded document is offered again once it is edited, and when the user asks for it.
  @Test func aDiscardHoldsUntilTheDocumentIsEdited() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    let old = try journal.ensure(FileEvidence(path: path, stamp: "old"), title: "A")
    var history = AnnotationHistory()
    try add(journal, old.id, &history, made("one"))
    let version = FileEvidence(path: path, stamp: "new")
    #expect(try journal.predecessors(of: version, except: nil).map(\.id) == [old.id])
    try journal.retire(old.id)
    #expect(try journal.predecessors(of: version, except: nil).isEmpty)
    try add(journal, old.id, &history, made("two"))
    #expect(try journal.predecessors(of: version, except: nil).map(\.id) == [old.id])
    try journal.retire(old.id)
    try journal.setCarriesOver(true, at: path)
    try journal.reconsider(version)
    #expect(try journal.predecessors(of: version, except: nil).map(\.id) == [old.id])
    try journal.setCarriesOver(nil, at: path)
    #expect(try journal.carriesOver(at: path) == nil)
  }

  /// A program that opened the file before another one saved into it still means the same document.
  @Test func earlierStampsAreKnownAtTheirPath() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    let opened = FileEvidence(path: path, stamp: "first")
    let row = try journal.ensure(opened, title: "A")
    let base = AnnotatedDocument.Bytes(length: 9, hash: "clean", lastEntry: 0)
    try journal.begin(base, of: row.id)
    try journal.wrote(base, stamp: "first", of: row.id)
    var history = AnnotationHistory()
    let entry = try #require(try add(journal, row.id, &history, made("one")))
    try journal.wrote(
      .init(length: 12, hash: "marked", lastEntry: entry.number), stamp: "second", of: row.id)
    #expect(try journal.match(opened)?.id == row.id)
    #expect(try journal.ensure(opened, title: "A").id == row.id)
    try journal.begin(base, keepsEarlier: true, of: row.id)
    #expect(try journal.match(opened)?.id == row.id, "writing over the base again keeps its stamp")
    let elsewhere = FileEvidence(path: try bench.make("b.pdf"), stamp: "first")
    #expect(try journal.match(elsewhere) == nil)
  }

  /// A document is known by all states of its bytes that hold edits, at its path and elsewhere, but not by those before the first.
  @Test func bytesBeforeTheFirstEditMatchNothing() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let path = try bench.make("a.pdf")
    let row = try journal.ensure(FileEvidence(path: path, stamp: "first"), title: "A")
    var history = AnnotationHistory()
    let entry = try #require(try add(journal, row.id, &history, made("one")))
    try journal.begin(.init(length: 9, hash: "clean", lastEntry: 0), of: row.id)
    try journal.wrote(
      .init(length: 12, hash: "marked", lastEntry: entry.number), stamp: "first", of: row.id)
    let restored = FileEvidence(path: path, stamp: "second", length: 9, hash: "clean")
    #expect(try journal.mayKnow(restored))
    #expect(try journal.match(restored) == nil, "a blank form again, of which this is a version")
    #expect(try journal.predecessors(of: restored).map(\.id) == [row.id])
    var copy = FileEvidence(path: try bench.make("b.pdf"), stamp: "x", length: 9, hash: "clean")
    #expect(try !journal.mayKnow(copy))
    #expect(try journal.match(copy) == nil)
    (copy.length, copy.hash) = (12, "marked")
    #expect(try journal.mayKnow(copy))
    let forked = try #require(try journal.follow(copy))
    #expect(forked.id != row.id && forked.path == copy.path)
    #expect(try journal.follow(copy)?.id == forked.id, "once only")
    var copied = AnnotationHistory()
    try journal.catchUp(&copied, of: forked.id)
    #expect(copied.annotations.map(\.id.name) == ["one"])
    #expect(copied.entries.map(\.step) == history.entries.map(\.step))
    #expect(forked.written?.lastEntry == copied.last && copied.last != entry.number)
    #expect(try journal.document(row.id)?.path == path)
  }

  /// Edits that are in no file stay with their file: another copy of the same form gets none of them.
  @Test func copiesGetNoUnsavedEdits() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let row = try journal.ensure(
      FileEvidence(path: try bench.make("a.pdf"), stamp: "first"), title: "A")
    let clean = AnnotatedDocument.Bytes(length: 9, hash: "clean", lastEntry: 0)
    try journal.begin(clean, of: row.id)
    try journal.wrote(clean, stamp: "first", of: row.id)
    var history = AnnotationHistory()
    let entry = try #require(try add(journal, row.id, &history, made("one")))
    let copy = FileEvidence(
      path: try bench.make("b.pdf"), stamp: "x", length: 9, hash: "clean")
    #expect(try journal.match(copy) == nil)
    try FileManager.default.removeItem(atPath: row.path)
    #expect(try journal.match(copy)?.id == row.id, "it may have been moved")
    var own = copy
    own.path = row.path
    #expect(try journal.match(own)?.id == row.id, "its own file waits for it")
    // A first session's file with edits in it is the document, whatever was written since.
    try journal.wrote(
      .init(length: 12, hash: "one", lastEntry: entry.number), stamp: "s", of: row.id)
    try journal.begin(
      .init(length: 12, hash: "one", lastEntry: entry.number), keepsEarlier: true, of: row.id)
    let next = try #require(try add(journal, row.id, &history, made("two")))
    try journal.wrote(
      .init(length: 15, hash: "two", lastEntry: next.number), stamp: "t", of: row.id)
    (own.length, own.hash) = (12, "one")
    #expect(try journal.match(own)?.id == row.id)
  }

  @Test func theCarryOverSettingIsStoredPerPath() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    #expect(try journal.carriesOver(at: "/a.pdf") == nil)
    try journal.setCarriesOver(true, at: "/a.pdf")
    try journal.setCarriesOver(false, at: "/b.pdf")
    #expect(try journal.carriesOver(at: "/a.pdf") == true)
    #expect(try journal.carriesOver(at: "/b.pdf") == false)
    try journal.setCarriesOver(nil, at: "/a.pdf")
    #expect(try journal.carriesOver(at: "/a.pdf") == nil)
  }

  /// Unsaved edits belong to the file they were made in, which may come back, and to the copy found meanwhile.
  @Test func aCopyGetsUnsavedEditsAndTheOriginalKeepsThem() throws {
    let bench = try Bench()
    let journal = AnnotationJournal(folder: bench.folder + "/library")
    let original = FileEvidence(
      path: try bench.make("a.pdf"), stamp: "first", length: 9, hash: "h", permanentID: "ab")
    let row = try journal.ensure(original, title: "A")
    var history = AnnotationHistory()
    let bytes = AnnotatedDocument.Bytes(length: 9, hash: "h", lastEntry: 0)
    try journal.begin(bytes, of: row.id)
    try journal.wrote(bytes, stamp: "first", of: row.id)
    try add(journal, row.id, &history, made("one"))
    try journal.intend(.init(length: 12, hash: "next", lastEntry: history.last), of: row.id)
    let second = try #require(try add(journal, row.id, &history, made("two")))
    _ = try journal.add(to: row.id, &history) { _, row in
      AnnotationJournal.Entry(.undo, of: second.number, second.step.inverse, version: row.version)
    }
    let anchor = TextAnchor(quote: "words", before: "", after: "")
    try journal.set(anchors: [AnnotationID("one"): anchor], version: 0, in: row.id)
    let copy = FileEvidence(
      path: try bench.make("copy.pdf"), stamp: "second", length: 9, hash: "h", permanentID: "ab")
    try FileManager.default.removeItem(atPath: original.path)
    let forked = try #require(try journal.follow(copy))
    #expect(forked.id != row.id)
    #expect(forked.path == copy.path)
    #expect(forked.base == bytes && forked.written == bytes)
    #expect(forked.writtenStamp.isEmpty && forked.intended?.hash == "next")
    let files = try LibraryStore(file: bench.folder + "/library/library.db").connection
      .statement("SELECT d.path, f.path FROM annotated d LEFT JOIN file f ON f.id = d.file")
      .run([]) { [$0.text(0), $0.text(1)] }
    #expect(files.allSatisfy { $0[0] == $0[1] }, "\(files)")
    var copied = AnnotationHistory()
    try journal.catchUp(&copied, of: forked.id)
    #expect(copied.annotations.map(\.id.name) == ["one"])
    #expect(copied.nextRedo?.step == second.step, "the undone edit can be redone")
    #expect(try journal.anchors(of: forked.id)[AnnotationID("one")]?.quote == "words")
    #expect(try journal.bases(of: forked.id) == [bytes])
    let back = try #require(try journal.follow(original))
    #expect(back.id == row.id)
    var again = AnnotationHistory()
    try journal.catchUp(&again, of: back.id)
    #expect(again.entries == history.entries)
  }
}
