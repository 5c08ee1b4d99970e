import Canvas
import DocumentModel
import Messages
import Widgets

/// Milliseconds something is held over a folder until that opens.
private let springDelay = 700

extension State {
  /// The mouse in the browser: click, double click, wheel, drag.
  mutating func takeInBrowser(_ mouse: Mouse) -> [Effect] {
    let layout = BrowserLayout(browser, size: size)
    switch mouse.action {
    case .wheelDown, .wheelUp:
      let step = mouse.action == .wheelDown ? 3 : -3
      if layout.sidebar?.contains(x: mouse.x, y: mouse.y) == true {
        let last = max(0, browser.sidebar.rows.count - 1)
        browser.sidebar.cursor = min(max(0, browser.sidebar.cursor + step), last)
      } else if browser.isGallery {
        browser.moveInGallery(columns: 0, rows: step.signum(), pictures: pictures, size: size)
      } else if let tab = browser.current {
        browser.tabs[browser.tab].moveCursor(to: tab.cursor + step)
      }
      return []
    case .press(button: 1):
      notices.dismiss()
      return browser.press(mouse, layout, pictures: pictures, size: size, &pointer)
    case .drag(button: 1):
      return browser.drag(
        mouse, layout, crumb: crumb(at: mouse), pictures: pictures, size: size, &notices, &pointer)
    case .release(button: 1): return release(mouse, layout)
    default: return []
    }
  }

  private mutating func release(_ mouse: Mouse, _ layout: BrowserLayout) -> [Effect] {
    let isClick = pointer.release(mouse)
    if let drag = browser.drag {
      guard let target = drag.target else { return browser.cancelDrag(&notices, &pointer) }
      browser.drag = nil
      notices.dismiss()
      return browser.drop(drag.paths, on: target, preferences: preferences, &questions)
    }
    return isClick ? click(mouse, layout) : []
  }

  private mutating func click(_ mouse: Mouse, _ layout: BrowserLayout) -> [Effect] {
    if browser.row(at: mouse, layout, pictures: pictures, size: size) != nil {
      // Marks are kept while they are being made.
      guard mouse.modifiers.isEmpty, pointer.clicks == 2 else { return [] }
      pointer.clicks = 0
      return enterRow()
    }
    if let (index, row) = browser.sidebarItem(at: mouse, layout) {
      browser.sidebar.cursor = index
      switch row {
      case .heading(let section):
        browser.sidebar.fold(section)
        return []
      case .item(let item):
        browser.focus = .list
        return browser.go(to: item.place)
      case .search(let search): return run(search)
      }
    }
    if let hint = BrowserView.helpHint(self), notices.shown == nil, mouse.y == size.height - 1,
      BrowserView.browserStatus(self).right == hint,
      mouse.x >= size.width - 1 - CellWidth.of(hint)
    {
      return run("help")
    }
    if mouse.y == layout.headings.y {
      return browser.clickHeading(mouse, layout, environment: environment, &notices)
    }
    if let place = crumb(at: mouse) {
      return place == browser.current?.place ? browser.refresh() : browser.go(to: place)
    }
    if let row = layout.tabs, mouse.y == row.y,
      let label = browser.tabLabels(in: row).first(where: {
        $0.rect.contains(x: mouse.x, y: mouse.y)
      })
    {
      return browser.showTab(label.index)
    }
    if layout.preview?.contains(x: mouse.x, y: mouse.y) == true, pointer.clicks == 2 {
      return glance()
    }
    return []
  }

  /// Returns the folder of the path at the top that the mouse is on.
  private func crumb(at mouse: Mouse) -> BrowserPlace? {
    guard mouse.y == 0, let tab = browser.current else { return nil }
    return BrowserView.breadcrumbs(self, of: tab).first {
      mouse.x >= $0.x && mouse.x < $0.x + CellWidth.of($0.words)
    }?.place
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
}

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
    // In the list's free space: here, after the folder was opened by being held over.
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
