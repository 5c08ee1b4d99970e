import DocumentModel
import Files
import Wire
import Workers

/// Texts of documents for export: the output of `recto text`.
struct DocumentTexts: TextMaking {
  let pool: WorkerPool

  func text(
    of path: String, cancellation: Cancellation,
    write: ([UInt8], _ share: Double) throws(FilesError) -> Void
  ) throws(FilesError) {
    let descriptor: Int32
    switch DocumentFile.open(path, takesPipes: false) {
    case .success(let opened): descriptor = opened
    case .failure(let error):
      throw FilesError(errno: error.number, path).whenReading(isFolder: false)
    }
    let answer = Answer<Result<(WorkerDocument, DocumentSummary), WorkerError>>()
    pool.open(
      descriptor: descriptor, password: [], name: DocumentFile.name(path), lanes: .equal(1)
    ) { answer.give($0) }
    switch answer.wait() {
    case .failure(let error): throw FilesError(Self.reason(error), path)
    case .success(let (document, summary)):
      defer { document.close() }
      try pages(of: document, summary, path, cancellation, write)
    }
  }

  private func pages(
    of document: WorkerDocument, _ summary: DocumentSummary, _ path: String,
    _ cancellation: Cancellation, _ write: ([UInt8], Double) throws(FilesError) -> Void
  ) throws(FilesError) {
    let count = summary.pageCount
    let isPlain = summary.flow?.kind == .plainText
    var writer = TextWriter(.text, false, isPaged: summary.isPaged)
    var stream = PageStream(Array(0..<count), of: document, priority: .background) {
      isPlain ? .plainText(page: $0) : .text(page: $0)
    }
    var done = 0
    while let (page, reply) = stream.next() {
      try cancellation.check(path)
      done += 1
      let share = Double(done) / Double(max(1, count))
      switch reply {
      case .success(.plainText(let text)): try write(text, share)
      case .success(.text(let text)):
        try write(
          summary.isPaged ? writer.add(text, page: page) : AuthoredWriter.bytes(of: text), share)
      case .success: throw FilesError(.unreadable, path)
      case .failure:
        // An incomplete text is not the document's text.
        throw FilesError(summary.isPaged ? .unreadablePage(page + 1) : .unreadable, path)
      }
    }
    if summary.isPaged { try write(writer.finish(), 1) }
  }

  private static func reason(_ error: WorkerError) -> FilesError.Reason {
    switch error {
    case .engine(let failure) where failure.isEncryption: .encrypted
    case .engine(.empty): .noText
    case .cancelled: .cancelled
    default: .unreadable
    }
  }
}
