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

extension Documents {
  func generations(of panes: Panes) -> [Int?] {
    panes.map { self[$0.document]?.generation }
  }

  /// Whether all documents of the earlier view are still open.
  func canShow(_ point: ViewSnapshot) -> Bool {
    !point.panes.isEmpty && point.panes.allSatisfy { index(of: $0.document) != nil }
  }
}
