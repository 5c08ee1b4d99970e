import Canvas
import DocumentModel
import Glibc
import Services
import Synchronization
import Text
import Wire
import Workers

/// `recto text`: a document's text, pages ended by form feeds.
enum TextCommand {
  private enum Mode: String, CaseIterable {
    case reflow, layout, raw
  }

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, form, lanes: lanes(arguments), draws: false) {
      (document, parsed) throws(CommandDocument.Failure) in
      guard let mode = Mode(rawValue: parsed.options["mode"] ?? "reflow") else {
        throw CommandDocument.Failure(sentence: "--mode is reflow, layout or raw")
      }
      let chosen = try document.pageChoice(parsed)
      try document.recognizePages(parsed, chosen?.pages, workers: lanes(arguments))
      let asJSON = parsed.options["json"] != nil
      guard !asJSON || mode == .reflow else {
        throw CommandDocument.Failure(sentence: "--json gives blocks, in the mode reflow only")
      }
      let keepsHeads = parsed.options["keep-headers"] != nil
      if !document.summary.hasPages, !asJSON {
        return writeText(document, mode, chosen, keepsHeads)
      }
      return write(
        chosen ?? PageChoice(Array(0..<document.summary.pageCount)), of: document, mode,
        TextWriter(
          asJSON ? .json : .text, keepsHeads, hasPages: document.summary.hasPages,
          labels: asJSON ? try document.pages().map(\.labels) : []),
        hint: parsed.options["ocr"] == nil
          ? "--ocr recognises the words of pictures" : "no words were recognised")
    }
  }

  static let form = OptionForm(
    command: "text", flags: ["json", "keep-headers"],
    valued: [
      "mode": .oneOf(Mode.allCases.map(\.rawValue)), "jobs": .text, "password-file": .file,
    ]
  ).with(.pages).with(.recognition)

  private static func lanes(_ arguments: [String]) -> Int {
    CommandDocument.lanes((try? Arguments(arguments, form))?.options["jobs"])
  }

  private static func write(
    _ chosen: PageChoice, of document: CommandDocument, _ mode: Mode, _ flow: TextWriter,
    hint: String
  ) -> Int32 {
    var writer = flow
    var failed = 0
    var isEmpty = true
    func write(_ bytes: [UInt8]) -> Bool {
      isEmpty = isEmpty && bytes.allSatisfy { $0 <= 0x20 }
      return Output.write(words: bytes)
    }
    // Text across pages depends on the pages around the requested ones.
    let reach = mode == .reflow && document.summary.hasPages ? PageFeed.neighbours : 0
    for part in PageNeighbourhood.parts(chosen.pages, of: document.summary.pageCount, reach: reach)
    {
      guard write(writer.beginAnew()) else { return 0 }
      var stream = PageStream(Array(part.pages), of: document.document) {
        mode == .raw ? .plainText(page: $0) : .text(page: $0)
      }
      while let (page, reply) = stream.next() {
        let bytes: [UInt8]
        let isWanted = part.wanted.contains(page)
        switch reply {
        case .success(.plainText(let text)): bytes = ended(text)
        case .success(.text(let text)) where !isWanted: bytes = writer.look(at: text, page: page)
        case .success(.text(let text)):
          document.noteReduction(text, page: page)
          bytes =
            mode == .reflow
            ? writer.add(chosen.part(of: text, page: page), page: page) : laidOut(text)
        case .success where isWanted: bytes = ended([])
        case .failure(let error) where isWanted:
          failed += 1
          Output.complain(Sentences.text(error, page: page, file: document.name))
          // The following pages keep their form feeds.
          bytes = mode == .reflow ? writer.add(PageText(), page: page) : ended([])
        case .success, .failure: bytes = []
        }
        guard write(bytes) else { return 0 }
      }
    }
    let rest = mode == .reflow ? writer.finish() : []
    isEmpty = isEmpty && rest.allSatisfy { $0 <= 0x20 }
    guard Output.write(words: rest) else { return 0 }
    if failed > 0 { return 2 }
    if isEmpty {
      Output.complain(
        !document.summary.hasText
          ? document.summary.pageCount == 1
            ? "\(document.name) is a picture and has no text; \(hint)"
            : "\(document.name) has only pictures and no text; \(hint)"
          : "\(document.name) has no text there; \(hint)")
    }
    return isEmpty ? 1 : 0
  }

  /// Writes a whole text, or some printed pages of a book, without form feeds, since it has no pages.
  private static func writeText(
    _ document: CommandDocument, _ mode: Mode, _ chosen: PageChoice?, _ keepsHeads: Bool
  ) -> Int32 {
    let isPlain = chosen == nil && (mode == .raw || document.summary.flow?.kind == .plainText)
    let pages = chosen?.pages ?? Array(0..<document.summary.pageCount)
    var stream = PageStream(pages, of: document.document) {
      isPlain ? .plainText(page: $0) : .text(page: $0)
    }
    var status: Int32 = 1
    while let (page, reply) = stream.next() {
      let bytes: [UInt8]
      switch reply {
      case .success(.plainText(let text)): bytes = text
      case .success(.text(let text)):
        bytes = AuthoredWriter.bytes(
          of: chosen?.part(of: text, page: page) ?? text, keepsHeads: keepsHeads)
      case .success: bytes = []
      case .failure(let error):
        Output.complain(Sentences.text(error, file: document.name))
        return 2
      }
      if bytes.contains(where: { $0 > 0x20 }) { status = 0 }
      guard Output.write(words: bytes) else { return 0 }
    }
    if status != 0 { Output.complain("\(document.name) has no text") }
    return status
  }

  /// The characters of a page with the form feed that ends it.
  private static func ended(_ text: [UInt8]) -> [UInt8] {
    text + (text.isEmpty || text.last == 0x0A ? [0x0C] : [0x0A, 0x0C])
  }

  /// A page on the grid of cells, each character at its place.
  private static func laidOut(_ text: PageText) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.scalars.count * 2)
    let lines = PageGrid.lines(
      text, size: text.size, cellWidth: { CellWidth.of($0) }, maxColumns: 400)
    for line in lines {
      var column = 0
      for span in line.spans {
        while column < span.column {
          bytes.append(0x20)
          column += 1
        }
        for index in span.indices where Int(index) < text.scalars.count {
          let scalar = text.scalars[Int(index)]
          UTF8Bytes.append([scalar], to: &bytes)
          column += CellWidth.of(scalar)
        }
      }
      bytes.append(0x0A)
    }
    return ended(bytes)
  }
}
