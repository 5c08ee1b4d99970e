package import Comparison
package import DocumentModel
package import Text
import Wire
package import Workers

/// Reads a document's words for a comparison.
package struct ComparisonReader {
  private let document: WorkerDocument
  private let pageCount: Int
  private let infos: [PageInfo]

  /// A document's words with what its pages had in common.
  package struct Reading: Sendable {
    package var text: ComparedText
    package var evidence: DocumentEvidence
    /// Pages that could not be read, with the reason.
    package var failures: [(page: Int, error: WorkerError)]
  }

  /// `infos` are those of all portions of a text, which have its lines; empty for a document of pages, whose labels take longer to read than
  /// their words.
  package init(_ document: WorkerDocument, pageCount: Int, infos: [PageInfo]) {
    self.document = document
    self.pageCount = pageCount
    self.infos = infos
  }

  /// Reads all pages; returns nil if it was cancelled.
  package func read(
    priority: Priority = .normal, isCancelled: () -> Bool = { false }
  ) -> Reading? {
    var feed = PageFeed(joinsLines: true, keepsMarks: true)
    var text = ComparedText(labels: infos.isEmpty ? [String](repeating: "", count: pageCount) : [])
    var failures: [(page: Int, error: WorkerError)] = []
    var stream = PageStream(Array(0..<pageCount), of: document, priority: priority) {
      .text(page: $0)
    }
    while let (page, reply) = stream.next() {
      if isCancelled() { return nil }
      switch reply {
      case .success(.text(let content)):
        let first = infos[safe: page]?.line ?? 0
        text.add(feed.add(content, page: page)) { paragraph in
          guard first > 0, let origin = paragraph.origins.first(where: { $0.index >= 0 }),
            let block = content.block(at: Int(origin.index))
          else { return nil }
          return max(1, first + block.line)
        }
      case .success: text.add(feed.add(PageText(), page: page))
      case .failure(let error):
        failures.append((page, error))
        text.add(feed.add(PageText(), page: page))
      }
    }
    text.add(feed.finish())
    text.finish()
    return Reading(text: text, evidence: feed.evidence, failures: failures)
  }
}
