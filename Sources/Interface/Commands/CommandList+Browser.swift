import Canvas
import DocumentModel
import Widgets

extension CommandList {
  /// A command of the browser's list.
  private static func inBrowser(
    _ name: String, _ title: String, _ group: Command.Group = .browsing,
    argument: Command.Argument? = nil,
    _ body: @escaping @Sendable (inout State, Int?) -> [Effect]
  ) -> Command {
    Command(name, title, group, when: Command.needsBrowser, argument: argument, run: body)
  }

  /// One that asks for nothing outside.
  private static func still(
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
    rows + places + choosing + showing + gallery + tabs

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
    inBrowser("folder-up", "To the folder above") { state, _ in state.goUp() },
    inBrowser("last-folder", "To the folder one was in before") { state, _ in
      state.goToLastPlace()
    },
    inBrowser("folder-back", "Back to the folder before") { state, _ in state.travelPlaces(-1) },
    inBrowser("folder-forward", "Forth again") { state, _ in state.travelPlaces(1) },
    Command("home-folder", "To the home folder", .browsing) { state, _ in
      state.browse(.folder(state.browser.home))
    },
    Command("recents", "To what was opened last", .browsing) { state, _ in state.browse(.recents) },
    Command("favourites", "To the favourites", .browsing) { state, _ in
      state.browse(.favourites)
    },
    Command("trash-folder", "To the trash", .browsing) { state, _ in state.browse(.trash) },
    Command(
      "go", "To a folder by its path", .browsing,
      argument: .init(name: "FOLDER", choices: .paths) { state, path in
        [.openTyped(path.isEmpty ? "~" : path)]
      }),
    Command("jump", "To any document by a few letters of name, title or author", .browsing) {
      state, _ in state.askWhereToGo()
    },
    Command("browse", "The document browser", .browsing) { state, _ in state.backToBrowser() },
    inBrowser("refresh", "Read the folder again") { state, _ in
      state.refresh() + [.browse(.loadSidebar), .redraw]
    },
    inBrowser("glance", "Look at the document without opening it", .browsing) { state, _ in
      state.glance()
    },
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

  private static let choosing: [Command] = [
    still("mark", "Choose the row, and on to the next", .files) { $0.toggleMark($1 ?? 1) },
    still("mark-range", "Choose from here to the cursor", .files) { state, _ in
      state.toggleRange()
    },
    inBrowser(
      "mark-pattern", "Choose by a pattern, as *.pdf", .files,
      argument: .init(name: "PATTERN", choices: .suggested { _ in [] }) { state, pattern in
        state.mark(matching: pattern)
        return []
      }
    ) { state, _ in
      state.prompt = Prompt(.markPattern, label: "Choose names like", text: "*")
      return []
    },
    still("mark-all", "Choose all", .files) { state, _ in state.markAll(inverted: false) },
    still("mark-inverse", "Choose all others", .files) { state, _ in
      state.markAll(inverted: true)
    },
    inBrowser("open-chosen", "Open all that is chosen", .files) { state, _ in
      state.openChosen()
    },
    still("carry", "Copy: take up what is chosen", .files) { state, _ in
      state.carry(isCut: false)
    },
    still("cut", "Cut: take up what is chosen, to move it", .files) { state, _ in
      state.carry(isCut: true)
    },
    inBrowser("paste", "Put down here what was taken up", .files) { state, _ in state.putDown() },
    inBrowser("duplicate", "Duplicate", .files) { state, _ in state.duplicate() },
    inBrowser("rename", "Rename; several in the editor", .files) { state, _ in state.rename() },
    inBrowser("new-document", "New document from a template", .files) { state, _ in
      state.newDocument()
    },
    still("new-folder", "New folder", .files) { state, _ in state.newFolder() },
    inBrowser("trash", "Put into the trash", .files) { state, _ in state.trash() },
    inBrowser("restore", "Put back from the trash", .files) { state, _ in state.restore() },
    inBrowser("delete", "Delete for good, after a question", .files) { state, _ in
      state.delete()
    },
    Command(
      "undo", "Take back what was done with files last", .files,
      when: { state in
        state.browser.undoTitle == nil ? .unavailable("Nothing to take back") : .available
      }, run: { _, _ in [.browse(.undo)] }),
    Command(
      "redo", "Do again what was taken back", .files,
      when: { state in
        state.browser.redoTitle == nil ? .unavailable("Nothing to do again") : .available
      }, run: { _, _ in [.browse(.redo)] }),
    Command("edit", "Edit in $VISUAL or $EDITOR", .files) { state, _ in state.edit() },
    Command(
      "note", "A line for the document's reading note; Alt-Enter begins another", .files,
      when: Command.needsFile
    ) {
      state, _ in state.askNote()
    },
    Command("tag", "Give or take tags", .files, when: Command.needsFile) { state, _ in
      state.askTags()
    },
    Command(
      "rename-tag", "Rename a tag everywhere; to one that exists, to merge them", .files,
      argument: .init(
        name: "OLD NEW",
        choices: .completed { $0.completions(ofTag: $1, with: $0.tagNames) }
      ) { state, text in state.renameTag(text) }),
    Command(
      "color-tag", "Give a tag a colour: a name, #rrggbb or none", .files,
      argument: .init(
        name: "TAG COLOUR",
        choices: .completed { $0.completions(ofTag: $1, with: State.tagColors) }
      ) { state, text in state.colorTag(text) }),
    Command(
      "delete-tag", "Take a tag away from all documents", .files,
      argument: .init(
        name: "TAG",
        choices: .completed { state, typed in
          state.matchingTexts(state.tagNames, typed)
        }
      ) { state, name in state.askToDelete(tag: name.trimmed) }),
    inBrowser("toggle-favourite", "Make it a favourite, or no longer", .files) { state, _ in
      state.toggleFavourite()
    },
    inBrowser("favourite-down", "Move the favourite down among the others", .files) {
      state, count in state.moveFavourite(count ?? 1)
    },
    inBrowser("favourite-up", "Move the favourite up among the others", .files) {
      state, count in state.moveFavourite(-(count ?? 1))
    },
    inBrowser(
      "rename-favourite", "Call the sidebar's favourite something else", .files,
      argument: .init(name: "NAME", choices: .suggested { _ in [] }) { state, name in
        state.renameFavourite(to: name.trimmed)
      }
    ) { state, _ in state.renameFavourite() },
    inBrowser("remove-recent", "Take off the list of recents; the file stays", .files) {
      state, _ in state.removeRecents()
    },
    Command("tasks", "What is under way with files", .files) { state, _ in
      state.toggle(.tasks)
      return []
    },
    Command("actions", "What can be done with what is chosen", .files) { state, _ in
      state.toggle(.actions)
      return []
    },
    Command("open-with", "Open with another program", .files, when: Command.needsFile) {
      state, _ in state.askOpener()
    },
    Command("reveal", "Show it in its folder", .files, when: Command.needsFile) { state, _ in
      state.reveal()
    },
    Command("copy-path", "Copy its path", .files, when: Command.needsFile) { state, _ in
      state.copyPath()
    },
    Command(
      "copy-link-to-document", "Copy a link to it, with the page", .files, when: Command.needsFile
    ) { state, _ in state.copyDocumentLink() },
    Command(
      "copy-document-citation", "Copy its author and title", .files, when: Command.needsFile
    ) { state, _ in state.copyDocumentCitation() },
    Command(
      "copy-file", "Copy the file to the desktop's clipboard", .files, when: Command.needsFile
    ) { state, _ in
      [.browse(.copyFiles(state.taggedPaths.map { "file://" + PathBytes.escaped($0) }))]
    },
    Command(
      "export", "Export: the document elsewhere, or its text", .files, when: Command.needsFile
    ) { state, _ in state.askWhatToExport() },
    export("export-document", "Copy it to a folder", asText: false),
    export("export-text", "Write its text to a folder; Markdown stays Markdown", asText: true),
    Command("mail-file", "Send it by mail", .files, when: Command.needsFile) { state, _ in
      [.browse(.mail(state.taggedPaths))]
    },
    inBrowser("information-of-file", "About this file", .files) { state, _ in
      state.toggle(.file)
      return []
    },
  ]

  private static func export(_ name: String, _ title: String, asText: Bool) -> Command {
    Command(
      name, title, .files, when: Command.needsFile,
      argument: .init(name: "FOLDER", choices: .folders) { state, folder in
        state.export(to: folder, asText: asText)
      }
    ) { state, _ in state.ask(for: name) }
  }

  private static let showing: [Command] =
    Column.allCases.map { column in
      inBrowser("sort-by-\(column.rawValue)", "Sort by \(column.words)") {
        state, _ in state.sort(by: column)
      }
    } + [
      inBrowser("reverse-order", "Turn the order round") { state, _ in
        state.reverseOrder()
      },
      inBrowser("folders-first", "Folders first, or among the others") { state, _ in
        state.changeOptions { $0.foldersFirst.toggle() }
      },
      inBrowser("show-hidden", "Hidden files too, or not") { state, _ in
        state.changeOptions { $0.showsHidden.toggle() }
      },
      inBrowser("show-all-files", "All files, or only documents") { state, _ in
        let effects = state.changeOptions { $0.showsAll.toggle() }
        state.say(
          state.browser.current?.options.showsAll == true ? "All files" : "Documents only")
        return effects
      },
      inBrowser("show-titles", "Documents by their titles, or by file names") { state, _ in
        state.changeOptions { $0.showsTitles.toggle() }
      },
      still("columns", "Choose the columns") { state, _ in state.toggle(.columns) },
      still("toggle-sidebar", "Sidebar") { state, _ in
        state.browser.showsSidebar.toggle()
        if !state.browser.showsSidebar { state.browser.focus = .list }
      },
      still("toggle-preview", "Preview") { state, _ in state.browser.showsPreview.toggle() },
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
      state.browser.current.map { state.addTab($0.place, standingOn: $0.wish) } ?? []
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

extension Command {
  /// Only with the list on the screen.
  package static let needsBrowser: @Sendable (State) -> Availability = { state in
    state.isBrowsing && state.browser.glance == nil
      ? .available : .unavailable("This is for the browser: - goes there")
  }

  /// Only while a document is looked at without being opened.
  package static let needsGlance: @Sendable (State) -> Availability = { state in
    state.browser.glance == nil
      ? .unavailable("Nothing is looked at: Space looks at a document") : .available
  }

  /// Only with a file: the one that is read, or what is chosen.
  package static let needsFile: @Sendable (State) -> Availability = { state in
    state.hasFile ? .available : .unavailable("There is no file here")
  }
}
