import DocumentModel
import Files
import Messages
import Text
import Wire

/// Reads what a document, its first page and the files beside it say of the work, and reports it as a citation.
// Unchecked: `metadata` is set once, on the composing queue, before the page is asked for.
final class CitationReading: @unchecked Sendable {
  private let id: DocumentID
  private let generation: Int
  private let form: CitationForm
  private let runner: EffectRunner
  private var metadata = Metadata()

  init(_ id: DocumentID, _ generation: Int, _ form: CitationForm, _ runner: EffectRunner) {
    self.id = id
    self.generation = generation
    self.form = form
    self.runner = runner
  }

  func begin() {
    runner.ask(.metadata, of: id, generation) { [self] reply in
      if case .metadata(let found)? = reply { metadata = found }
      runner.ask(.text(page: 0), of: id, generation) { [self] reply in
        guard case .text(let page)? = reply, page.blocks == nil else { return finish(nil) }
        finish(page)
      }
    }
  }

  private func finish(_ page: PageText?) {
    let path = runner.opened[id]?.file?.path
    runner.lanes.add(at: path ?? "/") { [self] _ in
      let record = DocumentRecord.record(metadata: metadata, page: page, beside: path)
      let name = PathParts.name(of: path ?? "").split(separator: ".").first.map(String.init)
      let key = runner.citationKey.key(of: record, fallback: name ?? "")
      let text = record.isEmpty ? "" : Citation.text(record, key: key, in: form)
      runner.mailbox.post(.cited(id, generation: generation, text))
    }
  }
}
