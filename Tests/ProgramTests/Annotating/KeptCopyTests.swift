@testable import Annotating
import DocumentModel
import Files
import Foundation
import Interface
import Library
import StandIn
import TestSupport
import Testing

@testable import Services

/// Edits that wait in the library for a file that was moved or copied.
@Suite(.timeLimit(.minutes(Sanitizer.isOn ? 20 : 2)))
struct KeptCopyTests {
  /// The copy has them as well; the original keeps its own for when it is back.
  @Test(arguments: ["d1", ""])
  func aCopyDoesNotTakeUnsavedEditsFromItsOriginal(_ id: String) throws {
    let place = try KeptPlace(.made(id: id, made: "m1", sentences: 0..<80))
    let (copy, away) = (place.folder + "/copy.pdf", place.folder + "/away.pdf")
    try FileManager.default.copyItem(atPath: place.file, toPath: copy)
    do {
      let desk = try place.open { $0.disk = Disk { call, _ in call == .rename ? EROFS : nil } }
      try desk.make(highlight(place.document, 1))
      #expect(try desk.save().obstacle != nil)
      desk.store.flush()
    }
    try FileManager.default.moveItem(atPath: place.file, toPath: away)
    let other = try place.open(copy)
    #expect(other.loaded.count == 1)
    try other.edit(try #require(other.loaded.first), nil)
    let whole = StandInDocument(Array(FileManager.default.contents(atPath: copy) ?? Data()))
    try other.make(highlight(whole, 2))
    #expect(try other.settled().isSaved)
    try FileManager.default.moveItem(atPath: away, toPath: place.file)
    let back = try place.open { $0.saving = .onQuit }
    #expect(back.loaded.map(\.id) == [AnnotationID("h1")])
    #expect(try back.settled().isSaved)
    #expect(place.document?.annotations.map(\.id) == [AnnotationID("h1")])
    try back.undo()
    #expect(try back.settled().isSaved)
    #expect(place.document?.annotations.isEmpty == true)
  }

  /// A renamed file is the same file: nothing is left at the old name.
  @Test(arguments: ["d1", ""])
  func unsavedEditsFollowARenamedFile(_ id: String) throws {
    let place = try KeptPlace(.made(id: id, made: "m1", sentences: 0..<80))
    let moved = place.folder + "/moved.pdf"
    do {
      let desk = try place.open { $0.disk = Disk { call, _ in call == .rename ? EROFS : nil } }
      try desk.make(highlight(place.document, 1))
      #expect(try desk.save().obstacle != nil)
      desk.store.flush()
    }
    try FileManager.default.moveItem(atPath: place.file, toPath: moved)
    let desk = try place.open(moved)
    #expect(desk.loaded.count == 1)
    #expect(try desk.settled().isSaved)
    var found: [String] = []
    try AnnotationJournal(folder: place.library).find("") { path, _, _, _ in
      found.append(path)
      return true
    }
    #expect(found == [moved])
  }
}
