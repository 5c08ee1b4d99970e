import DocumentModel
import Files
import Text
import Wire
import Workers

/// Makes citation keys of documents by their paths; waits for workers, so it is not used on the screen's thread.
struct CitationKeyReader: Sendable {
  let pool: WorkerPool
  let pattern: CitationKey

  /// Returns the key of a document's file beside it, its metadata or its first page; that of its name if it cannot be read.
  func key(of path: String) -> String {
    let name = PathParts.name(of: path)
    let stem = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
    return pattern.key(of: record(of: path), fallback: stem)
  }

  private func record(of path: String) -> BibliographicRecord {
    let beside = SidecarFiles(beside: path, doi: "").record
    guard beside[.key].isEmpty, let (metadata, page) = contents(of: path) else { return beside }
    return DocumentRecord.record(metadata: metadata, page: page, beside: path)
  }

  private func contents(of path: String) -> (Metadata, PageText?)? {
    guard case .success(let descriptor) = DocumentFile.open(path, takesPipes: false) else {
      return nil
    }
    let opening = Answer<Result<(WorkerDocument, DocumentSummary), WorkerError>>()
    pool.open(descriptor: descriptor, password: [], name: PathParts.name(of: path)) {
      opening.give($0)
    }
    guard case .success(let (document, summary)) = opening.wait() else { return nil }
    defer { document.close() }
    guard case .metadata(let metadata)? = ask(.metadata, document) else { return nil }
    guard summary.hasPages, case .text(let page)? = ask(.text(page: 0), document) else {
      return (metadata, nil)
    }
    return (metadata, page)
  }

  private func ask(_ request: Request, _ document: WorkerDocument) -> Reply? {
    let answer = Answer<Result<Reply, WorkerError>>()
    document.send(request) { answer.give($0) }
    return try? answer.wait().get()
  }
}
