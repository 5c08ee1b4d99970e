package import Widgets

/// The views of the window, how they share it, and which of them has the keys.
package struct Panes: Sendable, RandomAccessCollection, MutableCollection {
  private var all: [Pane] = []
  package var focus = 0
  package private(set) var arrangement = SplitTree.view

  package init() {}

  init(_ pane: Pane) {
    all = [pane]
  }

  /// Restores views; one that is missing in the arrangement gets a place beside the last.
  init(_ views: [Pane], focus: Int, arrangement: SplitTree) {
    all = views
    self.focus = Swift.max(0, Swift.min(focus, views.count - 1))
    self.arrangement = arrangement
    while self.arrangement.count < views.count {
      self.arrangement.split(self.arrangement.count - 1, .beside)
    }
    while self.arrangement.count > views.count {
      self.arrangement.remove(self.arrangement.count - 1)
    }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { all.count }

  package subscript(index: Int) -> Pane {
    get { all[index] }
    _modify { yield &all[index] }
  }

  var focused: Pane? { all.indices.contains(focus) ? all[focus] : nil }

  /// Divides the place of the focused view between it and a copy of it.
  mutating func split(_ axis: SplitTree.Axis) {
    guard let focused else { return }
    arrangement.split(focus, axis)
    all.insert(focused, at: focus + 1)
  }

  /// Removes a view, whose place the others take.
  mutating func remove(at index: Int) {
    all.remove(at: index)
    arrangement.remove(index)
    if focus > index || focus == all.count { focus = Swift.max(0, focus - 1) }
  }

  /// Removes the focused view and gives the keys to the one that takes its place.
  mutating func removeFocused() {
    let heir = arrangement.heir(of: focus)
    all.remove(at: focus)
    arrangement.remove(focus)
    focus = Swift.max(0, Swift.min(heir, all.count - 1))
  }
}
