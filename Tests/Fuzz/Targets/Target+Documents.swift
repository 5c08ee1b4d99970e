import DocumentModel
import Engine
import Foundation
import Glibc
import TestSupport
import Text
import Wire

/// Documents as the worker reads them: our own readers, poppler, libqpdf and cmark.
extension Target {
  static let documents = [
    Target(name: "markdown", seeds: { markdowns.map { Array($0.utf8) } }, words: markdownWords) {
      bytes in
      read(bytes, as: "a.md")
    },
    Target(
      name: "plain-text",
      seeds: { [Array("A line\n\ttwo\u{c}three\r\nfour".utf8), [0xFF, 0xFE, 0x41, 0]] }
    ) { bytes in
      read(bytes, as: "a.txt")
    },
    Target(name: "outlines", seeds: { [outlined] }, words: pdfWords) { bytes in
      read(bytes, as: "a.pdf")
    },
    Target(name: "annotation-reader", seeds: { [annotated] }, words: pdfWords) { bytes in
      read(bytes, as: "a.pdf", pages: 1)
    },
    Target(name: "annotation-sections", seeds: { [annotated, outlined] }, words: pdfWords) {
      bytes in
      section(bytes)
    },
    Target(name: "document-editing", seeds: { [outlined, annotated] }, words: pdfWords) { bytes in
      edited(
        bytes,
        [
          .rotate([0], by: 90), .describe(.title, "New"),
          .addEntry(title: "E", page: 0, .end), .renameEntry(.number(0), to: "F"), .remove([1]),
        ])
    },
  ]

  private static let markdowns = [
    "---\ntitle: T\n---\n# One\n\ntext *a* **b** `c` [l](x.pdf#page=2) ![i](y.png)\n\n> q\n> > r\n\n1. a\n   - b\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n\n```swift\nlet x = 1\n```\n\n<b>html</b>&amp;&#x41;[^1]\n\n[^1]: note\n",
    "- [ ] task\n- [x] done\n\nSetext\n===\n\n~~gone~~ <https://a.b> \\*\n\n    code\n",
  ]
  private static let markdownWords = [
    "> ", "- ", "1. ", "# ", "```", "| ", "|---", "[", "](", "**", "`", "<b>", "&#", "[^1]", "\n\n",
    "    ", "---\n",
  ]
  private static let pdfWords = [
    "<<", ">>", "[", "]", "/Parent 1 0 R", "/First 1 0 R", "/Next 1 0 R", "/Kids[1 0 R]", "/Title(",
    "(\\", "endobj",
    "stream\n", "/QuadPoints[", "/InkList[[", "/IRT 1 0 R", "/Dest[", "/Rect[",
    "/Count -9999999999", "null", " 0 R",
    "/Subtype/Highlight", "1e99", "--5", "#00", "/Length 99999999", "/D:99991399999999", "<FEFF",
    ">",
  ]

  /// The requests made for every opened document; the reader must accept the answers.
  static func read(_ bytes: [UInt8], as name: String, pages: Int = 3) -> String? {
    let engine = Engine()
    let opening = engine.answer(
      .open(password: [], name: name), descriptor: Scratch.memory(bytes))
    guard case .opened(let summary) = opening else { return believed(opening, 1) }
    var requests: [Request] = [
      .metadata, .outline, .annotationVerdict, .pages(0..<summary.pageCount),
    ]
    for page in 0..<min(pages, summary.pageCount) {
      requests += [.text(page: page), .links(page: page), .annotations(page..<page + 1)]
      requests += [
        .annotationCount(page..<page + 1), .plainText(page: page), .unknownSigns(page..<page + 1),
      ]
    }
    for request in requests {
      let reply = engine.answer(request, descriptor: -1)
      if let fault = believed(reply, summary.pageCount) { return "\(request): \(fault)" }
    }
    let indexing = engine.answer(
      .index(IndexingRequest(name: name)), descriptor: Scratch.memory(bytes))
    return believed(indexing, summary.pageCount)
  }

  static func believed(_ reply: Reply, _ pageCount: Int) -> String? {
    let bytes = reply.encoded()
    guard bytes.count <= Limit.shared else { return nil }
    do throws(WireError) {
      _ = try Reply(decoding: bytes, pageCount: pageCount)
      return nil
    } catch {
      return "an answer that the reader refuses: \(error)"
    }
  }

  /// A section is made and verified.
  private static func section(_ bytes: [UInt8]) -> String? {
    var edits = annotationEdits
    edits[0].after?.page = 0
    edits[0].oldPage = nil
    edits[0].after?.replyTo = nil
    let list = AnnotationPatches.encoded(SectionEdits(annotations: [edits[0]]))
    guard let maker = holding(bytes), let verifier = holding(bytes) else { return nil }
    let making = AnnotationWork(sectionCount: 0, editsCount: list.count)
    let made = maker.answer(.section(making), descriptor: Scratch.memory(list))
    _ = maker.answer(.repair, descriptor: -1)
    guard case .section(let section) = made else { return believed(made, 1) }
    if let fault = believed(made, 1) { return fault }
    let verifying = AnnotationWork(sectionCount: section.count, editsCount: list.count)
    let verdict = verifier.answer(
      .verifySection(verifying), descriptor: Scratch.memory(section, list))
    return believed(verdict, 1)
  }

  /// One that holds a document's bytes; nil where it will not.
  private static func holding(_ bytes: [UInt8]) -> Engine? {
    let engine = Engine()
    let reply = engine.answer(
      .annotationBase(password: [], count: bytes.count), descriptor: Scratch.memory(bytes))
    return reply == .baseHeld ? engine : nil
  }

  /// Makes copies with one edit each.
  static func edited(_ bytes: [UInt8], _ edits: [DocumentEdit]) -> String? {
    for edit in edits {
      let list = DocumentEdits.encoded([edit])
      let offset = (bytes.count + list.count + 65_535) & ~65_535
      let work = EditWork(
        files: [EditWork.File(count: bytes.count, password: [])], editsCount: list.count,
        roomOffset: offset, room: 1 << 20, isCopy: true, moment: 0)
      let room = offset + work.room - bytes.count - list.count
      let reply = Engine().answer(
        .edit(work), descriptor: Scratch.memory(bytes, list, room: room))
      if let fault = believed(reply, 1) { return "\(edit): \(fault)" }
    }
    return nil
  }

  private static let outlined = Array(SmallDocument.bytes(pages: 2, lines: 2))

  private static let annotated: [UInt8] = {
    var document = PagedPDF()
    let marks = [
      "/Highlight/QuadPoints[72 710 200 710 72 690 200 690]/C[1 .8 0]/Contents(A \\(note\\))/T(Ada)/M(D:20260101120000+01'00')",
      "/Ink/InkList[[10 10 20 20 30 10]]/C[1 0 0]/BS<</W 2>>",
      "/FreeText/DA(/Helv 12 Tf 0 g)/Contents<FEFF0041>",
      "/Line/L[10 10 90 90]/LE[/None/OpenArrow]",
      "/Text/Name/Comment/Contents(x)/IRT 4 0 R/RT/R/StateModel(Review)/State(Accepted)",
      "/Stamp/Name/Draft/F 4", "/Square/IC[0 1 0]/CA .5",
    ].map {
      document.writer.add("<</Type/Annot/Subtype\($0)/Rect[72 690 200 710]/NM(n\($0.count))>>")
    }
    let list = marks.map { "\($0) 0 R" }.joined(separator: " ")
    document.addPage("Text that is marked", entries: "/Annots[\(list)]")
    return Array(document.file())
  }()
}
