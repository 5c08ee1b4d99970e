import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct HostileAnnotationTests {
    /// Annotations given as dictionaries without their brackets, on one page.
    private func read(_ annotations: [String], page entries: String = "") throws -> [Annotation] {
      var document = PagedPDF()
      let numbers = annotations.map { document.writer.add("<</Type/Annot\($0)>>") }
      let list = numbers.map { "\($0) 0 R" }.joined(separator: " ")
      document.addPage(entries: "/Annots[\(list)]" + entries)
      return try AnnotatingBench.read(document.file())
    }

    @Test func quadCornersMayBeInAnyOrder() throws {
      let corners = ["72 712", "200 712", "72 700", "200 700"]
      for order in [[0, 1, 2, 3], [2, 3, 1, 0], [3, 2, 0, 1], [1, 0, 3, 2]] {
        let points = order.map { corners[$0] }.joined(separator: " ")
        let read = try read(["/Subtype/Highlight/Rect[0 0 9 9]/QuadPoints[\(points)]"])
        #expect(read.first?.quads == [Quad(Box(x0: 72, y0: 80, x1: 200, y1: 92))])
      }
    }

    @Test func rotatedTextKeepsItsDirection() throws {
      // Rising to the right at 45 degrees, in both orders that are in use.
      let corners = ["100 110", "200 210", "107 103", "207 203"]
      for order in [[0, 1, 2, 3], [2, 3, 1, 0]] {
        let points = order.map { corners[$0] }.joined(separator: " ")
        let quad = try #require(
          try read(["/Subtype/Underline/QuadPoints[\(points)]"]).first?.quads.first)
        #expect(quad.topLeft == Point(x: 100, y: 682))
        #expect(quad.bottomRight == Point(x: 207, y: 589))
      }
    }

    @Test func malformedNumbersAreHarmless() throws {
      let read = try read([
        "/Subtype/Square/Rect[1e400 nan 5 6]/C[1 2 3 4 5]/CA 9/BS<</W -5>>",
        "/Subtype/Ink/InkList[[9000000000000000000 1 2 3][(a) 1]]", "/Subtype/Line/L[1]",
        "/Subtype/Highlight/QuadPoints[1 2 3]", "/Subtype/Polygon/Vertices 7/Rect 5",
        "/Subtype/FreeText/DA(/F 1e999 Tf)/Contents<</a 1>>", "/Subtype/Unheard-of/Rect[1 2 3 4]",
        "/Subtype/Text/IRT 99 0 R/Popup 98 0 R/M(D:99999999)/AP 5/F(x)",
      ])
      #expect(read.count == 8)
      #expect(read.allSatisfy { (0...1).contains($0.opacity) && $0.lineWidth >= 0 })
      #expect(read.map(\.kind)[6] == .other)
    }

    /// The part on the page is shown, clipped at its edge; integers with too many digits hide no annotation.
    @Test(arguments: ["1e30", "1e+30", "1000000000000000000000000000000", "9999999999999999999.5"])
    func boxesBeyondThePageAreShown(_ far: String) throws {
      let read = try read([
        "/Subtype/Square/Rect[100 100 \(far) \(far)]/Contents((1234567890123456789))"
          + "%1\n/C[0 1 0]/NM(a)/T<41>/P 3 0 R",
        "/Subtype/Square/NM(b)/Rect[\(far) 100 \(far) 120]", "/Subtype/Square/Rect[-\(far) 5 9 8]",
      ])
      #expect(read.map(\.id.name).prefix(2) == ["a", "b"])
      #expect(read.first?.box == Box(x0: 100, y0: 0, x1: 612, y1: 692))
      #expect(read.first?.contents == "(1234567890123456789)")
      #expect(read.first?.color == 0xFF00 && read.first?.author == "A")
      try #require(read.count == 3)
      #expect(read[1].box == Box(x0: 592, y0: 672, x1: 612, y1: 692))
      #expect(read[2].box == Box(x0: 0, y0: 784, x1: 9, y1: 787))
    }

    /// Nobody would read them else.
    @Test func cyclicRepliesBecomeTopLevel() throws {
      func note(_ id: String, _ answered: Int) -> (Int) -> String {
        { "/Subtype/Text/NM(\(id))/Rect[0 0 9 9]/IRT \($0 + answered) 0 R" }
      }
      var document = PagedPDF()
      let first = (0..<6).map { _ in document.writer.reserve() }[0]
      // a, b and c in a ring, d hangs on it, e and f answer each other, one of them as a group.
      let answers = [("a", 1), ("b", 2), ("c", 0), ("d", 1), ("e", 5), ("f", 4)]
      for (place, answer) in answers.enumerated() {
        let group = answer.0 == "f" ? "/RT/Group" : ""
        document.writer.set(
          first + place, "<</Type/Annot\(note(answer.0, answer.1)(first))\(group)>>")
      }
      document.addPage(
        entries: "/Annots[\((0..<6).map { "\(first + $0) 0 R" }.joined(separator: " "))]")
      let read = try AnnotatingBench.read(document.file())
      let reported = read.map { "\($0.id.name)>\($0.replyTo?.name ?? "")" }
      #expect(reported == ["a>", "b>", "c>", "d>b", "e>", "f>"])
      #expect(read.allSatisfy { !$0.isGrouped })
    }

    @Test func groupsAreDistinguishedFromReplies() throws {
      var document = PagedPDF()
      let caret = document.writer.add("<</Subtype/Caret/NM(c)/Rect[9 9 19 19]/Contents(new)>>")
      let quads = "/QuadPoints[72 712 150 712 72 698 150 698]"
      let struck = document.writer.add(
        "<</Subtype/StrikeOut/NM(s)/Rect[72 698 150 712]\(quads)/IRT \(caret) 0 R/RT/Group/F 2>>")
      document.addPage(entries: "/Annots[\(caret) 0 R \(struck) 0 R]")
      let read = try AnnotatingBench.read(document.file())
      #expect(read.map(\.isGrouped) == [false, true])
      // It has a picture of its own, and may be hidden.
      #expect(read.last?.flags.contains(.hidden) == true)
    }

    @Test func textsInAllEncodingsAreDecodedAndCleaned() throws {
      let wanted = "Grüße\n– €"
      let texts = [
        "<4772FCDF650D0A8520A0>", "<FEFF0047007200FC00DF0065000D201300A020AC>",
        "<FFFE47007200FC00DF0065000D001320A000AC20>", "<EFBBBF4772C3BCC39F650AE2809320E282AC>",
      ]
      let read = try read(texts.map { "/Subtype/Text/Rect[0 0 9 9]/Contents\($0)" })
      #expect(read.map(\.contents).allSatisfy { $0.replacing("\u{A0}", with: " ") == wanted })
      let escapes = try self.read(["/Subtype/Text/Contents(a\\033[31mb\\000\\007c\\r\\nd\\te)"])
      let clean = try #require(escapes.first?.contents)
      #expect(clean.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0.value == 0x0A })
      #expect(clean.hasSuffix("c\nd e"))
    }

    @Test(.enabled(if: TestTier.runsLong, "long; .ci/test --long runs it"))
    func aHundredThousandAnnotationsOnAPageAreBounded() throws {
      var document = PagedPDF()
      let one = "<</Subtype/Text/Rect[1 2 3 4]/Contents(x)>>"
      document.addPage(entries: "/Annots[" + String(repeating: one, count: 100_100) + "]")
      let bench = try EngineBench(document.file())
      guard case .annotations(let portion) = try bench.ask(.annotations(0..<1)) else {
        Issue.record("no annotations")
        return
      }
      #expect(portion.annotations.count == Limit.annotations)
      #expect(portion.leftOut == 100)
    }

    @Test func cyclicAnnotationsEnd() throws {
      var document = PagedPDF()
      let list = document.writer.reserve()
      let mark = document.writer.reserve()
      let page = document.addPage(entries: "/Annots \(list) 0 R")
      document.writer.set(list, "[\(list) 0 R \(mark) 0 R \(mark) 0 R \(page) 0 R]")
      document.writer.set(
        mark, "<</Subtype/Text/Rect \(mark) 0 R/IRT \(mark) 0 R/Parent \(mark) 0 R/NM(it)>>")
      let read = try AnnotatingBench.read(document.file())
      #expect(read.map(\.id.name) == ["it"])
      #expect(read.first?.replyTo == nil)
    }

    @Test func duplicateNamesAreIgnored() throws {
      let read = try read([
        "/Subtype/Text/NM(same)", "/Subtype/Text/NM(same)", "/Subtype/Text", "/Subtype/Link",
      ])
      #expect(Set(read.map(\.id)).count == 3)
    }

    /// Places count from where poppler says the page begins.
    @Test(arguments: [0, 90, 180, 270, -90, 450], ["", "/UserUnit 2"])
    func placesFollowPopplersPageBox(_ rotation: Int, _ unit: String) throws {
      var document = PagedPDF()
      let mark = document.writer.add("<</Subtype/Square/Rect[110 220 130 230]>>")
      document.addPage(
        box: "/MediaBox[10 20 610 820]/CropBox[100 700 400 200]/Rotate \(rotation)",
        entries: unit + "/Annots[\(mark) 0 R]")
      let bench = try EngineBench(document.file())
      let size = try #require(try bench.pages().first?.size)
      let space = PageSpace(x0: 100, y0: 200, x1: 400, y1: 700, rotation: rotation)
      #expect(
        size
          == (rotation % 180 == 0
            ? PageSize(width: 300, height: 500) : PageSize(width: 500, height: 300)))
      guard case .annotations(let portion) = try bench.ask(.annotations(0..<1)) else { return }
      let wanted: [Int: Box] = [
        0: Box(x0: 10, y0: 470, x1: 30, y1: 480), 90: Box(x0: 20, y0: 10, x1: 30, y1: 30),
        180: Box(x0: 270, y0: 20, x1: 290, y1: 30), 270: Box(x0: 470, y0: 270, x1: 480, y1: 290),
      ]
      #expect(portion.annotations.first?.box == wanted[space.rotation])
      for point in [Point(x: 0, y: 0), Point(x: 17, y: 31)] {
        let user = space.user(point)
        #expect(space.shown(x: user.x, y: user.y) == point)
      }
    }
  }
}
