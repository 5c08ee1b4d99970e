import Canvas
import DocumentModel
import Widgets

/// Everything the screen showed before another view replaced it, for returning to it.
package struct ViewSnapshot: Sendable {
  package var isBrowsing: Bool
  var size: Size
  var panes: Panes
  var places: [Place?]
  /// The generations of the panes' documents; a file changed since then has other lines.
  var generations: [Int?]
  var panel: Panel?
  var selection: Selection?
  var search: Search?
  var grid: PageOverview?
}

extension State {
  var standpoint: ViewSnapshot {
    ViewSnapshot(
      isBrowsing: browser.isShown, size: size, panes: panes,
      places: panes.indices.map { place(of: $0) },
      generations: documents.generations(of: panes), panel: panel,
      selection: selection, search: search, grid: pictures.overview)
  }

  /// Restores an earlier view; if the window's size or a document has changed, restores only the places in the documents.
  mutating func restore(_ point: ViewSnapshot) {
    if let search = point.search, documents.index(of: search.document) != nil {
      self.search = search
    }
    guard documents.canShow(point) else { return }
    panes = point.panes
    panel = point.panel
    selection = point.selection
    pictures.overview = point.grid
    guard point.size != size || point.generations != documents.generations(of: panes) else {
      return
    }
    selection = nil
    for (view, place) in point.places.enumerated() {
      if let place { land(view, page: place.page, .offset(place.offset)) }
    }
    if panel != nil { fillPanel() }
  }
}

extension Documents {
  fileprivate func generations(of panes: Panes) -> [Int?] {
    panes.map { self[$0.document]?.generation }
  }

  /// Whether all documents of the earlier view are still open.
  func canShow(_ point: ViewSnapshot) -> Bool {
    !point.panes.isEmpty && point.panes.allSatisfy { index(of: $0.document) != nil }
  }
}
