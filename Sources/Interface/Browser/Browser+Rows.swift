import Canvas
import DocumentModel
import Messages
import Text
import Widgets

extension Browser {
  mutating func toggleColumn(_ column: Column, environment: Environment) -> [Effect] {
    changeOptions(environment: environment) { options in
      if let index = options.columns.firstIndex(of: column) {
        options.columns.remove(at: index)
      } else {
        let order = Column.allCases
        options.columns.append(column)
        options.columns.sort {
          (order.firstIndex(of: $0) ?? 0) < (order.firstIndex(of: $1) ?? 0)
        }
      }
    }
  }

  /// Asks for a text that filters the list while it is typed.
  mutating func askFilter(_ prompt: inout Prompt?) {
    var asked = Prompt("Filter", text: current?.filter.text ?? "") { state, _ in
      if let tab = state.browser.current, tab.rows.count == 1, let entry = tab.entry(0) {
        state.say("\(entry.name) is the only match: Enter opens it")
      }
      return []
    }
    asked.key = { state, key in
      guard key.code == .down || key.code == .up else { return nil }
      state.browser.moveRow(key.code == .down ? 1 : -1, pictures: state.pictures, size: state.size)
      return []
    }
    asked.changed = { $0.browser.setFilter($1, environment: $0.environment) }
    asked.cancelled = { $0.browser.setFilter(LineEditor(), environment: $0.environment) }
    prompt = asked
  }

  /// Moves the cursor of the focused list by some rows.
  mutating func moveRow(_ step: Int, pictures: PictureView, size: Size) {
    guard let tab = current else { return }
    if focus == .sidebar {
      let last = max(0, sidebar.rows.count - 1)
      sidebar.cursor = min(max(0, sidebar.cursor + step), last)
    } else if isGallery {
      moveInGallery(columns: 0, rows: step, pictures: pictures, size: size)
    } else {
      tabs[self.tab].moveCursor(to: tab.cursor + step)
    }
  }

  /// Goes to a row from 0; nil: to the last.
  mutating func goToRow(_ row: Int?, pictures: PictureView, size: Size) {
    guard let tab = current else { return }
    if focus == .sidebar {
      sidebar.cursor = 0
      moveRow(row ?? Int(Int32.max), pictures: pictures, size: size)
    } else {
      tabs[self.tab].moveCursor(to: row ?? tab.rows.count - 1)
      tabs[self.tab].staysAtEnd = row == nil && !tab.isWhole
    }
  }

  /// Begins a range, or chooses what lies in it.
  mutating func toggleRange(_ notices: inout Notices) {
    guard let tab = current else { return }
    if tab.rangeStart == nil {
      tabs[self.tab].rangeStart = tab.cursor
      tabs[self.tab].rangeKey = tab.current?.key
      notices.say("Choosing from here: j k move, V again keeps the range")
    } else {
      tabs[self.tab].marked = tab.markedWithRange
      tabs[self.tab].rangeStart = nil
    }
  }

  /// Chooses the rows whose names fit a pattern as the shell's: `*` for anything, `?` for one character.
  mutating func mark(matching pattern: String, _ notices: inout Notices) {
    guard let tab = current else { return }
    let glob = NamePattern(pattern)
    let keys = tab.rows.map { tab.entries[Int($0)] }.filter { glob.matches($0.name) }.map(\.key)
    tabs[self.tab].marked.formUnion(keys)
    notices.say(keys.isEmpty ? "Nothing here is named like “\(pattern)”" : "\(keys.count) chosen")
  }

  /// Cancels the latest of: a range, the selection, the filter, copied files.
  mutating func giveUpInBrowser(
    environment: Environment, _ notices: inout Notices, _ pointer: inout Pointer
  ) -> [Effect] {
    guard let tab = current else { return [] }
    let index = self.tab
    if drag != nil {
      return cancelDrag(&notices, &pointer)
    } else if typeAhead != nil {
      typeAhead = nil
    } else if tab.rangeStart != nil {
      tabs[index].rangeStart = nil
    } else if !tab.marked.isEmpty {
      tabs[index].marked = []
    } else if !tab.filter.isEmpty {
      return setFilter(LineEditor(), environment: environment)
    } else if focus == .sidebar {
      focus = .list
    }
    return []
  }

  mutating func setFilter(_ line: LineEditor, environment: Environment) -> [Effect] {
    guard current != nil else { return [] }
    let index = tab
    tabs[index].filter = line
    // The best match.
    if !line.isEmpty {
      tabs[index].request = nil
      tabs[index].cursor = 0
      tabs[index].top = 0
    }
    return order(index, environment: environment)
  }

  /// Changes how the list is shown and puts it in that order.
  mutating func changeOptions(environment: Environment, _ change: (inout ListOptions) -> Void)
    -> [Effect]
  {
    guard current != nil else { return [] }
    let index = tab
    let before = tabs[index].options
    change(&tabs[index].options)
    let options = tabs[index].options
    // The preview of a folder counts what its list would show.
    if (before.showsAll, before.showsHidden) != (options.showsAll, options.showsHidden) {
      preview.isStale = true
    }
    return order(index, environment: environment)
  }

  mutating func reverseOrder(environment: Environment) -> [Effect] {
    guard current != nil else { return [] }
    tabs[tab].isOrderRequested = true
    return changeOptions(environment: environment) { $0.isReversed.toggle() }
  }

  /// Sorts by a column; again reverses the order.
  mutating func sort(by column: Column, environment: Environment, _ notices: inout Notices)
    -> [Effect]
  {
    guard let tab = current else { return [] }
    let isOwn = tab.keepsOrder
    tabs[self.tab].isOrderRequested = true
    let effects = changeOptions(environment: environment) { options in
      options.isReversed = options.sort == column && !isOwn ? !options.isReversed : false
      options.sort = column
    }
    let turned = current?.options.isReversed == true ? ", turned round" : ""
    notices.say("Sorted by \(column.words)\(turned)")
    return effects
  }

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

  mutating func moveToName(_ typed: String, after: Bool) {
    guard !typed.isEmpty, let row = row(named: typed, after: after) else { return }
    tabs[tab].moveCursor(to: row)
  }

  /// Returns the next row, from the cursor or after it, whose name begins with a text.
  func row(named typed: String, after: Bool = false) -> Int? {
    guard let tab = current else { return nil }
    let match = BeginningMatch(typed)
    let first = tab.cursor + (after ? 1 : 0)
    return tab.rows.indices.lazy.map { (first + $0) % tab.rows.count }.first { row in
      tab.entry(row).map { match.matches($0.name) } == true
    }
  }
}
