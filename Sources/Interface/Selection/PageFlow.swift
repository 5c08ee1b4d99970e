import DocumentModel
import Text

/// The characters of a page in the order they are read, without running heads; a line end stands between two blocks.
struct PageFlow {
  private(set) var scalars: [UInt32] = []
  /// Index into the page's scalars of each, -1 where it was put in.
  private(set) var origins: [Int32] = []
  /// Where each block begins, with its index in the page's blocks.
  private(set) var blocks: [(start: Int, index: Int)] = []

  init(_ content: PageContent) {
    for (index, block) in content.blocks.enumerated()
    where !block.isRunningHead && !block.scalars.isEmpty {
      if !scalars.isEmpty {
        scalars.append(0x0A)
        origins.append(-1)
      }
      blocks.append((scalars.count, index))
      scalars += block.scalars
      origins += block.origins
    }
  }

  /// Where a character of the page is read; nil where it is not.
  func index(of origin: Int) -> Int? { origins.firstIndex(of: Int32(clamping: origin)) }

  /// The block a place is in: its number here.
  func block(at index: Int) -> Int? { blocks.lastIndex { $0.start <= index } }
}

/// A character of a document by the page it stands on and its turn in that page's flow.
package struct TextPosition: Sendable, Hashable, Comparable {
  /// Page index from 0.
  package var page: Int
  package var index: Int

  package static func < (a: TextPosition, b: TextPosition) -> Bool {
    (a.page, a.index) < (b.page, b.index)
  }
}

/// Steps through a document's characters over the ends of pages, as far as their text is there.
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

  /// The character at a place; the end of a page is a line end.
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

  /// The first or last character of the nearest page that has any.
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

  /// Whether two neighbours are parted by the end of a page.
  mutating func endsBlock(_ at: TextPosition) -> Bool {
    guard let flow = flow(at.page) else { return true }
    return at.index + 1 >= flow.scalars.count || flow.scalars[at.index + 1] == 0x0A
  }
}
