import DocumentModel
import Foundation
import Platform
import StandIn
import Testing

@testable import Annotating
@testable import Library

/// Annotations of documents in a group's collection, which are known by their bytes wherever they lie.
@Suite struct CollectionCopyTests {
  /// A library that knows that the document is in a collection, and another copy of its bytes.
  private func copy(_ place: borrowing KeptPlace, isKnown: Bool = true) throws -> (
    path: String, SharedDocument
  ) {
    let document = SharedDocument(
      library: "l", collection: "papers", hash: Digest.sha256(place.bytes))
    if isKnown { try know(document, place) }
    let folder = place.folder + "/cache"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/raft.pdf"
    try Data(place.bytes).write(to: URL(fileURLWithPath: path))
    return (path, document)
  }

  private func know(_ document: SharedDocument, _ place: borrowing KeptPlace) throws {
    try FileManager.default.createDirectory(
      atPath: place.library, withIntermediateDirectories: true)
    let records = try LibraryStore.opened(file: place.library + "/library.db").shared
    try records.know("papers", of: "l", as: "ada")
    try records.know(document)
  }

  private func open(
    _ place: borrowing KeptPlace, _ path: String? = nil, in document: SharedDocument
  ) throws -> KeptVersionBench {
    let desk = try place.open(path)
    desk.store.set([document], of: desk.file)
    return desk
  }

  private func bytes(_ path: String) -> [UInt8] {
    Array(FileManager.default.contents(atPath: path) ?? Data())
  }

  @Test func annotationsAreShownInEveryCopy() throws {
    let place = try KeptPlace()
    let (path, document) = try copy(place)
    let before = place.bytes
    let first = try open(place, in: document)
    try first.make(highlight(place.document, 3, contents: "mine"))
    first.store.rest()
    let second = try open(place, path, in: document)
    #expect(second.loaded.map(\.contents) == ["mine"])
    // An edit in one is seen in the other, which is open in another process, and later.
    var changed = try #require(second.loaded.first)
    changed.contents = "changed"
    let heard = first.listener.all.count
    try second.edit(try #require(second.loaded.first), changed)
    #expect(first.listener.changed(from: heard)?.first?.after?.contents == "changed")
    second.store.rest()
    #expect(try open(place, in: document).loaded.map(\.contents) == ["changed"])
    #expect(place.bytes == before && bytes(path) == before)
  }

  @Test func annotationsAreShownInBothOpenCopies() throws {
    let place = try KeptPlace()
    let (path, document) = try copy(place)
    let first = try open(place, in: document)
    try first.make(highlight(place.document, 3))
    first.store.rest()
    first.store.open(path)
    first.store.set([document], of: path)
    first.store.rest()
    try first.make(highlight(place.document, 5))
    let second = KeptVersionBench(
      store: first.store, listener: first.listener, file: path, loaded: [])
    #expect(try second.shown().count == 2)
  }

  @Test func annotationsAreFoundOnceTheCollectionIsKnown() throws {
    let place = try KeptPlace()
    let (path, document) = try copy(place, isKnown: false)
    let first = try place.open { $0.saving = .never }
    try first.make(highlight(place.document, 3))
    first.store.rest()
    let second = try place.open(path)
    #expect(second.loaded.isEmpty)
    try know(document, place)
    let heard = second.listener.all.count
    second.store.set([document], of: path)
    #expect(second.listener.loaded(from: heard)?.map(\.id) == [AnnotationID("h3")])
    try second.make(highlight(place.document, 5))
    second.store.rest()
    #expect(try open(place, in: document).loaded.count == 2)
  }

  @Test func annotationsReturnWithTheOriginalFile() throws {
    let place = try KeptPlace()
    let (_, document) = try copy(place)
    let before = place.bytes
    let first = try open(place, in: document)
    try first.make(highlight(place.document, 3))
    first.store.rest()
    place.write(StandInDocument.made(id: "d2", made: "m2", sentences: 200..<280).bytes)
    let other = try place.open()
    #expect(other.loaded.isEmpty)
    try other.make(highlight(place.document, 203))
    other.store.rest()
    place.write(before)
    let again = try open(place, in: document)
    #expect(again.loaded.map(\.id) == [AnnotationID("h3")])
    #expect(again.carried == nil)
  }

  @Test func carriedAnnotationsStayWithTheOldBytes() throws {
    let place = try KeptPlace()
    let (_, document) = try copy(place)
    let before = place.bytes
    let first = try open(place, in: document)
    try first.make(highlight(place.document, 3))
    first.store.rest()
    place.write(StandInDocument.made(id: "d1", made: "m2", sentences: 0..<82).bytes)
    let other = try place.open { $0.saving = .never }
    #expect(other.carryOver() == 1)
    other.store.rest()
    place.write(before)
    let again = try open(place, in: document)
    #expect(again.loaded.map(\.id) == [AnnotationID("h3")])
    #expect(again.carried == nil)
  }

  /// On another machine an annotation is known from the members' edits only.
  @Test func annotationsOfAnotherMachineCanBeEdited() throws {
    let place = try KeptPlace()
    let (_, document) = try copy(place)
    let records = try LibraryStore.opened(file: place.library + "/library.db").shared
    var made = try #require(highlight(place.document, 3, contents: "there"))
    (made.author, made.modified) = ("Ada", 10)
    func add(_ before: Annotation?, _ after: Annotation?, by who: String) throws {
      try records.add(
        SharedEdit(
          who: who, document: document.hash, item: made.id.name,
          change: AnnotationChange(before: before, after: after)), in: "l", "papers")
    }
    try add(nil, made, by: "ada")
    let exchange = EditExchange(folder: place.library)
    #expect(try exchange.layer(of: document).own == [made.id])
    #expect(try exchange.layer(of: document).annotations.map(\.author) == ["Ada"])
    let desk = try open(place, in: document)
    #expect(desk.loaded.isEmpty)
    var changed = made
    (changed.contents, changed.modified) = ("here", 20)
    // It is reported first as it was on the other machine.
    try desk.edit(made, changed)
    desk.store.rest()
    #expect(try exchange.annotations(of: document).shown().map(\.contents) == ["here"])
    // The other machine goes on; undoing takes back what was done here.
    var later = changed
    (later.color, later.modified) = (0x12_3456, 30)
    try add(changed, later, by: "ada")
    var last = later
    (last.contents, last.modified) = ("here again", 40)
    try desk.edit(later, last)
    desk.store.rest()
    #expect(try desk.shown()[made.id]?.color == 0x12_3456)
    try desk.undo()
    #expect(try exchange.annotations(of: document).shown().map(\.contents) == ["here"])
    #expect(try desk.shown()[made.id]?.contents == "here")
    try desk.undo()
    #expect(try exchange.annotations(of: document).shown().map(\.contents) == ["there"])
    #expect(try exchange.annotations(of: document).shown().map(\.color) == [0x12_3456])
    // Others' annotations stay theirs.
    let bens = try #require(highlight(place.document, 7))
    try records.add(
      SharedEdit(
        who: "ben", document: document.hash, item: bens.id.name,
        change: AnnotationChange(before: nil, after: bens)), in: "l", "papers")
    #expect(try exchange.layer(of: document).own == [made.id])
  }

  @Test func writingACopyLeavesTheOthersAlone() throws {
    let place = try KeptPlace()
    let (path, document) = try copy(place)
    let before = place.bytes
    let first = try open(place, in: document)
    try first.make(highlight(place.document, 3))
    first.store.rest()
    let second = try open(place, path, in: document)
    #expect(try second.save().isSaved)
    #expect(place.bytes == before)
    #expect(StandInDocument(bytes(path))?.annotations.map(\.id) == [AnnotationID("h3")])
    #expect(try open(place, in: document).loaded.map(\.id) == [AnnotationID("h3")])
    #expect(try place.open(path).loaded.map(\.id) == [AnnotationID("h3")])
  }
}
