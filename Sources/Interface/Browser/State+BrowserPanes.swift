import Canvas
import DocumentModel
package import Messages
import Widgets

/// Command lines kept for the next session.
private let mostCommandLines = 50

extension State {
  /// Gives the keys to the sidebar, or back to the list.
  mutating func changeFocus() {
    if browser.focus == .list, !browser.showsSidebar { browser.showsSidebar = true }
    guard BrowserLayout(browser, size: size).sidebar != nil else {
      browser.focus = .list
      sayTooNarrow("sidebar")
      return
    }
    browser.focus = browser.focus == .list ? .sidebar : .list
    guard browser.focus == .sidebar else { return }
    let here = browser.current?.place
    browser.sidebar.cursor =
      browser.sidebar.rows.firstIndex {
        if case .item(let item) = $0 { item.place == here } else { false }
      } ?? 0
  }

  private mutating func sayTooNarrow(_ part: String) {
    say("The window is too narrow for the \(part)")
  }

  /// Shows or hides the preview beside the list.
  mutating func togglePreview() {
    browser.showsPreview.toggle()
    if browser.showsPreview, BrowserLayout(browser, size: size).preview == nil {
      sayTooNarrow("preview")
    }
  }

  /// Shows or hides the sidebar; a hidden one gives the keys to the list.
  mutating func toggleSidebar() {
    browser.showsSidebar.toggle()
    if !browser.showsSidebar { browser.focus = .list }
    if browser.showsSidebar, BrowserLayout(browser, size: size).sidebar == nil {
      sayTooNarrow("sidebar")
    }
  }

  mutating func foldSection() {
    guard browser.focus == .sidebar, let section = browser.sectionUnderCursor, section != .recents
    else {
      say("Press Tab for the sidebar, then fold a section there")
      return
    }
    browser.sidebar.fold(section)
    browser.sidebar.cursor =
      browser.sidebar.rows.firstIndex(of: .heading(section)) ?? browser.sidebar.cursor
  }

  mutating func hideSection() {
    guard browser.focus == .sidebar, let section = browser.sectionUnderCursor else {
      say("Press Tab for the sidebar, then hide a section there")
      return
    }
    browser.sidebar.hidden.insert(section)
    browser.sidebar.cursor = 0
    say("\(section.rawValue) hidden; :show-sections shows it again")
  }

  mutating func widenPreview(_ step: Int) {
    guard let width = BrowserLayout(browser, size: size).preview?.width else { return }
    browser.previewWidth = min(max(20, width + 1 + step), size.width / 2)
  }

  mutating func widenSidebar(_ step: Int) {
    guard let width = BrowserLayout(browser, size: size).sidebar?.width else { return }
    browser.sidebarWidth = min(max(12, width + step), size.width / 3)
  }

  /// Browser state to restore at the next start.
  package var browserMemory: BrowserMemory? {
    // A picker leaves no traces.
    guard !browser.tabs.isEmpty, browser.choosing == nil else { return nil }
    let own = browser.tabs.map { tab in
      BrowserMemory.Tab(
        place: tab.place, cursor: tab.request, filter: tab.filter.text,
        marked: tab.marked.count <= 1_000 ? tab.marked.sorted { $0.text < $1.text } : [],
        options: tab.options, isPassing: tab.isPassing ? true : nil)
    }
    // Tabs that were not shown in this session come first.
    let aside = browser.tabsAside.filter { kept in !own.contains { $0.place == kept.place } }
    return BrowserMemory(
      tabs: aside + own, tab: aside.count + browser.tab, focus: browser.focus,
      showsSidebar: browser.showsSidebar,
      showsPreview: browser.showsPreview,
      folded: browser.sidebar.folded.sorted { $0.rawValue < $1.rawValue },
      hidden: browser.sidebar.hidden.sorted { $0.rawValue < $1.rawValue },
      sidebarWidth: browser.sidebarWidth, previewWidth: browser.previewWidth,
      exportFolder: browser.exportFolder,
      commandLines: browser.commandLines.entries.isEmpty
        ? nil : browser.commandLines.entries.suffix(mostCommandLines),
      isBrowsing: browser.isShown
        || librarySearch.finder?.isShown == true && librarySearch.finder?.before.isBrowsing == true)
  }

  /// Puts the browser as it was; its places are read when it is shown.
  package mutating func restore(_ memory: BrowserMemory, readingAll: Bool) -> [Effect] {
    browser.restoreLayout(of: memory)
    browser.focus = memory.focus
    browser.appendTabs(memory.tabs)
    browser.tab = min(max(0, memory.tab), max(0, browser.tabs.count - 1))
    return readingAll ? browse() : []
  }

  /// Adds tabs that a slow library remembered late, after those opened meanwhile; both are kept.
  mutating func recall(
    _ session: Session, _ memory: BrowserMemory?, isWhole: Bool
  ) -> [Effect] {
    guard self.memory.isAwaited else { return [] }
    self.memory.isAwaited = false
    if let memory {
      browser.restoreLayout(of: memory)
      let places = Set(browser.tabs.map(\.place))
      let tabs = memory.tabs.filter { tab in
        !places.contains(tab.place) && browser.choosing == nil
          && (isWhole || tab.isPassing != true)
      }
      if isWhole { browser.appendTabs(tabs) } else { browser.tabsAside += tabs }
    }
    guard isWhole, !session.paths.isEmpty else { return [] }
    browser.isReturnedTo = browser.isReturnedTo || browser.isShown
    if documents.isEmpty { return restore(session) }
    let known = Set(documents.map { FilePath($0.path) })
    return session.paths.filter { !known.contains(FilePath($0)) }.flatMap {
      opening(documents.add(path: $0, start: .remembered))
    }
  }
}

extension Browser {
  var sectionUnderCursor: Sidebar.Section? {
    let rows = self.sidebar.rows
    for index in stride(from: min(self.sidebar.cursor, rows.count - 1), through: 0, by: -1) {
      if case .heading(let section) = rows[index] { return section }
    }
    return rows.isEmpty ? nil : .recents
  }

  /// The panels and columns as they were, wherever the browser begins.
  package mutating func restoreLayout(of memory: BrowserMemory) {
    showsSidebar = memory.showsSidebar
    showsPreview = memory.showsPreview
    sidebarWidth = memory.sidebarWidth
    previewWidth = memory.previewWidth
    exportFolder = memory.exportFolder
    commandLines = PromptHistory(memory.commandLines ?? [])
    sidebar.folded = Set(memory.folded)
    sidebar.hidden = Set(memory.hidden)
  }

  /// Keeps the tabs for the next run that asks for no folder, but for those that an earlier command line asked for.
  package mutating func setTabsAside(of memory: BrowserMemory) {
    restoreLayout(of: memory)
    tabsAside = memory.tabs.filter { $0.isPassing != true }
  }

  /// Restores the tab that was set aside for a place; false if there is none.
  mutating func takeTabBack(_ place: BrowserPlace) -> Bool {
    guard let index = tabsAside.firstIndex(where: { $0.place == place }) else {
      return false
    }
    appendTabs([tabsAside.remove(at: index)])
    tab = tabs.count - 1
    return true
  }

  fileprivate mutating func appendTabs(_ tabs: [BrowserMemory.Tab]) {
    for kept in tabs.prefix(50) {
      var tab = BrowserTab(id: nextTab, place: kept.place, options: kept.options)
      nextTab += 1
      tab.request = kept.cursor
      tab.filter = .init(kept.filter)
      tab.marked = Set(kept.marked)
      tab.isPassing = kept.isPassing == true
      self.tabs.append(tab)
    }
  }
}

extension State {
  /// Shows the document under the cursor in full size without opening it.
  mutating func glance() -> [Effect] {
    guard browser.glance == nil else { return endGlance() }
    guard let tab = browser.current, let entry = tab.current else { return [] }
    guard browser.isGlanceable(entry) else {
      say(
        entry.kind == .folder || browser.isArchive(entry)
          ? "\(entry.name) is a folder: Enter goes into it"
          : "\(entry.name) is nothing Recto can show")
      return []
    }
    return beginGlance(at: tab.path(of: entry))
  }

  /// Previews a document; the reader's documents are set aside.
  mutating func beginGlance(at path: String) -> [Effect] {
    let document = documents.add(path: path, start: .remembered, isGlance: true)
    browser.glance = Glance(document: document.id, path: path, panes: panes)
    panes = Panes(Pane(document: document.id))
    return opening(document)
  }

  /// Returns to the list, with the cursor on the previewed document.
  mutating func endGlance() -> [Effect] {
    guard let glance = browser.glance else { return [] }
    browser.glance = nil
    panes = glance.panes
    remove(glance.document)
    selection = nil
    peek = nil
    hints = nil
    if prompt?.passwordDocument == glance.document { prompt = nil }
    // Enter may have asked for the file of a shared library.
    return [.close(glance.document)] + (stopLocating() ?? [])
  }

  /// Previews the next or previous document of the list.
  mutating func glance(step: Int) -> [Effect] {
    if librarySearch.finder?.isShown == true { return glanceAtFound(step: step) }
    guard let tab = browser.current, browser.glance != nil else { return [] }
    var row = tab.cursor + step.signum()
    while let entry = tab.entry(row), !browser.isGlanceable(entry) { row += step.signum() }
    guard let entry = tab.entry(row) else {
      say(step > 0 ? "This is the last document here" : "This is the first document here")
      return []
    }
    let effects = endGlance()
    browser.tabs[browser.tab].moveCursor(to: row)
    return effects + beginGlance(at: tab.path(of: entry))
  }

  /// Opens the previewed document for reading at its current position.
  mutating func readGlance() -> [Effect] {
    guard let glance = browser.glance else { return [] }
    if librarySearch.finder?.isShown == true {
      guard let finder = librarySearch.finder, let found = finder.found.document else {
        return endGlance()
      }
      return openFound(found, at: finder.found.hit)
    }
    let place = place(of: panes.focus)
    var effects = endGlance()
    effects += read([glance.path])
    if panes.focus < panes.count, let place, place.page > 0 || place.offset > 0 {
      panes[panes.focus].start = place
    }
    return effects
  }
}

extension Browser {
  fileprivate func isGlanceable(_ entry: FolderEntry) -> Bool {
    entry.kind == .file && types[Int(entry.type)].isDocument
  }
}
