import Dispatch
import DocumentModel
import Text
import Wire
import Workers

/// Reading that goes on while the user does other things.
extension EffectRunner {
  func references(of id: DocumentID, _ generation: Int) -> ReferenceSearch? {
    opened[id]?.references(generation) { ReferenceSearch(id, generation, $0, self) }
  }

  /// Reads what the document, its first page and the files beside it say of the work, and reports it as a citation.
  func cite(_ id: DocumentID, _ generation: Int, _ form: CitationForm) {
    ask(.metadata, of: id, generation) { [self] reply in
      guard case .metadata(let metadata)? = reply else { return }
      ask(.text(page: 0), of: id, generation) { [self] reply in
        var page: PageText?
        if case .text(let text)? = reply, text.blocks == nil { page = text }
        let path = opened[id]?.file?.path
        lanes.add(at: path ?? "/") { [mailbox, citationKey, page] _ in
          let record = DocumentRecord.record(metadata: metadata, page: page, beside: path)
          let name = PathParts.name(of: path ?? "")
          let key = citationKey.key(
            of: record, fallback: name.split(separator: ".").first.map(String.init) ?? "")
          let text = record.isEmpty ? "" : Citation.text(record, key: key, in: form)
          mailbox.post(.cited(id, generation: generation, text))
        }
      }
    }
  }

  /// Asks in the background. While the document is open, `take` gets the reply on the composing queue, nil after an error.
  func ask(
    _ request: Request, of id: DocumentID, _ generation: Int,
    _ take: @escaping @Sendable (Reply?) -> Void
  ) {
    opened.send(request, to: id, generation, .background) { [composing, opened] told in
      if case .failure(.cancelled) = told { return }
      composing.async {
        guard opened[id] != nil else { return }
        take(try? told.get())
      }
    }
  }

  /// Reads a page in the background. While the document is open, `take` gets its blocks on the composing queue, nil for an unreadable page.
  func compose(
    _ page: Int, of id: DocumentID, _ generation: Int,
    take: @escaping @Sendable ([TextBlock]?) -> Void
  ) {
    ask(.text(page: page), of: id, generation) { [opened] reply in
      guard let composer = opened[id]?.composer(generation) else { return }
      guard case .text(let text)? = reply else { return take(nil) }
      take(composer.blocks(text, page: page))
    }
  }
}
