package import DocumentModel

/// The words that lie under annotations of a page.
package struct AnnotatedWords {
  private let rows: GlyphRows
  private let flow: PageFlow
  private let text: PageText
  /// The position in the flow of each of the page's characters; -1 if it is not read.
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

  /// Returns the positions in the flow of the characters under an annotation.
  private func indices(under annotation: Annotation) -> [Int] {
    rows.lit(by: annotation.quads.prefix(GlyphRows.mostQuads), in: text).flatMap(indices)
  }

  private func words(at indices: [Int]) -> String {
    var words = String.UnicodeScalarView()
    var last: Int?
    for index in indices {
      guard let scalar = Unicode.Scalar(flow.scalars[index]) else { continue }
      // Characters inserted between two of them, such as the blank at a line join, belong to them.
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

  /// Returns the anchor with the words around it on the page; nil if there are none.
  package func anchor(of annotation: Annotation) -> TextAnchor? {
    let indices = indices(under: annotation).sorted()
    guard let first = indices.first, let last = indices.last else { return nil }
    var anchor = TextAnchor(first...last, of: flow.scalars)
    anchor.quote = words(at: indices)
    return anchor
  }

  /// Returns the annotation's position in reading order: that of its first word, or of the nearest line; nil if there is none.
  package func turn(of annotation: Annotation) -> Int? {
    if let first = indices(under: annotation).min() { return first }
    return nearest(to: annotation.tip)
  }

  /// Returns the position of the read line nearest to a box; running heads are not read.
  private func nearest(to box: Box) -> Int? {
    rows.nearest(to: box) { places[$0] >= 0 }.flatMap { indices(of: $0).first }
  }

  /// Returns for each outline entry that leads to this page, by its number, the reading position of its target: before all else without one.
  package func openings(_ entries: [(number: Int, entry: OutlineEntry)]) -> [(
    turn: Int, entry: Int
  )] {
    entries.compactMap { number, entry in
      guard let place = entry.destination else { return nil }
      let head = rows.heading(entry.item.title, at: place, in: text) { places[$0] >= 0 }
      return (head.flatMap { indices(of: $0).first } ?? -1, number)
    }
  }

  /// Returns the positions at which a character is read; a ligature has several letters.
  private func indices(of origin: Int) -> Range<Int> {
    let first = Int(places[origin])
    guard first >= 0 else { return 0..<0 }
    var end = first + 1
    while end < flow.origins.count, Int(flow.origins[end]) == origin { end += 1 }
    return first..<end
  }

  private static func isBlank(_ scalar: UInt32) -> Bool {
    scalar == 0x0A || Script.isBlank(scalar)
  }
}
