/// The elements and texts of an XML or HTML file in their order.
///
/// Nodes are numbered from 0, the root: it has no name, and the file's outermost element is its child.
final class MarkupTree {
  fileprivate struct Node {
    /// Index into `names`; -1 for text.
    var name: Int32
    var parent: Int32
    var firstChild: Int32 = -1
    var lastChild: Int32 = -1
    var previous: Int32 = -1
    var next: Int32 = -1
    /// Indices into the bytes of a text, or into the attributes of an element.
    var start: Int32
    var end: Int32
  }

  fileprivate struct Attribute {
    var name: Int32
    var value: String
  }

  @exclusivity(unchecked) fileprivate var nodes = [Node(name: 0, parent: -1, start: 0, end: 0)]
  @exclusivity(unchecked) fileprivate var names = [""]
  private var numbers: [String: Int32] = ["": 0]
  /// All texts in UTF-8.
  @exclusivity(unchecked) fileprivate var bytes: [UInt8] = []
  @exclusivity(unchecked) fileprivate var attributes: [Attribute] = []
  /// Whether it was read from well-formed XML.
  var isWellFormed = true
  /// Whether the parser stopped before the end, as at elements nested too deeply.
  var isCut = false
  /// Whether its names are allowed in XML with namespaces (Namespaces in XML 1.0, 7).
  var hasValidNames = true
  /// The names of its elements and attributes by their namespaces.
  var qualified = MarkupNames()
  /// The element that is open, and the number of open elements that were left out.
  private var current: Int32 = 0
  private var depth = 0
  private var leftOut = 0

  /// Elements that are nested deeper are left out; their text belongs to the last element above.
  static let deepest = 256
  private static let mostNodes = 4_000_000
  private static let mostBytes = 256 << 20

  var root: MarkupNode { MarkupNode(tree: self, index: 0) }
  var isEmpty: Bool { nodes.count == 1 }
  /// The number of characters of all texts, with one blank for those that follow each other.
  var textCount: Int {
    var count = 0
    var isAfterBlank = true
    for byte in bytes where byte & 0xC0 != 0x80 {
      let isBlank = byte <= 0x20
      if !isBlank || !isAfterBlank { count += 1 }
      isAfterBlank = isBlank
    }
    return count
  }

  /// Returns the characters of some bytes of its texts.
  func scalars(in bytes: Range<Int>) -> String.UnicodeScalarView {
    String(decoding: self.bytes[bytes], as: UTF8.self).unicodeScalars
  }

  // MARK: building

  func open(_ name: String, _ pairs: [(name: String, value: String)] = []) {
    guard depth < Self.deepest, leftOut == 0, nodes.count < Self.mostNodes else {
      leftOut += 1
      return
    }
    let start = Int32(attributes.count)
    for pair in pairs { attributes.append(Attribute(name: number(pair.name), value: pair.value)) }
    add(Node(name: number(name), parent: current, start: start, end: Int32(attributes.count)))
    current = Int32(nodes.count - 1)
    depth += 1
  }

  func close() {
    if leftOut > 0 {
      leftOut -= 1
    } else if depth > 0 {
      current = nodes[Int(current)].parent
      depth -= 1
    }
  }

  func add(_ text: UnsafeBufferPointer<UInt8>) {
    guard !text.isEmpty, bytes.count + text.count < Self.mostBytes else { return }
    let start = Int32(bytes.count)
    bytes += text
    let last = nodes[Int(current)].lastChild
    if last >= 0, nodes[Int(last)].name < 0, nodes[Int(last)].end == start {
      nodes[Int(last)].end = Int32(bytes.count)
    } else if nodes.count < Self.mostNodes {
      add(Node(name: -1, parent: current, start: start, end: Int32(bytes.count)))
    }
  }

  private func add(_ node: Node) {
    let index = Int32(nodes.count)
    var node = node
    node.previous = nodes[Int(current)].lastChild
    if node.previous >= 0 {
      nodes[Int(node.previous)].next = index
    } else {
      nodes[Int(current)].firstChild = index
    }
    nodes[Int(current)].lastChild = index
    nodes.append(node)
  }

  private func number(_ name: String) -> Int32 {
    if let known = numbers[name] { return known }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }
}

/// An element or a text of a tree.
struct MarkupNode {
  let tree: MarkupTree
  let index: Int32

  private var node: MarkupTree.Node { tree.nodes[Int(index)] }
  private func at(_ index: Int32) -> MarkupNode? {
    index < 0 ? nil : MarkupNode(tree: tree, index: index)
  }

  var isText: Bool { node.name < 0 }
  /// The local name, with the prefix of `MarkupNames` where it is not of the file's main language; empty for texts.
  var name: String { node.name < 0 ? "" : tree.names[Int(node.name)] }
  var parent: MarkupNode? { at(node.parent) }
  var next: MarkupNode? { at(node.next) }
  var firstChild: MarkupNode? { at(node.firstChild) }
  var children: some Sequence<MarkupNode> {
    sequence(first: firstChild, next: { $0?.next }).lazy.compactMap(\.self)
  }
  var elements: some Sequence<MarkupNode> { children.lazy.filter { !$0.isText } }

  var previous: MarkupNode? { at(node.previous) }

  /// The nearest element before this one among its siblings.
  var previousElement: MarkupNode? {
    var found = at(node.previous)
    while let sibling = found, sibling.isText { found = sibling.at(sibling.node.previous) }
    return found
  }

  subscript(_ attribute: String) -> String? {
    let node = node
    guard node.name >= 0 else { return nil }
    for index in Int(node.start)..<Int(node.end)
    where tree.names[Int(tree.attributes[index].name)] == attribute {
      return tree.attributes[index].value
    }
    return nil
  }

  /// The attributes of an element as written; empty for a text.
  var attributes: [(name: String, value: String)] {
    let node = node
    guard node.name >= 0 else { return [] }
    return (Int(node.start)..<Int(node.end)).map { index in
      (tree.names[Int(tree.attributes[index].name)], tree.attributes[index].value)
    }
  }

  /// The bytes of a text in UTF-8.
  var bytes: ArraySlice<UInt8> {
    let node = node
    return node.name < 0 ? tree.bytes[Int(node.start)..<Int(node.end)] : []
  }

  /// All text in the node, with its blanks as written.
  var text: String {
    guard !isText else { return String(decoding: bytes, as: UTF8.self) }
    var found: [UInt8] = []
    for inner in descendants where inner.isText { found += inner.bytes }
    return String(decoding: found, as: UTF8.self)
  }

  /// The text with single blanks.
  var words: String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

  /// The first child element of a name.
  func child(_ name: String) -> MarkupNode? { elements.first { $0.name == name } }
  func children(_ name: String) -> some Sequence<MarkupNode> {
    elements.lazy.filter { $0.name == name }
  }

  /// All nodes in the node in document order, without itself.
  var descendants: some Sequence<MarkupNode> {
    let end = index
    return sequence(state: self) { (state: inout MarkupNode) -> MarkupNode? in
      if let child = state.firstChild {
        state = child
        return child
      }
      while state.index != end {
        if let next = state.next {
          state = next
          return next
        }
        guard let parent = state.parent else { return nil }
        state = parent
      }
      return nil
    }
  }
}
