package import DocumentModel

/// An outline made from headings found by font size, for documents that have none.
package struct OutlineGuess: Sendable {
  package init() {}

  /// Takes in the blocks of a page; pages in order.
  package mutating func observe(_ blocks: [TextBlock], page: Int) {}

  /// The headings as a tree, each with a destination.
  package func items() -> [OutlineItem] { [] }
}
