import DocumentModel
import Text

/// A character of a document, given by its page and its index in the page's flow.
package struct TextPosition: Sendable, Hashable, Comparable {
  /// The page index, from 0.
  package var page: Int
  package var index: Int

  package static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.page, a.index) < (b.page, b.index)
  }
}

/// Moves through a document's characters across pages, as far as their text is loaded.
struct FlowCursor {
  private let document: Document
  private var flows: [Int: PageFlow] = [:]

  init(_ document: Document) {
    self.document = document
  }

  mutating func flow(_ page: Int) -> PageFlow? {
    if let known = flows[page] { return known }
    guard let content = document.pages[page] else { return nil }
    let flow = PageFlow(content)
    flows[page] = flow
    return flow
  }

  /// Returns the character at a position; the end of a page counts as a newline.
  mutating func scalar(_ at: TextPosition) -> UInt32? {
    guard let flow = flow(at.page) else { return nil }
    return at.index < flow.scalars.count ? flow.scalars[at.index] : 0x0A
  }

  mutating func next(_ at: TextPosition) -> TextPosition? {
    guard let flow = flow(at.page) else { return nil }
    if at.index + 1 < flow.scalars.count {
      return TextPosition(page: at.page, index: at.index + 1)
    }
    return edge(from: at.page, step: 1)
  }

  mutating func previous(_ at: TextPosition) -> TextPosition? {
    if at.index > 0 { return TextPosition(page: at.page, index: at.index - 1) }
    return edge(from: at.page, step: -1)
  }

  /// Returns the first or last character of the nearest page that has any.
  private mutating func edge(from page: Int, step: Int) -> TextPosition? {
    var page = page + step
    while page >= 0, page < document.pageCount, let flow = flow(page) {
      if !flow.scalars.isEmpty {
        return TextPosition(page: page, index: step > 0 ? 0 : flow.scalars.count - 1)
      }
      page += step
    }
    return nil
  }

  /// Whether a block or the page ends after a position.
  mutating func endsBlock(_ at: TextPosition) -> Bool {
    guard let flow = flow(at.page) else { return true }
    return at.index + 1 >= flow.scalars.count || flow.scalars[at.index + 1] == 0x0A
  }
}
