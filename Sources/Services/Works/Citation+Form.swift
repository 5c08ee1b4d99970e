package import DocumentModel
package import Text

extension Citation {
  /// Returns a work in a form, without a line end; an item of CSL JSON stands in a list.
  package static func text(
    _ record: BibliographicRecord, key: String, in form: CitationForm
  ) -> String {
    switch form {
    case .text: line(record)
    case .bibtex: BibTeX.entry(record, key: key).trimmed
    case .csl: JSON.array([CSLJSON.item(record, key: key)]).text
    case .markdown: markdown(record)
    }
  }
}

extension DocumentRecord {
  /// Returns what a document says of itself and what files beside it say; no files are looked for without a path.
  package static func record(
    metadata: Metadata, page: PageText?, beside path: String?
  ) -> BibliographicRecord {
    let own = record(metadata: metadata, page: page)
    guard let path else { return own }
    let files = SidecarFiles(beside: path, doi: own[.doi])
    return record(sidecar: files.record, metadata: metadata, page: page)
  }
}
