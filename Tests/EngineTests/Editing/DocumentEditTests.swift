import DocumentModel
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Pages, outline and metadata of documents changed by libqpdf.
  @Suite struct DocumentEditTests {
    /// Pages that say `A0`, `A1` … with an entry of the outline for each but those under the second.
    private static func book(_ name: String, _ count: Int, labels: String = "") -> Data {
      var document = PagedPDF()
      for page in 0..<count { document.addPage("\(name)\(page)") }
      let top = document.writer.reserve()
      let items = (0..<count).map { _ in document.writer.reserve() }
      for (page, item) in items.enumerated() {
        let next = page + 1 < count ? "/Next \(items[page + 1]) 0 R" : ""
        let previous = page > 0 ? "/Prev \(items[page - 1]) 0 R" : ""
        document.writer.set(
          item,
          "<</Title(\(name) \(page))/Parent \(top) 0 R\(next)\(previous)/Dest[\(document.pages[page]) 0 R/XYZ 0 700 0]>>"
        )
      }
      document.writer.set(
        top, "<</First \(items[0]) 0 R/Last \(items[count - 1]) 0 R/Count \(count)>>")
      document.catalogue = "/Outlines \(top) 0 R" + labels
      return document.file()
    }

    private static let a = book("A", 5)

    @Test(arguments: [
      (DocumentEdit.remove([1, 3]), ["A0", "A2", "A4"]),
      (.keep([3, 1]), ["A3", "A1"]),
      (.move([3, 4], to: 0), ["A3", "A4", "A0", "A1", "A2"]),
      (.move([0], to: 4), ["A1", "A2", "A3", "A4", "A0"]),
      (.exchange(0, 4), ["A4", "A1", "A2", "A3", "A0"]),
      (.insert(file: 1, pages: nil, at: 0), ["B0", "B1", "A0", "A1", "A2", "A3", "A4"]),
      (.insert(file: 1, pages: [1], at: 5), ["A0", "A1", "A2", "A3", "A4", "B1"]),
      (
        .insert(file: 1, pages: [1, 0, 1], at: 2), ["A0", "A1", "B1", "B0", "B1", "A2", "A3", "A4"]
      ),
    ]) func pagesAreInTheRequestedOrder(_ edit: DocumentEdit, _ texts: [String]) throws {
      let (file, outcome) = try EditingBench(Self.a, Self.book("B", 2)).edited([edit])
      #expect(try EditedLook(file).texts() == texts)
      #expect(outcome.pageCount == texts.count)
    }

    @Test func editsApplyInSequence() throws {
      let (file, _) = try EditingBench(Self.a).edited([
        .remove([0]), .move([0], to: 3), .rotate([0], by: 90), .rotate([0, 1], by: 270),
      ])
      let look = try EditedLook(file)
      #expect(try look.texts() == ["A2", "A3", "A4", "A1"])
      let turns = try (0..<4).map { try look.bench.ask(.rotation(page: $0)) }
      #expect(turns == [.rotation(0), .rotation(270), .rotation(0), .rotation(0)])
    }

    @Test func pagesKeepInheritedAttributes() throws {
      var writer = PDFWriter()
      let root = writer.reserve()
      let top = writer.reserve()
      let node = writer.reserve()
      let font = writer.add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
      let text = writer.add(stream: "BT /F 12 Tf 20 20 Td (Deep) Tj ET")
      let deep = writer.add("<</Type/Page/Parent \(node) 0 R/Contents \(text) 0 R>>")
      let flat = writer.add("<</Type/Page/Parent \(top) 0 R/MediaBox[0 0 50 50]>>")
      writer.set(root, "<</Type/Catalog/Pages \(top) 0 R>>")
      writer.set(top, "<</Type/Pages/Kids[\(node) 0 R \(flat) 0 R]/Count 2>>")
      writer.set(
        node,
        "<</Type/Pages/Parent \(top) 0 R/Kids[\(deep) 0 R]/Count 1/Rotate 90/MediaBox[0 0 300 200]"
          + "/Resources<</Font<</F \(font) 0 R>>>>>>")
      let (file, _) = try EditingBench(writer.file(root: root)).edited([.exchange(0, 1)])
      let look = try EditedLook(file)
      #expect(try look.texts() == ["", "Deep"])
      #expect(try look.bench.ask(.rotation(page: 1)) == .rotation(90))
      // Into another document, too.
      let (merged, _) = try EditingBench(Self.a, writer.file(root: root)).edited([
        .insert(file: 1, pages: [0], at: 0)
      ])
      let other = try EditedLook(merged)
      #expect(try other.texts().first == "Deep")
      #expect(try other.bench.ask(.rotation(page: 0)) == .rotation(90))
    }

    @Test func theOutlineFollowsItsPages() throws {
      let (moved, _) = try EditingBench(Self.a).edited([.move([4], to: 0)])
      #expect(try EditedLook(moved).outline() == ["A 0>1", "A 1>2", "A 2>3", "A 3>4", "A 4>0"])
      let (less, _) = try EditingBench(Self.a).edited([.remove([1, 2])])
      #expect(try EditedLook(less).outline() == ["A 0>0", "A 3>1", "A 4>2"])
      let (merged, _) = try EditingBench(Self.a, Self.book("B", 2)).edited([
        .insert(file: 1, pages: nil, at: 1)
      ])
      #expect(
        try EditedLook(merged).outline() == [
          "A 0>0", "B 0>1", "B 1>2", "A 1>3", "A 2>4", "A 3>5", "A 4>6",
        ])
    }

    /// An entry of a removed page points to the next page of its part, is removed with its part, and stays for its children.
    @Test func entriesOfRemovedPagesPointToTheNextPage() throws {
      var document = PagedPDF()
      for page in 0..<6 { document.addPage("P\(page)") }
      let (top, one, two, inner) = (
        document.writer.reserve(), document.writer.reserve(), document.writer.reserve(),
        document.writer.reserve()
      )
      let page = { (index: Int) in "\(document.pages[index]) 0 R" }
      document.writer.set(
        one, "<</Title(One)/Parent \(top) 0 R/Next \(two) 0 R/Dest[\(page(0))/Fit]>>")
      document.writer.set(
        two,
        "<</Title(Two)/Parent \(top) 0 R/Prev \(one) 0 R/Dest[\(page(3))/Fit]"
          + "/First \(inner) 0 R/Last \(inner) 0 R/Count -1>>")
      document.writer.set(inner, "<</Title(Inner)/Parent \(two) 0 R/Dest[\(page(4))/Fit]>>")
      document.writer.set(top, "<</First \(one) 0 R/Last \(two) 0 R/Count 2>>")
      document.catalogue = "/Outlines \(top) 0 R"
      let bench = EditingBench(document.file())
      func outline(_ edit: DocumentEdit) throws -> [String] {
        try EditedLook(try bench.edited([edit]).file).outline()
      }
      #expect(try outline(.remove([0])) == ["One>0", "Two>2", "  Inner>3"])
      #expect(try outline(.remove([0, 1, 2])) == ["Two>0", "  Inner>1"])
      #expect(try outline(.remove([3])) == ["One>0", "Two>3", "  Inner>3"])
      #expect(try outline(.remove([4])) == ["One>0", "Two>3", "  Inner>4"])
      #expect(try outline(.remove([3, 4, 5])) == ["One>0"])
      #expect(try outline(.keep([1, 2])) == ["One>0"])
    }

    /// The part continues above the next one's heading.
    @Test(arguments: [
      ("/XYZ 0 400 0", ["One>0", "Two>0"]), ("/XYZ 0 740 0", ["Two>0"]),
      ("/FitH 400", ["One>0", "Two>0"]),
      ("/Fit", ["Two>0"]), ("/XYZ null null null", ["Two>0"]),
    ])
    func entriesOfRemovedPagesMayShareAPage(_ view: String, _ wanted: [String]) throws {
      var document = PagedPDF()
      for page in 0..<3 { document.addPage("P\(page)") }
      let top = document.writer.reserve()
      let second = document.writer.add(
        "<</Title(Two)/Parent \(top) 0 R/Dest[\(document.pages[1]) 0 R\(view)]>>")
      let first = document.writer.add(
        "<</Title(One)/Parent \(top) 0 R/Next \(second) 0 R/Dest[\(document.pages[0]) 0 R/Fit]>>")
      document.writer.set(top, "<</First \(first) 0 R/Last \(second) 0 R/Count 2>>")
      document.catalogue = "/Outlines \(top) 0 R"
      let edited = try EditingBench(document.file()).edited([.remove([0])])
      #expect(try EditedLook(edited.file).outline() == wanted)
    }

    @Test func outlineEntriesAreAddedRenamedMovedAndRemoved() throws {
      let (file, _) = try EditingBench(Self.a).edited([
        .addEntry(title: "Приложение", page: 4, .under(.title("A 1"))),
        .addEntry(title: "End", page: 2, .end),
        .renameEntry(.title("A  0"), to: "First"),
        .moveEntry(.title("A 4"), .before(.title("A 2"))),
        .moveEntry(.number(0), .after(.title("A 1"))),
        .removeEntry(.title("A 3")),
        .moveEntry(.title("End"), .under(.title("A 2"))),
      ])
      let wanted = ["A 1>1", "  Приложение>4", "First>0", "A 4>4", "A 2>2", "  End>2"]
      #expect(try EditedLook(file).outline() == wanted)
    }

    @Test func impossibleOutlineEditsAreRefused() throws {
      var twice = EditingBench(Self.a)
      let (file, _) = try twice.edited([.renameEntry(.title("A 1"), to: "A 0")])
      twice.files = [file]
      let cases: [(DocumentEdit, EditRefusal.Reason)] = [
        (.removeEntry(.title("None")), .entry), (.removeEntry(.number(99)), .entry),
        (.removeEntry(.title("A 0")), .severalEntries),
        (.moveEntry(.title("A 2"), .under(.title("A 2"))), .underItself),
        (.addEntry(title: "x", page: 5, .end), .page), (.remove([0, 1, 2, 3, 4]), .noPageLeft),
        (.rotate([7], by: 90), .page), (.insert(file: 1, pages: nil, at: 0), .page),
      ]
      for (edit, reason) in cases {
        #expect(throws: EditRefusal(reason)) { try twice.edited([edit]) }
      }
    }

    @Test func labelsStayWithTheirPages() throws {
      let own = Self.book(
        "A", 5, labels: "/PageLabels<</Nums[0<</S/r>>2<</S/D/P(x-)/St 7>>]>>")
      #expect(try EditedLook(own).labels() == ["i", "ii", "x-7", "x-8", "x-9"])
      let (file, _) = try EditingBench(own, Self.book("B", 2)).edited([
        .remove([0, 3]), .insert(file: 1, pages: nil, at: 1),
      ])
      #expect(try EditedLook(file).labels() == ["ii", "1", "2", "x-7", "x-9"])
      let (plain, _) = try EditingBench(Self.a).edited([.remove([0])])
      #expect(try EditedLook(plain).labels() == EditedLook(Self.book("A", 4)).labels())
    }

    @Test func metadataAreSetAndRemoved() throws {
      let old = SmallDocument.bytes(pages: 1, title: "Old")
      let (file, outcome) = try EditingBench(old).edited([
        .describe(.title, "Наука (новая)"), .describe(.author, "A. Author"),
        .describe(.keywords, "x"), .describe(.keywords, ""),
      ])
      guard case .metadata(let now) = try EditedLook(file).bench.ask(.metadata) else {
        Issue.record("no metadata")
        return
      }
      #expect(now.title == "Наука (новая)" && now.author == "A. Author" && now.keywords == "")
      #expect(now.modified == 1_000_000_000)
      #expect(outcome.cautions.isEmpty)
      // There was none before.
      let (first, _) = try EditingBench(Self.a).edited([.describe(.subject, "S")])
      guard case .metadata(let made) = try EditedLook(first).bench.ask(.metadata) else {
        Issue.record("no metadata")
        return
      }
      #expect(made.subject == "S")
    }

    @Test func removedPagesLeaveNoObjects() throws {
      var document = PagedPDF()
      document.addPage("Kept")
      let widget = document.writer.reserve()
      let note = document.writer.reserve()
      let gone = document.addPage(
        "Gone", entries: "/Annots[\(widget) 0 R \(note) 0 R]/Title(SECRET-PAGE)")
      document.writer.set(
        widget,
        "<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/V(SECRET-FIELD)/Rect[0 0 9 9]/P \(gone) 0 R>>")
      document.writer.set(
        note, "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(SECRET-NOTE)/P \(gone) 0 R>>")
      document.catalogue =
        "/OpenAction[\(gone) 0 R/Fit]/AcroForm<</Fields[\(widget) 0 R]>>/Dests<</d[\(gone) 0 R/Fit]>>"
      let (file, _) = try EditingBench(document.file()).edited([.remove([1])])
      #expect(file.range(of: Data("SECRET".utf8)) == nil)
      #expect(file.range(of: Data("OpenAction".utf8)) == nil)
      #expect(try EditedLook(file).texts() == ["Kept"])
    }

    @Test func linksOfInsertedPagesPointToThem() throws {
      var document = PagedPDF()
      let (named, plain) = (document.writer.reserve(), document.writer.reserve())
      document.addPage("B0", entries: "/Annots[\(named) 0 R \(plain) 0 R]")
      let target = document.addPage("B1")
      document.writer.set(
        named, "<</Type/Annot/Subtype/Link/Rect[10 10 90 30]/Dest(there)>>")
      document.writer.set(
        plain,
        "<</Type/Annot/Subtype/Link/Rect[10 50 90 70]/A<</S/GoTo/D[\(target) 0 R/Fit]>>>>")
      document.catalogue = "/Names<</Dests<</Names[(there)[\(target) 0 R/Fit]]>>>>"
      let (file, _) = try EditingBench(Self.a, document.file()).edited([
        .insert(file: 1, pages: nil, at: 2)
      ])
      guard case .links(let links) = try EditedLook(file).bench.ask(.links(page: 2)) else {
        Issue.record("no links")
        return
      }
      let pages = links.compactMap { link -> Int? in
        if case .destination(let place) = link.target { place.page } else { nil }
      }
      #expect(pages == [3, 3])
      // Alone, they lead nowhere.
      let (alone, _) = try EditingBench(Self.a, document.file()).edited([
        .insert(file: 1, pages: [0], at: 0)
      ])
      guard case .links(let none) = try EditedLook(alone).bench.ask(.links(page: 0)) else { return }
      #expect(
        none.allSatisfy { link in
          if case .destination = link.target { false } else { true }
        })
    }

    @Test func aDamagedDocumentIsOnlyCopied() throws {
      var broken = Self.a
      broken.replaceSubrange(
        broken.range(of: Data("startxref\n".utf8)) ?? 0..<0, with: Data("startxref\n9".utf8))
      var bench = EditingBench(broken)
      #expect(throws: EditRefusal(.damaged)) { try bench.edited([.remove([0])]) }
      bench.isCopy = true
      let (file, outcome) = try bench.edited([.remove([0])])
      #expect(outcome.cautions == [.repaired])
      #expect(try EditedLook(file).count == 4)
      #expect(throws: EditRefusal(.unreadable)) {
        try EditingBench(Data("%PDF-1.4 nothing".utf8)).edited([.rotate([0], by: 90)])
      }
      #expect(throws: EditRefusal(.unreadable, file: 1)) {
        try EditingBench(Self.a, Data("nothing".utf8)).edited([
          .insert(file: 1, pages: nil, at: 0)
        ])
      }
    }

    @Test func signedDocumentsAreCopiedOrEditedOnRequest() throws {
      var document = PagedPDF()
      let field = document.writer.add(
        "<</FT/Sig/T(s)/V<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>>>>>")
      document.addPage("One")
      document.addPage("Two")
      document.catalogue = "/AcroForm<</SigFlags 3/Fields[\(field) 0 R]>>"
      var bench = EditingBench(document.file())
      #expect(throws: EditRefusal(.signed)) { try bench.edited([.rotate([0], by: 90)]) }
      bench.breaksSignatures = true
      #expect(try bench.edited([.rotate([0], by: 90)]).outcome.cautions == [.signatureBroken])
      bench.breaksSignatures = false
      bench.isCopy = true
      #expect(try bench.edited([.rotate([0], by: 90)]).outcome.cautions == [.signatureBroken])
      #expect(
        try EditingBench(Self.a, document.file()).edited([.insert(file: 1, pages: nil, at: 0)])
          .outcome.cautions.contains(.insertedSignatureBroken))
    }

    private static func certified(_ level: Int) -> Data {
      var document = PagedPDF()
      let signature = document.writer.add(
        "<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P \(level)>>>>]>>")
      document.addPage("One")
      document.catalogue = "/Perms<</DocMDP \(signature) 0 R>>"
      return document.file()
    }

    @Test(arguments: 1...3)
    func certifiedDocumentsAreCopiedOnly(_ level: Int) throws {
      var bench = EditingBench(Self.certified(level))
      bench.breaksSignatures = true
      #expect(throws: EditRefusal(.certified)) { try bench.edited([.rotate([0], by: 90)]) }
      bench.isCopy = true
      #expect(try bench.edited([.rotate([0], by: 90)]).outcome.cautions == [.signatureBroken])
    }

    /// A journal knows annotations by their ids: those that are made of objects' numbers must not become another's.
    @Test func annotationsKeepTheirIDs() throws {
      var document = PagedPDF()
      let notes = (0..<3).map { _ in document.writer.reserve() }
      for note in notes.reversed() { document.addPage("P", entries: "/Annots[\(note) 0 R]") }
      for (index, note) in notes.enumerated() {
        let name = index == 1 ? "/NM(own)" : ""
        document.writer.set(
          note, "<</Type/Annot/Subtype/Text/Rect[9 9 30 30]/Contents(note \(index))\(name)>>")
      }
      let base = document.file()
      func ids(_ file: Data) throws -> [String: AnnotationID] {
        let read = try AnnotatingBench.read(file)
        return Dictionary(read.map { ($0.contents, $0.id) }) { first, _ in first }
      }
      let old = try ids(base)
      #expect(old.count == 3 && old["note 1"] == AnnotationID("own"))
      let (file, _) = try EditingBench(base).edited([.move([2], to: 0), .rotate([1], by: 90)])
      #expect(try ids(file) == old)
    }

    /// A part is put back into the document it was made of: names identify annotations.
    @Test func insertedAnnotationsGetNewNames() throws {
      var document = PagedPDF()
      for name in ["one", "two"] {
        let note = document.writer.add(
          "<</Type/Annot/Subtype/Text/Rect[9 9 30 30]/Contents(\(name))/NM(\(name))>>")
        document.addPage(name, entries: "/Annots[\(note) 0 R]")
      }
      let base = document.file()
      let part = try EditingBench(base).edited([.keep([1])]).file
      var (file, _) = try EditingBench(base, part).edited([.insert(file: 1, pages: nil, at: 2)])
      (file, _) = try EditingBench(file, part).edited([.insert(file: 1, pages: nil, at: 0)])
      let read = try AnnotatingBench.read(file)
      #expect(read.map(\.contents) == ["two", "one", "two", "two"])
      #expect(read[1].id == AnnotationID("one") && read[2].id == AnnotationID("two"))
      #expect(Set(read.map(\.id)).count == 4)
      #expect(read.allSatisfy { !$0.id.isOfObject })
    }

    /// Encrypted by qpdf, as files of all revisions are: edited with either password, and encrypted in the same way.
    @Test(
      .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/qpdf")),
      arguments: [["40"], ["128", "--use-aes=n"], ["128", "--use-aes=y"], ["256"]])
    func encryptedDocumentsStayEncrypted(_ kind: [String]) throws {
      let file = try Self.encrypted(kind)
      for password in ["user", "owner"] {
        let (made, _) = try EditingBench(file, password: password).edited([.remove([0])])
        #expect(throws: EngineFailure.passwordNeeded) { try EditedLook(made) }
        for other in ["user", "owner"] {
          #expect(try EditedLook(made, password: other).texts() == ["A1", "A2", "A3", "A4"])
        }
      }
      #expect(throws: EditRefusal(.passwordWrong)) { try EditingBench(file).edited([.remove([0])]) }
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/qpdf")))
    func forbiddenEditsAreRefused() throws {
      let file = try Self.encrypted(["256", "--modify=none", "--extract=n"])
      #expect(throws: EditRefusal(.forbidden)) {
        try EditingBench(file, password: "user").edited([.remove([0])])
      }
      #expect(throws: EditRefusal(.forbidden, file: 1)) {
        try EditingBench(Self.a, file, password: "user").edited([
          .insert(file: 1, pages: nil, at: 0)
        ])
      }
      // No copy is offered, which would be forbidden as well.
      let certified = try Self.encrypted(["256", "--modify=none"], Self.certified(2))
      #expect(throws: EditRefusal(.forbidden)) {
        try EditingBench(certified, password: "user").edited([.rotate([0], by: 90)])
      }
      let (made, _) = try EditingBench(file, password: "owner").edited([.remove([0])])
      #expect(try EditedLook(made, password: "user").count == 4)
    }

    private static func encrypted(_ kind: [String], _ base: Data = a) throws -> Data {
      let folder = FileManager.default.temporaryDirectory.path + "/recto-edit-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      try base.write(to: URL(fileURLWithPath: folder + "/in.pdf"))
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/qpdf")
      process.arguments =
        ["--allow-weak-crypto", "--encrypt", "user", "owner"] + kind
        + ["--", folder + "/in.pdf", folder + "/out.pdf"]
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      return try Data(contentsOf: URL(fileURLWithPath: folder + "/out.pdf"))
    }

    /// A file made for other edits is not accepted for these.
    @Test func anUnrelatedEditIsNotVerified() throws {
      let bench = EditingBench(Self.a)
      let (file, _) = try bench.edited([.exchange(0, 1)])
      for edit in [DocumentEdit.exchange(0, 2), .remove([0])] {
        #expect(throws: EditRefusal(.unverified)) { try bench.verify(file, [edit]) }
      }
      #expect(throws: EditRefusal(.unverified)) { try bench.verify(Data("%PDF-".utf8), []) }
    }
  }
}
