import Canvas
import Messages

/// A kind of panel: where its rows come from, and how it looks and takes keys.
///
/// A new panel is a file with one constant of this type and a command that calls `State.toggle`.
package struct PanelSource: Sendable {
  /// The heading, and the identity: two sources with one title are the same.
  package var title: String
  /// A heading that says more, such as the name of a file.
  var fullTitle: @Sendable (State) -> String? = { _ in nil }
  /// Returns the rows that match the filter's text.
  var rows: @Sendable (State, String) -> [Panel.Row]
  /// The text shown without rows, given whether a filter is typed; nil for the usual one.
  var emptyText: @Sendable (State, Bool) -> String? = { _, _ in nil }
  /// Hints of its own keys that fit a width in cells before those every panel has.
  var hints: @Sendable (State, _ last: [String], Int) -> [String] = { _, _, _ in [] }
  /// Hints that follow those.
  var lastHints: @Sendable (State) -> [String] = { _ in [] }
  /// Hints while the filter is typed.
  var typingHints: @Sendable (State) -> [String] = { _ in [] }
  /// Handles a key of its own; nil for keys of any panel.
  var key: @Sendable (inout State, Key) -> [Effect]? = { _, _ in nil }
  /// Opens or closes the branch of a row.
  var fold: @Sendable (inout State, Panel.Row, _ opens: Bool) -> Void = { _, _, _ in }
  /// Runs what is chosen without a row.
  var chooseNothing: @Sendable (inout State) -> [Effect] = { _ in [] }
  /// Returns the request for an image of the selected row in the cells below the list; nil for lists without images.
  var picture: (@Sendable (State, Rect) -> ImageRequest?)?
  /// The keys that hold in it alone.
  var ownKeys: Keymap.Mode?
  /// Whether it is beside the text if the window is wide enough, and shows the targets of its rows there.
  package var opensBeside = false
  /// The maximum width beside the text in cells.
  var mostWidthBeside = 44
  /// The maximum width of the floating panel in cells.
  var mostWidthFloating = 86
  /// Whether it acts on what was selected when it was opened, which other programs must not change meanwhile.
  var isMenu = false
  /// Whether its rows say on which pages of the document something is.
  var namesPages = false
  /// Whether its rows come from the typed text instead of filtering a list.
  var isTyped = false
  /// Whether letters go to its filter from the beginning, and no key is any other command.
  var filtersAtOnce = false
  /// The sign before the typed filter.
  var sign = "/"
}

extension PanelSource: Equatable {
  package static func == (one: Self, other: Self) -> Bool { one.title == other.title }
}

extension PanelSource {
  /// A list of rows that the filter matches fuzzily.
  init(
    _ title: String, isMenu: Bool = false,
    emptyText: @escaping @Sendable (State, Bool) -> String? = { _, _ in nil },
    list: @escaping @Sendable (State) -> [Panel.Row]
  ) {
    self.init(
      title: title, rows: { state, filter in Panel.matching(list(state), filter) },
      emptyText: { state, isFiltered in isFiltered ? nil : emptyText(state, false) },
      isMenu: isMenu)
  }
}
