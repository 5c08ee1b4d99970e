import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  @Suite struct AnnotationRoundTripTests {
    private static func document(_ entries: String = "") -> Data {
      var document = PagedPDF()
      for _ in 0..<3 { document.addPage("The words of a page", entries: entries) }
      return document.file()
    }

    @Test(arguments: [0, 90, 180, 270]) func annotationsRoundTrip(_ rotation: Int) throws {
      let base = Self.document("/CropBox[20 30 600 780]/Rotate \(rotation)")
      let saved = try AnnotatingBench(base: base).saved(Samples.all)
      #expect(saved.prefix(base.count) == base)
      let read = try AnnotatingBench.read(saved)
      #expect(read.count == Samples.all.count)
      for (one, two) in zip(read, Samples.all) { expectSame(one, two) }
    }

    /// Lines under text that runs up, down or on its head lie below its letters, also after they were read again.
    @Test(arguments: [0, 90, 180, 270]) func quadsOfRotatedTextKeepTheirCorners(
      _ rotation: Int
    ) throws {
      let quads = [
        [(90, 80), (90, 200), (70, 80), (70, 200)], [(70, 200), (70, 80), (90, 200), (90, 80)],
        [(200, 92), (80, 92), (200, 80), (80, 80)], [(80, 80), (200, 80), (80, 92), (200, 92)],
      ].map { corners in corners.map { Point(x: Double($0.0), y: Double($0.1)) } }
      for (number, corners) in quads.enumerated() {
        var mark = Samples.make(.underline)
        mark.quads = [
          Quad(
            topLeft: corners[0], topRight: corners[1], bottomLeft: corners[2],
            bottomRight: corners[3])
        ]
        mark.box = mark.extent
        let saved = try AnnotatingBench(base: Self.document("/Rotate \(rotation)")).saved([mark])
        let read = try #require(try AnnotatingBench.read(saved).first?.quads.first)
        #expect(
          zip(read.corners, corners).allSatisfy { abs($0.x - $1.x) + abs($0.y - $1.y) < 0.01 },
          "\(number): \(read)")
      }
    }

    private func expectSame(_ read: Annotation, _ wanted: Annotation) {
      var (read, wanted) = (read, wanted)
      func near(_ a: Box, _ b: Box) -> Bool {
        abs(a.x0 - b.x0) < 0.01 && abs(a.y0 - b.y0) < 0.01 && abs(a.x1 - b.x1) < 0.01
          && abs(a.y1 - b.y1) < 0.01
      }
      #expect(near(read.box, wanted.box), "\(read.kind): \(read.box) for \(wanted.box)")
      for (one, two) in zip(read.quads, wanted.quads) {
        for (a, b) in zip(one.corners, two.corners) {
          #expect(abs(a.x - b.x) < 0.01 && abs(a.y - b.y) < 0.01)
        }
      }
      #expect(read.strokes.map(\.count) == wanted.strokes.map(\.count))
      for (a, b) in zip(read.strokes.joined(), wanted.strokes.joined()) {
        #expect(abs(a.x - b.x) < 0.01 && abs(a.y - b.y) < 0.01)
      }
      read.box = wanted.box
      read.quads = wanted.quads
      read.strokes = wanted.strokes
      wanted.anchor = nil
      #expect(read == wanted)
    }

    /// To poppler it is no annotation, before and after.
    @Test func annotationsWithoutARectCanBeChanged() throws {
      var document = PagedPDF()
      let mark = document.writer.reserve()
      document.addPage(entries: "/Annots[\(mark) 0 R]")
      document.writer.set(mark, "<</Subtype/Highlight/Contents(old)>>")
      let base = document.file()
      var wanted = try #require(try AnnotatingBench.read(base).first)
      wanted.contents = "new"
      let saved = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: wanted.id, oldPage: 0, after: wanted)])
      #expect(try AnnotatingBench.read(saved).map(\.contents) == ["new"])
    }

    @Test func editingKeepsUnknownEntries() throws {
      var document = PagedPDF()
      let mark = document.writer.reserve()
      let popup = document.writer.reserve()
      document.addPage(entries: "/Annots[\(mark) 0 R \(popup) 0 R]")
      document.writer.set(
        mark,
        "<</Type/Annot/Subtype/Highlight/Rect[72 700 200 712]/QuadPoints[72 712 200 712 72 700 200 700]"
          + "/C[1 1 0]/Contents(old)/RC(<p>old</p>)/T(Somebody)/Mine(kept)/Popup \(popup) 0 R>>")
      document.writer.set(
        popup, "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent \(mark) 0 R>>")
      let base = document.file()
      var wanted = try #require(try AnnotatingBench.read(base).first)
      #expect(wanted.id == AnnotationID(object: mark, generation: 0))
      wanted.contents = "new"
      wanted.color = 0x00FF00
      let saved = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: wanted.id, oldPage: 0, after: wanted)])
      let read = try AnnotatingBench.read(saved)
      #expect(read.map(\.id) == [wanted.id])
      #expect(read.first?.contents == "new")
      #expect(read.first?.author == "Somebody")
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      #expect(added.contains("/Mine <6B657074>"))
      #expect(!added.contains("/RC"))
      #expect(added.contains("\n\(mark) 0 obj\n"))
      // Away with it, and its window.
      let gone = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: wanted.id, oldPage: 0, after: nil)])
      #expect(try AnnotatingBench.read(gone).isEmpty)
      #expect(!String(decoding: gone.suffix(from: base.count), as: UTF8.self).contains("/Annots"))
    }

    /// Boxes of other programs are wider than the mark: they stay, and a redrawn appearance is not scaled.
    @Test func widerBoxesAreKept() throws {
      var document = PagedPDF()
      let mark = document.writer.add(
        "<</Type/Annot/Subtype/Highlight/NM(it)/Rect[60 690 220 720]/C[1 1 0]"
          + "/QuadPoints[72 712 200 712 72 700 200 700]>>")
      document.addPage(entries: "/Annots[\(mark) 0 R]")
      let base = document.file()
      var wanted = try #require(try AnnotatingBench.read(base).first)
      let box = wanted.box
      wanted.color = 0x00_FF00
      let saved = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: wanted.id, oldPage: 0, after: wanted)])
      #expect(try AnnotatingBench.read(saved).first?.box == box)
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      #expect(added.contains("/BBox [60 690 220 720]"), "\(added)")
      wanted.id = AnnotationID("new")
      let second = try AnnotatingBench(base: base).saved([wanted])
      #expect(try AnnotatingBench.read(second).last?.box == box)
    }

    @Test func repliesReferToTheirAnnotation() throws {
      let note = Samples.make(.note)
      var answer = Samples.make(.note)
      answer.id = AnnotationID("answer")
      answer.replyTo = note.id
      // The answer comes first.
      let saved = try AnnotatingBench(base: Self.document()).saved([answer, note])
      let read = try AnnotatingBench.read(saved)
      #expect(read.first { $0.id == answer.id }?.replyTo == note.id)
    }

    /// Programs that know no answers would draw them over what they answer, as large as that is.
    @Test func repliesAreNotDrawn() throws {
      let mark = Samples.make(.highlight)
      var answer = Samples.make(.note)
      answer.id = AnnotationID("answer")
      answer.box = mark.box
      answer.replyTo = mark.id
      let (alone, answered) = (
        try AnnotatingBench(base: Self.document()).saved([mark]),
        try AnnotatingBench(base: Self.document()).saved([mark, answer])
      )
      let drawing = PageDrawing(page: 0, width: 612, height: 792)
      #expect(
        try EngineBench(answered).draw(drawing).pixels == EngineBench(alone).draw(drawing).pixels)
      // To be read it is there all the same, also once it is changed.
      var read = try #require(try AnnotatingBench.read(answered).first { $0.id == answer.id })
      #expect(read.replyTo == mark.id && !read.flags.contains(.hidden))
      read.contents = "changed"
      let changed = try AnnotatingBench(base: answered).saved([
        AnnotationPatch(id: read.id, oldPage: 0, after: read)
      ])
      #expect(
        String(decoding: changed.suffix(from: answered.count), as: UTF8.self).contains("/F 30"))
      #expect(try AnnotatingBench.read(changed).contains(read))
    }

    @Test func hiddenRepliesOfOtherProgramsAreRead() throws {
      var document = PagedPDF()
      let mark = document.writer.add("<</Type/Annot/Subtype/Text/Rect[9 9 29 29]/NM(mark)>>")
      func answer(_ name: String, _ entries: String) -> Int {
        document.writer.add(
          "<</Type/Annot/Subtype/Text/Rect[9 9 29 29]/F 30/NM(\(name))\(entries)>>")
      }
      let list = [
        mark, answer("answer", "/IRT \(mark) 0 R"), answer("group", "/IRT \(mark) 0 R/RT/Group"),
        answer("hidden", ""),
      ]
      document.addPage(entries: "/Annots[\(list.map { "\($0) 0 R" }.joined(separator: " "))]")
      let read = try AnnotatingBench.read(document.file())
      #expect(
        read.filter { $0.flags.contains(.hidden) }.map(\.id.name) == ["group", "hidden"])
    }

    @Test func recolouredStampsAreRedrawn() throws {
      var stamp = Samples.make(.stamp)
      stamp.box = Box(x0: 300.123_45, y0: 300.678_9, x1: 420.333_3, y1: 360.777_7)
      let base = try AnnotatingBench(base: Self.document("/Rotate 90")).saved([stamp])
      var read = try #require(try AnnotatingBench.read(base).first)
      read.color = 0x00FF00
      let saved = try AnnotatingBench(base: base).saved([
        AnnotationPatch(id: read.id, oldPage: 0, after: read)
      ])
      #expect(String(decoding: saved.suffix(from: base.count), as: UTF8.self).contains("0 1 0 RG"))
    }

    @Test func stampsOfOtherProgramsKeepTheirPicture() throws {
      var document = PagedPDF()
      let looks = document.writer.add(
        stream: "1 0 0 rg 0 0 50 20 re f", "/Type/XObject/Subtype/Form/BBox[0 0 50 20]")
      let stamp = document.writer.add(
        "<</Type/Annot/Subtype/Stamp/Rect[72 600 122 620]/NM(theirs)/Name/Draft/C[1 0 0]"
          + "/AP<</N \(looks) 0 R>>>>")
      document.addPage(entries: "/Annots[\(stamp) 0 R]")
      let base = document.file()
      var read = try #require(try AnnotatingBench.read(base).first)
      read.color = 0x00FF00
      let saved = try AnnotatingBench(base: base).saved([
        AnnotationPatch(id: read.id, oldPage: 0, after: read)
      ])
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      #expect(added.contains("/N \(looks) 0 R") && !added.contains("0 1 0 RG"))
    }

    @Test func anAnnotationMovesToAnotherPage() throws {
      let note = Samples.make(.note)
      let base = try AnnotatingBench(base: Self.document()).saved([note])
      var moved = note
      moved.page = 2
      let saved = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: note.id, oldPage: 0, after: moved)])
      #expect(try AnnotatingBench.read(saved).map(\.page) == [2])
    }

    @Test func twoThousandAnnotationsAreWrittenAtOnce() throws {
      let many = (0..<2_000).map { index in
        var mark = Samples.make(index % 2 == 0 ? .highlight : .ink, page: index % 3)
        mark.id = AnnotationID("many-\(index)")
        return mark
      }
      let saved = try AnnotatingBench(base: Self.document()).saved(many)
      #expect(try AnnotatingBench.read(saved).count == 2_000)
    }

    @Test func sharedAnnotationListsAreSplit() throws {
      var document = PagedPDF()
      let list = document.writer.add("[]")
      for _ in 0..<2 { document.addPage(entries: "/Annots \(list) 0 R") }
      let saved = try AnnotatingBench(base: document.file()).saved([Samples.make(.note)])
      #expect(try AnnotatingBench.read(saved).map(\.page) == [0])
    }

    /// Words read from the left keep their order in a line read from the right, and the other way round.
    @Test(arguments: [("א ЖЖЖЖ І", [0, 1]), ("Ж אאאאא ו", [1, 2])])
    func mixedDirectionTextIsDrawnInOrder(
      _ words: String, _ places: [Int]
    ) throws {
      var text = Samples.make(.freeText)
      text.contents = words
      let saved = try AnnotatingBench(base: Self.document()).saved([text])
      let picture = try EngineBench(saved).draw(PageDrawing(page: 0, width: 1224, height: 1584))
      // Columns with ink, parted where there is as much white as a blank leaves.
      let inked = (604..<836).filter { x in
        (604..<640).contains { picture[x, $0] & 0xFF00 < 0xA000 }
      }
      var widths: [Int] = []
      for (before, column) in zip([-9] + inked, inked) {
        if column - before > 9 { widths.append(0) }
        widths[widths.count - 1] += column - before > 9 ? 1 : column - before
      }
      try #require(widths.count == 3, "\(widths)")
      // The long word lies left of the short one that follows it, or right of it where they are read from the right.
      let (left, right) = (widths[places[0]], widths[places[1]])
      #expect(words.hasPrefix("א") ? left > right : right > left, "\(widths)")
    }

    /// A panel of one colour below a free text, and one of another, which another program gave a background.
    private static func panels(_ entries: String) -> Data {
      var document = PagedPDF()
      let text = document.writer.reserve()
      document.addPainted(
        "0.2 0.6 0.2 rg 0 0 612 792 re f", size: (612, 792), entries: "/Annots[\(text) 0 R]")
      document.writer.set(
        text,
        "<</Type/Annot/Subtype/FreeText/Rect[100 600 300 660]/DA(/Helv 12 Tf 0 g)/Contents(theirs)\(entries)>>"
      )
      return document.file()
    }

    @Test(arguments: [0x339933, 0xFFFFCC] as [UInt32])
    func freeTextWithoutFillIsTransparent(_ wanted: UInt32) throws {
      var text = Samples.make(.freeText)
      text.fill = wanted == 0x339933 ? nil : wanted
      text.box = Box(x0: 300, y0: 300, x1: 420, y1: 360)
      let base = Self.panels("")
      let saved = try AnnotatingBench(base: base).saved([text])
      let picture = try EngineBench(saved).draw(PageDrawing(page: 0, width: 612, height: 792))
      #expect(picture[415, 355] == wanted)
      let letters = (300..<420).contains { x in
        (300..<330).contains { picture[x, $0] == 0x3366CC }
      }
      #expect(letters)
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      #expect(added.contains("/IT /FreeTextTypeWriter") == (text.fill == nil))
    }

    @Test(arguments: [
      ("/C[1 1 0.8]", 0xFFFFCC), ("/C[0.8]", 0xCCCCCC), ("", 0x339933), ("/C[]", 0x339933),
    ])
    func anothersFreeTextKeepsItsBackground(_ entries: String, _ wanted: UInt32) throws {
      let base = Self.panels(entries)
      var text = try #require(try AnnotatingBench.read(base).first)
      text.contents = "changed"
      text.color = 0x0000FF
      let saved = try AnnotatingBench(base: base).saved(
        [AnnotationPatch(id: text.id, oldPage: 0, after: text)])
      let picture = try EngineBench(saved).draw(PageDrawing(page: 0, width: 612, height: 792))
      #expect(picture[290, 185] == wanted)
      #expect(try AnnotatingBench.read(saved).map(\.fill) == [wanted == 0x339933 ? nil : wanted])
    }

    /// Drawn as outlines, with invisible text over them for programs that search.
    @Test func otherScriptsAreDrawnAndSearchable() throws {
      var text = Samples.make(.freeText)
      text.contents = "Привет, שלום\n日本語 𠀋"
      let base = Self.document()
      let saved = try AnnotatingBench(base: base).saved([text])
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      #expect(added.contains(" c\n"))
      #expect(!added.contains("Helvetica"))
      let shown = added.split(separator: "\n").filter { $0.hasSuffix("Tj") }
      #expect(!shown.isEmpty && added.contains("\n3 Tr\n"))
      let page = try PopplerProgram.text(of: saved)
      for words in ["Привет,", "שלום", "日本語", "𠀋"] {
        #expect(page.contains(words), "\(words) in \(page)")
      }
    }

    /// Two free texts have fonts of their own letters, whose glyphs are defined once.
    @Test func invisibleTextSharesOneFont() throws {
      let texts = ["Ελληνικά", "Кириллица"].enumerated().map { place, words in
        var text = Samples.make(.freeText, page: place)
        text.contents = words
        return text
      }
      let base = Self.document()
      let saved = try AnnotatingBench(base: base).saved(texts)
      let added = String(decoding: saved.suffix(from: base.count), as: UTF8.self)
      #expect(added.components(separatedBy: "/FontFile2").count == 2)
      #expect(added.components(separatedBy: "/Subtype /Type0").count == 3)
      let found = try PopplerProgram.text(of: saved)
      #expect(found.contains("Ελληνικά") && found.contains("Кириллица"))
    }
  }
}
