import Canvas
import DocumentModel
package import Messages
import Widgets

/// Command lines kept for the next session.
private let mostCommandLines = 50

extension Browser {
  /// Browser state to restore at the next start.
  package func memory(librarySearch: LibrarySearching) -> BrowserMemory? {
    // A picker leaves no traces.
    guard !tabs.isEmpty, choosing == nil else { return nil }
    let own = tabs.map { tab in
      BrowserMemory.Tab(
        place: tab.place, cursor: tab.request, filter: tab.filter.text,
        marked: tab.marked.count <= 1_000 ? tab.marked.sorted { $0.text < $1.text } : [],
        options: tab.options, isPassing: tab.isPassing ? true : nil)
    }
    // Tabs that were not shown in this session come first.
    let aside = tabsAside.filter { kept in !own.contains { $0.place == kept.place } }
    return BrowserMemory(
      tabs: aside + own, tab: aside.count + self.tab, focus: focus,
      showsSidebar: showsSidebar,
      showsPreview: showsPreview,
      folded: sidebar.folded.sorted { $0.rawValue < $1.rawValue },
      hidden: sidebar.hidden.sorted { $0.rawValue < $1.rawValue },
      sidebarWidth: sidebarWidth, previewWidth: previewWidth,
      exportFolder: exportFolder,
      commandLines: commandLines.entries.isEmpty
        ? nil : commandLines.entries.suffix(mostCommandLines),
      isBrowsing: isShown
        || librarySearch.finder?.isShown == true && librarySearch.finder?.before.isBrowsing == true)
  }

  /// Gives the keys to the sidebar, or back to the list.
  mutating func changeFocus(size: Size, _ notices: inout Notices) {
    if focus == .list, !showsSidebar { showsSidebar = true }
    guard BrowserLayout(self, size: size).sidebar != nil else {
      focus = .list
      sayTooNarrow("sidebar", &notices)
      return
    }
    focus = focus == .list ? .sidebar : .list
    guard focus == .sidebar else { return }
    let here = current?.place
    sidebar.cursor =
      sidebar.rows.firstIndex {
        if case .item(let item) = $0 { item.place == here } else { false }
      } ?? 0
  }

  fileprivate mutating func sayTooNarrow(_ part: String, _ notices: inout Notices) {
    notices.say("The window is too narrow for the \(part)")
  }

  /// Shows or hides the preview beside the list.
  mutating func togglePreview(size: Size, _ notices: inout Notices) {
    showsPreview.toggle()
    if showsPreview, BrowserLayout(self, size: size).preview == nil {
      sayTooNarrow("preview", &notices)
    }
  }

  /// Shows or hides the sidebar; a hidden one gives the keys to the list.
  mutating func toggleSidebar(size: Size, _ notices: inout Notices) {
    showsSidebar.toggle()
    if !showsSidebar { focus = .list }
    if showsSidebar, BrowserLayout(self, size: size).sidebar == nil {
      sayTooNarrow("sidebar", &notices)
    }
  }

  mutating func foldSection(_ notices: inout Notices) {
    guard focus == .sidebar, let section = sectionUnderCursor, section != .recents
    else {
      notices.say("Press Tab for the sidebar, then fold a section there")
      return
    }
    sidebar.fold(section)
    sidebar.cursor =
      sidebar.rows.firstIndex(of: .heading(section)) ?? sidebar.cursor
  }

  mutating func hideSection(_ notices: inout Notices) {
    guard focus == .sidebar, let section = sectionUnderCursor else {
      notices.say("Press Tab for the sidebar, then hide a section there")
      return
    }
    sidebar.hidden.insert(section)
    sidebar.cursor = 0
    notices.say("\(section.rawValue) hidden; :show-sections shows it again")
  }

  mutating func widenPreview(_ step: Int, size: Size) {
    guard let width = BrowserLayout(self, size: size).preview?.width else { return }
    previewWidth = min(max(20, width + 1 + step), size.width / 2)
  }

  mutating func widenSidebar(_ step: Int, size: Size) {
    guard let width = BrowserLayout(self, size: size).sidebar?.width else { return }
    sidebarWidth = min(max(12, width + step), size.width / 3)
  }

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

  mutating func appendTabs(_ tabs: [BrowserMemory.Tab]) {
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

extension Browser {
  func isGlanceable(_ entry: FolderEntry) -> Bool {
    entry.kind == .file && types[Int(entry.type)].isDocument
  }
}
