package import DocumentModel
package import Text

/// The place of a mark on the words of one page.
package struct MarkPlace: Sendable {
  package let page: Int
  private let quads: [Quad]
  private let anchor: TextAnchor?

  /// Finds the place of characters, which count in the page's flow; nil if they have no boxes.
  package init?(_ characters: ClosedRange<Int>, of content: PageContent, page: Int) {
    quads = SelectionQuads(characters, of: content).quads
    guard !quads.isEmpty else { return nil }
    anchor = TextAnchor(characters, of: content)
    self.page = page
  }

  /// Puts a mark there.
  package func take(_ mark: inout Annotation) {
    mark.page = page
    mark.quads = quads
    mark.box = mark.extent
    mark.anchor = anchor
  }
}
