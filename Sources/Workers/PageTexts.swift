import DocumentModel

/// The texts of a document's pages, kept up to a number of bytes: those read first, since a search reads all in order.
struct PageTexts {
  let mostBytes: Int
  private(set) var pages: [Int: PageText] = [:]
  private var bytes = 0

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  mutating func add(_ text: PageText, _ page: Int) {
    guard pages[page] == nil, bytes + text.byteCount <= mostBytes else { return }
    bytes += text.byteCount
    pages[page] = text
  }
}
