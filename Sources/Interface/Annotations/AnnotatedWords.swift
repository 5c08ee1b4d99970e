package import DocumentModel

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
    words(at: indices(under: annotation).sorted())
  }

  /// Where in the flow the characters under an annotation are.
  private func indices(under annotation: Annotation) -> [Int] {
    rows.lit(by: annotation.quads.prefix(AnnotationLights.most), in: text).flatMap(indices)
  }

  private func words(at indices: [Int]) -> String {
    var words = String.UnicodeScalarView()
    var last: Int?
    for index in indices {
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

  /// The same with those around them on the page; nil where there are none.
  package func anchor(of annotation: Annotation) -> TextAnchor? {
    let indices = indices(under: annotation).sorted()
    guard let first = indices.first, let last = indices.last else { return nil }
    var anchor = TextAnchor(first...last, of: flow.scalars)
    anchor.quote = words(at: indices)
    return anchor
  }

  /// Its turn among what is read on the page: that of the first of its words, or of the line it stands beside; nil where there is none.
  package func turn(of annotation: Annotation) -> Int? {
    if let first = indices(under: annotation).min() { return first }
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
