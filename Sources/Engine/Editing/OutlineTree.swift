import DocumentModel

/// An outline that entries are added to, named, moved and taken out of.
struct OutlineTree {
  var nodes: [OutlineNode]
  private(set) var isChanged = false

  /// Places in lists of children, from the top down.
  typealias Path = [Int]

  init(_ nodes: [OutlineNode]) { self.nodes = nodes }

  mutating func add(_ node: OutlineNode, _ place: OutlinePlace) throws(EditRefusal) {
    let path = try self.path(for: place)
    isChanged = true
    insert(node, at: path, in: &nodes)
  }

  /// Inserts entries at the top level, before the first that leads to a later page.
  mutating func merge(_ others: [OutlineNode], before isLater: (OutlineNode) -> Bool) {
    guard !others.isEmpty else { return }
    isChanged = true
    nodes.insert(contentsOf: others, at: nodes.firstIndex(where: isLater) ?? nodes.count)
  }

  mutating func rename(_ name: OutlineName, to title: String) throws(EditRefusal) {
    let path = try path(of: name)
    isChanged = true
    change(path, in: &nodes) { $0.entries["Title"] = .string(PDFText.encoded(title)) }
  }

  @discardableResult
  mutating func remove(_ name: OutlineName) throws(EditRefusal) -> OutlineNode? {
    let path = try path(of: name)
    isChanged = true
    return take(path, from: &nodes)
  }

  mutating func move(_ name: OutlineName, _ place: OutlinePlace) throws(EditRefusal) {
    var source = try path(of: name)
    let target = try path(for: place)
    guard !target.dropLast().starts(with: source) else {
      throw EditRefusal(.underItself)
    }
    guard let node = node(source) else { throw EditRefusal(.entry) }
    isChanged = true
    insert(node, at: target, in: &nodes)
    // If it was inserted before itself in the same list, or before an ancestor, it has moved by one.
    let level = target.count - 1
    if source.count > level, source[..<level] == target[..<level], source[level] >= target[level] {
      source[level] += 1
    }
    _ = take(source, from: &nodes)
  }

  /// Removes pages: an entry leads to the next remaining page of its section, which may start above its successor; without one it is removed
  /// unless a child stays.
  mutating func leave(
    _ gone: Set<PDFObject.Reference>, of order: [PDFObject.Reference], in file: ObjectFile
  ) {
    let places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    // The height of each page's first entry; infinite if unknown.
    var starts: [Int: Double] = [:]
    Self.walk(nodes) { node in
      guard let page = node.page, let place = places[page] else { return }
      starts[place] = max(starts[place] ?? -.infinity, node.height ?? .infinity)
    }
    let sorted = starts.keys.sorted()
    var isTouched = false
    nodes = nodes.compactMap { left($0) }
    isChanged = isChanged || isTouched

    func left(_ node: OutlineNode) -> OutlineNode? {
      var node = node
      node.children = node.children.compactMap { left($0) }
      guard let page = node.page, gone.contains(page) else { return node }
      isTouched = true
      let place = places[page] ?? 0
      var end = sorted.first { $0 > place } ?? order.count
      if end < order.count, let height = starts[end],
        Self.hasRoom(above: height, of: order[end], in: file)
      {
        end += 1
      }
      if let next = order[place..<max(place, end)].first(where: { !gone.contains($0) }) {
        node.lead(to: [.reference(next), .name("Fit")])
        return node
      }
      guard let child = node.children.first(where: { $0.target != nil }), let target = child.target
      else { return nil }
      node.lead(to: target)
      return node
    }
  }

  /// Whether there is more above a height of a page than a margin, or the room above a chapter's title.
  private static func hasRoom(
    above height: Double, of page: PDFObject.Reference, in file: ObjectFile
  ) -> Bool {
    let space = PageNode.Inherited(above: page, in: file).space
    return space.rotation == 0 && space.y1 - height > (space.y1 - space.y0) / 4
  }

  // MARK: names and places

  func path(of name: OutlineName) throws(EditRefusal) -> Path {
    var paths: [Path] = []
    Self.visit(nodes, at: []) { paths.append($0) }
    switch name {
    case .number(let number):
      guard paths.indices.contains(number) else { throw EditRefusal(.entry) }
      return paths[number]
    case .title(let title):
      let wanted = Self.folded(title)
      let found = paths.filter { node($0).map { Self.folded($0.title) } == wanted }
      guard let first = found.first else { throw EditRefusal(.entry) }
      guard found.count == 1 else { throw EditRefusal(.severalEntries) }
      return first
    }
  }

  /// Returns where to insert a new entry.
  private func path(for place: OutlinePlace) throws(EditRefusal) -> Path {
    switch place {
    case .end: return [nodes.count]
    case .under(let name):
      let path = try path(of: name)
      return path + [node(path)?.children.count ?? 0]
    case .before(let name): return try path(of: name)
    case .after(let name):
      var path = try path(of: name)
      path[path.count - 1] += 1
      return path
    }
  }

  /// Blanks in a row are one.
  private static func folded(_ title: String) -> String {
    title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func visit(_ nodes: [OutlineNode], at path: Path, _ body: (Path) -> Void) {
    for (index, node) in nodes.enumerated() {
      body(path + [index])
      visit(node.children, at: path + [index], body)
    }
  }

  static func walk(_ nodes: [OutlineNode], _ body: (OutlineNode) -> Void) {
    for node in nodes {
      body(node)
      walk(node.children, body)
    }
  }

  private func node(_ path: Path) -> OutlineNode? {
    var list = nodes
    var found: OutlineNode?
    for index in path {
      guard list.indices.contains(index) else { return nil }
      found = list[index]
      list = list[index].children
    }
    return found
  }

  private func insert(_ node: OutlineNode, at path: Path, in nodes: inout [OutlineNode]) {
    guard let first = path.first else { return }
    if path.count == 1 {
      nodes.insert(node, at: min(first, nodes.count))
    } else if nodes.indices.contains(first) {
      if path.count == 2, nodes[first].children.isEmpty { nodes[first].isOpen = true }
      insert(node, at: Array(path.dropFirst()), in: &nodes[first].children)
    }
  }

  private func change(
    _ path: Path, in nodes: inout [OutlineNode], _ body: (inout OutlineNode) -> Void
  ) {
    guard let first = path.first, nodes.indices.contains(first) else { return }
    if path.count == 1 {
      body(&nodes[first])
    } else {
      change(Array(path.dropFirst()), in: &nodes[first].children, body)
    }
  }

  private func take(_ path: Path, from nodes: inout [OutlineNode]) -> OutlineNode? {
    guard let first = path.first, nodes.indices.contains(first) else { return nil }
    if path.count == 1 { return nodes.remove(at: first) }
    return take(Array(path.dropFirst()), from: &nodes[first].children)
  }
}
