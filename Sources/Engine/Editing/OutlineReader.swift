import Wire

/// Reads a document's outline (PDF 32000-1, 12.3.3); of loops each entry counts once.
struct OutlineReader {
  private let file: ObjectFile
  private let names: NamedPlaces
  private var met: Set<PDFObject.Reference> = []
  private(set) var isTooLarge = false

  init(_ file: ObjectFile, _ names: NamedPlaces) {
    self.file = file
    self.names = names
  }

  mutating func read() -> [OutlineNode] {
    let root = file.root.flatMap { file.object($0).dictionary } ?? [:]
    guard let top = file.followed(root["Outlines"]).dictionary else { return [] }
    return chain(from: top["First"], depth: 0)
  }

  private mutating func chain(from first: PDFObject?, depth: Int) -> [OutlineNode] {
    var nodes: [OutlineNode] = []
    var next = first
    while let place = next?.reference, met.insert(place).inserted,
      let entries = file.object(place).dictionary
    {
      guard met.count <= Limit.outlineItems, depth < Limit.outlineDepth else {
        isTooLarge = true
        return nodes
      }
      var own = entries.filter { !OutlineNode.ties.contains($0.key) }
      if let title = own["Title"] { own["Title"] = file.followed(title) }
      var node = OutlineNode(
        entries: own, reference: place,
        isOpen: (file.followed(entries["Count"]).integer ?? 0) > 0, target: names.target(own))
      node.children = chain(from: entries["First"], depth: depth + 1)
      nodes.append(node)
      next = entries["Next"]
    }
    return nodes
  }
}
