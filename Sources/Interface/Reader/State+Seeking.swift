import DocumentModel
import Messages
import Text

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

extension State {
  /// Pages before and after the old one on which a place is looked for.
  private static let seekingReach = 24

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

extension Documents {
  /// Returns the letters at a place; nil if its page is not loaded or has none, or if it is a line's.
  func placeWords(at place: Place?, of id: DocumentID) -> PlaceWords? {
    guard let place, let document = self[id], !document.hasLines,
      let content = document.pages[place.page]
    else { return nil }
    return PlaceWords(at: place.offset, of: content)
  }
}
