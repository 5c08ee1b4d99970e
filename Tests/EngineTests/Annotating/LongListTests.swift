import DocumentModel
import Engine
import Foundation
import TestSupport
import Testing
import Wire

extension EngineTests {
  /// Poppler 22.12 refuses a page with more than 10,000 annotations, and all pages after it.
  @Suite struct LongListTests {
    enum Kind: CaseIterable {
      case plain, streams, encrypted
    }

    /// Three pages with an outline, the second with so many annotations: objects of their own or not.
    private static func document(
      _ count: Int, _ kind: Kind = .plain, annotations: String? = nil
    ) throws -> Data {
      var document = PagedPDF()
      document.addPage("The first page")
      let one = "/Type/Annot/Subtype/Text/Rect[100 700 120 720]/Contents"
      var list = annotations
      if list == nil, count > 50_000 {
        list = "[" + String(repeating: "<<\(one)(direct)>>", count: count) + "]"
      } else if list == nil {
        let numbers = (0..<count).map { document.writer.add("<<\(one)(number \($0))>>") }
        list = "[" + numbers.map { "\($0) 0 R" }.joined(separator: " ") + "]"
      }
      document.addPage("The second page", entries: "/Annots \(list ?? "")/Mine(a string)")
      let last = document.addPage("The third page")
      let outline = document.writer.reserve()
      let entry = document.writer.add(
        "<</Title(Third)/Parent \(outline) 0 R/Dest[\(last) 0 R/XYZ 0 700 0]>>")
      document.writer.set(
        outline, "<</Type/Outlines/First \(entry) 0 R/Last \(entry) 0 R/Count 1>>")
      document.catalogue = "/Outlines \(outline) 0 R"
      document.trailer = "/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]"
      return switch kind {
      case .plain: document.file()
      case .streams: try QPDFProgram.rewritten(document.file(), ["--object-streams=generate"])
      case .encrypted:
        try QPDFProgram.rewritten(document.file(), ["--encrypt", "wort", "owner", "256", "--"])
      }
    }

    private static let kinds = TestTier.runsLong ? Kind.allCases : [.plain]

    private func password(_ kind: Kind) -> String { kind == .encrypted ? "wort" : "" }

    @Test(arguments: kinds)
    func longAnnotationListsAreRead(_ kind: Kind) throws {
      let bench = try EngineBench(Self.document(10_050, kind), password: password(kind))
      #expect(bench.summary.pageCount == 3)
      // Before any page is asked for.
      guard case .destination(let third)? = try bench.outline().first?.target else {
        Issue.record("the outline leads nowhere")
        return
      }
      #expect(third.page == 2)
      let texts = try (0..<3).map { try bench.text(page: $0).string }
      for (text, number) in zip(texts, ["first", "second", "third"]) {
        #expect(text.contains("The \(number) page"))
      }
      guard case .annotationCount(let count) = try bench.ask(.annotationCount(0..<3)) else {
        Issue.record("they are not counted")
        return
      }
      #expect(count == 10_050)
      #expect(
        try AnnotatingBench.read(Self.document(10_050, kind), password: password(kind)).count
          == 10_050)
    }

    @Test(.enabled(if: TestTier.runsLong, "long; .ci/test --long runs it"))
    func pagesWithAHundredThousandEntriesAreRead() throws {
      let bench = try EngineBench(Self.document(100_000))
      #expect(try bench.text(page: 2).string.contains("The third page"))
      #expect(try bench.text(page: 1).string.contains("The second page"))
      #expect(try bench.pages().map(\.size.width) == [612, 612, 612])
    }

    /// A malformed list does not hide its page or later ones.
    @Test func malformedListsAreIgnored() throws {
      for wrong in ["(words)", "<</A 1>>", "7"] {
        let bench = try EngineBench(Self.document(0, annotations: wrong))
        #expect(try bench.text(page: 1).string.contains("The second page"))
        #expect(try bench.text(page: 2).string.contains("The third page"))
      }
    }

    /// Before a worker's memory ends.
    @Test func tooManyAnnotationsAreRefused() throws {
      let one = "<</Subtype/Text/Rect[1 2 3 4]>>"
      let base = try Self.document(
        0, annotations: "[" + String(repeating: one, count: 40_001) + "]")
      #expect(throws: AnnotatingBench.Refused(obstacle: .tooManyAnnotations)) {
        _ = try AnnotatingBench(base: base).saved([Samples.make(.highlight, page: 1)])
      }
      _ = try AnnotatingBench(base: base).saved([Samples.make(.highlight, page: 0)])
    }

    /// Pages are bounded together, and before they are read: reading them ahead takes no more than writing them.
    @Test(.enabled(if: TestTier.runsLong, "long; .ci/test --long runs it"))
    func tooManyAnnotationsInAllAreRefused() throws {
      var document = PagedPDF()
      let one = "<</Subtype/Text/Rect[1 2 3 4]>>"
      for _ in 0..<12 {
        document.addPage(entries: "/Annots[\(String(repeating: one, count: 3_400))]")
      }
      let bench = AnnotatingBench(base: document.file())
      let marks = (0..<12).map { Samples.make(.highlight, page: $0) }
      #expect(throws: AnnotatingBench.Refused(obstacle: .tooManyAnnotations)) {
        _ = try bench.saved(marks)
      }
      #expect(throws: AnnotatingBench.Refused(obstacle: .tooManyAnnotations)) {
        try bench.readBase(marks)
      }
      try bench.readBase(Array(marks.prefix(11)))
    }

    /// Poppler refuses that page and those after it, so that edits there are never verified by it.
    @Test func pagesPopplerRefusesAreVerifiedOnce() throws {
      let bench = AnnotatingBench(base: try Self.document(10_050))
      for (page, isSeenTwice) in [(0, true), (1, false), (2, false)] {
        let made = Samples.make(.highlight, page: page)
        let edits = [AnnotationPatch(id: made.id, oldPage: nil, after: made)]
        let section = try bench.section(edits)
        for _ in 0..<2 { #expect(try bench.verify(section, edits) == isSeenTwice) }
      }
    }

    @Test(arguments: kinds)
    func aPageWithALongListIsAnnotated(_ kind: Kind) throws {
      let base = try Self.document(10_050, kind)
      let wanted = Samples.make(.highlight, page: 1)
      let saved = try AnnotatingBench(base: base, password: password(kind)).saved([wanted])
      let read = try AnnotatingBench.read(saved, password: password(kind))
      #expect(read.count == 10_051 && read.last?.contents == wanted.contents)
      let bench = try EngineBench(saved, password: password(kind))
      #expect(try bench.text(page: 1).string.contains("The second page"))
    }
  }
}
