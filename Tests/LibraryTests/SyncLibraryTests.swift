import DocumentModel
import Foundation
import Store
import Sync
import TestSupport
import Testing

@testable import Library

/// Places of other machines beside those of this library.
@Suite struct SyncLibraryTests {
  /// A document that is opened and left as it was says nothing about where it was read to.
  @Test func openingADocumentSyncsNoPosition() throws {
    let folder = try TemporaryFolder()
    let (library, path) = (ReadingLibrary(folder: folder.path), "/books/book.txt")
    let identity = DocumentIdentity(path: path)
    func save(_ library: ReadingLibrary, _ page: Int) {
      library.save(
        identity, title: "", pageCount: 9, state: ReadingState(place: Place(page: page)))
      library.flush()
    }
    save(library, 5)
    let store = try LibraryStore.opened(file: folder.path + "/library.db")
    func time() throws -> Int {
      try store.connection.statement("SELECT read_at FROM document").run { $0.integer(0) }[0]
    }
    try store.connection.statement("UPDATE document SET read_at = read_at - 1000").run([])
    let read = try time()
    let later = ReadingLibrary(folder: folder.path)
    later.load(identity) { _ in }
    save(later, 5)
    #expect(try time() == read)
    // Going away and back is reading on.
    save(later, 6)
    save(later, 5)
    #expect(try time() > read)
  }

  /// Someone goes back to where they were while another machine reads on: the later of the two counts.
  @Test func goingBackIsANewerPosition() throws {
    let folder = try TemporaryFolder()
    let (library, path) = (ReadingLibrary(folder: folder.path), "/books/book.txt")
    library.save(
      DocumentIdentity(path: path), title: "", pageCount: 9,
      state: ReadingState(place: Place(page: 5)))
    library.flush()
    let own = SyncLibrary(folder: folder.path)
    let terms = SyncLibrary.Terms(machine: "one", now: 0, fingerprints: [path: "f"], home: "/")
    let key = SyncKey(.position, document: "f")
    let first = try #require(try own.compare(with: [], terms).replica[key])
    let store = try LibraryStore.opened(file: folder.path + "/library.db")
    func read(after seconds: Int) throws {
      try store.connection.statement("UPDATE document SET read_at = read_at + ?1").run([
        .integer(Int64(seconds))
      ])
    }
    func place(_ page: Int, after milliseconds: Int64) -> SyncRegister {
      SyncRegister(
        key, SyncValue.text(SyncedPlace(Place(page: page), share: nil)), after: nil,
        time: first.stamp.time + milliseconds, machine: "other")
    }
    try read(after: 100)
    let between = try own.compare(with: [place(8, after: 50_000)], terms)
    #expect(between.replica[key]?.value == first.value && between.applied.isEmpty)
    #expect(between.replica[key]?.stamp.time == first.stamp.time + 100_000)
    // At rest nothing changes, and later reading on other machines still arrives.
    let again = try own.compare(with: [place(8, after: 50_000)], terms)
    #expect(again.replica[key] == between.replica[key])
    let later = try own.compare(with: [place(7, after: 150_000)], terms)
    #expect(later.applied.map(\.key) == [key])
  }

  @Test("an annotation that was given a place is not deleted on the other machines")
  func placedAnnotation() throws {
    let folder = try TemporaryFolder()
    let journal = AnnotationJournal(folder: folder.path)
    let row = try journal.ensure(
      FileEvidence(path: "/books/book.epub", stamp: "/books/book.epub"), title: "")
    let note = Annotation(
      id: AnnotationID("note"), page: 0, kind: .note, box: Box(x0: 1, y0: 2, x1: 3, y1: 4),
      contents: "here", author: "Ada")
    let (made, lost) = (
      AnnotationChange(before: nil, after: note), AnnotationChange(before: note, after: nil)
    )
    var history = AnnotationHistory()
    for (kind, step) in [
      (JournalEntry.Kind.edit, AnnotationEdit([made])), (.detached, AnnotationEdit([lost])),
      (.edit, AnnotationEdit([made], unplaced: [lost])),
    ] {
      _ = try journal.add(to: row.id, &history) { _, row in
        AnnotationJournal.Entry(kind, step, version: row.version)
      }
    }
    let terms = SyncLibrary.Terms(
      machine: "one", now: 0, fingerprints: [row.path: "f"], home: "/")
    let registers = try SyncLibrary(folder: folder.path).compare(with: [], terms).replica
    let key = SyncKey(.annotation, document: "f", id: "note")
    #expect(registers[key]?.value.map { $0.contains("here") } == true)
  }
}
