import Canvas
import DocumentModel
import Messages
import Text
import Widgets

extension State {
  /// Moves the cursor of the focused list by some rows.
  mutating func moveRow(_ step: Int) {
    guard let tab = browser.current else { return }
    if browser.focus == .sidebar {
      let last = max(0, browser.sidebar.rows.count - 1)
      browser.sidebar.cursor = min(max(0, browser.sidebar.cursor + step), last)
    } else if browser.isGallery {
      moveInGallery(columns: 0, rows: step)
    } else {
      browser.tabs[browser.tab].moveCursor(to: tab.cursor + step)
    }
  }

  /// Goes to a row from 0; nil: to the last.
  mutating func goToRow(_ row: Int?) {
    guard let tab = browser.current else { return }
    if browser.focus == .sidebar {
      browser.sidebar.cursor = 0
      moveRow(row ?? Int(Int32.max))
    } else {
      browser.tabs[browser.tab].moveCursor(to: row ?? tab.rows.count - 1)
      browser.tabs[browser.tab].staysAtEnd = row == nil && !tab.isWhole
    }
  }

  // MARK: choosing several

  /// Begins a range, or chooses what lies in it.
  mutating func toggleRange() {
    guard let tab = browser.current else { return }
    if tab.rangeStart == nil {
      browser.tabs[browser.tab].rangeStart = tab.cursor
      browser.tabs[browser.tab].rangeKey = tab.current?.key
      say("Choosing from here: j k move, V again keeps the range")
    } else {
      browser.tabs[browser.tab].marked = tab.markedWithRange
      browser.tabs[browser.tab].rangeStart = nil
    }
  }

  /// Chooses the rows whose names fit a pattern as the shell's: `*` for anything, `?` for one character.
  mutating func mark(matching pattern: String) {
    guard let tab = browser.current else { return }
    let glob = NamePattern(pattern)
    let keys = tab.rows.map { tab.entries[Int($0)] }.filter { glob.matches($0.name) }.map(\.key)
    browser.tabs[browser.tab].marked.formUnion(keys)
    say(keys.isEmpty ? "Nothing here is named like “\(pattern)”" : "\(keys.count) chosen")
  }

  /// Cancels the latest of: a range, the selection, the filter, copied files.
  mutating func giveUpInBrowser() -> [Effect] {
    guard let tab = browser.current else { return [] }
    let index = browser.tab
    if browser.drag != nil {
      return cancelDrag()
    } else if browser.typeAhead != nil {
      browser.typeAhead = nil
    } else if tab.rangeStart != nil {
      browser.tabs[index].rangeStart = nil
    } else if !tab.marked.isEmpty {
      browser.tabs[index].marked = []
    } else if !tab.filter.isEmpty {
      return setFilter(LineEditor())
    } else if browser.focus == .sidebar {
      browser.focus = .list
    }
    return []
  }

  // MARK: filter and type-ahead

  /// Asks for a text that filters the list while it is typed.
  mutating func askFilter() {
    var asked = Prompt("Filter", text: browser.current?.filter.text ?? "") { state, _ in
      if let tab = state.browser.current, tab.rows.count == 1, let entry = tab.entry(0) {
        state.say("\(entry.name) is the only match: Enter opens it")
      }
      return []
    }
    asked.key = { state, key in
      guard key.code == .down || key.code == .up else { return nil }
      state.moveRow(key.code == .down ? 1 : -1)
      return []
    }
    asked.changed = { $0.setFilter($1) }
    asked.cancelled = { $0.setFilter(LineEditor()) }
    prompt = asked
  }

  mutating func setFilter(_ line: LineEditor) -> [Effect] {
    guard browser.current != nil else { return [] }
    let index = browser.tab
    browser.tabs[index].filter = line
    // The best match.
    if !line.isEmpty {
      browser.tabs[index].request = nil
      browser.tabs[index].cursor = 0
      browser.tabs[index].top = 0
    }
    return order(index)
  }

  /// A letter of a name: the cursor goes to the next row that begins so.
  mutating func typeAhead(_ key: Key) -> [Effect] {
    guard var typed = browser.typeAhead else { return [] }
    switch (key.code, key.modifiers) {
    case (.escape, _), (.enter, _):
      browser.typeAhead = nil
      return key.code == .enter ? run("browse-enter") : []
    case (.backspace, _): _ = typed.popLast()
    case (.tab, _), (.down, _): break
    case (.character(let scalar), []):
      let longer = typed + String(scalar)
      guard browser.row(named: longer) == nil else {
        typed = longer
        break
      }
      // After the letters of a name, j and k go on from there; any other key may be a slip.
      let moves = ["row-down", "row-up"].flatMap { keyInput.keymap.keys(for: $0, in: .browsing) }
      guard !typed.isEmpty, moves.contains(KeyNotation.text(key)) else {
        say("Nothing here begins with “\(longer)”")
        return []
      }
      browser.typeAhead = nil
      return take(.key(key))
    default:
      browser.typeAhead = nil
      return take(.key(key))
    }
    browser.typeAhead = typed
    browser.moveToName(typed, after: key.code == .tab || key.code == .down)
    return []
  }

  // MARK: what is shown and how

  /// Changes how the list is shown and puts it in that order.
  mutating func changeOptions(_ change: (inout ListOptions) -> Void) -> [Effect] {
    guard browser.current != nil else { return [] }
    let index = browser.tab
    let before = browser.tabs[index].options
    change(&browser.tabs[index].options)
    let options = browser.tabs[index].options
    // The preview of a folder counts what its list would show.
    if (before.showsAll, before.showsHidden) != (options.showsAll, options.showsHidden) {
      browser.preview.isStale = true
    }
    return order(index)
  }

  mutating func reverseOrder() -> [Effect] {
    guard browser.current != nil else { return [] }
    browser.tabs[browser.tab].isOrderRequested = true
    return changeOptions { $0.isReversed.toggle() }
  }

  /// Sorts by a column; again reverses the order.
  mutating func sort(by column: Column) -> [Effect] {
    guard let tab = browser.current else { return [] }
    let isOwn = tab.keepsOrder
    browser.tabs[browser.tab].isOrderRequested = true
    let effects = changeOptions { options in
      options.isReversed = options.sort == column && !isOwn ? !options.isReversed : false
      options.sort = column
    }
    let turned = browser.current?.options.isReversed == true ? ", turned round" : ""
    say("Sorted by \(column.words)\(turned)")
    return effects
  }
}

extension Browser {
  /// Puts the cursor on what bears a name, now or when it is listed.
  mutating func stand(on key: FilePath) {
    guard current != nil else { return }
    let index = tab
    tabs[index].request = key
    tabs[index].take(rows: tabs[index].rows)
  }

  /// Selects or deselects the row and goes to the next.
  mutating func toggleMark(_ count: Int) {
    for _ in 0..<max(1, min(count, 100_000)) {
      guard let key = current?.current?.key else { return }
      let index = tab
      if tabs[index].marked.remove(key) == nil { tabs[index].marked.insert(key) }
      let next = tabs[index].cursor + 1
      guard next < tabs[index].rows.count else { return }
      tabs[index].moveCursor(to: next)
    }
  }

  mutating func markAll(inverted: Bool) {
    guard let tab = current else { return }
    let all = Set(tab.rows.map { tab.entries[Int($0)].key })
    tabs[self.tab].marked = inverted ? all.subtracting(tab.markedWithRange) : all
    tabs[self.tab].rangeStart = nil
  }

  fileprivate mutating func moveToName(_ typed: String, after: Bool) {
    guard !typed.isEmpty, let row = row(named: typed, after: after) else { return }
    tabs[tab].moveCursor(to: row)
  }

  /// Returns the next row, from the cursor or after it, whose name begins with a text.
  fileprivate func row(named typed: String, after: Bool = false) -> Int? {
    guard let tab = current else { return nil }
    let match = BeginningMatch(typed)
    let first = tab.cursor + (after ? 1 : 0)
    return tab.rows.indices.lazy.map { (first + $0) % tab.rows.count }.first { row in
      tab.entry(row).map { match.matches($0.name) } == true
    }
  }
}
