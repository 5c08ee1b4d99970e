import DocumentModel
import Foundation
import Interface
import StandIn
import TestSupport
import Testing

@testable import Program

/// Documents that no worker comes to an end with: each reading of their text costs its deadline.
@Suite(.timeLimit(.minutes(10))) struct EndlessDocumentTests {
  /// With a field that is its own kids, forty times, poppler comes to no end: what is written is verified without it.
  @Test(arguments: [false, true]) func formsWithoutEndAreAnnotated(_ isOnPage: Bool) throws {
    var document = PagedPDF()
    let field = document.writer.reserve()
    let kids = String(repeating: "\(field) 0 R ", count: 40)
    document.writer.set(
      field, "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/Kids[\(kids)]>>")
    document.addPage(entries: isOnPage ? "/Annots[\(field) 0 R]" : "")
    document.catalogue = "/AcroForm<</Fields[\(kids)]>>"
    let base = document.file()
    let desk = try CagedDesk(base, readingPatience: .seconds(1)) { $0.saving = .onQuit }
    #expect(desk.listener.loaded()?.isEmpty == true)
    desk.make("one")
    #expect(desk.save()?.isSaved == true)
    #expect(desk.bytes.starts(with: base) && desk.bytes.count > base.count)
    #expect(try desk.read().map(\.contents) == ["a note"])
  }
}
