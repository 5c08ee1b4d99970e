package import DocumentModel
package import Text

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
  /// Whether a note is asked for as soon as the annotation is made.
  package var withNote: Bool
  /// Whether the words are struck out and a replacement is asked for.
  package var isReplaced = false
  package var pages: [Int: PageContent]
}

/// The state of the document when a new annotation was started; the document may have changed when
/// it is kept.
package struct AnnotationOrigin: Sendable {
  private let document: DocumentID
  private let generation: Int
  let identity: DocumentIdentity
  /// The available texts of its page and the adjacent ones.
  let texts: [Int: PageText]

  init(_ document: Document, around page: Int) {
    self.document = document.id
    generation = document.textGeneration
    identity = document.identity
    texts = (page - 1...page + 1).reduce(into: [:]) { $0[$1] = document.pages[$1]?.text }
  }

  /// Whether the document still has the same text.
  func isStill(_ document: Document) -> Bool {
    self.document == document.id && generation == document.textGeneration
  }
}
