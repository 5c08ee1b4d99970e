import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import Engine

extension EngineTests {
  /// Appearances of other programs, edited.
  @Suite struct AppearancePatchTests {
    /// A dashed box that lies over the page as a marker does, with letters that look like operators.
    private static let content =
      "/X gs % 1 1 0.518 rg\n1 1 0.518 RG 1 1 0.518 rg\n2 w [3 2] 0 d (1 1 0.518 rg \\)) pop\n"
      + "100 100 80 40 re B 0 g 0 0 1 1 re f\n"

    private static func document(_ content: String, entries: String = "") -> Data {
      var document = PagedPDF()
      let form = document.writer.add(
        stream: content,
        "/Type/XObject/Subtype/Form/BBox[98 98 182 142]"
          + "/Resources<</ExtGState<</X<</BM/Multiply/ca .5>>>>>>")
      let note = document.writer.add(
        "<</Type/Annot/Subtype/Square/NM(s)/F 4/Rect[98 98 182 142]/C[1 1 0.517647]"
          + "/IC[1 1 0.517647]/BS<</W 2/S/D/D[3 2]>>/AP<</N \(form) 0 R>>\(entries)>>")
      document.addPage("Words", entries: "/Annots[\(note) 0 R]")
      return document.file()
    }

    private func edited(
      _ base: Data, _ change: (inout Annotation) -> Void
    ) throws -> (saved: Data, added: String, after: Annotation) {
      var after = try #require(try AnnotatingBench.read(base).first)
      change(&after)
      let saved = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: after.id, oldPage: 0, after: after)])
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      return (saved, added, try #require(try AnnotatingBench.read(saved).first))
    }

    @Test func recolouringChangesOnlyColours() throws {
      let (_, added, after) = try edited(Self.document(Self.content)) { $0.recolor(0x00FF00) }
      #expect(after.color == 0x00FF00 && after.fill == 0x00FF00 && after.kindOfShade == .highlight)
      #expect(
        added.contains(
          Self.content.replacing("\n1 1 0.518 RG 1 1 0.518 rg", with: "\n0 1 0 RG 0 1 0 rg")),
        "\(added)")
      #expect(added.contains("/Multiply"))
    }

    /// Only its line's, where its ground has another.
    @Test func lineAndFillHaveSeparateColours() throws {
      let (_, added, _) = try edited(Self.document(Self.content)) { $0.fill = 0xFF0000 }
      #expect(added.contains("\n1 1 0.518 RG 1 0 0 rg\n") || added.contains("0.5176 RG 1 0 0 rg\n"))
    }

    @Test func movedAnnotationsKeepTheirAppearance() throws {
      let (saved, added, after) = try edited(Self.document(Self.content)) {
        $0.move(to: 0, by: Point(x: 30, y: 0))
      }
      #expect(added.contains("/Rect [128 98 212 142]"), "\(added)")
      #expect(!added.contains("stream") && added.contains("/AP"))
      #expect(after.box.x0 == 128 && !saved.isEmpty)
    }

    /// A line keeps its arrowheads and dashes, though its ends are rounded on the way.
    @Test func aMovedLineKeepsItsAppearance() throws {
      var document = PagedPDF()
      let form = document.writer.add(
        stream: "[6 4] 0 d 3 w 50 700 m 200 650 l S",
        "/Type/XObject/Subtype/Form/BBox[41 636.4 209 713.6]")
      let line = document.writer.add(
        "<</Type/Annot/Subtype/Line/NM(l)/F 4/Rect[41 636.4 209 713.6]/L[50 700 200 650]"
          + "/LE[/OpenArrow/ClosedArrow]/C[1 0 0]/BS<</W 3/S/D/D[6 4]>>/AP<</N \(form) 0 R>>>>")
      document.addPage("Words", entries: "/Annots[\(line) 0 R]")
      let (_, added, _) = try edited(document.file()) {
        $0.move(to: 0, by: Point(x: 150 - Double($0.box.x0), y: 70.1 - Double($0.box.y0)))
      }
      #expect(
        !added.contains("stream") && added.contains("/AP") && added.contains("/LE"), "\(added)")
    }

    /// A page without a size is a letter, as poppler shows it.
    @Test func aPageWithoutASizeIsLetterSized() throws {
      var document = PagedPDF()
      document.addPage("Words", box: "/MediaBox[0 0 0 0]/CropBox[0 0 0 0]")
      var box = Samples.make(.box)
      box.box = Box(x0: 20, y0: 20, x1: 100, y1: 80)
      let base = document.file()
      let saved = try AnnotatingBench(base: base).saved([box])
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      #expect(added.contains("/Rect [20 712 100 772]"), "\(added)")
    }

    /// By another size, or where no colour of it is set, it is Recto's.
    @Test func unpatchableAppearancesAreRegenerated() throws {
      for content in ["/X gs 100 100 80 40 re B", "BI /W 1 ID x EI 1 1 0.518 RG", "(1 1 0.518 RG"] {
        let (_, added, _) = try edited(Self.document(content)) { $0.recolor(0x00FF00) }
        #expect(added.contains("0 1 0 RG") && added.contains("/Group"), "\(content)")
      }
      let (_, added, _) = try edited(Self.document(Self.content)) { $0.box.x1 += 50 }
      #expect(!added.contains("pop") && added.contains("/Group"))
    }
  }
}
