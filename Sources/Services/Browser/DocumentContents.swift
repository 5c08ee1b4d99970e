import DocumentModel
import Files
import Wire
import Workers

/// Reads documents and archives for file operations, each in a worker. The text of a document is the output of `recto text`.
struct DocumentContents: ContentReading {
  let pool: WorkerPool

  func text(
    of path: String, cancellation: Cancellation,
    write: ([UInt8], _ share: Double) throws(FilesError) -> Void
  ) throws(FilesError) {
    let descriptor = try Self.open(path)
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

  func portions(
    of archive: String, namesOnly: Bool, cancellation: Cancellation,
    take: (ArchivePortion) throws(FilesError) -> Void
  ) throws(FilesError) {
    let descriptor = try Self.open(archive)
    let service = pool.archiveService()
    var isFirst = true
    while true {
      let answer = Answer<Result<ArchivePortion, WorkerError>>()
      if isFirst {
        service.read(descriptor, name: DocumentFile.name(archive), namesOnly: namesOnly) {
          answer.give($0)
        }
      } else {
        service.readOn { answer.give($0) }
      }
      isFirst = false
      let result = answer.wait()
      try cancellation.check(archive)
      switch result {
      case .success(let portion):
        // A worker that gives nothing and does not end has been taken over.
        guard portion.isEnd || !portion.pieces.isEmpty else {
          throw FilesError(.notAnArchive, archive)
        }
        try take(portion)
        if portion.isEnd { return }
      case .failure(.engine(.passwordNeeded)): throw FilesError(.encryptedArchive, archive)
      case .failure(.cancelled): throw FilesError(.cancelled, archive)
      case .failure: throw FilesError(.notAnArchive, archive)
      }
    }
  }

  private static func open(_ path: String) throws(FilesError) -> Int32 {
    switch DocumentFile.open(path, takesPipes: false) {
    case .success(let opened): return opened
    case .failure(let error):
      throw FilesError(errno: error.number, path).whenReading(isFolder: false)
    }
  }

  private func pages(
    of document: WorkerDocument, _ summary: DocumentSummary, _ path: String,
    _ cancellation: Cancellation, _ write: ([UInt8], Double) throws(FilesError) -> Void
  ) throws(FilesError) {
    let count = summary.pageCount
    let isPlain = summary.flow?.kind == .plainText
    var writer = TextWriter(.text, false, hasPages: summary.hasPages)
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
          summary.hasPages ? writer.add(text, page: page) : AuthoredWriter.bytes(of: text), share)
      case .success: throw FilesError(.unreadable, path)
      case .failure:
        // An incomplete text is not the document's text.
        throw FilesError(summary.hasPages ? .unreadablePage(page + 1) : .unreadable, path)
      }
    }
    if summary.hasPages { try write(writer.finish(), 1) }
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
