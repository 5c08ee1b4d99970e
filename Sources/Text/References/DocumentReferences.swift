package import DocumentModel

/// The references of a document and the works it cites.
package struct DocumentReferences: Sendable, Hashable, Codable {
  /// The version of the rules that find them, by which the index knows whether to find them again. Increment it with every change of rules or fields.
  package static let rules = 8

  /// References by page, from top to bottom.
  package var pages: [Int: [Reference]] = [:]
  /// The works of the bibliography, in order.
  package var entries: [BibliographyEntry] = []
  /// Whether the bibliography has more works.
  package var isCut = false
  /// An outline made from a table of contents or from headings, for a document that has none.
  package var outline: [OutlineItem] = []
  /// The places where terms are defined: abbreviations as they are written, others in lower case.
  package var terms: [String: Destination] = [:]

  package init() {}

  /// Whether all places are on one of so many pages.
  package func fits(pageCount: Int) -> Bool {
    func isThere(_ page: Int) -> Bool { (0..<pageCount).contains(page) }
    func isThere(_ item: OutlineItem) -> Bool {
      isThere(item.target) && item.children.allSatisfy(isThere)
    }
    func isThere(_ target: LinkTarget?) -> Bool {
      if case .destination(let place)? = target { isThere(place.page) } else { true }
    }
    return pages.allSatisfy { page, own in
      isThere(page)
        && own.allSatisfy { $0.lines.allSatisfy { isThere($0.page) } && isThere($0.target) }
    } && entries.allSatisfy { isThere($0.place.page) } && outline.allSatisfy(isThere)
      && terms.values.allSatisfy { isThere($0.page) }
  }

  /// The links that the references make, by page.
  package var links: [Int: [Link]] {
    var found: [Int: [Link]] = [:]
    for (page, link) in pages.values.joined().flatMap(\.links) {
      found[page, default: []].append(link)
    }
    return found
  }

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
