import DocumentModel
import Wire

/// The fields of records.
extension SyncTeXReader {
  /// The fields of a record after its letter.
  enum Fields { case box, width, point, tagAndPoint }

  mutating func add(
    _ kind: SyncTeXTree.Kind, _ line: inout SyncTeXLine, _ fields: Fields
  ) throws(EngineFailure) -> Int {
    guard !open.isEmpty else { return -1 }
    try insert(node(kind, &line, fields))
    let index = tree.nodes.count - 1
    if kind.isListed { mark(index) }
    return index
  }

  mutating func node(
    _ kind: SyncTeXTree.Kind, _ line: inout SyncTeXLine, _ fields: Fields
  ) throws(EngineFailure) -> Node {
    var node = Node(kind: kind)
    guard let tag = line.integer() else { throw .damaged }
    node.tag = tag
    if fields != .tagAndPoint {
      guard line.skip(","), let number = line.integer() else { throw .damaged }
      node.line = number
      if line.skip(",") { node.column = line.integer() ?? 0 }
      if number > tree.lastLines[tag] ?? 0 { tree.lastLines[tag] = number }
    }
    guard line.skipSeparator(), let h = line.integer(), line.skipSeparator() else { throw .damaged }
    node.h = h
    if line.skip("=") {
      node.v = lastV
    } else {
      guard let v = line.integer() else { throw .damaged }
      node.v = v
      lastV = v
    }
    guard fields == .box || fields == .width else { return node }
    guard line.skipSeparator(), let width = line.integer() else { throw .damaged }
    node.width = width
    guard fields == .box else { return node }
    guard line.skipSeparator(), let height = line.integer(), line.skipSeparator(),
      let depth = line.integer()
    else { throw .damaged }
    (node.height, node.depth) = (height, depth)
    return node
  }

  /// Takes note of a node that was added: boundaries before it get its line, and the box around reaches as far as it.
  mutating func follow(_ node: Int, reaching: Bool = false) {
    guard node >= 0, !open.isEmpty else { return }
    for head in heads[heads.count - 1] {
      move(head, toLineOf: node)
      mark(head)
    }
    heads[heads.count - 1] = []
    if reaching { reach(node) }
  }

  private mutating func reach(_ node: Int) {
    guard let box = open.last, tree.nodes[box].kind == .hbox else { return }
    let own = tree.nodes[node]
    var frame = own.frame
    if own.kind == .kern {
      // A kern is recorded where it ends.
      let from = Int(own.h) - Int(own.width)
      (frame.h0, frame.h1) = (min(from, Int(own.h)), max(from, Int(own.h)))
    }
    tree.frames[Int32(box)]?.extend(by: frame)
  }

  /// Takes note of a boundary: one that begins a box waits for what follows.
  mutating func head(_ node: Int) {
    guard node >= 0 else { return }
    reach(node)
    let depth = heads.count - 1
    let box = tree.nodes[open[depth]]
    let isFirst = box.kind == .hbox && tree.nodes[Int(box.child)].sibling == Int32(node)
    if isFirst || !heads[depth].isEmpty { heads[depth].append(node) } else { mark(node) }
  }
}
