import Canvas
import DocumentModel
import Glibc
import Synchronization
import Text
import Wire
import Workers

/// `recto text`: a document's text, pages ended by form feeds.
enum TextCommand {
  private enum Mode: String {
    case reflow, layout, raw
  }

  /// Requests under way at once: enough to keep the workers busy, few enough to keep memory small.
  private static let ahead = 32

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.run(arguments, valued: ["pages", "mode", "jobs"], lanes: lanes(arguments)) {
      (document, parsed) throws(CommandDocument.Failure) in
      guard let mode = Mode(rawValue: parsed.options["mode"] ?? "reflow") else {
        throw CommandDocument.Failure(sentence: "--mode is reflow, layout or raw")
      }
      let count = document.summary.pageCount
      var pages = Array(0..<count)
      if let text = parsed.options["pages"] {
        guard let chosen = PageSelection.pages(text, of: count) else {
          throw CommandDocument.Failure(sentence: "--pages wants numbers as 3-5,9")
        }
        pages = chosen
      }
      return write(pages, of: document, mode)
    }
  }

  /// As many workers as processors, unless `--jobs` says otherwise.
  private static func lanes(_ arguments: [String]) -> Int {
    let given = try? Arguments(
      arguments, flags: [], valued: ["pages", "mode", "jobs", "password-file"])
    let jobs = given?.options["jobs"].flatMap { Int($0) } ?? sysconf(Int32(_SC_NPROCESSORS_ONLN))
    return min(max(1, jobs), 8)
  }

  private static func write(_ pages: [Int], of document: CommandDocument, _ mode: Mode) -> Int32 {
    var writer = TextWriter(isFlowing: mode == .reflow)
    var waiting: [Answer<Result<Reply, WorkerError>>] = []
    var next = 0
    var failed = 0
    for page in pages {
      while waiting.count < ahead, next < pages.count {
        let answer = Answer<Result<Reply, WorkerError>>()
        document.document.send(.text(page: pages[next])) { answer.give($0) }
        waiting.append(answer)
        next += 1
      }
      var text = PageText()
      switch waiting.removeFirst().wait() {
      case .success(.text(let got)): text = got
      case .success: failed += 1
      case .failure(let error):
        failed += 1
        Output.complain(Sentences.text(error, file: "\(document.name), page \(page + 1)"))
      }
      let bytes =
        mode == .reflow
        ? writer.add(text, size: size(of: text), page: page) : self.bytes(text, mode)
      guard Output.write(bytes) else { return 0 }
    }
    Output.write(writer.finish())
    return failed > 0 ? 2 : 0
  }

  private static func bytes(_ text: PageText, _ mode: Mode) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.scalars.count + 16)
    switch mode {
    case .raw:
      UTF8Bytes.append(text.scalars, to: &bytes)
      if bytes.last != 0x0A, !bytes.isEmpty { bytes.append(0x0A) }
    case .layout:
      for line in PageGrid.lines(
        text, size: size(of: text), cellWidth: { CellWidth.of($0) }, maxColumns: 400)
      {
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
    case .reflow: break
    }
    bytes.append(0x0C)
    return bytes
  }

  /// Room for all characters, where the page's own size is not asked for.
  private static func size(of text: PageText) -> PageSize {
    var width: Float = 0
    var height: Float = 0
    for box in text.boxes {
      width = max(width, box.x1)
      height = max(height, box.y1)
    }
    return PageSize(width: Double(width), height: Double(height))
  }
}
