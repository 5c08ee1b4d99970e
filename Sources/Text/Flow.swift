/// Joins what goes on over page ends, for pages fed one after the other.
///
/// `add` gives back the paragraphs that can no longer grow, `finish` the rest. Footnotes, headers and footers
/// that stand between the two halves of a paragraph come after it.
package struct Flow: Sendable {
  /// Where a scalar of a paragraph came from.
  package struct Origin: Sendable, Hashable {
    /// Page index from 0.
    package var page: Int32
    /// Index into that page's scalars, -1 where the scalar was put in.
    package var index: Int32

    package init(page: Int32, index: Int32) {
      self.page = page
      self.index = index
    }
  }

  /// A block of text as its author wrote it, over all the pages it stands on.
  package struct Paragraph: Sendable, Hashable {
    package var kind: TextBlock.Kind
    package var scalars: [UInt32]
    /// As many as `scalars`.
    package var origins: [Origin]
    /// `origin` counts in the scalars of the page of the neighbouring text.
    package var hyphens: [LineHyphen]
    package var spans: [BlockSpan]
    /// Page index from 0 of the first scalar.
    package var page: Int
  }

  private var held: [Paragraph] = []

  package init(evidence: DocumentEvidence? = nil) {}

  /// Takes the blocks of the next page; gives what is complete.
  package mutating func add(_ blocks: [TextBlock], page: Int) -> [Paragraph] {
    blocks.map { block in
      Paragraph(
        kind: block.kind, scalars: block.scalars,
        origins: block.origins.map { Origin(page: Int32(page), index: $0) },
        hyphens: block.hyphens, spans: block.spans, page: page)
    }
  }

  /// What is left after the last page.
  package mutating func finish() -> [Paragraph] {
    defer { held = [] }
    return held
  }
}
