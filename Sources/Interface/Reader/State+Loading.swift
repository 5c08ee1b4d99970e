import Canvas
import DocumentModel

/// Pages beyond this distance from a pane are forgotten first when memory is short.
private let contentBudget = 24 << 20
/// Pages fetched ahead and behind, in the order they are wanted.
private let prefetchOrder = [1, -1, 2, 3, -2]
/// What takes longer than so many milliseconds is told.
let patience = 150
/// Labels and sizes are asked for in portions of so many pages.
package let infoPortion = 200

extension State {
  /// What the panes need and do not have: first what is in sight, then what will be.
  package mutating func requests() -> [Effect] {
    var effects: [Effect] = []
    for index in panes.indices {
      let pane = panes[index]
      guard let document = document(pane.document), document.phase == .open,
        document.isReadingKnown
      else { continue }
      let visible = visiblePages(index, of: document)
      effects += loadContent(of: document.id, pages: visible, isVisible: true)
      let ahead = prefetchOrder.map { pane.page + $0 }.filter { !visible.contains($0) }
      effects += loadContent(of: document.id, pages: ahead, isVisible: false)
      effects += loadLinks(of: document.id, pages: visible)
    }
    return effects
  }

  private mutating func visiblePages(_ pane: Int, of document: Document) -> [Int] {
    var pages: [Int] = []
    var room = textRect(of: pane).height + panes[pane].line
    var page = panes[pane].page
    while room > 0, page < document.pageCount, pages.count < 8 {
      pages.append(page)
      setPage(pane, page: page)
      // A page on its way may be short: the one behind it is wanted too.
      room -= layout(pane, page: page)?.lines.count ?? 8
      page += 1
    }
    return pages
  }

  package mutating func loadContent(
    of id: DocumentID, pages: [Int], isVisible: Bool
  ) -> [Effect] {
    guard let index = index(of: id) else { return [] }
    var effects: [Effect] = []
    for page in pages where page >= 0 && page < documents[index].pageCount {
      guard documents[index].pages[page] == nil, documents[index].failures[page] == nil,
        documents[index].requested.insert(page).inserted
      else { continue }
      effects.append(
        .loadContent(
          id, generation: documents[index].generation, page: page, isVisible: isVisible))
      if isVisible {
        effects.append(
          .remind(
            .page(id, generation: documents[index].generation, page), milliseconds: patience))
      }
    }
    return effects
  }

  private mutating func loadLinks(of id: DocumentID, pages: [Int]) -> [Effect] {
    guard let index = index(of: id) else { return [] }
    var effects: [Effect] = []
    for page in pages where documents[index].pages[page] != nil {
      guard documents[index].requestedLinks.insert(page).inserted else { continue }
      effects.append(.loadLinks(id, generation: documents[index].generation, page: page))
    }
    return effects
  }

  /// Forgets the pages farthest from all panes until the rest is within the budget.
  package mutating func forgetFarPages() {
    for index in documents.indices {
      var cost = documents[index].pages.values.reduce(0) { $0 + $1.byteCount }
      guard cost > contentBudget else { continue }
      let id = documents[index].id
      let kept = panes.filter { $0.document == id }.map(\.page)
      func distance(_ page: Int) -> Int { kept.map { abs($0 - page) }.min() ?? .max }
      for page in documents[index].pages.keys.sorted(by: { distance($0) > distance($1) })
      where distance(page) > 3 {
        guard cost > contentBudget * 3 / 4 else { break }
        cost -= documents[index].pages.removeValue(forKey: page)?.byteCount ?? 0
        documents[index].requested.remove(page)
      }
    }
  }
}
