import DocumentModel
import Services
import Text
import Wire
import Workers

extension DocumentReferences {
  /// Reads all pages of a document and finds its references; counts pages that cannot be read. `look` is given each page's text.
  static func all(
    of document: CommandDocument, _ failures: inout Int, look: (PageText, Int) -> Void = { _, _ in }
  ) -> DocumentReferences {
    guard document.summary.hasPages else { return DocumentReferences() }
    // One worker reads the outline while another reads the labels.
    let asked = Answer<Result<Reply, WorkerError>>()
    document.document.send(.outline) { asked.give($0) }
    let labels = (try? document.labels()) ?? []
    var outline: [OutlineItem] = []
    if case .success(.outline(let items)) = asked.wait() { outline = items }
    var finder = ReferenceFinder(labels: labels, outline: outline)
    var stream = PageStream(Array(0..<document.summary.pageCount), of: document.document) {
      .text(page: $0)
    }
    while let (page, reply) = stream.next() {
      switch reply {
      case .success(.text(let text)):
        finder.add(text, page: page)
        look(text, page)
      case .success: break
      case .failure(let error):
        failures += 1
        Output.complain(Sentences.text(error, page: page, file: document.name))
      }
    }
    return finder.finish()
  }
}
