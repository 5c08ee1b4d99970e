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

extension State {
  /// Looks words up by the first action there is for it; without words those that are selected or under the caret.
  mutating func lookUp(_ words: String = "") -> [Effect] {
    guard let action = browser.lookupActions.first else {
      say(
        "Nothing to look words up with; install dict, sdcv, trans or aspell, or write an action with show: \"card\"",
        isError: true)
      return []
    }
    return lookUp(words, by: action)
  }

  /// Runs an action whose output is shown in a card.
  mutating func lookUp(_ words: String, by action: UserAction) -> [Effect] {
    var context = actionContext
    if !words.isEmpty { context.selection = words }
    if context.selection.isEmpty { context.selection = wordUnderCaret }
    // Programs read lines as commands.
    let line = context.selection.split(whereSeparator: \.isNewline).joined(separator: " ")
    context.selection = String(line.trimmed.prefix(Self.mostLookedUp))
    guard !context.selection.isEmpty || !action.isAboutWords else { return ask(for: "look-up") }
    let columns = min(size.width - 4, LookupCard.mostColumns)
    lookups.count += 1
    lookups.card = LookupCard(
      request: LookupRequest(number: lookups.count, action: action.index, context: context),
      title: action.isAboutWords
        ? "\(action.name): \(context.selection.truncated(to: 40))" : action.name,
      cell: words.isEmpty ? caretCell : nil, columns: columns)
    return lookups.card.map { [.browse(.lookUp($0.request))] } ?? []
  }

  /// In characters.
  private static var mostLookedUp: Int { 1_000 }

  private var wordUnderCaret: String {
    guard let caret = selection?.caret else { return "" }
    var state = self
    state.selection?.unit = .words
    state.selection?.anchor = caret
    return state.selectedText
  }

  mutating func lookupKnown(_ number: Int, _ news: LookupNews) {
    guard var card = lookups.card, card.request.number == number else { return }
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
    lookups.card = card
  }

  /// Divides a line as `wrapped` does, with its indentation before each part.
  private func indented(_ line: String, to columns: Int) -> [String] {
    guard CellWidth.of(line) > columns else { return [line] }
    let indent = String(line.prefix { $0 == " " }.prefix(columns / 2))
    return String(line.drop { $0 == " " }).wrapped(to: columns - indent.count).map { indent + $0 }
  }

  // MARK: keys

  /// Escape and q close the card, y copies its text, Tab looks the words up by the next action; motions scroll. Nil for other keys.
  mutating func takeInLookup(_ key: Key) -> [Effect]? {
    guard let card = lookups.card else { return nil }
    let page = max(1, lookupFrame(card).height - 3)
    switch key {
    case Key("j"), Key(.down): scrollLookup(by: 1)
    case Key("k"), Key(.up): scrollLookup(by: -1)
    case Key(" "), Key(.pageDown), Key("f", .control): scrollLookup(by: page)
    case Key("b"), Key(.pageUp), Key("b", .control): scrollLookup(by: -page)
    case Key("g"), Key(.home): scrollLookup(by: -card.rows.count)
    case Key("G"), Key(.end): scrollLookup(by: card.rows.count)
    case Key("y"):
      say("Copied")
      return [.copy(card.lines.joined(separator: "\n"))] + lookups.closeLookup()
    case Key(.tab):
      guard let next = browser.nextLookup(after: card) else { return [] }
      let cell = card.cell
      let effects = lookUp(card.request.context.selection, by: next)
      lookups.card?.cell = cell
      return effects
    case Key(.escape), Key("q"), Key("c", .control): return lookups.closeLookup()
    default: return nil
    }
    return []
  }

  private mutating func scrollLookup(by rows: Int) {
    guard let card = lookups.card else { return }
    let shown = lookupFrame(card).height - 2
    lookups.card?.top = max(0, min(card.top + rows, card.rowCount - shown))
  }

  /// The wheel scrolls the card; a click beside it closes it.
  mutating func takeInLookup(_ mouse: Mouse) -> [Effect]? {
    guard let card = lookups.card else { return nil }
    let isInside = lookupFrame(card).contains(x: mouse.x, y: mouse.y)
    switch mouse.action {
    case .wheelDown where isInside: scrollLookup(by: 3)
    case .wheelUp where isInside: scrollLookup(by: -3)
    case .press where !isInside: return lookups.closeLookup()
    default: return isInside ? [] : nil
    }
    return []
  }

  // MARK: its picture

  private func lookupFrame(_ card: LookupCard) -> Rect {
    return cardFrame(
      at: card.cell, columns: card.columns,
      rows: max(1, min(card.rowCount, LookupCard.mostShown, size.height - 6)))
  }

  func paintLookup(into surface: inout Surface) {
    guard let card = lookups.card else { return }
    let frame = lookupFrame(card)
    let inside = paintFrame(frame, title: card.title, into: &surface).inset(left: 1, right: 1)
    for (y, row) in card.rows.dropFirst(card.top).prefix(inside.height).enumerated() {
      surface.put(
        row, x: inside.x, y: inside.y + y, style: themes.current.text, limit: inside.width)
    }
    let below = card.rows.count - card.top
    if !card.ending.isEmpty, below < inside.height {
      surface.put(
        card.ending, x: inside.x, y: inside.y + below, style: themes.current.dim,
        limit: inside.width)
    }
    var keys = card.rowCount - card.top > inside.height ? [" j more "] : []
    if let next = browser.nextLookup(after: card) { keys.append(" Tab \(next.name) ") }
    let hints = (keys + [" y copies ", " Esc closes "]).joined()
    if frame.width >= hints.count + 4 {
      surface.put(
        hints, x: frame.maxX - hints.count - 2, y: frame.maxY - 1, style: themes.current.dim)
    }
  }
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
  fileprivate mutating func closeLookup() -> [Effect] {
    card = nil
    return [.browse(.stopLookup)]
  }
}
