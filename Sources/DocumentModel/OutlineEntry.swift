/// An outline item with its place in the tree.
package struct OutlineEntry: Sendable, Hashable {
  package var item: OutlineItem
  /// Child indices from the root, as `0.3.1`.
  package var path: String
  package var depth: Int

  package var destination: Destination? {
    if case .destination(let destination) = item.target { return destination }
    return nil
  }

  /// An outline as a flat list in its order.
  package static func flattened(_ outline: [OutlineItem]) -> [OutlineEntry] {
    var entries: [OutlineEntry] = []
    func walk(_ items: [OutlineItem], _ path: String, _ depth: Int) {
      for (index, item) in items.enumerated() {
        let own = path.isEmpty ? String(index) : path + "." + String(index)
        entries.append(OutlineEntry(item: item, path: own, depth: depth))
        walk(item.children, own, depth + 1)
      }
    }
    walk(outline, "", 0)
    return entries
  }
}
