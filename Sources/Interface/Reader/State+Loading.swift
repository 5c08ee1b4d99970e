import Canvas
package import DocumentModel
package import Messages
import Text

/// The memory for pages and links of all documents beyond the visible ones, in bytes.
private let contentBudget = 20 << 20
/// Offsets of pages loaded ahead and back, in order.
private let prefetchOrder = [1, -1, 2, 3, -2]
/// The time in milliseconds after which slow operations are reported.
let patience = 150
/// Labels and sizes are asked for in portions of so many pages.
package let infoPortion = 200

extension State {
  /// Requests what the panes lack: first what is visible, then what will be.
  package mutating func requests() -> [Effect] {
    var effects: [Effect] = []
    for index in panes.indices {
      let pane = panes[index]
      guard let document = documents[pane.document], document.phase == .open,
        document.isReadingKnown
      else { continue }
      let visible = visiblePages(index, of: document)
      effects += documents.loadContent(of: document.id, pages: visible, isVisible: true)
      let ahead = prefetchOrder.map { pane.page + $0 }.filter { !visible.contains($0) }
      effects += documents.loadContent(of: document.id, pages: ahead, isVisible: false)
      effects += documents.loadLinks(of: document.id, pages: visible)
      if let place = self.documents.index(of: document.id) {
        effects += recognizeVisible(place, visible, ahead: (visible.last ?? pane.page) + 1)
      }
    }
    for peek in peeksAhead {
      effects += documents.loadContent(of: peek.document, pages: [peek.page], isVisible: false)
    }
    if let peek {
      effects += documents.loadContent(of: peek.document, pages: [peek.page], isVisible: true)
    }
    return effects
  }

  mutating func visiblePages(_ pane: Int, of document: Document) -> [Int] {
    if showsPictures(pane) {
      let pages = sheets(of: pane).map(\.page)
      return pages.isEmpty ? [panes[pane].page] : Array(pages.prefix(Self.mostInWindow))
    }
    var pages: [Int] = []
    var room = textRect(of: pane).height + panes[pane].line
    var page = panes[pane].page
    while room > 0, page < document.pageCount, pages.count < Self.mostInWindow {
      pages.append(page)
      setPage(pane, page: page)
      // A page that is still loading may be short: the next one is needed, too.
      room -= layout(pane, page: page)?.lines.count ?? 8
      page += 1
    }
    return pages
  }

  /// Forgets the pages farthest from all that is shown until the rest, of all documents, is within the budget.
  package mutating func forgetFarPages() {
    var cost = 0
    var far: [(distance: Int, index: Int, page: Int)] = []
    for index in documents.indices {
      let id = documents[index].id
      var kept = panes.filter { $0.document == id }.map(\.page)
      if let peek, peek.document == id { kept.append(peek.page) }
      for page in documents[index].pages.keys {
        cost += documents.byteCount(index, page)
        let distance = kept.map { abs($0 - page) }.min() ?? .max
        if distance > 3 { far.append((distance, index, page)) }
      }
    }
    guard cost > contentBudget else { return }
    for (_, index, page) in far.sorted(by: { $0.distance > $1.distance }) {
      guard cost > contentBudget * 3 / 4 else { break }
      cost -= documents.byteCount(index, page)
      documents[index].pages[page] = nil
      documents[index].links[page] = nil
      documents[index].requested.remove(page)
      documents[index].requestedLinks.remove(page)
    }
  }
}

extension Documents {
  package mutating func loadContent(
    of id: DocumentID, pages: [Int], isVisible: Bool
  ) -> [Effect] {
    guard let index = self.index(of: id) else { return [] }
    var effects: [Effect] = []
    if isVisible { effects += reminders(index, pages) }
    for page in pages where page >= 0 && page < self[index].pageCount {
      guard self[index].pages[page] == nil, self[index].failures[page] == nil,
        self[index].requested.insert(page).inserted
      else { continue }
      effects.append(
        .loadContent(
          id, generation: self[index].generation, page: page, isVisible: isVisible))
    }
    return effects
  }

  /// Asks to be reminded of pages in sight that are not there.
  private mutating func reminders(_ index: Int, _ pages: [Int]) -> [Effect] {
    let document = self[index]
    let missing = pages.filter {
      (0..<document.pageCount).contains($0) && document.pages[$0] == nil
        && document.failures[$0] == nil && !document.remindedPages.contains($0)
    }
    self[index].remindedPages.formUnion(missing)
    return missing.map {
      .remind(.page(document.id, generation: document.generation, $0), milliseconds: patience)
    }
  }

  fileprivate mutating func loadLinks(of id: DocumentID, pages: [Int]) -> [Effect] {
    guard let index = self.index(of: id) else { return [] }
    var effects: [Effect] = []
    for page in pages where self[index].pages[page] != nil {
      guard self[index].requestedLinks.insert(page).inserted else { continue }
      effects.append(.loadLinks(id, generation: self[index].generation, page: page))
    }
    return effects
  }

  fileprivate func byteCount(_ index: Int, _ page: Int) -> Int {
    (self[index].pages[page]?.byteCount ?? 0) + (self[index].links[page]?.byteCount ?? 0)
  }
}
