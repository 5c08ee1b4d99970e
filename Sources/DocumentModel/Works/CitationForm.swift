/// The forms in which a document is cited.
package enum CitationForm: String, Sendable, Hashable, CaseIterable {
  case text, bibtex, csl, markdown
}
