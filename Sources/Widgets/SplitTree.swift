package import Canvas

/// The division of a window among several views: split side by side or one below the other, recursively.
///
/// Views are counted from 0 in the order of the tree's leaves: left before right, upper before lower.
package indirect enum SplitTree: Sendable, Hashable {
  package enum Axis: Character, Sendable, Hashable {
    case beside = "|"
    case stacked = "-"
  }

  case view
  /// Two or more parts, none of which is split along the same axis.
  case split(Axis, [SplitTree])

  /// A line of one cell between two views.
  package struct Divider: Sendable, Hashable {
    package var axis: Axis
    package var rect: Rect
  }

  package var count: Int {
    switch self {
    case .view: 1
    case .split(_, let parts): parts.reduce(0) { $0 + $1.count }
    }
  }

  /// Returns the cells of each view and the lines between them; the last view gets the remainder.
  package func parted(_ whole: Rect) -> (views: [Rect], dividers: [Divider]) {
    guard case .split(let axis, let parts) = self else { return ([whole], []) }
    var views: [Rect] = []
    var dividers: [Divider] = []
    let length = axis == .beside ? whole.width : whole.height
    let each = max(1, (length - parts.count + 1) / parts.count)
    var from = 0
    for (index, part) in parts.enumerated() {
      if index > 0 {
        dividers.append(Divider(axis: axis, rect: slice(whole, axis, from - 1, 1)))
      }
      let own = index == parts.count - 1 ? max(1, length - from) : each
      let inner = part.parted(slice(whole, axis, from, own))
      views += inner.views
      dividers += inner.dividers
      from += own + 1
    }
    return (views, dividers)
  }

  private func slice(_ whole: Rect, _ axis: Axis, _ from: Int, _ length: Int) -> Rect {
    switch axis {
    case .beside: Rect(x: whole.x + from, y: whole.y, width: length, height: whole.height)
    case .stacked: Rect(x: whole.x, y: whole.y + from, width: whole.width, height: length)
    }
  }

  /// Splits a view in two; the new one is the next.
  package mutating func split(_ view: Int, _ axis: Axis) {
    self = splitting(view, axis)
  }

  private func splitting(_ view: Int, _ axis: Axis) -> SplitTree {
    guard case .split(let own, let parts) = self else { return .split(axis, [.view, .view]) }
    var first = 0
    var result: [SplitTree] = []
    for part in parts {
      let isInside = (first..<first + part.count).contains(view)
      first += part.count
      guard isInside else {
        result.append(part)
        continue
      }
      if own == axis, part == .view {
        result += [.view, .view]
      } else {
        result.append(part.splitting(view - (first - part.count), axis))
      }
    }
    return .split(own, result)
  }

  /// Removes a view; the others share its room. The last one is not removed.
  package mutating func remove(_ view: Int) {
    self = removing(view) ?? .view
  }

  private func removing(_ view: Int) -> SplitTree? {
    guard case .split(let axis, let parts) = self else { return nil }
    var first = 0
    var result: [SplitTree] = []
    for part in parts {
      let isInside = (first..<first + part.count).contains(view)
      guard let left = isInside ? part.removing(view - first) : part else {
        first += part.count
        continue
      }
      first += part.count
      if case .split(axis, let inner) = left { result += inner } else { result.append(left) }
    }
    return result.count == 1 ? result[0] : .split(axis, result)
  }

  /// Returns the view that replaces a removed one, counted without it: its neighbour in the same split.
  package func heir(of view: Int) -> Int {
    guard case .split(_, let parts) = self else { return 0 }
    var first = 0
    for (index, part) in parts.enumerated() {
      let range = first..<first + part.count
      first += part.count
      guard range.contains(view) else { continue }
      if case .split = part { return range.lowerBound + part.heir(of: view - range.lowerBound) }
      return index == parts.count - 1 ? max(0, view - 1) : view
    }
    return 0
  }

  // MARK: notation

  /// The tree as a line of text: a view is `.`, a split `(|..)` or `(-.(|..))`.
  package var notation: String {
    switch self {
    case .view: "."
    case .split(let axis, let parts):
      "(" + String(axis.rawValue) + parts.map(\.notation).joined() + ")"
    }
  }

  /// Parses a notation; nil if it is invalid.
  package init?(notation: String) {
    var rest = Substring(notation.prefix(200))
    guard let tree = SplitTree.parse(&rest), rest.isEmpty else { return nil }
    self = tree
  }

  private static func parse(_ rest: inout Substring) -> SplitTree? {
    switch rest.popFirst() {
    case ".": return .view
    case "(":
      guard let axis = rest.popFirst().flatMap(Axis.init) else { return nil }
      var parts: [SplitTree] = []
      while rest.first != ")" {
        guard let part = parse(&rest) else { return nil }
        parts.append(part)
      }
      rest.removeFirst()
      return parts.count > 1 ? .split(axis, parts) : nil
    default: return nil
    }
  }
}

extension SplitTree {
  /// Returns the nearest view in a direction, measured from the middle of a view; nil if there is none.
  package static func neighbour(of view: Int, in rects: [Rect], dx: Int, dy: Int) -> Int? {
    guard rects.indices.contains(view) else { return nil }
    let own = rects[view]
    func distance(_ other: Rect) -> Int? {
      let ahead =
        dx > 0
        ? other.x - own.maxX
        : dx < 0 ? own.x - other.maxX : dy > 0 ? other.y - own.maxY : own.y - other.maxY
      guard ahead >= 0 else { return nil }
      let aside =
        dx != 0
        ? abs(2 * other.y + other.height - 2 * own.y - own.height)
        : abs(2 * other.x + other.width - 2 * own.x - own.width)
      return ahead * 10_000 + aside
    }
    return rects.indices.compactMap { index in distance(rects[index]).map { ($0, index) } }
      .min { $0.0 < $1.0 }?.1
  }
}
