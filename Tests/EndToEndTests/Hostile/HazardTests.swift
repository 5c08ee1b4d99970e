import Foundation
import TestSupport
import Testing

/// Small documents over which poppler hangs, swallows memory or dies: Recto ends in time, within bounds, with a word about it.
@Suite(.serialized, .enabled(if: TestTier.runsLong, "long; .ci/test --long runs it"))
struct HazardTests {
  enum Hazard: String, CaseIterable, Sendable {
    case streamWithoutEnd, fieldsThatAreTheirOwnParents, fieldsWithoutNames, shadingOfManyPieces
    case fontThatDrawsItself, tableOfABillionObjects, manyLinks, pageInItsOwnTree

    /// Only a page's contents or its form's fields are the hazard: it takes annotations.
    var isAnnotated: Bool { self == .streamWithoutEnd || self == .fieldsWithoutNames }

    var document: Data {
      var document = PagedPDF()
      switch self {
      case .streamWithoutEnd:
        // Nine bytes that run on through eight filters (PDF 32000-1, 7.4.5).
        let filters = String(repeating: "/RunLengthDecode ", count: 8)
        let stream = document.writer.add(
          "<</Length 5/Filter[/ASCIIHexDecode \(filters)]>>stream\n8181>\nendstream")
        replace(&document, contents: stream)
      case .fieldsThatAreTheirOwnParents:
        let (one, other) = (document.writer.reserve(), document.writer.reserve())
        document.writer.set(one, "<</T(a)/Parent \(other) 0 R/Kids[\(other) 0 R]/FT/Tx>>")
        document.writer.set(
          other,
          "<</Type/Annot/Subtype/Widget/Rect[0 0 9 9]/T(b)/Parent \(one) 0 R/Kids[\(one) 0 R]>>")
        document.addPage(entries: "/Annots[\(other) 0 R]")
        document.catalogue = "/AcroForm<</Fields[\(one) 0 R]>>"
      case .fieldsWithoutNames:
        let field = document.writer.reserve()
        let kids = String(repeating: "\(field) 0 R ", count: 40)
        document.writer.set(
          field, "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/Kids[\(kids)]>>")
        document.addPage(entries: "/Annots[\(field) 0 R]")
        document.catalogue = "/AcroForm<</Fields[\(kids)]>>"
      case .shadingOfManyPieces:
        let function = document.writer.add(
          stream: "{ dup mul exch dup mul add sqrt 1440 mul sin 1 add 2 div }",
          "/FunctionType 4/Domain[0 1 0 1]/Range[0 1]")
        let shading = document.writer.add(
          "<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 1 0 1]/Matrix[600 0 0 700 0 0]/Function \(function) 0 R>>"
        )
        let stream = document.writer.add(stream: String(repeating: "/S sh ", count: 12))
        replace(&document, contents: stream, resources: "/Shading<</S \(shading) 0 R>>")
      case .fontThatDrawsItself:
        let font = document.writer.reserve()
        let glyph = document.writer.add(
          stream: "9 0 d0 BT /T 9 Tf \(String(repeating: "(aaaa) Tj ", count: 20)) ET")
        document.writer.set(
          font,
          "<</Type/Font/Subtype/Type3/FontBBox[0 0 9 9]/FontMatrix[1 0 0 1 0 0]/CharProcs<</a \(glyph) 0 R>>"
            + "/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[9]/Resources<</Font<</T \(font) 0 R>>>>>>"
        )
        let stream = document.writer.add(stream: "BT /T 9 Tf 9 9 Td (aaaa) Tj ET")
        replace(&document, contents: stream, resources: "/Font<</T \(font) 0 R>>")
      case .tableOfABillionObjects:
        return Data(
          "%PDF-1.5\nxref\n0 999999999\n0000000000 65535 f \ntrailer<</Size 999999999/Root 1 0 R>>\nstartxref\n9\n%%EOF\n"
            .utf8)
      case .manyLinks:
        let link = document.writer.add(
          "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://x)>>>>")
        document.addPage(
          entries: "/Annots[\(String(repeating: "\(link) 0 R ", count: 60_000))]")
      case .pageInItsOwnTree:
        let page = document.addPage()
        document.writer.set(
          page, "<</Type/Pages/Parent 1 0 R/Kids[1 0 R \(page) 0 R]/Count 2000000000>>")
      }
      return document.file()
    }

    private func replace(_ document: inout PagedPDF, contents: Int, resources: String = "") {
      let page = document.addPage()
      document.writer.set(
        page,
        "<</Type/Page/Parent 1 0 R/MediaBox[0 0 612 792]/Contents \(contents) 0 R/Resources<<\(resources)>>>>"
      )
    }
  }

  @Test(arguments: Hazard.allCases) func hazardousDocumentsEndWithinBounds(_ hazard: Hazard) throws
  {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(hazard.document, "hazard.pdf")
    for words in [
      ["info", path], ["text", path], ["annotations", path], ["links", path],
      ["render", path, "--width", "300", "-o", bench.folder + "/out.png", "--force"],
      ["thumbnail", path], ["annotate", path, "--page", "1", "--text-note", "9,9", "--note", "x"],
      ["pages", path, "--rotate", "90:1", "-o", bench.folder + "/turned.pdf"],
    ] {
      let run = try BoundedRun(
        Workbench.recto, words, environment: bench.environment, seconds: 150)
      #expect(!run.isOverdue, "\(words[0])")
      #expect((0...2).contains(run.status), "\(words[0]): \(run.status), signal \(run.signal)")
      #expect(run.status != 2 || run.errors.contains(path), "\(words[0]): \(run.errors)")
      #expect(words[0] != "annotate" || !hazard.isAnnotated || run.status == 0, "\(run.errors)")
      #expect(run.memory < CorpusJourney.mostMemory, "\(words[0]) takes \(run.memory >> 20) MB")
    }
  }

  /// poppler dies of a password of 128 bytes and more for newer encryptions: it is cut before.
  @Test func overlongPasswordsAreWrong() throws {
    let bench = try Workbench(pages: 1)
    let locked = bench.folder + "/locked.pdf"
    let made = try BoundedRun(
      "/usr/bin/qpdf",
      ["--encrypt", "user", "owner", "256", "--", bench.document, locked],
      environment: bench.environment)
    #expect(made.status == 0, "\(made.errors)")
    var environment = bench.environment
    for count in [126, 127, 128, 200, 100_000] {
      environment["RECTO_PASSWORD"] = String(repeating: "x", count: count)
      let run = try BoundedRun(Workbench.recto, ["info", locked], environment: environment)
      #expect(run.status == 2 && run.errors.contains("password"), "\(count): \(run.errors)")
    }
    environment["RECTO_PASSWORD"] = "user"
    #expect(
      try BoundedRun(Workbench.recto, ["info", locked], environment: environment).status == 0)
  }
}
