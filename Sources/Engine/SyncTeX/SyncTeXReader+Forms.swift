import Wire

extension SyncTeXReader {
  /// Puts the contents of forms where pages refer to them.
  mutating func placeForms() throws(EngineFailure) {
    tree.firstCopy = tree.nodes.count
    for reference in references where tree.nodes[reference].sheet >= 0 {
      let node = tree.nodes[reference]
      let next = node.sibling
      var last = reference
      try place(
        node, at: (Int(node.h), Int(node.v)), in: Int(node.parent), after: &last, depth: 0)
      tree.nodes[last].sibling = next
    }
  }

  /// Copies the box of the form that a reference names after the child `last` of a box; its top is at the reference.
  private mutating func place(
    _ reference: SyncTeXTree.Node, at origin: (h: Int, v: Int), in parent: Int,
    after last: inout Int,
    depth: Int
  ) throws(EngineFailure) {
    guard let form = forms[reference.tag] else { return }
    // Forms that contain themselves never end.
    guard depth < Self.mostDepth else { throw .damaged }
    placed += 1
    guard placed < Self.mostNodes else { throw .tooLarge }
    guard let box = tree.children(of: form).first(where: { _ in true }),
      tree.nodes[box].kind.isContainer
    else { return }
    let top = (origin.h, origin.v - Int(tree.nodes[box].height))
    try copy(box, by: top, in: parent, after: &last, depth: depth + 1)
  }

  private mutating func copy(
    _ source: Int, by origin: (h: Int, v: Int), in parent: Int, after last: inout Int, depth: Int
  ) throws(EngineFailure) {
    var node = tree.nodes[source]
    (node.h, node.v) = (
      Int32(clamping: Int(node.h) + origin.h), Int32(clamping: Int(node.v) + origin.v)
    )
    guard node.kind != .reference else {
      return try place(
        node, at: (Int(node.h), Int(node.v)), in: parent, after: &last, depth: depth + 1)
    }
    guard depth < Self.mostDepth else { throw .damaged }
    guard tree.nodes.count < Self.mostNodes else { throw .tooLarge }
    let index = tree.nodes.count
    (node.parent, node.child, node.sibling) = (Int32(parent), -1, -1)
    node.sheet = tree.nodes[parent].sheet
    tree.nodes.append(node)
    tree.marks.append(SyncTeXTree.Mark(node: Int32(index), line: node.line))
    if node.kind == .hbox { tree.hboxes.append(Int32(index)) }
    if last >= 0 {
      tree.nodes[last].sibling = Int32(index)
    } else {
      tree.nodes[parent].child = Int32(index)
    }
    last = index
    if let frame = tree.frames[Int32(source)] {
      tree.frames[Int32(index)] = frame.moved(by: origin)
    }
    var inner = -1
    for child in Array(tree.children(of: source)) {
      try copy(child, by: origin, in: index, after: &inner, depth: depth + 1)
    }
  }
}
