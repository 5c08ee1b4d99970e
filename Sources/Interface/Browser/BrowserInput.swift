import Canvas
import DocumentModel
import Messages
import Widgets

/// Milliseconds something is held over a folder until that opens.
private let springDelay = 700

extension Browser {
  fileprivate mutating func press(
    _ mouse: Mouse, _ layout: BrowserLayout, pictures: PictureView, size: Size,
    _ pointer: inout Pointer
  ) -> [Effect] {
    drag = nil
    let reminder = pointer.press(mouse)
    if let row = row(at: mouse, layout, pictures: pictures, size: size) {
      focus = .list
      if mouse.modifiers.contains(.shift), let tab = current {
        let range = min(tab.cursor, row)...max(tab.cursor, row)
        tabs[self.tab].marked.formUnion(range.compactMap { tab.entry($0)?.key })
      } else if mouse.modifiers.contains(.control), let key = current?.entry(row)?.key {
        if tabs[self.tab].marked.remove(key) == nil {
          tabs[self.tab].marked.insert(key)
        }
      }
      tabs[self.tab].moveCursor(to: row)
    }
    return reminder
  }

  fileprivate func row(at mouse: Mouse, _ layout: BrowserLayout, pictures: PictureView, size: Size)
    -> Int?
  {
    guard layout.list.contains(x: mouse.x, y: mouse.y), let tab = current else {
      return nil
    }
    if let tiles = galleryTiles(pictures: pictures, size: size) {
      return tiles.index(x: mouse.x - layout.list.x, y: mouse.y - layout.list.y)
    }
    let row = tab.top + mouse.y - layout.list.y
    return tab.rows.indices.contains(row) ? row : nil
  }

  /// Drags rows; highlights the target, and opens a folder held for a moment.
  fileprivate mutating func drag(
    _ mouse: Mouse, _ layout: BrowserLayout, crumb: BrowserPlace?, pictures: PictureView,
    size: Size, _ notices: inout Notices, _ pointer: inout Pointer
  ) -> [Effect] {
    guard let pressed = pointer.pressed else { return [] }
    if self.drag == nil {
      if let preview = layout.preview, pressed.x == preview.x - 1, pressed.y >= preview.y {
        previewWidth = min(max(20, size.width - mouse.x), size.width / 2)
        let edge = BrowserLayout(self, size: size).preview.map { $0.x - 1 } ?? pressed.x
        pointer.pressed?.x = edge
        return []
      }
      if let sidebar = layout.sidebar, pressed.x == sidebar.maxX, pressed.y >= sidebar.y {
        sidebarWidth = min(max(12, mouse.x), size.width / 3)
        let edge = BrowserLayout(self, size: size).sidebar?.maxX ?? pressed.x
        pointer.pressed?.x = edge
        return []
      }
      guard pressed.x != mouse.x || pressed.y != mouse.y,
        let from = row(at: pressed, layout, pictures: pictures, size: size),
        let tab = current, let entry = tab.entry(from), tab.place != .trash
      else { return [] }
      let paths =
        tab.marked.contains(entry.key)
        ? tab.chosen.map { tab.path(of: $0) } : [tab.path(of: entry)]
      self.drag = .init(paths: paths, origin: tab.place)
      notices.say("Moving \(Wording.count(paths)): drop on a folder or a place; Esc cancels")
    }
    let target = dropTarget(at: mouse, layout, crumb: crumb, pictures: pictures, size: size)
    guard target != self.drag?.target else { return [] }
    self.drag?.target = target
    self.drag?.serial += 1
    guard target != nil, let serial = self.drag?.serial else { return [] }
    return [.remind(.spring(serial: serial), milliseconds: springDelay)]
  }

  fileprivate func dropTarget(
    at mouse: Mouse, _ layout: BrowserLayout, crumb: BrowserPlace?, pictures: PictureView,
    size: Size
  ) -> BrowserPlace? {
    if let row = row(at: mouse, layout, pictures: pictures, size: size), let tab = current,
      let entry = tab.entry(row),
      entry.kind == .folder, drag?.paths.contains(tab.path(of: entry)) == false
    {
      return .folder(tab.path(of: entry))
    }
    if case (_, .item(let item))? = sidebarItem(at: mouse, layout), item.place != .recents {
      return item.place
    }
    if let crumb { return crumb }
    // In the list's free space the target is the listed folder, which may have been opened during the drag.
    guard let here = current?.place, here.folder != nil,
      layout.list.contains(x: mouse.x, y: mouse.y)
    else { return nil }
    return here
  }

  /// Ends a drag without moving anything, and returns to the folder where it began.
  mutating func cancelDrag(_ notices: inout Notices, _ pointer: inout Pointer) -> [Effect] {
    guard let origin = drag?.origin else { return [] }
    drag = nil
    pointer.pressed = nil
    notices.dismiss()
    return origin == current?.place ? [] : go(to: origin)
  }

  fileprivate mutating func clickHeading(
    _ mouse: Mouse, _ layout: BrowserLayout, environment: Environment, _ notices: inout Notices
  ) -> [Effect] {
    guard layout.headings.contains(x: mouse.x, y: mouse.y) else { return [] }
    let column = layout.columns.first { mouse.x >= $0.rect.x && mouse.x < $0.rect.maxX }?.column
    return sort(by: column ?? .name, environment: environment, &notices)
  }

  fileprivate func sidebarItem(at mouse: Mouse, _ layout: BrowserLayout) -> (Int, Sidebar.Row)? {
    guard let rect = layout.sidebar, rect.contains(x: mouse.x, y: mouse.y) else { return nil }
    let index = sidebarTop(height: rect.height) + mouse.y - rect.y
    return sidebar.rows[safe: index].map { (index, $0) }
  }

  /// Opens the folder over which something was held for a while.
  mutating func spring(_ serial: Int) -> [Effect] {
    guard let drag = self.drag, drag.serial == serial, let target = drag.target,
      target.folder != nil, target != current?.place
    else { return [] }
    return go(to: target)
  }
}

extension Layer {
  /// The mouse in the browser: click, double click, wheel, drag.
  static func takeInBrowser(_ state: inout State, _ mouse: Mouse) -> [Effect] {
    let layout = BrowserLayout(state.browser, size: state.size)
    switch mouse.action {
    case .wheelDown, .wheelUp:
      let step = mouse.action == .wheelDown ? 3 : -3
      if layout.sidebar?.contains(x: mouse.x, y: mouse.y) == true {
        let last = max(0, state.browser.sidebar.rows.count - 1)
        state.browser.sidebar.cursor = min(max(0, state.browser.sidebar.cursor + step), last)
      } else if state.browser.isGallery {
        state.browser.moveInGallery(
          columns: 0, rows: step.signum(), pictures: state.pictures, size: state.size)
      } else if let tab = state.browser.current {
        state.browser.tabs[state.browser.tab].moveCursor(to: tab.cursor + step)
      }
      return []
    case .press(button: 1):
      state.notices.dismiss()
      return state.browser.press(
        mouse, layout, pictures: state.pictures, size: state.size, &state.pointer)
    case .drag(button: 1):
      return state.browser.drag(
        mouse, layout, crumb: crumb(state, at: mouse), pictures: state.pictures, size: state.size,
        &state.notices, &state.pointer)
    case .release(button: 1): return release(&state, mouse, layout)
    default: return []
    }
  }

  fileprivate static func release(_ state: inout State, _ mouse: Mouse, _ layout: BrowserLayout)
    -> [Effect]
  {
    let isClick = state.pointer.release(mouse)
    if let drag = state.browser.drag {
      guard let target = drag.target else {
        return state.browser.cancelDrag(&state.notices, &state.pointer)
      }
      state.browser.drag = nil
      state.notices.dismiss()
      return state.browser.drop(
        drag.paths, on: target, preferences: state.preferences, &state.questions)
    }
    return isClick ? click(&state, mouse, layout) : []
  }

  fileprivate static func click(_ state: inout State, _ mouse: Mouse, _ layout: BrowserLayout)
    -> [Effect]
  {
    if state.browser.row(at: mouse, layout, pictures: state.pictures, size: state.size) != nil {
      // Marks are kept while they are being made.
      guard mouse.modifiers.isEmpty, state.pointer.clicks == 2 else { return [] }
      state.pointer.clicks = 0
      return state.enterRow()
    }
    if let (index, row) = state.browser.sidebarItem(at: mouse, layout) {
      state.browser.sidebar.cursor = index
      switch row {
      case .heading(let section):
        state.browser.sidebar.fold(section)
        return []
      case .item(let item):
        state.browser.focus = .list
        return state.browser.go(to: item.place)
      case .search(let search): return state.run(search)
      }
    }
    if let hint = BrowserView.helpHint(state), state.notices.shown == nil,
      mouse.y == state.size.height - 1,
      BrowserView.browserStatus(state).right == hint,
      mouse.x >= state.size.width - 1 - CellWidth.of(hint)
    {
      return state.run("help")
    }
    if mouse.y == layout.headings.y {
      return state.browser.clickHeading(
        mouse, layout, environment: state.environment, &state.notices)
    }
    if let place = crumb(state, at: mouse) {
      return place == state.browser.current?.place
        ? state.browser.refresh() : state.browser.go(to: place)
    }
    if let row = layout.tabs, mouse.y == row.y,
      let label = state.browser.tabLabels(in: row).first(where: {
        $0.rect.contains(x: mouse.x, y: mouse.y)
      })
    {
      return state.browser.showTab(label.index)
    }
    if layout.preview?.contains(x: mouse.x, y: mouse.y) == true, state.pointer.clicks == 2 {
      return state.glance()
    }
    return []
  }

  /// Returns the folder of the path at the top that the mouse is on.
  fileprivate static func crumb(_ state: State, at mouse: Mouse) -> BrowserPlace? {
    guard mouse.y == 0, let tab = state.browser.current else { return nil }
    return BrowserView.breadcrumbs(state, of: tab).first {
      mouse.x >= $0.x && mouse.x < $0.x + CellWidth.of($0.words)
    }?.place
  }

  /// A letter of a name: the cursor goes to the next row that begins so.
  static func typeAhead(_ state: inout State, _ key: Key) -> [Effect] {
    guard var typed = state.browser.typeAhead else { return [] }
    switch (key.code, key.modifiers) {
    case (.escape, _), (.enter, _):
      state.browser.typeAhead = nil
      return key.code == .enter ? state.run("browse-enter") : []
    case (.backspace, _): _ = typed.popLast()
    case (.tab, _), (.down, _): break
    case (.character(let scalar), []):
      let longer = typed + String(scalar)
      guard state.browser.row(named: longer) == nil else {
        typed = longer
        break
      }
      // After the letters of a name, j and k go on from there; any other key may be a slip.
      let moves = ["row-down", "row-up"].flatMap {
        state.keyInput.keymap.keys(for: $0, in: .browsing)
      }
      guard !typed.isEmpty, moves.contains(KeyNotation.text(key)) else {
        state.say("Nothing here begins with “\(longer)”")
        return []
      }
      state.browser.typeAhead = nil
      return state.take(.key(key))
    default:
      state.browser.typeAhead = nil
      return state.take(.key(key))
    }
    state.browser.typeAhead = typed
    state.browser.moveToName(typed, after: key.code == .tab || key.code == .down)
    return []
  }
}
