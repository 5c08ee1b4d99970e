/// A place in a text that names another place or an address, recognised by its words instead of a link of the document.
package struct Reference: Sendable, Hashable, Codable {
  package enum Kind: UInt8, Sendable, Hashable, Codable, CaseIterable {
    /// An entry of the bibliography.
    case cite
    case figure, table
    /// A listing or an algorithm.
    case listing
    case equation
    /// A part, chapter, section or appendix.
    case section
    /// A theorem, lemma, definition, example and the like.
    case theorem
    /// A footnote or an endnote.
    case note
    /// A page by its number.
    case page
    /// An address outside the document.
    case uri
  }

  package var kind: Kind
  /// The words that name the target, such as `Fig. 3`, `[12]` or `Müller et al., 2019`.
  package var text: String
  /// The page index from 0.
  package var page: Int
  /// The place of the words on one line, in points. Words on two lines are two references.
  package var box: Box
  package var target: LinkTarget
  /// The words around the citation of a work; empty for others.
  package var context: String

  package init(
    kind: Kind, text: String, page: Int, box: Box, target: LinkTarget, context: String = ""
  ) {
    self.kind = kind
    self.text = text
    self.page = page
    self.box = box
    self.target = target
    self.context = context
  }

  package var link: Link { Link(box: box, target: target, kind: kind) }

  /// Whether a link lies on the words.
  package func isAt(_ link: Link) -> Bool {
    link.box.contains(box.middle) || box.contains(link.box.middle)
  }
}

extension [Reference] {
  /// Returns those that no link of the document covers, from top to bottom; none of a page with so many of both that comparing them takes long.
  package func without(_ links: [Link]) -> [Reference] {
    guard count * links.count <= 4_000_000 else { return [] }
    let kept = filter { reference in !links.contains(where: reference.isAt) }
    return kept.sorted { ($0.box.y0, $0.box.x0) < ($1.box.y0, $1.box.x0) }
  }
}
