/// The target of a link or outline item inside its document (PDF 32000-1, 12.3.2).
package struct Destination: Sendable, Hashable, Codable {
  /// The page index from 0; never past the last page of the document it came from.
  package var page: Int
  /// The distance from the left edge in points, if the destination names one.
  package var x: Double?
  /// The distance from the top edge in points, if the destination names one.
  package var y: Double?

  package init(page: Int, x: Double? = nil, y: Double? = nil) {
    self.page = page
    self.x = x
    self.y = y
  }
}

/// The effect of following a link.
package enum LinkTarget: Sendable, Hashable, Codable {
  case destination(Destination)
  /// A named destination that is not resolved yet or not in the document.
  case named(String)
  case uri(String)
  /// Another file, with the page index or named destination in it.
  case file(String, page: Int?, name: String?)
  /// An action Recto does not follow, by its name (`JavaScript`, `Launch`, `Sound` …).
  case unsupported(String)

  /// The total size of its strings in UTF-8 bytes.
  package var textCount: Int {
    switch self {
    case .destination: 0
    case .named(let text), .uri(let text), .unsupported(let text): text.utf8.count
    case .file(let path, _, let name): path.utf8.count + (name?.utf8.count ?? 0)
    }
  }
}

/// A link's area on its page and its target.
package struct Link: Sendable, Hashable {
  package var box: Box
  package var target: LinkTarget
  /// The kind of a link that was found by its words; nil for a link of the document.
  package var kind: Reference.Kind?
  /// The first line of the words if the link is that of a further one.
  package var start: Box?

  package init(box: Box, target: LinkTarget, kind: Reference.Kind? = nil, start: Box? = nil) {
    self.box = box
    self.target = target
    self.kind = kind
    self.start = start
  }
}

/// An outline item with its children (PDF 32000-1, 12.3.3).
package struct OutlineItem: Sendable, Hashable, Codable {
  package var title: String
  package var target: LinkTarget?
  /// Whether the document asks to show the children initially.
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
