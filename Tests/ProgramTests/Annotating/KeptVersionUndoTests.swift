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

/// Undo of annotations carried over to a new version.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct KeptVersionUndoTests {
  /// The same sentences in lines of another width.
  private static func version(_ number: Int) -> [UInt8] {
    StandInDocument.made(
      id: "d\(number)", made: "m\(number)", sentences: 0..<80, width: 40 + number
    ).bytes
  }

  @Test(arguments: [true, false])
  func undoAfterACarryOverRestoresTheNewVersion(_ isLaterProcess: Bool) throws {
    let place = try KeptPlace()
    try session(place, highlighting: 5)
    let text = StandInDocument.made(id: "d2", made: "m2", sentences: 0..<80, width: 44)
    place.write(text.bytes)
    let desk = try place.open()
    #expect(desk.carryOver() == 1)
    try desk.save()
    #expect(place.bytes.count > text.bytes.count)
    let last = isLaterProcess ? try place.open() : desk
    try last.undo()
    try last.save()
    let isRestored = place.bytes == text.bytes
    #expect(isRestored)
    try last.redo()
    try last.save()
    #expect(place.document?.annotations.map(\.id.name) == ["h5"])
  }

  @Test("one undo takes back all that was carried over, and loses none")
  func undoOfACarryOver() throws {
    let place = try KeptPlace()
    do {
      let desk = try place.open()
      for number in [5, 30, 60] { try desk.make(highlight(place.document, number)) }
      try desk.save()
    }
    let ids: Set = ["h5", "h30", "h60"]
    place.write(Self.version(2))
    let desk = try place.open()
    #expect(desk.carryOver() == 3)
    try desk.undo()
    #expect(try desk.shown().isEmpty)
    #expect(Set(desk.detached.map(\.id.name)) == ids)
    desk.store.reconsider(place.file)
    #expect(Set(desk.carried?.fitting.map(\.id.name) ?? []) == ids)
    #expect(desk.carryOver() == 3)
    try desk.undo()
    let own = try #require((31..<60).lazy.compactMap { highlight(place.document, $0) }.first)
    try desk.make(own)
    try desk.save()
    place.write(Self.version(3))
    let next = try place.open()
    #expect(Set(next.carried?.fitting.map(\.id.name) ?? []) == ids.union([own.id.name]))
    #expect(next.carryOver() == 4)
  }

  @Test("undo further back than a carry-over, and redo, places nothing that was not placed")
  func undoBeforeACarryOver() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 5)
    place.write(
      StandInDocument.made(id: "d2", made: "m2", sentences: 0..<80, width: 44).bytes)
    let desk = try place.open()
    #expect(desk.carryOver() == 1)
    func unseen() -> [AnnotationChange] {
      desk.listener.all.reversed().lazy.compactMap {
        if case .reversedUnseen(let changes) = $0 { changes } else { nil }
      }.first ?? []
    }
    try desk.undo()
    try desk.undo()
    #expect(desk.detached.isEmpty)
    #expect(unseen().map { [$0.before?.id.name, $0.after?.id.name] } == [["h5", nil]])
    try desk.redo()
    #expect(unseen().map { [$0.before?.id.name, $0.after?.id.name] } == [[nil, "h5"]])
    #expect(try desk.shown().isEmpty)
    #expect(desk.detached.map(\.id.name) == ["h5"])
    try desk.redo()
    #expect(try desk.shown().keys.map(\.name) == ["h5"])
  }

  @Test("undo of two carry-overs one after the other loses nothing")
  func undoOfTwoCarryOvers() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 5)
    for version in [2, 3] {
      place.write(Self.version(version))
      let desk = try place.open()
      #expect(desk.carryOver() == 1)
      try desk.save()
      desk.store.close(place.file)
      desk.store.flush()
    }
    let desk = try place.open()
    try desk.undo()
    try desk.undo()
    #expect(try desk.shown().isEmpty)
    #expect(desk.detached.map(\.id.name) == ["h5"])
    try desk.redo()
    try desk.redo()
    #expect(try desk.shown().keys.map(\.name) == ["h5"])
  }

  @Test("annotations discarded, then kept and undone are offered to the next version")
  func undoOfWhatWasDiscardedFirst() throws {
    let place = try KeptPlace()
    try session(place, highlighting: 5)
    place.write(Self.version(2))
    do {
      let desk = try place.open()
      #expect(desk.carried?.fitting.map(\.id.name) == ["h5"])
      desk.store.discardCarried(place.file)
      #expect(desk.carried == nil)
      desk.store.reconsider(place.file)
      #expect(desk.carryOver() == 1)
      try desk.undo()
      #expect(try desk.shown().isEmpty)
      #expect(desk.detached.map(\.id.name) == ["h5"])
      desk.store.close(place.file)
      desk.store.flush()
    }
    place.write(Self.version(3))
    #expect(try place.open().carried?.fitting.map(\.id.name) == ["h5"])
  }

  @Test("two Rectos that agree to the same offer carry over once")
  func undoOfACarryOverInTwoRectos() throws {
    let place = try KeptPlace()
    do {
      let desk = try place.open()
      for number in [5, 30] { try desk.make(highlight(place.document, number)) }
      try desk.save()
    }
    place.write(
      StandInDocument.made(id: "d2", made: "m2", sentences: 0..<80, width: 44).bytes)
    let (one, other) = (try place.open(), try place.open())
    #expect(one.carryOver() == 2)
    // It has none to carry over if it has already seen the first one's.
    #expect([0, 2].contains(other.carryOver()))
    #expect(try other.shown().count == 2)
    try other.undo()
    try other.undo()
    try other.redo()
    #expect(Set(other.detached.map(\.id.name)) == ["h5", "h30"])
    try other.redo()
    #expect(try other.shown().count == 2)
  }

  @Test("undo removes both parts of a highlight that the new version splits over two pages")
  func undoOfASplitHighlight() throws {
    let place = try KeptPlace()
    let old = place.document
    let found = (30..<60).lazy.compactMap { width -> (StandInDocument, String)? in
      let next = StandInDocument.made(
        id: "d2", made: "m2", sentences: 0..<80, width: width, lines: 17)
      for (page, following) in zip(next.pages, next.pages.dropFirst()) {
        let end = page.last?.split(separator: " ").suffix(3) ?? []
        let start = following.first?.split(separator: " ").prefix(2) ?? []
        let words = (end + start).joined(separator: " ")
        if old?.highlight(words, id: "split") != nil { return (next, words) }
      }
      return nil
    }
    let (next, words) = try #require(found.first)
    do {
      let desk = try place.open()
      try desk.make(place.document?.highlight(words, id: "split"))
      try desk.save()
    }
    place.write(next.bytes)
    let desk = try place.open()
    desk.carryOver()
    #expect(Set(try desk.shown().keys.map(\.name)) == ["split", "split+1"])
    try desk.save()
    try desk.undo()
    try desk.save()
    let isRestored = place.bytes == next.bytes
    #expect(isRestored)
    try desk.redo()
    try desk.save()
    #expect(place.document?.annotations.map(\.id.name) == ["split", "split+1"])
  }
}
