import DocumentModel
import Wire

/// Reads the records of a SyncTeX file, a line each.
///
/// TeX writes the file while it runs, and the file may end anywhere if TeX was stopped: what was read until then counts.
struct SyncTeXReader {
  typealias Node = SyncTeXTree.Node

  var tree = SyncTeXTree()
  /// The containers that are open, from the page inwards.
  var open: [Int] = []
  /// The last child of each open container; -1 for none.
  private var last: [Int32] = []
  /// Boundaries at the beginning of each open container: they belong to the line of what follows.
  var heads: [[Int]] = []
  /// The containers around a form: TeX may write it in the middle of a page.
  private var outer: [(open: [Int], last: [Int32], heads: [[Int]])] = []
  /// The vertical position that `=` stands for.
  var lastV: Int32 = 0
  private(set) var forms: [Int32: Int] = [:]
  private(set) var references: [Int] = []
  /// References to forms that were followed.
  var placed = 0
  /// Kerns and glue that end a paragraph: they belong to the line of what is before.
  private var tail: (kern: Int?, glue: Int?) = (nil, nil)
  private var magnification = 1_000.0
  private var unit = 1.0
  private var offset = (x: 0.0, y: 0.0)
  private var isContent = false
  private var isAfterContent = false
  private var hasVersion = false
  /// The units and offsets after the contents, which replace those before.
  private var later: (magnification: Double?, x: Double?, y: Double?) = (nil, nil, nil)

  /// Records of a file; a page of text has some thousands.
  static let mostNodes = 3_000_000
  private static let mostInputs = 100_000
  static let mostDepth = 256
  private static let mostPages = 1_000_000
  private static let pointsPerUnit = 1 / 65_781.76

  /// Reads a whole file; records that make no sense are left out.
  ///
  /// Throws `notADocument` if it is no SyncTeX file, `damaged` if forms contain themselves, `tooLarge` if there are too many records or they are too deep.
  static func tree(_ bytes: UnsafeRawBufferPointer) throws(EngineFailure) -> SyncTeXTree {
    var reader = SyncTeXReader()
    var at = 0
    while at < bytes.count {
      var end = at
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
      var line = SyncTeXLine(bytes, at..<(end > at && bytes[end - 1] == 0x0D ? end - 1 : end))
      do throws(EngineFailure) {
        try reader.take(&line)
      } catch  where error == .damaged {
        // TeX was stopped while it wrote this record, or a package wrote it; the others count.
      }
      at = end + 1
    }
    guard reader.hasVersion else { throw .notADocument }
    reader.endAll()
    try reader.finish()
    return reader.tree
  }

  private mutating func take(_ line: inout SyncTeXLine) throws(EngineFailure) {
    if !hasVersion {
      guard line.skip("SyncTeX Version:") else { throw .notADocument }
      hasVersion = true
    } else if line.skip("Input:") {
      try takeInput(&line)
    } else if !isContent {
      takeHeading(&line)
    } else if line.skip("Postamble:") {
      (isContent, isAfterContent) = (false, true)
    } else {
      try takeRecord(&line)
    }
  }

  private mutating func takeInput(_ line: inout SyncTeXLine) throws(EngineFailure) {
    guard let tag = line.integer(), line.skip(":") else { throw .damaged }
    guard tree.inputs.count < Self.mostInputs else { throw .tooLarge }
    let name = line.rest
    // No system has files with such names.
    guard name.count <= Limit.string / 4, !name.contains(0) else { throw .damaged }
    tree.inputs[tag] = PathBytes.text(name)
  }

  private mutating func takeHeading(_ line: inout SyncTeXLine) {
    if line.skip("Content:") {
      isContent = !isAfterContent
    } else if line.skip("Magnification:") {
      guard let value = line.decimal(), value > 0 else { return }
      if isAfterContent { later.magnification = value } else { magnification = value }
    } else if line.skip("Unit:") {
      if let value = line.decimal(), value > 0 { unit = value }
    } else if line.skip("X Offset:") {
      guard let value = line.decimal() else { return }
      if isAfterContent { later.x = value * line.unitOfLength } else { offset.x = value }
    } else if line.skip("Y Offset:") {
      guard let value = line.decimal() else { return }
      if isAfterContent { later.y = value * line.unitOfLength } else { offset.y = value }
    }
  }

  private mutating func takeRecord(_ line: inout SyncTeXLine) throws(EngineFailure) {
    let before = tail
    tail = (nil, nil)
    switch line.letter() {
    case UInt8(ascii: "{"): try beginSheet(&line)
    case UInt8(ascii: "}"): endSheet()
    case UInt8(ascii: "<"): try beginForm(&line)
    case UInt8(ascii: ">"): endForm()
    case UInt8(ascii: "["): try beginBox(.vbox, &line)
    case UInt8(ascii: "("): try beginBox(.hbox, &line)
    case UInt8(ascii: "]"): endBox(.vbox)
    case UInt8(ascii: ")"): endLine(before)
    case UInt8(ascii: "v"): follow(try add(.emptyVBox, &line, .box))
    case UInt8(ascii: "h"): follow(try add(.emptyHBox, &line, .box), reaching: true)
    case UInt8(ascii: "k"):
      let kern = try add(.kern, &line, .width)
      follow(kern, reaching: true)
      tail = (kern, nil)
    case UInt8(ascii: "g"):
      let glue = try add(.glue, &line, .point)
      follow(glue, reaching: true)
      if let kern = before.kern { tail = (kern, glue) }
    case UInt8(ascii: "$"): follow(try add(.math, &line, .point), reaching: true)
    case UInt8(ascii: "r"): follow(try add(.rule, &line, .box))
    case UInt8(ascii: "x"): head(try add(.boundary, &line, .point))
    case UInt8(ascii: "f"):
      let reference = try add(.reference, &line, .tagAndPoint)
      if reference >= 0 { references.append(reference) }
    // Offsets in the file, characters, and records of later versions.
    default: tail = before
    }
  }
}

extension SyncTeXReader {
  private mutating func beginSheet(_ line: inout SyncTeXLine) throws(EngineFailure) {
    guard open.isEmpty, let page = line.integer(), page > 0, page <= Self.mostPages else {
      throw .damaged
    }
    tree.sheets.append(SyncTeXTree.Sheet(number: Int(page), root: tree.nodes.count))
    try begin(Node(kind: .sheet, sheet: Int32(tree.sheets.count - 1)))
  }

  private mutating func endSheet() {
    guard let root = open.first, tree.nodes[root].kind == .sheet else { return }
    (open, last, heads) = ([], [], [])
  }

  private mutating func beginForm(_ line: inout SyncTeXLine) throws(EngineFailure) {
    guard outer.count < Self.mostDepth, let tag = line.integer() else { throw .damaged }
    outer.append((open, last, heads))
    (open, last, heads) = ([], [], [])
    try begin(Node(kind: .form))
    forms[tag] = tree.nodes.count - 1
  }

  private mutating func endForm() {
    guard let root = open.first, tree.nodes[root].kind == .form else { return }
    (open, last, heads) = outer.popLast() ?? ([], [], [])
  }

  /// Closes the open boxes where a file breaks off: TeX was stopped, or is still writing.
  private mutating func endAll() {
    while let node = open.last {
      switch tree.nodes[node].kind {
      case .hbox: endLine((nil, nil))
      case .vbox: endBox(.vbox)
      case .form: endForm()
      default: endSheet()
      }
    }
  }

  private mutating func begin(_ node: Node) throws(EngineFailure) {
    try insert(node)
    open.append(tree.nodes.count - 1)
    last.append(-1)
    heads.append([])
    guard open.count <= Self.mostDepth else { throw .tooLarge }
  }

  /// Adds a node to the innermost open container.
  mutating func insert(_ node: Node) throws(EngineFailure) {
    guard tree.nodes.count < Self.mostNodes else { throw .tooLarge }
    var node = node
    let index = Int32(tree.nodes.count)
    if let parent = open.last {
      node.parent = Int32(parent)
      node.sheet = tree.nodes[parent].sheet
      let before = last[last.count - 1]
      if before >= 0 {
        tree.nodes[Int(before)].sibling = index
      } else {
        tree.nodes[parent].child = index
      }
      last[last.count - 1] = index
    }
    tree.nodes.append(node)
  }

  private mutating func beginBox(
    _ kind: SyncTeXTree.Kind, _ line: inout SyncTeXLine
  ) throws(EngineFailure) {
    // A box outside of pages has no place.
    guard !open.isEmpty else { return }
    // A damaged box is added, too, so that its end does not end another one.
    let box = (try? node(kind, &line, .box)) ?? Node(kind: kind)
    try begin(box)
    guard kind == .hbox else { return }
    let index = tree.nodes.count - 1
    tree.frames[Int32(index)] = box.frame
    var edge = box
    edge.kind = .edge
    (edge.width, edge.height, edge.depth) = (0, 0, 0)
    try insert(edge)
    mark(tree.nodes.count - 1)
  }

  /// Lists a node under its line for forward search; what is in a form is listed where the form is placed.
  mutating func mark(_ node: Int) {
    guard tree.nodes[node].sheet >= 0 else { return }
    tree.marks.append(SyncTeXTree.Mark(node: Int32(node), line: tree.nodes[node].line))
  }

  private mutating func endBox(_ kind: SyncTeXTree.Kind) {
    guard let box = open.last, tree.nodes[box].kind == kind else { return }
    open.removeLast()
    last.removeLast()
    if kind == .vbox, !tree.hasChildren(box) { mark(box) }
    for head in heads.removeLast() { mark(head) }
    follow(box)
  }

  /// Ends a horizontal box: its edges belong to the lines of their neighbours.
  private mutating func endLine(_ ending: (kern: Int?, glue: Int?)) {
    guard let box = open.last, tree.nodes[box].kind == .hbox else { return }
    if tree.nodes[box].sheet >= 0 { tree.hboxes.append(Int32(box)) }
    let frame = tree.frame(of: box)
    let first = Int(tree.nodes[box].child)
    let next = tree.nodes[first].sibling
    if next >= 0 { tree.nodes[first].line = tree.nodes[Int(next)].line }
    var edge = tree.nodes[Int(last[last.count - 1])]
    (edge.kind, edge.child, edge.sibling) = (.edge, -1, -1)
    (edge.width, edge.height, edge.depth) = (0, 0, 0)
    (edge.h, edge.v) = (Int32(clamping: frame.h1), tree.nodes[box].v)
    try? insert(edge)
    tree.nodes[first].h = Int32(clamping: frame.h0)
    if let kern = ending.kern, let glue = ending.glue { give(kern, glue, in: box) }
    endBox(.hbox)
    guard let parent = open.last, tree.nodes[parent].kind == .hbox else { return }
    let inner = tree.frame(of: box)
    tree.frames[Int32(parent)]?.extend(by: inner)
  }

  /// Gives the kern and the glue at the end of a paragraph the line of what is before them.
  private mutating func give(_ kern: Int, _ glue: Int, in box: Int) {
    guard let before = tree.children(of: box).first(where: { tree.nodes[$0].sibling == kern })
    else { return }
    for node in [kern, glue] { move(node, toLineOf: before) }
  }

  mutating func move(_ node: Int, toLineOf other: Int) {
    tree.nodes[node].tag = tree.nodes[other].tag
    tree.nodes[node].line = tree.nodes[other].line
    tree.nodes[node].column = tree.nodes[other].column
  }

  private mutating func finish() throws(EngineFailure) {
    let scale = unit * Self.pointsPerUnit
    tree.unit = scale * (later.magnification ?? 1) * magnification / 1_000
    tree.offset = Point(
      x: later.x.map { $0 * Self.pointsPerUnit } ?? offset.x * scale,
      y: later.y.map { $0 * Self.pointsPerUnit } ?? offset.y * scale)
    guard tree.unit.isFinite, tree.unit > 0, tree.offset.x.isFinite, tree.offset.y.isFinite else {
      throw .damaged
    }
    try placeForms()
  }
}
