@testable import Annotating
import Messages
import DocumentModel
import Files
import Foundation
import Interface
import Library
import Platform
import StandIn
import Synchronization
import TestSupport
import Testing

@testable import Services

/// Annotations of a document that is rebuilt.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct KeptVersionTests {
  @Test func aRebuiltDocumentGetsItsHighlightsBack() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    for number in [5, 30, 60] {
      try desk.make(highlight(place.document, number, contents: "note \(number)"))
    }
    try desk.save()
    // Twenty sentences more before, other lines and pages, another id and date.
    var text = StandInDocument.made(id: "d2", made: "m2", sentences: 500..<520, width: 44)
    let rest = StandInDocument.made(id: "d2", made: "m2", sentences: 0..<80, width: 44)
    text.pages += rest.pages
    place.write(text.bytes)
    #expect(try desk.shown().isEmpty)
    #expect(desk.carried?.fitting.count == 3)
    desk.store.flush()
    #expect(place.bytes == text.bytes, "nothing is written before the user agrees")
    #expect(desk.carryOver() == 3)
    let shown = try desk.shown()
    #expect(shown.count == 3)
    for number in [5, 30, 60] {
      let found = try #require(shown[AnnotationID("h\(number)")])
      let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
      #expect(words.joined(separator: " ") == "Sentence \(number * 7919 % 10_007)")
      #expect(found.contents == "note \(number)")
    }
    try desk.save()
    #expect(place.bytes.starts(with: text.bytes))
    #expect(place.document?.annotations.count == 3)
  }

  /// As LaTeX leaves it: the file is gone or empty, and the text still shown is marked; then it comes back with other lines.
  @Test(arguments: [true, false]) func anAnnotationMadeWhileTheFileIsGoneGetsItsPlaceBack(
    _ isGone: Bool
  ) throws {
    let read = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    let place = try KeptPlace(read)
    let desk = try place.open()
    if isGone {
      try FileManager.default.removeItem(atPath: place.file)
    } else {
      place.write([])
    }
    desk.store.tellAll(place.file)
    try desk.make(highlight(read, 30), shown: read)
    desk.store.rest()
    var text = StandInDocument.made(id: "d1", made: "m1", sentences: 500..<520, width: 44)
    text.pages += StandInDocument.made(id: "", made: "", sentences: 0..<80, width: 44).pages
    place.write(text.bytes)
    #expect(desk.carryOver() == 1)
    let found = try #require(try desk.shown()[AnnotationID("h30")])
    let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Sentence \(30 * 7919 % 10_007)")
  }

  /// The new file may be another document altogether.
  @Test func anAnnotationMadeWhileTheFileIsGoneSkipsOtherText() throws {
    let read = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    let place = try KeptPlace(read)
    let desk = try place.open()
    try FileManager.default.removeItem(atPath: place.file)
    try desk.make(highlight(read, 30), shown: read)
    desk.store.rest()
    let other = StandInDocument.made(id: "d2", made: "m2", sentences: 900..<980).bytes
    place.write(other)
    #expect(try desk.shown().isEmpty)
    try desk.save()
    #expect(place.bytes == other)
    #expect(desk.carried == nil)
  }

  /// A note was being typed while the document was rebuilt.
  @Test func anEditBegunInAnEarlierVersionGetsItsPlace() throws {
    let read = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    let place = try KeptPlace(read)
    let desk = try place.open()
    var text = StandInDocument.made(id: "d1", made: "m2", sentences: 500..<520, width: 44)
    text.pages += StandInDocument.made(id: "", made: "", sentences: 20..<80, width: 44).pages
    place.write(text.bytes)
    #expect(try desk.shown().isEmpty)
    let begun = [highlight(read, 30), highlight(read, 5)].compactMap(\.self)
    let texts = read.pages.indices.map { ($0, read.text(of: $0)) }
    try desk.act {
      desk.store.editEarlier(
        place.file, AnnotationEdit(begun.map { AnnotationChange(before: nil, after: $0) }),
        shown: Dictionary(uniqueKeysWithValues: texts),
        of: DocumentIdentity(permanentID: "d1", contentHash: "", path: place.file))
    }
    let found = try #require(try desk.shown()[AnnotationID("h30")])
    let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Sentence \(30 * 7919 % 10_007)")
    // Its words are in no version that is there.
    #expect(desk.detached.map(\.id.name) == ["h5"])
    #expect(desk.detached.first?.anchor?.quote == "Sentence \(5 * 7919 % 10_007)")
    try desk.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h30"])
    place.write(read.bytes)
    desk.carryOver()
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h5", "h30"])
    try desk.undo()
    #expect(try desk.shown().isEmpty)
  }

  /// The file was replaced by an unrelated document while a note was being typed.
  @Test func anEditBegunEarlierStaysOutOfAnotherDocument() throws {
    let read = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    let place = try KeptPlace(read)
    let desk = try place.open()
    let other = StandInDocument.made(id: "d2", made: "m2", sentences: 900..<980)
    place.write(other.bytes)
    #expect(try desk.shown().isEmpty)
    let begun = try #require(highlight(read, 30, contents: "private"))
    let texts = read.pages.indices.map { ($0, read.text(of: $0)) }
    desk.store.editEarlier(
      place.file, AnnotationEdit([AnnotationChange(before: nil, after: begun)]),
      shown: Dictionary(uniqueKeysWithValues: texts),
      of: DocumentIdentity(permanentID: "d1", contentHash: "", path: place.file))
    let kept = desk.listener.wait { news -> Int? in
      if case .keptForEarlier(let count) = news { count } else { nil }
    }
    #expect(kept == 1)
    #expect(try desk.shown().isEmpty && desk.detached.isEmpty)
    try desk.save()
    #expect(place.bytes == other.bytes)
    // It is offered where its document is back.
    place.write(read.bytes)
    #expect(try desk.shown().isEmpty)
    #expect(desk.carryOver() == 1)
    #expect(try desk.shown()[AnnotationID("h30")]?.contents == "private")
  }

  @Test func unplacedAnnotationsAreDetachedUntilTheirWordsReturn() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    try desk.make(highlight(place.document, 5, contents: "mine"))
    try desk.make(highlight(place.document, 40))
    try desk.save()
    place.write(StandInDocument.made(id: "d2", made: "m2", sentences: 30..<80).bytes)
    #expect(desk.carryOver() == 1)
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h40"])
    let detached = desk.listener.wait { news -> [Annotation]? in
      if case .detached(let all) = news { all } else { nil }
    }
    #expect(detached?.map(\.contents) == ["mine"])
    // Text being typed when the file was replaced has no place either.
    var answer = Annotation(
      id: AnnotationID("r5"), page: 0, kind: .note, box: Box(x0: 1, y0: 2, x1: 3, y1: 4),
      contents: "answer", author: "Ada")
    answer.replyTo = AnnotationID("h5")
    let heard = desk.listener.all.count
    desk.store.edit(
      place.file, AnnotationEdit([AnnotationChange(before: nil, after: answer)]))
    let both = desk.listener.wait(from: heard) { news -> [Annotation]? in
      if case .detached(let all) = news { all } else { nil }
    }
    #expect(both?.map(\.contents) == ["mine", "answer"])
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h40"])
    try desk.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h40"])
    place.write(StandInDocument.made(id: "d3", made: "m3", sentences: 0..<80, width: 50).bytes)
    desk.carryOver()
    #expect(try Set(desk.shown().keys.map(\.name)) == ["h5", "h40", "r5"])
  }

  /// An annotation placed by the user is detached again by undo.
  @Test func placingAnAnnotationCanBeUndoneAndRedone() throws {
    let place = try KeptPlace()
    let desk = try place.open()
    try desk.make(highlight(place.document, 5, contents: "mine"))
    try desk.save()
    place.write(StandInDocument.made(id: "d2", made: "m2", sentences: 30..<80).bytes)
    #expect(desk.carryOver() == 0)
    #expect(try desk.shown().isEmpty)
    let lost = try #require(desk.detached.first)
    var placed = try #require(highlight(place.document, 40, contents: "mine"))
    placed.id = lost.id
    try desk.edit(lost, placed)
    for _ in 0..<2 {
      #expect(try desk.shown()[lost.id]?.quads == placed.quads && desk.detached.isEmpty)
      try desk.save()
      #expect(place.document?.annotations.map(\.id) == [lost.id])
      try desk.undo()
      #expect(try desk.shown().isEmpty)
      #expect(desk.detached.map(\.contents) == ["mine"])
      try desk.save()
      #expect(place.document?.annotations.isEmpty == true)
      try desk.redo()
    }
    try desk.undo()
    place.write(StandInDocument.made(id: "d3", made: "m3", sentences: 0..<80, width: 50).bytes)
    desk.carryOver()
    #expect(try Set(desk.shown().keys) == [lost.id], "its words are there again")
    #expect(desk.detached.isEmpty)
  }

  /// Another program's highlight goes with its words as well; one that another program has deleted does not come back.
  @Test func anotherProgramsAnnotationsAreCarriedOver() throws {
    let old = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<80)
    var named = try #require(highlight(old, 20, contents: "by name"))
    named.created = 5
    var numbered = try #require(highlight(old, 40, contents: "by number"))
    numbered.id = AnnotationID(object: 7, generation: 0)
    func bytes(_ document: StandInDocument, _ annotations: [Annotation]) -> [UInt8] {
      document.bytes
        + StandInDocument.section(annotations.map { AnnotationChange(before: nil, after: $0) })
    }
    let place = try KeptPlace(old)
    place.write(bytes(old, [named, numbered]))
    let desk = try place.open()
    #expect(desk.loaded.count == 2)
    desk.store.rest()
    var text = StandInDocument.made(id: "d2", made: "m2", sentences: 500..<520, width: 44)
    text.pages += StandInDocument.made(id: "", made: "", sentences: 0..<80, width: 44).pages
    // An object of the same number is another one there.
    var other = try #require(highlight(text, 60, contents: "new"))
    other.id = numbered.id
    place.write(bytes(text, [other]))
    #expect(desk.carryOver() == 2)
    let shown = try desk.shown().values.sorted { $0.contents < $1.contents }
    #expect(shown.map(\.contents) == ["by name", "by number", "new"])
    for (found, number) in zip(shown, [20, 40, 60]) {
      let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
      #expect(words.joined(separator: " ") == "Sentence \(number * 7919 % 10_007)")
    }
    #expect(shown.first?.created == 5)
    try desk.save()
    #expect(place.document?.annotations.count == 3)
    // The same text, saved again by a program that deleted all of them.
    place.write(bytes(text, []))
    #expect(try desk.shown().isEmpty)
  }

  /// A running head is recognised only by the pages around it; it is read after everything else.
  @Test func aHighlightAcrossARunningHeadIsRestored() throws {
    var text = StandInDocument.made(id: "d1", made: "m1", sentences: 0..<160, lines: 24)
    for page in text.pages.indices {
      text.pages[page].insert(contentsOf: ["Annals of Testing \(page + 1)", "", ""], at: 0)
    }
    // Sentences of the same pattern would be taken for changed ones.
    let other = StandInDocument(
      id: "d2", made: "m2", pages: [["Quite another matter", "on one page", "of three lines"]])
    let place = try KeptPlace(text)
    let desk = try place.open()
    var made = try #require(text.highlight("Annals of Testing 3", id: "head"))
    for words in text.pages[made.page][3..<5] {
      made.quads += try #require(text.highlight(words, id: "line")).quads
    }
    made.box = made.quads.dropFirst().reduce(made.quads[0].box) { $0.union($1.box) }
    try desk.make(made)
    try desk.save()
    place.write(other.bytes)
    #expect(try desk.shown().isEmpty)
    place.write(text.bytes)
    #expect(desk.carryOver() == 1)
    #expect(try desk.shown()[made.id]?.quads == made.quads)
    // The same bytes without the date and name that identify a version.
    place.write(other.bytes)
    #expect(try desk.shown().isEmpty)
    text.made = "m2"
    text.id = "d2"
    place.write(text.bytes)
    #expect(desk.carryOver() == 1)
    #expect(try desk.shown()[made.id]?.quads == made.quads)
  }

  @Test func unsavedEditsAreCarriedToTheNewVersion() throws {
    let place = try KeptPlace()
    let desk = try place.open { $0.saving = .onQuit }
    try desk.make(highlight(place.document, 30))
    // The words are remembered as soon as the edit is kept.
    desk.store.rest()
    let text = StandInDocument.made(id: "d2", made: "m2", sentences: 10..<80, width: 48)
    place.write(text.bytes)
    #expect(desk.carryOver() == 1)
    let shown = try desk.shown()
    let found = try #require(shown[AnnotationID("h30")])
    let words = found.quads.map { text.text(of: found.page).words(in: $0.box) }
    #expect(words.joined(separator: " ") == "Sentence \(30 * 7919 % 10_007)")
    try desk.save()
    #expect(place.bytes.starts(with: text.bytes))
    #expect(place.document?.annotations.count == 1)
  }
}
