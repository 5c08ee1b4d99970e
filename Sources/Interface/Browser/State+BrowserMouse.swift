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
        moveInGallery(columns: 0, rows: step.signum())
      } else if let tab = browser.current {
        browser.tabs[browser.tab].moveCursor(to: tab.cursor + step)
      }
      return []
    case .press(button: 1):
      notices.dismiss()
      return press(mouse, layout)
    case .drag(button: 1): return drag(mouse, layout)
    case .release(button: 1): return release(mouse, layout)
    default: return []
    }
  }

  private mutating func press(_ mouse: Mouse, _ layout: BrowserLayout) -> [Effect] {
    browser.drag = nil
    let reminder = pointer.press(mouse)
    if let row = row(at: mouse, layout) {
      browser.focus = .list
      if mouse.modifiers.contains(.shift), let tab = browser.current {
        let range = min(tab.cursor, row)...max(tab.cursor, row)
        browser.tabs[browser.tab].marked.formUnion(range.compactMap { tab.entry($0)?.key })
      } else if mouse.modifiers.contains(.control), let key = browser.current?.entry(row)?.key {
        if browser.tabs[browser.tab].marked.remove(key) == nil {
          browser.tabs[browser.tab].marked.insert(key)
        }
      }
      browser.tabs[browser.tab].moveCursor(to: row)
    }
    return reminder
  }

  private func row(at mouse: Mouse, _ layout: BrowserLayout) -> Int? {
    guard layout.list.contains(x: mouse.x, y: mouse.y), let tab = browser.current else {
      return nil
    }
    if let tiles = galleryTiles {
      return tiles.index(x: mouse.x - layout.list.x, y: mouse.y - layout.list.y)
    }
    let row = tab.top + mouse.y - layout.list.y
    return tab.rows.indices.contains(row) ? row : nil
  }

  // MARK: drag

  /// Drags rows; highlights the target, and opens a folder held for a moment.
  private mutating func drag(_ mouse: Mouse, _ layout: BrowserLayout) -> [Effect] {
    guard let pressed = pointer.pressed else { return [] }
    if browser.drag == nil {
      if let preview = layout.preview, pressed.x == preview.x - 1, pressed.y >= preview.y {
        browser.previewWidth = min(max(20, size.width - mouse.x), size.width / 2)
        let edge = BrowserLayout(browser, size: size).preview.map { $0.x - 1 } ?? pressed.x
        self.pointer.pressed?.x = edge
        return []
      }
      if let sidebar = layout.sidebar, pressed.x == sidebar.maxX, pressed.y >= sidebar.y {
        browser.sidebarWidth = min(max(12, mouse.x), size.width / 3)
        let edge = BrowserLayout(browser, size: size).sidebar?.maxX ?? pressed.x
        self.pointer.pressed?.x = edge
        return []
      }
      guard pressed.x != mouse.x || pressed.y != mouse.y, let from = row(at: pressed, layout),
        let tab = browser.current, let entry = tab.entry(from), tab.place != .trash
      else { return [] }
      let paths =
        tab.marked.contains(entry.key)
        ? tab.chosen.map { tab.path(of: $0) } : [tab.path(of: entry)]
      browser.drag = .init(paths: paths, origin: tab.place)
      say("Moving \(Wording.count(paths)): drop on a folder or a place; Esc cancels")
    }
    let target = dropTarget(at: mouse, layout)
    guard target != browser.drag?.target else { return [] }
    browser.drag?.target = target
    browser.drag?.serial += 1
    guard target != nil, let serial = browser.drag?.serial else { return [] }
    return [.remind(.spring(serial: serial), milliseconds: springDelay)]
  }

  private func dropTarget(at mouse: Mouse, _ layout: BrowserLayout) -> BrowserPlace? {
    if let row = row(at: mouse, layout), let tab = browser.current, let entry = tab.entry(row),
      entry.kind == .folder, browser.drag?.paths.contains(tab.path(of: entry)) == false
    {
      return .folder(tab.path(of: entry))
    }
    if case (_, .item(let item))? = browser.sidebarItem(at: mouse, layout), item.place != .recents {
      return item.place
    }
    if mouse.y == 0, let crumb = crumb(at: mouse) { return crumb }
    // In the list's free space: here, after the folder was opened by being held over.
    guard let here = browser.current?.place, here.folder != nil,
      layout.list.contains(x: mouse.x, y: mouse.y)
    else { return nil }
    return here
  }

  private func crumb(at mouse: Mouse) -> BrowserPlace? {
    guard let tab = browser.current else { return nil }
    return BrowserView.breadcrumbs(self, of: tab).first {
      mouse.x >= $0.x && mouse.x < $0.x + CellWidth.of($0.words)
    }?.place
  }

  /// Ends a drag without moving anything, and returns to the folder where it began.
  mutating func cancelDrag() -> [Effect] {
    guard let origin = browser.drag?.origin else { return [] }
    browser.drag = nil
    pointer.pressed = nil
    notices.dismiss()
    return origin == browser.current?.place ? [] : browser.go(to: origin)
  }

  private mutating func release(_ mouse: Mouse, _ layout: BrowserLayout) -> [Effect] {
    let isClick = pointer.release(mouse)
    if let drag = browser.drag {
      guard let target = drag.target else { return cancelDrag() }
      browser.drag = nil
      notices.dismiss()
      return drop(drag.paths, on: target)
    }
    return isClick ? click(mouse, layout) : []
  }

  // MARK: click

  private mutating func click(_ mouse: Mouse, _ layout: BrowserLayout) -> [Effect] {
    if row(at: mouse, layout) != nil {
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
    if mouse.y == layout.headings.y { return clickHeading(mouse, layout) }
    if mouse.y == 0, let place = crumb(at: mouse) {
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

  private mutating func clickHeading(_ mouse: Mouse, _ layout: BrowserLayout) -> [Effect] {
    guard layout.headings.contains(x: mouse.x, y: mouse.y) else { return [] }
    let column = layout.columns.first { mouse.x >= $0.rect.x && mouse.x < $0.rect.maxX }?.column
    return sort(by: column ?? .name)
  }
}

extension Browser {
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
