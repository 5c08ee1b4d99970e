import DocumentModel
import Wire

/// The contents and the page numbers of a book, from its navigation document (EPUB 3.3, 7) or its NCX (OPF 2.0.1, 2.4.1).
struct EPUBNavigation {
  struct Entry {
    var title: String
    /// The place's name: a path, `#` and an identifier.
    var place: String?
    var children: [Entry] = []

    /// The places of the entry and of all within it.
    var places: [String] { [place].compactMap(\.self) + children.flatMap(\.places) }
  }

  private(set) var contents: [Entry] = []
  /// A page of the printed book.
  struct Page {
    /// Its number, as it is printed.
    var label: String
    /// The name of the place where it begins.
    var place: String
  }

  private(set) var pages: [Page] = []
  private let path: String
  private var count = 0

  /// Reads a navigation document or an NCX; `path` is its own.
  init(_ tree: MarkupTree, path: String) {
    self.path = path
    for node in tree.root.descendants where !node.isText {
      let kind = node["epub:type"] ?? node["role"] ?? ""
      switch node.name {
      case "nav" where kind.contains("page-list") || kind == "doc-pagelist":
        for link in node.descendants where link.name == "a" { addPage(link.words, link["href"]) }
      case "nav" where contents.isEmpty && (kind.isEmpty || kind.contains("toc")):
        if let list = node.child("ol") { contents = entries(list: list) }
      case "navMap": contents = entries(points: node)
      case "pageTarget":
        addPage(node.child("navLabel")?.words ?? "", node.child("content")?["src"])
      default: break
      }
    }
  }

  private mutating func addPage(_ label: String, _ address: String?) {
    guard pages.count < Limit.outlineItems, !label.isEmpty, let place = address.flatMap(place)
    else {
      return
    }
    pages.append(Page(label: label, place: place))
  }

  private func place(_ address: String) -> String? {
    BookPath.resolved(address, from: path).map {
      // The file before a canonical fragment identifier is the package.
      if $0.fragment.isEmpty { return $0.path }
      return EPUBFragment($0.fragment) == nil ? $0.path + "#" + $0.fragment : $0.fragment
    }
  }

  private mutating func entries(list: MarkupNode) -> [Entry] {
    var found: [Entry] = []
    for item in list.children("li") where count < Limit.outlineItems {
      count += 1
      let label = item.elements.first { $0.name != "ol" }
      let link = label?.name == "a" ? label : label?.descendants.first { $0.name == "a" }
      var entry = Entry(title: label?.words ?? "", place: link?["href"].flatMap(place))
      if entry.title.isEmpty {
        entry.title = label?.descendants.first { $0.name == "img" }?["alt"] ?? "…"
      }
      if let inner = item.child("ol") { entry.children = entries(list: inner) }
      found.append(entry)
    }
    return found
  }

  private mutating func entries(points: MarkupNode) -> [Entry] {
    var found: [Entry] = []
    for point in points.children("navPoint") where count < Limit.outlineItems {
      count += 1
      found.append(
        Entry(
          title: point.child("navLabel")?.words ?? "",
          place: point.child("content")?["src"].flatMap(place), children: entries(points: point)))
    }
    return found
  }
}
