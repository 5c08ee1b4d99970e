import DocumentModel

/// Pages of another file, appended to a document, with the links between them.
struct ImportedPages {
  /// The copies in the requested order.
  private(set) var pages: [PDFObject.Reference] = []
  private(set) var labels: [PageLabelTree.Label] = []
  private(set) var hasLabels = false
  private(set) var outline: [OutlineNode] = []
  /// Whether the other file has a structure (tags), which does not come along.
  private(set) var hadStructure = false

  /// Nil where a page cannot be copied.
  init?(_ wanted: [Int], of other: SourceDocument, into file: ObjectFile) {
    let names = NamedPlaces(other.file)
    var copies: [PDFObject.Reference: PDFObject.Reference] = [:]
    for index in wanted {
      guard other.pages.indices.contains(index),
        let copy = file.append(other.pages[index], of: other.file)
      else { return nil }
      pages.append(copy)
      if copies[other.pages[index]] == nil { copies[other.pages[index]] = copy }
      labels.append(other.labels.label(index))
    }
    hasLabels = other.labels.labels != nil
    let root = other.file.root.flatMap { other.file.object($0).dictionary }
    hadStructure = root?["StructTreeRoot"] != nil
    for (index, copy) in zip(wanted, pages) {
      Self.mendLinks(of: other.pages[index], in: other.file, names, copy: copy, file, copies)
    }
    var reader = OutlineReader(other.file, names)
    var tree = OutlineTree(reader.read())
    tree.leave(Set(other.pages).subtracting(copies.keys), of: other.pages, in: other.file)
    outline = tree.nodes.compactMap { Self.translated($0, in: other.file, copies) }
    FormTree(file: file).join(pages, of: other.file)
  }

  /// Points links at the copies: a copied destination no longer has its page, and a named one is defined in the other file only.
  private static func mendLinks(
    of page: PDFObject.Reference, in other: ObjectFile, _ names: NamedPlaces,
    copy: PDFObject.Reference, _ file: ObjectFile,
    _ copies: [PDFObject.Reference: PDFObject.Reference]
  ) {
    let old = other.followed(other.object(page).dictionary?["Annots"]).array ?? []
    guard var entries = file.object(copy).dictionary else { return }
    var items = file.followed(entries["Annots"]).array ?? []
    guard items.count == old.count else { return }
    var isTouched = false
    for (index, item) in old.enumerated() {
      guard let link = other.followed(item).dictionary, leads(link, in: other),
        var own = file.followed(items[index]).dictionary
      else { continue }
      own["A"] = nil
      own["Dest"] = names.target(link).flatMap { target in
        moved(target, in: other, copies).map { .array($0) }
      }
      if let place = items[index].reference {
        file.replace(place, .dictionary(own))
      } else {
        items[index] = .dictionary(own)
        isTouched = true
      }
    }
    if isTouched {
      entries["Annots"] = .array(items)
      file.replace(copy, .dictionary(entries))
    }
  }

  /// Whether it leads to a place in its own document, found or not.
  private static func leads(_ link: [String: PDFObject], in other: ObjectFile) -> Bool {
    link["Dest"] != nil
      || other.followed(other.followed(link["A"]).dictionary?["S"]).name == "GoTo"
  }

  /// Translates a destination into the target document; nil if its page was not copied.
  private static func moved(
    _ target: [PDFObject], in other: ObjectFile,
    _ copies: [PDFObject.Reference: PDFObject.Reference]
  ) -> [PDFObject]? {
    guard let page = target.first?.reference.flatMap({ copies[$0] }) else { return nil }
    let rest = target.dropFirst().prefix(8).map { other.followed($0) }
    guard rest.allSatisfy({ $0.number != nil || $0.name != nil || $0.isNull }) else {
      return [.reference(page), .name("Fit")]
    }
    return [.reference(page)] + rest
  }

  /// Translates an entry of the outline into the target document; nil if neither it nor an entry below it leads anywhere there.
  private static func translated(
    _ node: OutlineNode, in other: ObjectFile,
    _ copies: [PDFObject.Reference: PDFObject.Reference]
  ) -> OutlineNode? {
    var own: [String: PDFObject] = [:]
    for key in ["Title", "C", "F"] {
      let value = other.followed(node.entries[key])
      if value.string != nil || value.integer != nil { own[key] = value }
      if let items = value.array, items.allSatisfy({ $0.number != nil }) { own[key] = value }
    }
    var new = OutlineNode(entries: own, reference: nil, isOpen: node.isOpen)
    new.children = node.children.compactMap { translated($0, in: other, copies) }
    if let target = node.target, let place = moved(target, in: other, copies) {
      new.lead(to: place)
    } else if let action = other.followed(node.entries["A"]).dictionary,
      action["S"]?.name == "URI", let address = other.followed(action["URI"]).string
    {
      new.entries["A"] = .dictionary(["S": .name("URI"), "URI": .string(address)])
    } else if new.children.isEmpty {
      return nil
    }
    return new
  }
}
