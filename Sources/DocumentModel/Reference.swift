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

  /// The place of words on one line.
  package struct Line: Sendable, Hashable, Codable {
    /// The page index from 0.
    package var page: Int
    /// In points.
    package var box: Box

    package init(page: Int, box: Box) {
      self.page = page
      self.box = box
    }
  }

  package var kind: Kind
  /// The words that name the target, such as `Fig. 3`, `[12]` or `Müller et al., 2019`, without line ends.
  package var text: String
  /// The page index from 0.
  package var page: Int
  /// The place of the words, or of those on their first line, in points.
  package var box: Box
  /// The places of the words on further lines, which may be in the next column or on the next page.
  package var rest: [Line]
  package var target: LinkTarget
  /// The words around the citation of a work; empty for others.
  package var context: String

  package init(
    kind: Kind, text: String, page: Int, box: Box, rest: [Line] = [], target: LinkTarget,
    context: String = ""
  ) {
    self.kind = kind
    self.text = text
    self.page = page
    self.box = box
    self.rest = rest
    self.target = target
    self.context = context
  }

  package var lines: [Line] { [Line(page: page, box: box)] + rest }

  /// A link for each line, with its page.
  package var links: [(page: Int, link: Link)] {
    lines.map { line in
      let start = line.box == box ? nil : box
      return (line.page, Link(box: line.box, target: target, kind: kind, start: start))
    }
  }

  /// Whether a link of a page lies on the words.
  package func isAt(_ link: Link, on page: Int) -> Bool {
    lines.contains { $0.page == page && $0.box.isAt(link.box) }
  }

  /// The box around the lines of the column in which the words begin.
  package var columnBox: Box {
    var (whole, last) = (box, box)
    for line in rest {
      guard line.page == page, line.box.y0 > last.y0, line.box.y0 - last.y1 < 2 * last.height
      else { break }
      (whole, last) = (whole.union(line.box), line.box)
    }
    return whole
  }
}

extension Box {
  fileprivate func isAt(_ other: Box) -> Bool { contains(other.middle) || other.contains(middle) }
}

/// Comparing more links with each other takes long.
private let mostComparisons = 4_000_000

extension [Reference] {
  /// Returns those of a page that no link of the document covers, from top to bottom; none of a page with very many of both.
  package func without(_ links: [Link]) -> [Reference] {
    guard count * links.count <= mostComparisons else { return [] }
    let kept = filter { reference in !links.contains { reference.isAt($0, on: reference.page) } }
    return kept.sorted { ($0.box.y0, $0.box.x0) < ($1.box.y0, $1.box.x0) }
  }
}

extension [Link] {
  /// Returns those that no link of the document covers, as above.
  package func without(_ links: [Link]) -> [Link] {
    guard count * links.count <= mostComparisons else { return [] }
    let kept = filter { link in !links.contains { link.box.isAt($0.box) } }
    return kept.sorted { ($0.box.y0, $0.box.x0) < ($1.box.y0, $1.box.x0) }
  }
}
