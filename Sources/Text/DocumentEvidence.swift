package import DocumentModel

/// What a document's other pages teach about one page: running heads, the size of its body text, its own words.
///
/// Observe pages in any order, each once; more evidence makes better blocks, none is needed.
package struct DocumentEvidence: Sendable {
  package private(set) var pageCount = 0

  package init() {}

  /// Takes in one page; `number` is its index from 0.
  package mutating func observe(_ page: PageText, number: Int, size: PageSize) {
    pageCount += 1
  }
}
