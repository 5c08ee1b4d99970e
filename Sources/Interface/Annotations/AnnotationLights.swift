package import DocumentModel

/// What annotations make of the characters of a page: which stand out how, and beside which of them a sign stands.
package struct AnnotationLights: Sendable, Hashable {
  /// How characters stand out.
  package struct Look: Sendable, Hashable {
    /// 0xRRGGBB of a highlight.
    var ground: UInt32?
    /// 0xRRGGBB of lines through or below the letters.
    var line: UInt32?
    var lines: Lines = []
    /// The last of those that lie there: the one that is seen.
    var annotation: Int

    struct Lines: OptionSet, Sendable, Hashable {
      let rawValue: UInt8
      static let below = Lines(rawValue: 1)
      static let through = Lines(rawValue: 2)
      static let waves = Lines(rawValue: 4)
    }
  }

  struct Run: Sendable, Hashable {
    /// Indices into the page's scalars.
    var range: Range<Int>
    var look: Look
  }

  /// A sign beside the line of a character.
  struct Sign: Sendable, Hashable {
    var origin: Int
    var annotation: Int
  }

  /// The page's annotations that are shown; looks and signs name them by their index.
  package private(set) var annotations: [Annotation] = []
  /// Ascending, without overlaps.
  private(set) var runs: [Run] = []
  /// By the character.
  private(set) var signs: [Sign] = []

  /// Annotations and quads of a page that are looked at.
  static let most = 4_000

  package init() {}

  init(_ all: [Annotation], in content: PageContent) {
    let shown = all.filter { !$0.flags.contains(.hidden) && !$0.flags.contains(.isState) }
      .prefix(Self.most)
    guard !shown.isEmpty else { return }
    annotations = Array(shown)
    let glyphs = GlyphRows(content.text)
    var looks = [Look?](repeating: nil, count: content.text.scalars.count)
    var room = Self.most
    for (index, annotation) in annotations.enumerated() {
      var first: Int?
      if annotation.kind.isMarkup, room > 0 {
        let quads = annotation.quads.prefix(room)
        room -= quads.count
        let lit = glyphs.lit(by: quads, in: content.text)
        for origin in lit { Self.add(annotation, index, to: &looks[origin]) }
        first = lit.first
      }
      let needsSign = !annotation.kind.isMarkup || !annotation.contents.isEmpty
      if needsSign, annotation.replyTo == nil,
        let origin = first ?? glyphs.nearest(to: annotation.box)
      {
        signs.append(Sign(origin: origin, annotation: index))
      }
    }
    collect(looks)
    signs.sort { ($0.origin, $0.annotation) < ($1.origin, $1.annotation) }
  }

  private static func add(_ annotation: Annotation, _ index: Int, to look: inout Look?) {
    var made = look ?? Look(annotation: index)
    made.annotation = index
    let color = annotation.color ?? 0x80_8080
    switch annotation.kind {
    case .highlight: made.ground = annotation.color ?? AnnotationColor.usual[0].color
    case .underline:
      made.line = color
      made.lines.insert(.below)
    case .strikeOut:
      made.line = color
      made.lines.insert(.through)
    default:
      made.line = color
      made.lines.insert(.waves)
    }
    look = made
  }

  private mutating func collect(_ looks: [Look?]) {
    var start = 0
    while start < looks.count {
      guard let look = looks[start] else {
        start += 1
        continue
      }
      var end = start + 1
      while end < looks.count, looks[end] == look { end += 1 }
      runs.append(Run(range: start..<end, look: look))
      start = end
    }
  }

  /// How a character stands out; nil where it does not.
  func look(at origin: Int) -> Look? {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.lowerBound <= origin { low = middle + 1 } else { high = middle }
    }
    guard low > 0, runs[low - 1].range.contains(origin) else { return nil }
    return runs[low - 1].look
  }

  /// The annotation that is seen at a character.
  package func annotation(at origin: Int) -> Annotation? {
    look(at: origin).map { annotations[$0.annotation] }
  }
}

/// The words that lie under annotations of a page.
package struct AnnotatedWords {
  private let rows: GlyphRows
  private let flow: PageFlow
  private let text: PageText
  /// Where in the flow each of the page's characters is read; -1 where it is not.
  private var places: [Int32]

  package init(_ content: PageContent) {
    rows = GlyphRows(content.text)
    flow = PageFlow(content)
    text = content.text
    places = [Int32](repeating: -1, count: content.text.scalars.count)
    for (index, origin) in flow.origins.enumerated()
    where origin >= 0 && Int(origin) < places.count && places[Int(origin)] < 0 {
      places[Int(origin)] = Int32(index)
    }
  }

  /// As their author wrote them: blanks and line ends are one blank each, hyphens of line ends are left out.
  package func words(under annotation: Annotation) -> String {
    let lit = rows.lit(by: annotation.quads.prefix(AnnotationLights.most), in: text)
    var words = String.UnicodeScalarView()
    var last: Int?
    for index in lit.flatMap(indices).sorted() {
      guard let scalar = Unicode.Scalar(flow.scalars[index]) else { continue }
      // What was put in between two of them, as the blank where lines join, belongs to them.
      if let last, index - last > 1,
        index - last > 3 || flow.scalars[(last + 1)..<index].contains(where: Self.isBlank),
        words.last != " "
      {
        words.append(" ")
      }
      words.append(Self.isBlank(scalar.value) ? " " : scalar)
      last = index
    }
    return String(words).split(separator: " ").joined(separator: " ")
  }

  /// Its turn among what is read on the page: that of the first of its words, or of the line it stands beside; nil where there is none.
  package func turn(of annotation: Annotation) -> Int? {
    let lit = rows.lit(by: annotation.quads.prefix(AnnotationLights.most), in: text)
    if let first = lit.flatMap(indices).min() { return first }
    return nearest(to: annotation.box)
  }

  /// The turn of the line nearest to a box of those that are read: running heads are not.
  private func nearest(to box: Box) -> Int? {
    rows.nearest(to: box) { places[$0] >= 0 }.flatMap { indices(of: $0).first }
  }

  /// For each of the entries of an outline that lead to this page, by their numbers, the turn of what it leads to.
  package func openings(_ entries: [(number: Int, entry: OutlineEntry)]) -> [(
    turn: Int, entry: Int
  )] {
    entries.compactMap { number, entry in
      entry.destination.map { (turn(of: $0, titled: entry.item.title), number) }
    }
  }

  /// The turn of what a place leads to: the heading of that name near it, or else the line next to it.
  private func turn(of place: Destination, titled title: String) -> Int {
    guard let y = place.y, y.isFinite else { return -1 }
    let name = Self.letters(title.unicodeScalars.map(\.value)[...], most: Self.longestName)
    let near = rows.around(y - 30...y + 60).flatMap { indices(of: $0).first.map { [$0] } ?? [] }
    if name.count >= 3 {
      let heads = near.filter { Self.letters(flow.scalars[$0...], most: name.count) == name }
      if let head = heads.min() { return head }
    }
    let x = place.x.flatMap { $0.isFinite ? $0 : nil } ?? 0
    let spot = Box(x0: Float(x), y0: Float(y), x1: Float(x), y1: Float(y) + 16)
    return nearest(to: spot) ?? -1
  }

  private static let longestName = 40

  /// The first letters and digits, in lower case.
  private static func letters(_ scalars: ArraySlice<UInt32>, most: Int) -> [UInt32] {
    var letters: [UInt32] = []
    for value in scalars.prefix(4 * most) {
      guard letters.count < most else { break }
      guard let properties = Unicode.Scalar(value)?.properties,
        properties.isAlphabetic || properties.numericType != nil
      else { continue }
      letters += properties.lowercaseMapping.unicodeScalars.map(\.value)
    }
    return letters
  }

  /// Where a character is read; the letters of a ligature are several.
  private func indices(of origin: Int) -> Range<Int> {
    let first = Int(places[origin])
    guard first >= 0 else { return 0..<0 }
    var end = first + 1
    while end < flow.origins.count, Int(flow.origins[end]) == origin { end += 1 }
    return first..<end
  }

  private static func isBlank(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0x0A || scalar == 0x09 || scalar == 0xA0
  }
}

/// The characters of a page by height, to find those in a place fast.
private struct GlyphRows {
  /// Indices of characters with a box, from the top down.
  private let order: [Int]
  private let heights: [Double]
  private let boxes: [Box]

  init(_ text: PageText) {
    boxes = text.boxes
    let found = text.boxes.indices.filter { !text.boxes[$0].isEmpty }
      .map { (index: $0, y: text.boxes[$0].middle.y) }.sorted { $0.y < $1.y }
    order = found.map(\.index)
    heights = found.map(\.y)
  }

  private func lower(_ y: Double) -> Int {
    var (low, high) = (0, heights.count)
    while low < high {
      let middle = (low + high) / 2
      if heights[middle] < y { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The characters whose middles lie in quads, with the blanks between them, ascending.
  func lit(by quads: ArraySlice<Quad>, in text: PageText) -> [Int] {
    var lit: Set<Int> = []
    for quad in quads {
      let box = quad.box
      guard box.x0.isFinite, box.x1.isFinite, box.y0.isFinite, box.y1.isFinite else { continue }
      var at = lower(Double(box.y0))
      while at < heights.count, heights[at] <= Double(box.y1) {
        let middle = boxes[order[at]].middle
        if box.contains(middle), quad.holds(middle) { lit.insert(order[at]) }
        at += 1
      }
    }
    var result = lit.sorted()
    let gaps = zip(result, result.dropFirst()).flatMap { before, after -> [Int] in
      guard after - before > 1, after - before < 5 else { return [] }
      let between = Array((before + 1)..<after)
      return between.allSatisfy { text.scalars[$0] == 0x20 || text.scalars[$0] == 0x0A }
        ? between : []
    }
    if !gaps.isEmpty { result = (result + gaps).sorted() }
    return result
  }

  /// The characters whose middles are between two heights, some thousands at the most.
  func around(_ heights: ClosedRange<Double>) -> ArraySlice<Int> {
    let start = lower(heights.lowerBound)
    return order[start..<max(start, min(lower(heights.upperBound), start + 4_000))]
  }

  /// The character whose line is nearest to a box's head, of those that are wanted.
  func nearest(to box: Box, where isWanted: (Int) -> Bool = { _ in true }) -> Int? {
    guard box.x0.isFinite, box.y0.isFinite, !order.isEmpty else { return nil }
    let (x, y) = (Double(box.x0), Double(box.y0) + min(8, Double(box.height) / 2))
    let near = lower(y)
    // A line's letters lie next to each other in the order, some hundreds of them.
    let around = order[max(0, near - 600)..<min(order.count, near + 600)].filter(isWanted)
    let candidates = around.isEmpty ? order.filter(isWanted) : around
    return candidates.min { cost($0, x, y) < cost($1, x, y) }
  }

  /// A line that the place is on comes before one that is nearer by its side.
  private func cost(_ index: Int, _ x: Double, _ y: Double) -> Double {
    let box = boxes[index]
    let beside = max(0, Double(box.y0) - y, y - Double(box.y1))
    return beside * 1_000 + abs(box.middle.y - y) * 8 + abs(box.middle.x - x)
  }
}

extension Quad {
  /// Whether a point of its box lies within it too, where it is slanted.
  fileprivate func holds(_ point: Point) -> Bool {
    let isUpright =
      topLeft.x == bottomLeft.x && topRight.x == bottomRight.x && topLeft.y == topRight.y
      && bottomLeft.y == bottomRight.y
    if isUpright { return true }
    let corners = [topLeft, topRight, bottomRight, bottomLeft]
    var (isLeft, isRight) = (false, false)
    for (a, b) in zip(corners, corners.dropFirst() + [topLeft]) {
      let side = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
      if side > 0.01 { isLeft = true }
      if side < -0.01 { isRight = true }
    }
    return !(isLeft && isRight)
  }
}
