/// Makes annotations for the screen and the command line: with an ID, a date, an author and the line width of what Recto draws.
package struct AnnotationBuilder: Sendable, Hashable {
  /// The next number in IDs, which are random without it; for tests.
  package var counter: Int?
  /// The style of the next annotation.
  package var style = AnnotationStyle()

  package init() {}

  /// Makes an annotation that has no place yet. `color` is 0xRRGGBB, `time` in seconds since 1970-01-01 UTC.
  package mutating func new(
    _ kind: AnnotationKind, page: Int, color: UInt32?, author: String, at time: Int64?
  ) -> Annotation {
    var annotation = Annotation(
      id: nextID(), page: page, kind: kind, box: .zero, color: color, author: author)
    annotation.created = time
    annotation.modified = time
    if Self.drawn.contains(kind) { annotation.lineWidth = Self.lineWidth }
    style.apply(to: &annotation)
    return annotation
  }

  private static let drawn: Set<AnnotationKind> = [.box, .circle, .line, .ink]
  /// The width in points of the lines of new shapes.
  private static let lineWidth = 1.5

  /// Makes an ID: a random UUID (RFC 9562, version 4), or a number.
  package mutating func nextID() -> AnnotationID {
    if let counter {
      self.counter = counter + 1
      return AnnotationID("new-\(counter)")
    }
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    func hex(_ value: UInt64, _ digits: Int) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: digits - text.count) + text
    }
    return AnnotationID(
      [
        hex(high >> 32, 8), hex(high >> 16 & 0xFFFF, 4), hex(high & 0xFFFF, 4), hex(low >> 48, 4),
        hex(low & 0xFFFF_FFFF_FFFF, 12),
      ].joined(separator: "-"))
  }
}
