import DocumentModel
import Wire

extension SyncTeXTree {
  /// Lines around a line of which nothing is known that are tried in its place.
  private static let mostTries = 100

  /// Returns where a line of a source is typeset, or the nearest line of which that is known.
  ///
  /// If several boxes contain parts of it, the one with the most parts is taken.
  func place(line: Int, source: String, folder: String) -> SyncTeXAnswer {
    guard let tag = tag(of: source, folder: folder) else { return .unknownSource }
    let own = marks.filter {
      nodes[Int($0.node)].tag == tag && nodes[Int($0.node)].line == $0.line
    }
    let line = min(line, Int(lastLines[tag] ?? 0))
    guard
      let nearest = own.map({ Int($0.line) }).min(by: {
        Self.rank($0, from: line) < Self.rank($1, from: line)
      }), Self.rank(nearest, from: line) < Self.mostTries
    else { return .nothing }
    let there = own.filter { $0.line == nearest }.map { Int($0.node) }
    let parts = there.filter { !nodes[$0].kind.isBox }
    let candidates = parts.isEmpty ? there : parts
    // The first page that has any.
    guard let page = candidates.map({ number(of: $0) }).min(), let last = candidates.last else {
      return .nothing
    }
    var onPage = candidates.filter { number(of: $0) == page }
    // As the synctex program orders them where a line is on several pages.
    if number(of: last) != page, let last = onPage.popLast() { onPage.insert(last, at: 0) }
    var best: (node: Int, count: Int)?
    var counted: Set<Int32> = []
    for node in onPage where counted.insert(nodes[node].parent).inserted {
      let count = children(of: Int(nodes[node].parent)).count {
        nodes[$0].tag == tag && nodes[$0].line == nearest
      }
      if count > best?.count ?? 0 { best = (node, count) }
    }
    return best.map { .place(place(of: $0.node, on: page)) } ?? .nothing
  }

  /// The number of the page a node is on.
  private func number(of node: Int) -> Int { sheets[Int(nodes[node].sheet)].number }

  /// The number of tries before a line: the line itself, the next, the one before, and so on.
  private static func rank(_ line: Int, from wanted: Int) -> Int {
    guard line > 0 else { return .max }
    guard line > wanted else { return 2 * (wanted - line) }
    // Once no line is left before it, only lines after it are tried.
    let (after, before) = (line - wanted, wanted - 1)
    return after <= before ? 2 * after - 1 : before + after
  }

  private func place(of node: Int, on page: Int) -> SyncTeXPlace {
    var box = nodes[node].kind.isBox ? node : Int(nodes[node].parent)
    // A part that lies directly on the page.
    if nodes[box].kind == .sheet { box = node }
    let frame = frame(of: box)
    let corners = [
      point(h: frame.h0, v: frame.v0), point(h: frame.h1, v: frame.v1),
    ].map { Point(x: Self.onPage($0.x), y: Self.onPage($0.y)) }
    return SyncTeXPlace(
      page: page - 1, point: point(h: Int(nodes[node].h), v: Int(nodes[node].v)),
      box: Box(around: corners) ?? .zero)
  }

  /// Pages end somewhere, whatever the file says.
  private static func onPage(_ value: Double) -> Double {
    max(-Double(Limit.pageSide), min(Double(Limit.pageSide), value))
  }

  /// Returns the tag of a source: of that path, or else the only one whose path ends with the most of the same names.
  ///
  /// A source that was read several times has several tags; the last counts.
  private func tag(of source: String, folder: String) -> Int32? {
    let wanted = Self.names(source, folder: folder)
    let known = inputs.map { (tag: $0.key, names: Self.names($0.value, folder: folder)) }
      .sorted { $0.tag > $1.tag }
    if let same = known.first(where: { $0.names == wanted }) { return same.tag }
    func likeness(_ names: [Substring]) -> Int {
      zip(names.reversed(), wanted.reversed()).prefix { $0 == $1 }.count
    }
    guard let most = known.map({ likeness($0.names) }).max(), most > 0 else { return nil }
    let alike = known.filter { likeness($0.names) == most }
    return alike.allSatisfy { $0.names == alike[0].names } ? alike[0].tag : nil
  }

  /// The names of a path's folders and of its file, without `.` and `..`; a relative one begins in `folder`.
  private static func names(_ path: String, folder: String) -> [Substring] {
    let whole = PathParts.isAbsolute(path) ? path : PathParts.joined(folder, path)
    var names: [Substring] = []
    for name in whole.split(separator: "/") where name != "." {
      if name == "..", !names.isEmpty { names.removeLast() } else { names.append(name) }
    }
    return names
  }
}
