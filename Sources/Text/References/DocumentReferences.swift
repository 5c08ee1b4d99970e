package import DocumentModel

/// The references of a document and the works it cites.
package struct DocumentReferences: Sendable, Hashable {
  /// References by page, from top to bottom.
  package var pages: [Int: [Reference]] = [:]
  /// The works of the bibliography, in order.
  package var entries: [BibliographyEntry] = []
  /// An outline made from a table of contents or from headings, for a document that has none.
  package var outline: [OutlineItem] = []
  /// The places where terms are defined: abbreviations as they are written, others in lower case.
  package var terms: [String: Destination] = [:]

  package init() {}

  /// The mentions of each work by the place of its entry, in the order of the pages.
  package var citations: [Destination: [Reference]] {
    var found: [Destination: [Reference]] = [:]
    for page in pages.keys.sorted() {
      for reference in pages[page] ?? [] where reference.kind == .cite {
        if case .destination(let place) = reference.target {
          found[place, default: []].append(reference)
        }
      }
    }
    return found
  }
}
