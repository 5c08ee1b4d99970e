import Canvas
import DocumentModel
import Widgets

/// All that the screen showed when something else was put in its place, to be gone back to.
package struct ViewSnapshot: Sendable {
  package var isBrowsing: Bool
  var size: Size
  var panes: [Pane]
  var places: [Place?]
  /// Of the panes' documents: a file that changed since has other lines.
  var generations: [Int?]
  var focus: Int
  var arrangement: SplitTree
  var panel: Panel?
  var selection: Selection?
  var search: Search?
  var grid: PageOverview?
}

extension State {
  var standpoint: ViewSnapshot {
    ViewSnapshot(
      isBrowsing: isBrowsing, size: size, panes: panes, places: panes.indices.map { place(of: $0) },
      generations: generations(of: panes), focus: focus, arrangement: arrangement, panel: panel,
      selection: selection, search: search, grid: grid)
  }

  private func generations(of panes: [Pane]) -> [Int?] {
    panes.map { document($0.document)?.generation }
  }

  /// Whether what the views showed can be shown again.
  func canShow(_ point: ViewSnapshot) -> Bool {
    !point.panes.isEmpty && point.panes.allSatisfy { index(of: $0.document) != nil }
  }

  /// Shows the documents as they were; what has another size or other lines by now, at the same places.
  mutating func restore(_ point: ViewSnapshot) {
    if let search = point.search, index(of: search.document) != nil { self.search = search }
    guard canShow(point) else { return }
    panes = point.panes
    focus = point.focus
    arrangement = point.arrangement
    panel = point.panel
    selection = point.selection
    grid = point.grid
    guard point.size != size || point.generations != generations(of: panes) else { return }
    selection = nil
    for (view, place) in point.places.enumerated() {
      if let place { land(view, page: place.page, .offset(place.offset)) }
    }
    if panel != nil { fillPanel() }
  }
}
