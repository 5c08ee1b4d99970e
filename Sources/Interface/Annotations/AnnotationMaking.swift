package import DocumentModel

/// The style of text annotations; the last style is repeated by one key.
package struct AnnotationPen: Sendable, Hashable {
  package var kind: AnnotationKind
  /// 0xRRGGBB.
  package var color: UInt32

  package init(_ kind: AnnotationKind, color: UInt32) {
    self.kind = kind
    self.color = color
  }
}

/// A text annotation that waits for pages of the selection; pages are kept here, since others may be dropped
/// meanwhile.
package struct PendingMark: Sendable {
  /// Cancelled when the selection changes.
  package var selection: Selection
  package var range: ClosedRange<TextPosition>
  package var pen: AnnotationPen
  /// A note is asked for as soon as it is made.
  package var withNote: Bool
  package var pages: [Int: PageContent]
}

/// Gives names to new annotations.
package struct AnnotationNaming: Sendable, Hashable {
  /// Counts in place of chance; for tests.
  package var counter: Int?

  package init() {}

  /// A UUID of chance (RFC 9562, version 4), or a number.
  package mutating func next() -> AnnotationID {
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

/// The state of the document when a new annotation was started; the document may have changed when
/// it is kept.
package struct AnnotationOrigin: Sendable {
  private let document: DocumentID
  private let generation: Int
  /// The available texts of its page and the adjacent ones.
  let texts: [Int: PageText]

  init(_ document: Document, around page: Int) {
    self.document = document.id
    generation = document.textGeneration
    texts = (page - 1...page + 1).reduce(into: [:]) { $0[$1] = document.pages[$1]?.text }
  }

  /// Whether the document still has the same text.
  func isStill(_ document: Document) -> Bool {
    self.document == document.id && generation == document.textGeneration
  }
}
