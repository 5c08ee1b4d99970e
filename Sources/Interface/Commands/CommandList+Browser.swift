import Canvas
import DocumentModel
import Widgets

extension CommandList {
  /// A command of the browser's list.
  static func inBrowser(
    _ name: String, _ title: String, _ group: Command.Group = .browsing,
    argument: Command.Argument? = nil,
    _ body: @escaping @Sendable (inout State, Int?) -> [Effect]
  ) -> Command {
    Command(name, title, group, when: Command.needsBrowser, argument: argument, run: body)
  }

  /// One that asks for nothing outside.
  static func still(
    _ name: String, _ title: String, _ group: Command.Group = .browsing,
    _ body: @escaping @Sendable (inout State, Int?) -> Void
  ) -> Command {
    inBrowser(name, title, group) { state, count in
      body(&state, count)
      return []
    }
  }

  /// Rows of the window, and one.
  private static func height(_ state: State) -> Int {
    state.galleryTiles.map { $0.visibleRows + 1 } ?? max(2, state.browserLayout.list.height)
  }

  static let browsing: [Command] =
    rows + places + files + showing + gallery + tabs

  private static let rows: [Command] = [
    still("row-down", "To the next row") { $0.moveRow($1 ?? 1) },
    still("row-up", "To the row before") { $0.moveRow(-($1 ?? 1)) },
    still("rows-half-down", "Half a window down") { $0.moveRow(height($0) / 2 * ($1 ?? 1)) },
    still("rows-half-up", "Half a window up") { $0.moveRow(-height($0) / 2 * ($1 ?? 1)) },
    still("rows-window-down", "A window down") { $0.moveRow((height($0) - 1) * ($1 ?? 1)) },
    still("rows-window-up", "A window up") { $0.moveRow(-(height($0) - 1) * ($1 ?? 1)) },
    still("first-row", "To the first row, or the one a count names") { $0.goToRow(($1 ?? 1) - 1) },
    still("last-row", "To the last row, or the one a count names") {
      $0.goToRow($1.map { $0 - 1 })
    },
    still("type-ahead", "To a name by its first letters") { state, _ in
      state.browser.typeAhead = ""
    },
    inBrowser("filter", "Only rows that match a few letters") { state, _ in
      state.prompt = Prompt(
        .filter, label: "Filter", text: state.browser.current?.filter.text ?? "")
      return []
    },
  ]

  private static let places: [Command] = [
    inBrowser("browse-enter", "Open: read the document, go into the folder") { state, _ in
      state.enterRow()
    },
    inBrowser("folder-up", "To the folder above") { state, _ in state.goUp() }.also(
      "parent directory"),
    inBrowser("last-folder", "To the folder one was in before") { state, _ in
      state.goToLastPlace()
    },
    inBrowser("folder-back", "Back to the folder before") { state, _ in state.travelPlaces(-1) },
    inBrowser("folder-forward", "Forth again") { state, _ in state.travelPlaces(1) },
    Command("home-folder", "To the home folder", .browsing) { state, _ in
      state.browse(.folder(state.browser.home))
    }.also("directory"),
    Command("recents", "To what was opened last", .browsing) { state, _ in state.browse(.recents) }
      .also("history"),
    Command("favourites", "To the favourites", .browsing) { state, _ in
      state.browse(.favourites)
    }.also("bookmarks starred favorites"),
    Command("trash-folder", "To the trash", .browsing) { state, _ in state.browse(.trash) },
    Command(
      "go", "To a folder by its path", .browsing,
      argument: .init(name: "FOLDER", choices: .paths) { state, path in
        [.openTyped(path.isEmpty ? "~" : path)]
      }
    ).also("cd directory"),
    Command("jump", "To any document by a few letters of name, title or author", .browsing) {
      state, _ in state.askWhereToGo()
    }.also("open find fuzzy file zoxide"),
    Command("browse", "The document browser", .browsing) { state, _ in state.backToBrowser() }.also(
      "files folder directory"),
    inBrowser("unmount", "Unmount the sidebar's volume, or the one this folder is on") {
      state, _ in state.unmountVolume()
    }.also("eject drive usb"),
    inBrowser("refresh", "Read the folder again") { state, _ in
      state.refresh() + [.browse(.loadSidebar), .redraw]
    },
    inBrowser("glance", "Look at the document without opening it", .browsing) { state, _ in
      state.glance()
    }.also("quicklook preview peek"),
    Command("glance-next", "Look at the next document", .browsing, when: Command.needsGlance) {
      state, count in state.glance(step: count ?? 1)
    },
    Command("glance-previous", "Look at the document before", .browsing, when: Command.needsGlance)
    { state, count in state.glance(step: -(count ?? 1)) },
    Command("glance-read", "Read what is looked at", .browsing, when: Command.needsGlance) {
      state, _ in state.readGlance()
    },
    Command("glance-end", "Back to the list", .browsing, when: Command.needsGlance) { state, _ in
      state.endGlance()
    },
  ]

  private static let showing: [Command] =
    Column.allCases.map { column in
      Command(
        "sort-by-\(column.rawValue)", "Sort by \(column.words)", .browsing,
        when: Column.ofTrash.contains(column) ? Command.needsTrash : Command.needsBrowser
      ) { state, _ in state.sort(by: column) }
    } + [
      inBrowser("reverse-order", "Turn the order round") { state, _ in
        state.reverseOrder()
      },
      inBrowser("folders-first", "Folders first, or among the others") { state, _ in
        state.changeOptions { $0.foldersFirst.toggle() }
      },
      inBrowser("show-hidden", "Hidden files too, or not") { state, _ in
        state.changeOptions { $0.showsHidden.toggle() }
      }.also("dotfiles"),
      inBrowser("show-all-files", "All files, or only documents") { state, _ in
        let effects = state.changeOptions { $0.showsAll.toggle() }
        state.say(
          state.browser.current?.options.showsAll == true ? "All files" : "Documents only")
        return effects
      },
      inBrowser("show-titles", "Documents by their titles, or by file names") { state, _ in
        state.changeOptions { $0.showsTitles.toggle() }
      },
      inBrowser("folder-sizes", "Measure the chosen folders, or all that are listed") {
        state, _ in state.measureFolders()
      },
      still("columns", "Choose the columns") { state, _ in state.toggle(.columns) },
      still("toggle-sidebar", "Sidebar") { state, _ in
        state.browser.showsSidebar.toggle()
        if !state.browser.showsSidebar { state.browser.focus = .list }
      }.also("panel pane"),
      still("toggle-preview", "Preview") { state, _ in state.browser.showsPreview.toggle() }.also(
        "panel pane"),
      still("to-sidebar", "Between sidebar and list") { state, _ in state.changeFocus() },
      still("fold-section", "Fold the sidebar's section") { state, _ in state.foldSection() },
      still("hide-section", "Hide the sidebar's section; :show-sections brings all back") {
        state, _ in state.hideSection()
      },
      still("show-sections", "Show all of the sidebar's sections") { state, _ in
        state.browser.sidebar.hidden = []
      },
      still("narrow-preview", "Make the preview narrower") { $0.widenPreview(-4 * ($1 ?? 1)) },
      still("widen-preview", "Make the preview wider") { $0.widenPreview(4 * ($1 ?? 1)) },
      still("narrow-sidebar", "Make the sidebar narrower") { $0.widenSidebar(-2 * ($1 ?? 1)) },
      still("widen-sidebar", "Make the sidebar wider") { $0.widenSidebar(2 * ($1 ?? 1)) },
    ]

  private static let tabs: [Command] = [
    inBrowser("new-tab", "New tab, on the same folder") { state, _ in
      state.browser.current.map { state.addTab($0.place, standingOn: $0.request) } ?? []
    },
    inBrowser("close-tab", "Close the tab") { state, _ in state.closeTab() },
    inBrowser("next-tab", "Next tab, or the one a count names") { state, count in
      state.showTab(count.map { $0 - 1 } ?? (state.browser.tab + 1) % state.browser.tabs.count)
    },
    inBrowser("previous-tab", "Tab before") { state, _ in
      let count = state.browser.tabs.count
      return state.showTab((state.browser.tab + count - 1) % count)
    },
  ]
}
