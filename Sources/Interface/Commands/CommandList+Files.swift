import DocumentModel
import Messages
import Widgets

/// Documents as files: selecting, changing, noting and sharing them.
extension CommandList {
  static let files: [Command] = choosing + changing + keeping + sharing

  private static let choosing: [Command] = [
    still("mark", "Select the row, and go to the next", .files) { $0.browser.toggleMark($1 ?? 1) }
      .also(
        "tick"),
    still("mark-range", "Select a range of rows", .files) { state, _ in
      state.browser.toggleRange(&state.notices)
    },
    inBrowser(
      "mark-pattern", "Select by a pattern, such as *.pdf", .files,
      argument: .init(name: "PATTERN", choices: .suggested { _ in [] }) { state, pattern in
        state.browser.mark(matching: pattern, &state.notices)
        return []
      }
    ) { state, _ in
      state.prompt = Prompt("Choose names like", text: "*") { state, pattern in
        if !pattern.isEmpty { state.browser.mark(matching: pattern, &state.notices) }
        return []
      }
      return []
    }.also("glob wildcard"),
    still("mark-all", "Select all", .files) { state, _ in state.browser.markAll(inverted: false) },
    still("mark-inverse", "Invert the selection", .files) { state, _ in
      state.browser.markAll(inverted: true)
    },
    inBrowser("open-chosen", "Open all selected documents", .files) { state, _ in
      state.openChosen()
    },
  ]

  private static let changing: [Command] = [
    still("carry", "Copy the selected files", .files) { state, _ in
      state.browser.carry(isCut: false, &state.notices)
    }.also("yank clipboard"),
    still("cut", "Cut the selected files, to move them", .files) { state, _ in
      state.browser.carry(isCut: true, &state.notices)
    }.also("mv"),
    inBrowser("paste", "Paste the copied or cut files here", .files) { state, _ in
      state.browser.putDown(&state.notices)
    }.also("put mv cp"),
    inBrowser("extract", "Extract archives here", .files) { state, _ in
      state.browser.extract(&state.notices)
    }.also(
      "unzip unpack zip tar decompress"),
    inBrowser("duplicate", "Duplicate", .files) { state, _ in
      state.browser.duplicate(&state.notices)
    }.also(
      "copy clone"),
    inBrowser("rename", "Rename; several files in the editor", .files) { state, _ in
      state.browser.rename(&state.prompt, &state.notices)
    }.also("move mv bulk bulkrename name"),
    inBrowser("new-document", "New document from a template", .files) { state, _ in
      state.browser.newDocument(preferences: state.preferences, &state.notices)
    }.also("create touch"),
    still("new-folder", "New folder", .files) { state, _ in
      state.browser.newFolder(&state.prompt, &state.notices)
    }.also(
      "mkdir directory"),
    inBrowser("trash", "Move to the trash", .files) { state, _ in
      state.browser.trash(preferences: state.preferences, &state.notices, &state.questions)
    }.also(
      "remove delete rm bin"),
    inBrowser("restore", "Restore from the trash", .files) { state, _ in
      state.browser.restore(&state.notices)
    }.also(
      "undelete"),
    inBrowser("delete", "Delete permanently, after a question", .files) { state, _ in
      state.browser.delete(&state.notices, &state.questions)
    }.also("rm erase remove"),
    Command(
      "undo", "Undo the last file operation", .files,
      when: { state in
        state.browser.undoTitle == nil ? .unavailable("Nothing to take back") : .available
      }, run: { _, _ in [.browse(.undo)] }
    ).also("revert"),
    Command(
      "redo", "Redo the last undone file operation", .files,
      when: { state in
        state.browser.redoTitle == nil ? .unavailable("Nothing to do again") : .available
      }, run: { _, _ in [.browse(.redo)] }),
    Command("edit", "Edit in $VISUAL or $EDITOR", .files) { state, _ in state.edit() }.also("vim"),
    Command(
      "note", "Add a line to the document's reading note", .files,
      when: Command.needsFile
    ) {
      state, _ in Prompt.askNote(&state)
    }.also("comment"),
  ]

  private static let keeping: [Command] = [
    Command("tag", "Add or remove tags", .files, when: Command.needsFile) { state, _ in
      PanelSource.askTags(&state)
    }.also("label keyword category"),
    Command(
      "rename-tag", "Rename a tag everywhere; an existing name merges them", .files,
      argument: .init(
        name: "OLD NEW",
        choices: .completed { $0.browser.completions(ofTag: $1, with: $0.browser.tagNames) }
      ) { state, text in state.browser.renameTag(text, &state.notices, &state.questions) }),
    Command(
      "color-tag", "Set a tag's colour: a name, #rrggbb or none", .files,
      argument: .init(
        name: "TAG COLOUR",
        choices: .completed { $0.browser.completions(ofTag: $1, with: Browser.tagColors) }
      ) { state, text in state.browser.colorTag(text, &state.notices) }),
    Command(
      "delete-tag", "Remove a tag from all documents", .files,
      argument: .init(
        name: "TAG",
        choices: .completed { state, typed in
          Panel.matchingTexts(state.browser.tagNames, typed)
        }
      ) { state, name in state.browser.askToDelete(tag: name.trimmed, &state.questions) }),
    inBrowser("toggle-favourite", "Add to favourites, or remove from them", .files) { state, _ in
      state.browser.toggleFavourite(&state.notices)
    }.also("bookmark star favorite pin"),
    inBrowser("favourite-down", "Move the favourite down", .files) {
      state, count in state.browser.moveFavourite(count ?? 1, &state.notices)
    },
    inBrowser("favourite-up", "Move the favourite up", .files) {
      state, count in state.browser.moveFavourite(-(count ?? 1), &state.notices)
    },
    inBrowser(
      "rename-favourite", "Rename the favourite in the sidebar", .files,
      argument: .init(name: "NAME", choices: .suggested { _ in [] }) { state, name in
        state.browser.renameFavourite(to: name.trimmed, &state.prompt, &state.notices)
      }
    ) { state, _ in state.browser.renameFavourite(&state.prompt, &state.notices) },
    inBrowser("remove-recent", "Remove from the list of recents; the file stays", .files) {
      state, _ in state.browser.removeRecents(&state.notices)
    },
  ]

  private static let sharing: [Command] = [
    Command(
      "run-command", "Run a command: %s is the selection, %f the file, %d the folder", .files,
      argument: .init(name: "COMMAND", choices: .suggested { _ in [] }) { state, line in
        state.browser.runCommandLine(line, document: state.document)
      }
    ) { state, _ in
      state.browser.askCommandLine(&state.prompt)
      return []
    }.also("shell execute exec"),
    Command("shell", "Open a shell in this folder", .files) { state, _ in
      [
        .browse(
          .runInTerminal(
            CommandLineRequest(
              line: "", folder: state.browser.folderForCommands(document: state.document))))
      ]
    }.also("terminal console"),
    Command("tasks", "Running tasks: file operations, recognition of scans", .files) { state, _ in
      state.toggle(.tasks)
      return []
    }.also("jobs progress taskview queue"),
    Command("actions", "Actions for the selection", .files) { state, _ in
      state.toggle(.actions)
      return []
    }.also("menu scripts custom print printer"),
    Command("open-with", "Open with another program", .files, when: Command.needsFile) {
      state, _ in PanelSource.askOpener(&state)
    }.also("external viewer application app print printer default xdg"),
    Command("reveal", "Show in its folder", .files, when: Command.needsFile) { state, _ in
      state.reveal()
    }.also("locate directory"),
    Command("copy-path", "Copy the path", .files, when: Command.needsFile) { state, _ in
      state.browser.copyPath(document: state.document, &state.notices)
    }.also("yank filename"),
    Command(
      "copy-link-to-document", "Copy a link with the page", .files, when: Command.needsFile
    ) { state, _ in
      state.browser.copyDocumentLink(document: state.document, pane: state.pane, &state.notices)
    }.also("url"),
    Command(
      "copy-document-citation", "Copy author and title", .files, when: Command.needsFile
    ) { state, _ in state.browser.copyDocumentCitation(document: state.document, &state.notices) }
    .also("cite reference"),
    Command(
      "copy-file", "Copy the file to the desktop's clipboard", .files, when: Command.needsFile
    ) { state, _ in
      [
        .browse(
          .copyFiles(
            state.browser.taggedPaths(document: state.document).map {
              "file://" + PathBytes.escaped($0)
            }))
      ]
    },
    Command(
      "export", "Export the document, or its text", .files, when: Command.needsFile
    ) { state, _ in
      state.browser.askWhatToExport(
        document: state.document, environment: state.environment, &state.questions)
    }.also("save convert write"),
    export("export-document", "Copy the document to a folder", asText: false),
    export("export-text", "Write its text to a folder; Markdown stays Markdown", asText: true),
    Command("mail-file", "Send by mail", .files, when: Command.needsFile) { state, _ in
      [.browse(.mail(state.browser.taggedPaths(document: state.document)))]
    }.also("email share"),
    inBrowser("information-of-file", "About this file", .files) { state, _ in
      state.toggle(.file)
      return []
    }.also("metadata properties info details size stat spot inspector"),
  ]

  private static func export(_ name: String, _ title: String, asText: Bool) -> Command {
    Command(
      name, title, .files, when: Command.needsFile,
      argument: .init(name: "FOLDER", choices: .folders) { state, folder in
        state.browser.export(to: folder, asText: asText, document: state.document)
      }
    ) { state, _ in state.ask(for: name) }
  }
}
