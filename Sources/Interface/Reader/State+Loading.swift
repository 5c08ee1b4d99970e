import Canvas
package import DocumentModel
package import Messages
import Text

/// The memory for pages and links of all documents beyond the visible ones, in bytes.
private let contentBudget = 6 << 20
/// Offsets of pages loaded ahead and back, in order.
private let prefetchOrder = [1, -1, 2, 3, -2]
/// The time in milliseconds after which slow operations are reported.
let patience = 150
/// Labels and sizes are asked for in portions of so many pages.
package let infoPortion = 200

extension State {
  /// Pages before and after the old one on which a place is looked for.
  private static let seekingReach = 24

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
    for peek in Peek.peeksAhead(self) {
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

  /// Evicts the pages farthest from the visible ones until those of all documents fit the budget.
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

  /// Schedules a check for visible pages that have not loaded.
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

/// A visible character: its cell and its link.
struct VisibleGlyph {
  var scalar: UInt32
  /// Page index from 0, and the character's index there.
  var page: Int
  var origin: Int
  var x: Int
  var y: Int
  var link: Link?
}

extension State {
  /// The characters of the document in a pane's cells, line by line.
  func visibleGlyphs(of index: Int) -> [VisibleGlyph] {
    guard panes.indices.contains(index), let document = documents[panes[index].document] else {
      return []
    }
    if showsPictures(index) { return glyphsOnSheets(of: index) }
    let rect = textRect(of: index)
    var found: [VisibleGlyph] = []
    for (page, line, y) in linesInSight(of: index) {
      guard let boxes = document.pages[page]?.text.boxes else { break }
      let links = document.links[page]
      let left = rect.x - line.shift(by: panes[index].column, in: rect.width)
      for glyph in line.glyphs where glyph.origin >= 0 && Int(glyph.origin) < boxes.count {
        let x = left + Int(glyph.column)
        guard rect.contains(x: x, y: y) else { continue }
        found.append(
          VisibleGlyph(
            scalar: glyph.scalar, page: page, origin: Int(glyph.origin), x: x, y: y,
            link: links?.link(at: boxes[Int(glyph.origin)].middle)))
      }
    }
    return found
  }

  /// Returns the lines of text in a pane's window, each with its page and its row on the screen.
  func linesInSight(of index: Int) -> [(page: Int, line: TextLine, y: Int)] {
    guard let document = documents[panes[index].document] else { return [] }
    let rect = textRect(of: index)
    var found: [(page: Int, line: TextLine, y: Int)] = []
    var (page, from) = (panes[index].page, panes[index].line)
    while found.count < rect.height, page < document.pageCount,
      let lines = layout(index, page: page)?.lines
    {
      for line in lines.dropFirst(from).prefix(rect.height - found.count) {
        found.append((page, line, rect.y + found.count))
      }
      page += 1
      from = 0
    }
    return found
  }

  /// Looks for words in the document a view shows, from its place outwards.
  mutating func seek(_ words: PlaceWords?, in pane: Int) {
    guard let words, let place = place(of: pane), let document = documents[panes[pane].document],
      !document.hasLines
    else { return }
    awaited.places.removeAll { $0.pane == pane }
    let around = (1...Self.seekingReach).flatMap { [place.page + $0, place.page - $0] }
    awaited.places.append(
      SoughtPlace(
        document: document.id, words: words, pane: pane, place: place,
        pages: ([place.page] + around).filter { (0..<document.pageCount).contains($0) }))
  }

  /// Looks at the pages that are there, and requests the next ones.
  mutating func seekPlaces() -> [Effect] {
    guard !awaited.places.isEmpty else { return [] }
    var effects: [Effect] = []
    let sought = awaited.places
    awaited.places = []
    for var each in sought {
      // The reader has moved on meanwhile.
      guard panes.indices.contains(each.pane), panes[each.pane].document == each.document,
        place(of: each.pane) == each.place,
        let document = documents[each.document]
      else { continue }
      search: while let page = each.pages.first {
        if let content = document.pages[page] {
          // An unchanged page keeps the place, however often its words are repeated.
          if page == each.place.page,
            PlaceWords(at: each.place.offset, of: content) == each.words
          {
            break search
          }
          if let offset = each.words.offset(in: content, near: each.place.offset) {
            land(each.pane, page: page, .offset(offset))
            break search
          }
        } else if document.failures[page] == nil {
          effects += documents.loadContent(of: document.id, pages: [page], isVisible: false)
          awaited.places.append(each)
          break search
        }
        each.pages.removeFirst()
      }
    }
    return effects
  }
}

/// A place looked for by its words in another version of its document, from its old page outwards.
package struct SoughtPlace: Sendable {
  var document: DocumentID
  var words: PlaceWords
  /// The view that is moved, and its place until then.
  var pane: Int
  var place: Place
  /// The pages still to be looked at.
  var pages: [Int]
}

extension Documents {
  /// Returns the letters at a place; nil if its page is not loaded or has none, or if the place is a line.
  func placeWords(at place: Place?, of id: DocumentID) -> PlaceWords? {
    guard let place, let document = self[id], !document.hasLines,
      let content = document.pages[place.page]
    else { return nil }
    return PlaceWords(at: place.offset, of: content)
  }
}
