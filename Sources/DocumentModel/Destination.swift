/// Where a link or an outline item leads inside its document (PDF 32000-1, 12.3.2).
package struct Destination: Sendable, Hashable {
  /// Page index from 0; never past the last page of the document it came from.
  package var page: Int
  /// Distance from the left edge in points, where the destination names one.
  package var x: Double?
  /// Distance from the top edge in points, where the destination names one.
  package var y: Double?

  package init(page: Int, x: Double? = nil, y: Double? = nil) {
    self.page = page
    self.x = x
    self.y = y
  }
}

/// What following a link does.
package enum LinkTarget: Sendable, Hashable {
  case destination(Destination)
  /// A named destination that has not been looked up yet or is not in the document.
  case named(String)
  case uri(String)
  /// Another file, with the page index or name it asks for.
  case file(String, page: Int?, name: String?)
  /// An action Recto does not follow: what it is, in a word (`JavaScript`, `Launch`, `Sound` …).
  case unsupported(String)

  /// Bytes of the strings in it.
  package var textCount: Int {
    switch self {
    case .destination: 0
    case .named(let text), .uri(let text), .unsupported(let text): text.utf8.count
    case .file(let path, _, let name): path.utf8.count + (name?.utf8.count ?? 0)
    }
  }
}

/// A link's area on its page and what it leads to.
package struct Link: Sendable, Hashable {
  package var box: Box
  package var target: LinkTarget

  package init(box: Box, target: LinkTarget) {
    self.box = box
    self.target = target
  }
}

/// One entry of a document's outline with the entries below it (PDF 32000-1, 12.3.3).
package struct OutlineItem: Sendable, Hashable {
  package var title: String
  package var target: LinkTarget?
  /// Whether the document asks for the children to be shown at first.
  package var isOpen: Bool
  package var children: [OutlineItem]

  package init(
    title: String, target: LinkTarget? = nil, isOpen: Bool = false, children: [OutlineItem] = []
  ) {
    self.title = title
    self.target = target
    self.isOpen = isOpen
    self.children = children
  }
}
