import DocumentModel
import Wire

extension SyncTeXTree {
  /// A node and how far it is from the point that was asked for.
  private typealias Near = (node: Int, distance: Int)

  /// A point of a page in the file's units.
  private struct Hit {
    var h: Int
    var v: Int
  }

  /// Returns the line of a source that is typeset at a point of a page, whose index is from 0.
  ///
  /// In the smallest line of type around the point, that of its parts on both sides which begins first in the source.
  func source(page: Int, _ point: Point) -> SyncTeXAnswer {
    guard let sheet = sheets.last(where: { $0.number == page + 1 }) else { return .nothing }
    let hit = Hit(
      h: Self.units(point.x, from: offset.x, unit), v: Self.units(point.y, from: offset.y, unit))
    guard let node = node(at: hit, on: sheet) else { return .nothing }
    let found = nodes[node]
    guard let path = inputs[found.tag], found.line > 0 else { return .nothing }
    return .source(
      SyncTeXSource(path: path, line: Int(found.line), column: max(0, Int(found.column))))
  }

  /// Converts a length to the file's units, with the precision of the synctex program: what lies on an edge is decided by it.
  private static func units(_ length: Double, from origin: Double, _ unit: Double) -> Int {
    let value = (Float(length) - Float(origin)) / Float(unit)
    return value.isFinite ? Int(max(-2e9, min(2e9, value))) : 0
  }

  private func node(at hit: Hit, on sheet: Sheet) -> Int? {
    guard let line = smallestLine(around: hit, on: nodes[sheet.root].sheet) else {
      return closestDeep(in: sheet.root, hit)?.node
    }
    let container = deepest(in: line, hit) ?? line
    guard nodes[container].kind == .hbox else { return container }
    let (left, right) = neighbours(in: container, hit)
    guard let left, let right else { return left?.node ?? right?.node ?? container }
    let (a, b) = (ownLine(of: left.node), ownLine(of: right.node))
    return b < a || b == a && left.distance > right.distance ? right.node : left.node
  }

  /// Returns the smallest horizontal box around the point; of boxes of the same size, the inner one.
  private func smallestLine(around hit: Hit, on sheet: Int32) -> Int? {
    func width(_ node: Int) -> Int { node < firstCopy ? abs(Int(nodes[node].width)) : 0 }
    func isSmaller(_ one: Int, than other: Int) -> Bool {
      let (a, b) = (frame(of: one), frame(of: other))
      if a.area != b.area { return a.area < b.area }
      if width(one) != width(other) { return width(one) > width(other) }
      return a.v1 - a.v0 < b.v1 - b.v0
    }
    var smallest: Int?
    for line in hboxes.lazy.map({ Int($0) })
    where nodes[line].sheet == sheet && isInside(hit, line) {
      if smallest.map({ isSmaller(line, than: $0) }) ?? true { smallest = line }
    }
    return smallest
  }

  /// The line by which two parts are compared; the program has none for what is in a form.
  private func ownLine(of node: Int) -> Int32 { node < firstCopy ? nodes[node].line : 0 }

  private func isInside(_ hit: Hit, _ node: Int) -> Bool {
    let frame = frame(of: node)
    return frame.h0 <= hit.h && hit.h <= frame.h1 && frame.v0 <= hit.v && hit.v <= frame.v1
  }

  /// Returns the innermost container around the point; of a vertical one, its closest child that is a container.
  private func deepest(in node: Int, _ hit: Hit) -> Int? {
    guard hasChildren(node) else { return nil }
    for child in children(of: node) where nodes[child].kind.isContainer && isInside(hit, child) {
      if let deep = deepest(in: child, hit) { return deep }
    }
    if nodes[node].kind == .vbox {
      var closest: Near?
      for child in children(of: node) where hasChildren(child) {
        let distance = distance(hit, child)
        if distance <= closest?.distance ?? .max { closest = (child, distance) }
      }
      if let closest { return closest.node }
    }
    return isInside(hit, node) ? node : nil
  }

  /// Returns the parts of a line of type on both sides of the point.
  private func neighbours(in box: Int, _ hit: Hit) -> (left: Near?, right: Near?) {
    var (left, right): (Near?, Near?)
    for child in children(of: box) {
      guard let distance = span(child, hit) else { continue }
      if distance > 0 {
        if isCloser((child, distance), than: right) { right = (child, distance) }
      } else if distance < 0 {
        if isCloser((child, -distance), than: left) { left = (child, -distance) }
      } else if hasChildren(child) {
        return nodes[child].kind == .hbox ? neighbours(in: child, hit) : (nil, nil)
      } else {
        left = (child, 0)
      }
    }
    return (left.map { narrowed($0, hit) }, right.map { narrowed($0, hit) })
  }

  /// Whether a node is closer than another; of two equally close ones, the first in the source is.
  private func isCloser(_ near: Near, than other: Near?) -> Bool {
    guard let other else { return true }
    guard near.distance == other.distance else { return near.distance < other.distance }
    let (a, b) = (nodes[near.node], nodes[other.node])
    let isInPage = max(near.node, other.node) < firstCopy
    return isInPage && a.tag == b.tag && (a.line, a.column) < (b.line, b.column)
  }

  /// Returns the part of a box that is closest to the point; what has no parts is that itself.
  private func narrowed(_ near: Near, _ hit: Hit) -> Near {
    let near = innermost(in: near.node, hit) ?? near
    return closestDeep(in: near.node, hit).map { ($0.node, near.distance) } ?? near
  }

  /// Returns the innermost container around the point, or in a vertical one the closest, wherever the outer ones end.
  private func innermost(in node: Int, _ hit: Hit) -> Near? {
    guard hasChildren(node) else { return nil }
    for child in children(of: node) {
      if let inner = innermost(in: child, hit) { return inner }
    }
    if nodes[node].kind == .vbox {
      var closest: Near?
      for child in children(of: node) where hasChildren(child) {
        let distance = distance(hit, child)
        if distance < closest?.distance ?? .max { closest = (child, distance) }
      }
      if let closest { return closest }
    }
    return isInside(hit, node) ? (node, 0) : nil
  }

  /// Returns the part within a container that is closest to the point.
  private func closestDeep(in container: Int, _ hit: Hit) -> Near? {
    var best: Near?
    for child in children(of: container) {
      let near =
        nodes[child].kind.isBox ? closestDeep(in: child, hit) : (child, distance(hit, child))
      let (new, old) = (near?.distance ?? .max, best?.distance ?? .max)
      let isKern = near.map { nodes[$0.node].kind == .kern && $0.node < firstCopy } ?? false
      if new < old || new == old && !isKern { best = near }
    }
    return best
  }

  /// Returns how far a node is to the right of the point, negative to the left; 0 if it covers it, nil if it has no place.
  private func span(_ node: Int, _ hit: Hit) -> Int? {
    let own = nodes[node]
    let (from, to): (Int, Int)
    switch own.kind {
    case .vbox, .hbox, .emptyVBox, .emptyHBox:
      let frame = frame(of: node)
      (from, to) = (frame.h0, frame.h1)
      return hit.h < from ? from - hit.h : hit.h > to ? to - hit.h : 0
    case .kern:
      // A kern is recorded at its end and is empty, so its edges count.
      let start = Int(own.h) - Int(own.width)
      (from, to) = (min(start, Int(own.h)), max(start, Int(own.h)))
      if hit.h < from { return from - hit.h + 1 }
      if hit.h > to { return to - hit.h - 1 }
      return hit.h > (from + to) / 2 ? to - hit.h + 1 : from - hit.h - 1
    case .glue, .math, .rule, .boundary, .edge: return Int(own.h) - hit.h
    case .sheet, .form, .reference: return nil
    }
  }

  /// Returns the distance between the point and a node; `max` if it has no place.
  private func distance(_ hit: Hit, _ node: Int) -> Int {
    let own = nodes[node]
    let frame = frame(of: node)
    switch own.kind {
    case .vbox, .hbox: return Self.distance(hit, frame)
    case .emptyVBox, .emptyHBox: return nearerEdge(frame.h0, frame.h1, frame, hit)
    case .kern:
      return nearerEdge(Int(own.h), Int(own.h) - Int(own.width), upright(node), hit)
    case .glue, .math, .boundary, .edge:
      return nearerEdge(Int(own.h), Int(own.h), upright(node), hit)
    case .rule, .sheet, .form, .reference: return .max
    }
  }

  /// The height above a part that its line of type has.
  private func upright(_ node: Int) -> Frame {
    let (own, parent) = (nodes[node], nodes[node].parent)
    let height = parent >= 0 ? abs(Int(nodes[Int(parent)].height)) : 0
    return Frame(h0: Int(own.h), h1: Int(own.h), v0: Int(own.v) - height, v1: Int(own.v))
  }

  private func nearerEdge(_ one: Int, _ other: Int, _ frame: Frame, _ hit: Hit) -> Int {
    [one, other].map { h in
      var edge = frame
      (edge.h0, edge.h1) = (h, h)
      return Self.distance(hit, edge)
    }.min() ?? .max
  }

  /// The distance to a rectangle along the axes; 0 inside.
  private static func distance(_ hit: Hit, _ frame: Frame) -> Int {
    max(0, frame.h0 - hit.h, hit.h - frame.h1) + max(0, frame.v0 - hit.v, hit.v - frame.v1)
  }
}
