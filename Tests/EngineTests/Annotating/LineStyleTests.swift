import DocumentModel
import Foundation
import TestSupport
import Testing

@testable import Engine

extension EngineTests {
  /// Lines of other programs that get another size: their dashes and endings are drawn again.
  @Suite struct LineStyleTests {
    private static func document(_ entries: String, rect: String = "[95 595 205 705]") -> Data {
      var document = PagedPDF()
      let form = document.writer.add(
        stream: "[6 4] 0 d 2 w 100 700 m 200 600 l S", "/Type/XObject/Subtype/Form/BBox\(rect)")
      let line = document.writer.add(
        "<</Type/Annot/NM(l)/F 4/Rect\(rect)/C[1 0 0]/AP<</N \(form) 0 R>>\(entries)>>")
      document.addPage("Words", entries: "/Annots[\(line) 0 R]")
      return document.file()
    }

    private static let line = "/Subtype/Line/L[100 700 200 600]"

    private func edited(
      _ base: Data, _ change: (inout Annotation) -> Void
    ) throws -> (added: String, after: Annotation, saved: Data) {
      var after = try #require(try AnnotatingBench.read(base).first)
      change(&after)
      let saved = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: after.id, oldPage: 0, after: after)])
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      return (added, try #require(try AnnotatingBench.read(saved).first), saved)
    }

    @Test func aResizedLineKeepsDashesAndArrowheads() throws {
      let base = Self.document(
        Self.line + "/LE[/OpenArrow/ClosedArrow]/IC[0 1 0]/BS<</W 2/S/D/D[6 4]>>")
      let (added, after, _) = try edited(base) { $0.resize(width: 200, height: 150) }
      #expect(added.contains("/L [100 700 300 550]") && added.contains("/LE"), "\(added)")
      #expect(added.contains("/D [6 4]") && added.contains("[6 4] 0 d"), "\(added)")
      // The shaft, an open arrowhead and a filled one.
      let drawn = added.components(separatedBy: "stream\n")[1]
      #expect(
        drawn.components(separatedBy: "\nS\n").count == 3 && drawn.contains("\nB\n"), "\(drawn)")
      #expect(after.strokes == [[Point(x: 100, y: 92), Point(x: 300, y: 242)]])
    }

    /// Arrowheads have room in the rectangle, however narrow that was.
    @Test func arrowheadsFitTheRectangle() throws {
      let base = Self.document(
        Self.line + "/LE[/RClosedArrow/Slash]/BS<</W 2>>", rect: "[99 599 201 701]")
      let (added, after, _) = try edited(base) { $0.resize(width: 100, height: 0) }
      #expect(after.strokes == [[Point(x: 100, y: 92), Point(x: 200, y: 92)]])
      let numbers = try #require(added.components(separatedBy: "/BBox [").dropFirst().first)
        .prefix { $0 != "]" }.split(separator: " ").compactMap { Double($0) }
      try #require(numbers.count == 4)
      let stream = added.components(separatedBy: "stream\n")[1]
      for row in stream.split(separator: "\n") where row.hasSuffix(" m") || row.hasSuffix(" l") {
        let place = row.split(separator: " ").compactMap { Double($0) }
        #expect(place[0] - 1 >= numbers[0] && place[0] + 1 <= numbers[2], "\(row)")
        #expect(place[1] - 1 >= numbers[1] && place[1] + 1 <= numbers[3], "\(row)")
      }
    }

    /// Recto draws its own drawing again with them.
    @Test func recolouringKeepsDashesAndEndings() throws {
      let base = Self.document(Self.line + "/LE[/None/Circle]/Border[0 0 2[3]]")
      let (first, _, saved) = try edited(base) { $0.resize(width: 50, height: 60) }
      #expect(first.contains("[3] 0 d") && first.contains(" c\n"))
      let (second, _, _) = try edited(saved) { $0.color = 0x0000FF }
      #expect(second.contains("0 0 1 RG") && second.contains("[3] 0 d"))
    }

    @Test func polygonsAndInkKeepTheirDashes() throws {
      for (entries, key) in [
        ("/Subtype/PolyLine/Vertices[100 700 150 600 200 650]/LE[/Square/Diamond]", "/Vertices"),
        ("/Subtype/Ink/InkList[[100 700 150 600 200 650]]", "/InkList"),
        ("/Subtype/Polygon/Vertices[100 700 150 600 200 650]", "/Vertices"),
      ] {
        let base = Self.document(entries + "/BS<</W 2/S/D/D[5]>>")
        let (added, after, _) = try edited(base) { $0.resize(width: 220, height: 150) }
        #expect(added.contains("[5] 0 d") && added.contains(key), "\(added)")
        #expect(abs(after.box.width - 220) < 0.01 && abs(after.box.height - 150) < 0.01)
      }
    }

    /// They are scaled with the drawing of the other program.
    @Test func cloudBordersAreScaled() throws {
      for entries in ["/Subtype/Polygon/Vertices[100 700 150 600 200 650]", "/Subtype/Square"] {
        let base = Self.document(entries + "/BE<</S/C/I 1>>/BS<</W 2>>")
        let (added, after, _) = try edited(base) { $0.resize(width: 220, height: 150) }
        #expect(added.contains("/BE") && added.contains("/Rect [95 555 315 705]"), "\(added)")
        #expect(!added.contains("stream") && abs(after.box.width - 220) < 0.01)
      }
    }

    /// Lengths that draw nothing, or too many of them, are no dashes.
    @Test(arguments: ["[0 0]", "[-1 2]", "[]", "[\(String(repeating: "1 ", count: 99))]"])
    func invalidDashesAreIgnored(_ dash: String) throws {
      let base = Self.document(Self.line + "/BS<</W 2/S/D/D\(dash)>>")
      let (added, _, _) = try edited(base) { $0.resize(width: 50, height: 60) }
      #expect(!added.components(separatedBy: "stream\n")[1].contains(" d\n"))
    }
  }
}
