/// A canonical fragment identifier of a place in a book (EPUB CFI 1.1), such as `epubcfi(/6/4[c1]!/4/10/2:5)`, or of the
/// words between two places, such as `epubcfi(/6/4!/4/10,/1:5,/1:12)`.
struct EPUBFragment {
  /// A place in a file.
  struct Point {
    /// Even numbers are elements, odd ones texts between them.
    var steps: [Int]
    /// UTF-16 code units from the beginning of the text.
    var offset: Int?
  }

  /// The place of the item in the spine, from 0.
  let item: Int
  let start: Point
  /// Nil for a place.
  let end: Point?

  private static let mostSteps = 256

  /// Nil if the text is no such identifier.
  init?(_ text: String) {
    guard text.hasPrefix("epubcfi("), text.hasSuffix(")") else { return nil }
    // A range is a common path and two ends that continue it.
    let parts = Self.plain(text.dropFirst(8).dropLast())
      .split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 1 || parts.count == 3 else { return nil }
    let halves = parts[0].split(separator: "!", maxSplits: 1, omittingEmptySubsequences: false)
    let spine = Self.point(String(halves[0])).steps
    // The package document's third element is the spine, whose elements have even numbers.
    guard spine.count == 2, spine[1] >= 2 else { return nil }
    item = spine[1] / 2 - 1
    let path = halves.count > 1 ? String(halves[1]) : ""
    start = Self.point(path + (parts.count > 1 ? parts[1] : ""))
    end = parts.count > 1 ? Self.point(path + parts[2]) : nil
  }

  /// The text without assertions in brackets, in which a circumflex precedes signs that mean nothing.
  private static func plain(_ text: Substring) -> String {
    var (isAsserted, isEscaped) = (false, false)
    return text.filter { character in
      defer { isEscaped = character == "^" && !isEscaped }
      guard !isEscaped else { return !isAsserted }
      if character == "[" { isAsserted = true }
      defer { if character == "]" { isAsserted = false } }
      return !isAsserted && character != "]" && character != "^"
    }
  }

  private static func point(_ path: String) -> Point {
    let place = path.prefix { $0 != "~" && $0 != "@" }
    let parts = place.split(separator: ":", maxSplits: 1)
    return Point(
      steps: parts.first?.split(separator: "/").prefix(mostSteps).compactMap { Int($0) } ?? [],
      offset: parts.count > 1 ? Int(parts[1]) : nil)
  }

  // MARK: reading

  /// The byte of the tree's texts that a point is before; nil if there is no text from there on.
  static func byte(of point: Point, in tree: MarkupTree) -> Int? {
    guard var node = tree.root.elements.first(where: { _ in true }) else { return nil }
    for step in point.steps where step > 0 {
      if step % 2 == 1 {
        let texts = texts(step, in: node)
        guard let last = texts.last else { break }
        return byte(after: max(0, point.offset ?? 0), in: texts) ?? last.bytes.endIndex
      }
      guard let next = node.elements.dropFirst(step / 2 - 1).first(where: { _ in true }) else {
        break
      }
      node = next
    }
    return node.descendants.first { $0.isText }?.bytes.startIndex
      ?? sequence(first: node, next: \.parent).lazy.compactMap(\.next).first.flatMap { next in
        next.isText ? next : next.descendants.first { $0.isText }
      }?.bytes.startIndex
  }

  /// The texts between two elements: those on both sides of a comment are one.
  private static func texts(_ step: Int, in node: MarkupNode) -> [MarkupNode] {
    var place = 1
    var found: [MarkupNode] = []
    for child in node.children {
      if !child.isText { place += 2 } else if place == step { found.append(child) }
    }
    return found
  }

  private static func byte(after units: Int, in texts: [MarkupNode]) -> Int? {
    var left = units
    for text in texts {
      var byte = text.bytes.startIndex
      for scalar in text.tree.scalars(in: text.bytes.indices) {
        guard left > 0 else { return byte }
        left -= UTF16.width(scalar)
        byte += UTF8.width(scalar)
      }
    }
    return left > 0 ? nil : texts.last?.bytes.endIndex
  }

  // MARK: writing

  /// The identifier of the words between two bytes of the tree's texts; `spine` is the path of the file's item reference.
  static func text(_ bytes: Range<Int>, in tree: MarkupTree, spine: String) -> String? {
    guard let first = steps(to: bytes.lowerBound, in: tree, isEnd: false),
      let last = steps(to: bytes.upperBound, in: tree, isEnd: true)
    else { return nil }
    var common = zip(first, last).prefix { $0 == $1 }.count
    // Each end has a step of its own.
    common = min(common, first.count - 1, last.count - 1)
    let (path, start, end) = (first[..<common], first[common...], last[common...])
    return "epubcfi(\(spine)!\(path.joined()),\(start.joined()),\(end.joined()))"
  }

  /// The steps from the root to a byte, the last with its offset; `isEnd`: the byte after the last one.
  private static func steps(to byte: Int, in tree: MarkupTree, isEnd: Bool) -> [String]? {
    let within = isEnd ? byte - 1 : byte
    guard
      let text = tree.root.descendants.first(where: { $0.isText && $0.bytes.indices ~= within }),
      let root = tree.root.elements.first(where: { _ in true })
    else { return nil }
    var units = tree.scalars(in: text.bytes.startIndex..<byte).reduce(0) { $0 + UTF16.width($1) }
    var place = 1
    for sibling in sequence(first: text, next: \.previous).dropFirst() {
      if sibling.isText, place == 1 {
        units += sibling.text.utf16.count
      } else if !sibling.isText {
        place += 2
      }
    }
    var steps = ["/\(place):\(units)"]
    var node = text.parent
    while let element = node, element.index != root.index {
      let place = sequence(first: element, next: \.previousElement).reduce(0) { count, _ in
        count + 2
      }
      steps.append("/\(place)" + assertion(element["id"]))
      node = element.parent
    }
    return node == nil ? nil : steps.reversed()
  }

  /// An identifier in brackets, by which a changed book still leads to the element.
  static func assertion(_ id: String?) -> String {
    guard let id, !id.isEmpty, !id.contains(where: \.isWhitespace) else { return "" }
    return "[" + id.map { "^[](),;=".contains($0) ? "^\($0)" : String($0) }.joined() + "]"
  }
}
