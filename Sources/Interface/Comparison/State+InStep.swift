import DocumentModel
import Messages
import Widgets

/// Two views, one of each version, that move together.
extension State {
  /// Shows the other version beside the one that has the focus.
  mutating func showVersions() -> [Effect] {
    guard let shown = comparison, let id = pane?.document, [shown.new, shown.old].contains(id),
      shown.found != nil, let place = place(of: panes.focus)
    else {
      say("No comparison: :diff FILE compares with an older version")
      return []
    }
    let other = id == shown.new ? shown.old : shown.new
    guard !panes.contains(where: { $0.document == other }) else {
      say("Both versions are on the screen")
      return []
    }
    let views = panes.count
    split(.beside)
    guard panes.count > views else { return [] }
    let display = panes[panes.focus].display
    let effects = show(other)
    panes[panes.focus].display = display
    if let counterpart = shown.counterpart(of: place, in: id) {
      land(panes.focus, page: counterpart.page, .offset(counterpart.offset))
    }
    if let current = shown.current { show(change: current) }
    panes.focus = panes.firstIndex { $0.document == id } ?? panes.focus
    keepStep()
    return effects
  }

  /// The views of both versions, if each is on the screen.
  private var stepViews: (new: Int, old: Int)? {
    guard let shown = comparison, shown.found != nil, !browser.isShown, !isFinding,
      let new = panes.firstIndex(where: { $0.document == shown.new }),
      let old = panes.firstIndex(where: { $0.document == shown.old })
    else { return nil }
    return (new, old)
  }

  /// The places at the top of both views.
  var stepPlaces: PlacePair? {
    guard let views = stepViews, let new = place(of: views.new), let old = place(of: views.old)
    else { return nil }
    return PlacePair(new: new, old: old)
  }

  /// Takes the places at which the views are for those in step.
  mutating func keepStep() {
    let places = stepPlaces
    comparison?.stepped = places
  }

  /// Moves the other version's view to the words at the top of the focused one, if that has moved to others.
  mutating func stepViewsTogether() {
    guard let views = stepViews, let places = stepPlaces,
      [views.new, views.old].contains(panes.focus),
      let stepped = comparison?.stepped
    else {
      keepStep()
      return
    }
    let isNew = panes.focus == views.new
    let (own, before) = isNew ? (places.new, stepped.new) : (places.old, stepped.old)
    guard own != before else { return }
    let id = panes[panes.focus].document
    let target = comparison?.counterpart(of: own, in: id)
    if let target, target != comparison?.counterpart(of: before, in: id) {
      land(isNew ? views.old : views.new, page: target.page, .offset(target.offset))
    }
    keepStep()
  }
}
