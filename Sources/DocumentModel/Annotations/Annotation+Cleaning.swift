/// Annotations from other machines and people.
extension Annotation {
  /// Returns the annotation without characters that could control a terminal; nil if a number is not one that a page can have.
  package var cleaned: Annotation? {
    guard isPlausible else { return nil }
    var clean = self
    clean.contents = CleanText.contents(contents)
    (clean.author, clean.subject) = (CleanText.line(author), CleanText.line(subject))
    clean.icon = CleanText.line(icon)
    (clean.color, clean.fill) = (color.map { $0 & 0xFFFFFF }, fill.map { $0 & 0xFFFFFF })
    clean.created = created.map(CalendarDate.bounded)
    clean.modified = modified.map(CalendarDate.bounded)
    clean.anchor?.clean()
    return clean
  }

  private var isPlausible: Bool {
    let points = quads.flatMap(\.corners) + strokes.flatMap(\.self)
    var numbers = points.flatMap { [$0.x, $0.y] }
    numbers += [box.x0, box.y0, box.x1, box.y1].map { Double($0) }
    numbers += [opacity, lineWidth, fontSize]
    return (0..<1 << 24).contains(page) && numbers.allSatisfy { abs($0) < 1e6 }
      && (0...1).contains(opacity) && lineWidth >= 0 && fontSize > 0
  }
}

extension TextAnchor {
  fileprivate mutating func clean() {
    (quote, before, after) = (CleanText.line(quote), CleanText.line(before), CleanText.line(after))
    // A rank of one machine's reading.
    reading = nil
  }
}
