import Canvas
import DocumentModel
import Messages
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

  /// Makes a command without effects.
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
    state.browser.galleryTiles(pictures: state.pictures, size: state.size).map {
      $0.visibleRows + 1
    }
      ?? max(2, BrowserLayout(state.browser, size: state.size).list.height)
  }

  static let browsing: [Command] =
    rows + places + files + showing + gallery + tabs

  private static let rows: [Command] = [
    still("row-down", "Next row") {
      $0.browser.moveRow($1 ?? 1, pictures: $0.pictures, size: $0.size)
    },
    still("row-up", "Previous row") {
      $0.browser.moveRow(-($1 ?? 1), pictures: $0.pictures, size: $0.size)
    },
    still("rows-half-down", "Down half a window") {
      $0.browser.moveRow(height($0) / 2 * ($1 ?? 1), pictures: $0.pictures, size: $0.size)
    },
    still("rows-half-up", "Up half a window") {
      $0.browser.moveRow(-height($0) / 2 * ($1 ?? 1), pictures: $0.pictures, size: $0.size)
    },
    still("rows-window-down", "Down a window") {
      $0.browser.moveRow((height($0) - 1) * ($1 ?? 1), pictures: $0.pictures, size: $0.size)
    },
    still("rows-window-up", "Up a window") {
      $0.browser.moveRow(-(height($0) - 1) * ($1 ?? 1), pictures: $0.pictures, size: $0.size)
    },
    still("first-row", "First row, or row N with a count") {
      $0.browser.goToRow(($1 ?? 1) - 1, pictures: $0.pictures, size: $0.size)
    },
    still("last-row", "Last row, or row N with a count") {
      $0.browser.goToRow($1.map { $0 - 1 }, pictures: $0.pictures, size: $0.size)
    },
    still("type-ahead", "Go to a name by its first letters") { state, _ in
      state.browser.typeAhead = ""
      state.say("First letters of a name: Tab goes to the next one, Enter opens, Esc ends")
    }.also("find"),
    inBrowser("filter", "Filter rows") { state, _ in
      state.browser.askFilter(&state.prompt)
      return []
    }.also("find search limit"),
  ]

  private static let places: [Command] = [
    inBrowser("browse-enter", "Open the document or folder") { state, _ in
      state.enterRow()
    },
    inBrowser("read-comic", "Read the images of the folder as a comic book") { state, _ in
      state.readComic()
    }.also("pictures manga cbz"),
    inBrowser("folder-up", "Parent folder") { state, _ in state.browser.goUp(&state.notices) }.also(
      "directory cd"),
    inBrowser("last-folder", "Last folder") { state, _ in
      state.browser.goToLastPlace(&state.notices)
    }.also("previous cd"),
    inBrowser("folder-back", "Previous folder in the history") { state, _ in
      state.browser.travelPlaces(-1, &state.notices)
    },
    inBrowser("folder-forward", "Next folder in the history") { state, _ in
      state.browser.travelPlaces(1, &state.notices)
    },
    Command("home-folder", "Home folder", .browsing) { state, _ in
      state.browse(.folder(state.browser.home))
    }.also("directory"),
    Command("recents", "Recently opened documents", .browsing) { state, _ in state.browse(.recents)
    }.also("history last mru"),
    Command("favourites", "Favourites", .browsing) { state, _ in
      state.browse(.favourites)
    }.also("bookmarks starred favorites stars"),
    Command("trash-folder", "Trash", .browsing) { state, _ in state.browse(.trash) }.also(
      "bin deleted wastebasket"),
    Command(
      "go", "Go to a folder by its path", .browsing,
      argument: .init(name: "FOLDER", choices: .paths) { state, path in
        [.openTyped(path.isEmpty ? "~" : path)]
      }
    ).also("cd directory goto"),
    Command("jump", "Go to any document by letters of its name, title or author", .browsing) {
      state, _ in PanelSource.askWhereToGo(&state)
    }.also("open find fuzzy file zoxide fzf locate"),
    Command("browse", "Document browser", .browsing) { state, _ in state.backToBrowser() }.also(
      "files folder directory"),
    inBrowser("unmount", "Unmount the sidebar's volume, or the volume of this folder") {
      state, _ in state.browser.unmountVolume(&state.notices)
    }.also("eject drive usb umount safely disconnect"),
    inBrowser("refresh", "Reload the folder") { state, _ in
      state.browser.refresh() + [.browse(.loadSidebar), .redraw]
    }.also("update"),
    inBrowser("glance", "Preview the document without opening it", .browsing) { state, _ in
      state.glance()
    }.also("quicklook peek"),
    Command("glance-next", "Preview the next document", .browsing, when: Command.needsGlance) {
      state, count in state.glance(step: count ?? 1)
    },
    Command(
      "glance-previous", "Preview the previous document", .browsing, when: Command.needsGlance
    ) { state, count in state.glance(step: -(count ?? 1)) },
    Command("glance-read", "Open the previewed document", .browsing, when: Command.needsGlance) {
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
      ) { state, _ in state.browser.sort(by: column, environment: state.environment, &state.notices)
      }
    } + [
      inBrowser("reverse-order", "Reverse the order") { state, _ in
        state.browser.reverseOrder(environment: state.environment)
      }.also("sort descending ascending"),
      inBrowser("folders-first", "List folders first, or among the files") { state, _ in
        state.browser.changeOptions(environment: state.environment) { $0.foldersFirst.toggle() }
      }.also("sort directories"),
      inBrowser("show-hidden", "Show or hide hidden files") { state, _ in
        state.browser.changeOptions(environment: state.environment) { $0.showsHidden.toggle() }
      }.also("dotfiles"),
      inBrowser("show-all-files", "Show all files, or documents only") { state, _ in
        let effects = state.browser.changeOptions(environment: state.environment) {
          $0.showsAll.toggle()
        }
        state.say(
          state.browser.current?.options.showsAll == true ? "All files" : "Documents only")
        return effects
      }.also("hidden filter"),
      inBrowser("show-titles", "Show documents by title, or by file name") { state, _ in
        state.browser.changeOptions(environment: state.environment) { $0.showsTitles.toggle() }
      },
      inBrowser("folder-sizes", "Measure the selected folders, or all listed ones") {
        state, _ in
        let effects = state.browser.measureFolders(environment: state.environment, &state.notices)
        state.fillPanel()
        return effects
      }.also("du disk usage"),
      still("columns", "Choose columns") { state, _ in state.toggle(.columns) }.also(
        "fields details"),
      still("toggle-sidebar", "Show or hide the sidebar") { state, _ in
        state.browser.toggleSidebar(size: state.size, &state.notices)
      }.also("panel pane tree"),
      still("toggle-preview", "Show or hide the preview") { state, _ in
        state.browser.togglePreview(size: state.size, &state.notices)
      }.also("panel pane"),
      still("to-sidebar", "Switch between sidebar and list") { state, _ in
        state.browser.changeFocus(size: state.size, &state.notices)
      }
      .also("mount volumes drive usb"),
      still("fold-section", "Fold the sidebar section") { state, _ in
        state.browser.foldSection(&state.notices)
      },
      still("hide-section", "Hide the sidebar section; :show-sections shows all again") {
        state, _ in state.browser.hideSection(&state.notices)
      },
      still("show-sections", "Show all sidebar sections") { state, _ in
        state.browser.sidebar.hidden = []
      },
      still("narrow-preview", "Make the preview narrower") {
        $0.browser.widenPreview(-4 * ($1 ?? 1), size: $0.size)
      },
      still("widen-preview", "Make the preview wider") {
        $0.browser.widenPreview(4 * ($1 ?? 1), size: $0.size)
      },
      still("narrow-sidebar", "Make the sidebar narrower") {
        $0.browser.widenSidebar(-2 * ($1 ?? 1), size: $0.size)
      },
      still("widen-sidebar", "Make the sidebar wider") {
        $0.browser.widenSidebar(2 * ($1 ?? 1), size: $0.size)
      },
    ]

  private static let tabs: [Command] = [
    inBrowser("new-tab", "New tab in the same folder") { state, _ in
      state.browser.current.map { state.browser.addTab($0.place, cursorOn: $0.request) } ?? []
    }.also("tabnew"),
    inBrowser("close-tab", "Close the tab") { state, _ in state.browser.closeTab(&state.notices) }
      .also("tabclose"),
    inBrowser("next-tab", "Next tab, or tab N with a count") { state, count in
      state.browser.showTab(
        count.map { $0 - 1 } ?? (state.browser.tab + 1) % state.browser.tabs.count)
    }.also("tabnext"),
    inBrowser("previous-tab", "Previous tab") { state, _ in
      let count = state.browser.tabs.count
      return state.browser.showTab((state.browser.tab + count - 1) % count)
    }.also("tabprevious"),
  ]
}
