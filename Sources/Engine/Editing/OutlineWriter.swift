/// Puts an outline into a document.
struct OutlineWriter {
  let file: ObjectFile

  /// Writes the outline, or removes an empty one; false on failure.
  func write(_ nodes: [OutlineNode]) -> Bool {
    guard let rootPlace = file.root, var root = file.object(rootPlace).dictionary else {
      return false
    }
    guard !nodes.isEmpty else {
      root["Outlines"] = nil
      file.replace(rootPlace, .dictionary(root))
      return true
    }
    var top = file.followed(root["Outlines"]).dictionary ?? ["Type": .name("Outlines")]
    for key in OutlineNode.ties { top[key] = nil }
    guard let place = root["Outlines"]?.reference ?? file.make(.dictionary([:])),
      let chain = write(nodes, under: place)
    else { return false }
    top["First"] = .reference(chain.first)
    top["Last"] = .reference(chain.last)
    top["Count"] = .integer(chain.shown)
    file.replace(place, .dictionary(top))
    root["Outlines"] = .reference(place)
    file.replace(rootPlace, .dictionary(root))
    return true
  }

  /// Writes a list; returns its ends and the number of visible entries in it.
  private func write(
    _ nodes: [OutlineNode], under parent: PDFObject.Reference
  ) -> (first: PDFObject.Reference, last: PDFObject.Reference, shown: Int)? {
    // Not null at first: libqpdf leaves out what refers to null.
    let places = nodes.compactMap { $0.reference ?? file.make(.dictionary([:])) }
    guard places.count == nodes.count, let first = places.first, let last = places.last else {
      return nil
    }
    var shown = nodes.count
    for (index, node) in nodes.enumerated() {
      var entries = node.entries
      entries["Parent"] = .reference(parent)
      if index > 0 { entries["Prev"] = .reference(places[index - 1]) }
      if index + 1 < places.count { entries["Next"] = .reference(places[index + 1]) }
      if !node.children.isEmpty {
        guard let chain = write(node.children, under: places[index]) else { return nil }
        entries["First"] = .reference(chain.first)
        entries["Last"] = .reference(chain.last)
        entries["Count"] = .integer(node.isOpen ? chain.shown : -chain.shown)
        if node.isOpen { shown += chain.shown }
      }
      file.replace(places[index], .dictionary(entries))
    }
    return (first, last, shown)
  }
}
