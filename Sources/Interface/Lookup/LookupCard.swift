import Canvas
import DocumentModel
package import Messages
import Widgets

/// The card with the output of a program about some words, beside them.
package struct LookupCard: Sendable {
  package var request: LookupRequest
  var title: String
  /// The cell of the words; nil if they are not on the screen.
  var cell: (x: Int, y: Int)?
  package var lines: [String] = []
  /// The lines divided for the card's width.
  var rows: [String] = []
  var columns: Int
  /// The first row shown.
  var top = 0
  package var isRunning = true
  /// The reason why the output is not complete; empty if it is.
  var trouble = ""

  /// The line after the output; empty if there is none.
  var ending: String { isRunning ? "…" : trouble }
  /// The rows of the output and of the line after it.
  var rowCount: Int { rows.count + (ending.isEmpty ? 0 : 1) }

  /// The most rows of text at a time, and the most columns with the frame.
  static let (mostShown, mostColumns) = (16, 84)
  /// More are left out.
  static let mostRows = 50_000
}

/// The card that is shown, and the number of the last lookup.
package struct Lookups: Sendable {
  package fileprivate(set) var card: LookupCard?
  fileprivate var count = 0
}

extension Browser {
  /// The actions that look words up.
  fileprivate var lookupActions: [UserAction] {
    actions.filter { $0.showsCard && $0.isAboutWords }
  }

  fileprivate func nextLookup(after card: LookupCard) -> UserAction? {
    let all = lookupActions
    guard all.count > 1, let at = all.firstIndex(where: { $0.index == card.request.action })
    else { return nil }
    return all[(at + 1) % all.count]
  }
}

extension Lookups {
  mutating func lookupKnown(_ number: Int, _ news: LookupNews) {
    guard var card = self.card, card.request.number == number else { return }
    switch news {
    case .lines(let lines):
      for line in lines where card.rows.count < LookupCard.mostRows {
        card.lines.append(line)
        card.rows += indented(line, to: card.columns - 4)
      }
    case .ended(let trouble):
      card.isRunning = false
      card.trouble = trouble ?? (card.lines.isEmpty ? "No output" : "")
    }
    self.card = card
  }

  /// Divides a line as `wrapped` does, with its indentation before each part.
  fileprivate func indented(_ line: String, to columns: Int) -> [String] {
    guard CellWidth.of(line) > columns else { return [line] }
    let indent = String(line.prefix { $0 == " " }.prefix(columns / 2))
    return String(line.drop { $0 == " " }).wrapped(to: columns - indent.count).map { indent + $0 }
  }

  mutating func closeLookup() -> [Effect] {
    card = nil
    return [.browse(.stopLookup)]
  }
}

extension LookupCard {
  /// Looks words up by the first action there is for it; without words those that are selected or under the caret.
  static func lookUp(_ state: inout State, _ words: String = "") -> [Effect] {
    guard let action = state.browser.lookupActions.first else {
      state.say(
        "Nothing to look words up with; install dict, sdcv, trans or aspell, or write an action with show: \"card\"",
        isError: true)
      return []
    }
    return lookUp(&state, words, by: action)
  }

  /// Runs an action whose output is shown in a card.
  static func lookUp(_ state: inout State, _ words: String, by action: UserAction) -> [Effect] {
    var context = state.actionContext
    if !words.isEmpty { context.selection = words }
    if context.selection.isEmpty { context.selection = wordUnderCaret(state) }
    // Programs read lines as commands.
    let line = context.selection.split(whereSeparator: \.isNewline).joined(separator: " ")
    context.selection = String(line.trimmed.prefix(Self.mostLookedUp))
    guard !context.selection.isEmpty || !action.isAboutWords else {
      return state.ask(for: "look-up")
    }
    let columns = min(state.size.width - 4, LookupCard.mostColumns)
    state.lookups.count += 1
    state.lookups.card = LookupCard(
      request: LookupRequest(number: state.lookups.count, action: action.index, context: context),
      title: action.isAboutWords
        ? "\(action.name): \(context.selection.truncated(to: 40))" : action.name,
      cell: words.isEmpty ? state.caretCell : nil, columns: columns)
    return state.lookups.card.map { [.browse(.lookUp($0.request))] } ?? []
  }

  /// In characters.
  private static var mostLookedUp: Int { 1_000 }

  fileprivate static func wordUnderCaret(_ state: State) -> String {
    guard let caret = state.selection?.caret else { return "" }
    var state = state
    state.selection?.unit = .words
    state.selection?.anchor = caret
    return state.selectedText
  }

  /// The rows that a page of the card moves it by.
  static func pageRows(_ state: State) -> Int {
    state.lookups.card.map { max(1, lookupFrame(state, $0).height - 3) } ?? 1
  }

  static func copyLookup(_ state: inout State) -> [Effect] {
    guard let card = state.lookups.card else { return [] }
    state.say("Copied")
    return [.copy(card.lines.joined(separator: "\n"))] + state.lookups.closeLookup()
  }

  /// Looks the same words up by the next action.
  static func lookUpByNext(_ state: inout State) -> [Effect] {
    guard let card = state.lookups.card, let next = state.browser.nextLookup(after: card) else {
      return []
    }
    let effects = lookUp(&state, card.request.context.selection, by: next)
    state.lookups.card?.cell = card.cell
    return effects
  }

  static func scrollLookup(_ state: inout State, by rows: Int) {
    guard let card = state.lookups.card else { return }
    let shown = lookupFrame(state, card).height - 2
    state.lookups.card?.top = max(0, min(card.top + rows, card.rowCount - shown))
  }

  /// The wheel scrolls the card; a click beside it closes it.
  static func takeInLookup(_ state: inout State, _ mouse: Mouse) -> [Effect]? {
    guard let card = state.lookups.card else { return nil }
    let isInside = lookupFrame(state, card).contains(x: mouse.x, y: mouse.y)
    switch mouse.action {
    case .wheelDown where isInside: scrollLookup(&state, by: 3)
    case .wheelUp where isInside: scrollLookup(&state, by: -3)
    case .press where !isInside: return state.lookups.closeLookup()
    default: return isInside ? [] : nil
    }
    return []
  }

  fileprivate static func lookupFrame(_ state: State, _ card: LookupCard) -> Rect {
    return Peek.cardFrame(
      state, at: card.cell, columns: card.columns,
      rows: max(1, min(card.rowCount, LookupCard.mostShown, state.size.height - 6)))
  }

  static func paintLookup(_ state: State, into surface: inout Surface) {
    guard let card = state.lookups.card else { return }
    let frame = lookupFrame(state, card)
    let inside = ScreenView.paintFrame(state, frame, title: card.title, into: &surface).inset(
      left: 1, right: 1)
    for (y, row) in card.rows.dropFirst(card.top).prefix(inside.height).enumerated() {
      surface.put(
        row, x: inside.x, y: inside.y + y, style: state.themes.current.text, limit: inside.width)
    }
    let below = card.rows.count - card.top
    if !card.ending.isEmpty, below < inside.height {
      surface.put(
        card.ending, x: inside.x, y: inside.y + below, style: state.themes.current.dim,
        limit: inside.width)
    }
    func hint(_ name: String, _ words: String, usually usual: String) -> String {
      let key = state.keyInput.keymap.hintKey(for: name, in: .answer, usually: usual)
      return key.map { " \($0) \(words) " } ?? ""
    }
    let isMore = card.rowCount - card.top > inside.height
    let next = state.browser.nextLookup(after: card)
    let close = hint("card-close", "closes", usually: "escape")
    let hints =
      (isMore ? hint("card-down", "more", usually: "j") : "")
      + (next.map { hint("look-up-next", $0.name, usually: "tab") } ?? "")
      + hint("card-copy", "copies", usually: "y") + (close.isEmpty ? " Esc closes " : close)
    if frame.width >= hints.count + 4 {
      surface.put(
        hints, x: frame.maxX - hints.count - 2, y: frame.maxY - 1, style: state.themes.current.dim)
    }
  }
}
