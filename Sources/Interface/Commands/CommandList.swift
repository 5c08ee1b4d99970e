import Canvas
import DocumentModel
import Messages
import Text
import Widgets

/// The one list of commands: keys, help, palette and prompt derive from it.
package enum CommandList {
  package static let all: [Command] =
    moving + jumping + searching + library + selecting + annotations + links + cards + lookup
    + speech
    + documents
    + browsing
    + showing
    + pictures + recognition + comparison + syncing + grid + editing + program

  package static let byName: [String: Command] = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// A command that changes the state of the document on the screen and asks for nothing.
  static func move(
    _ name: String, _ title: String, _ group: Command.Group = .moving,
    _ body: @escaping @Sendable (inout State, Int?) -> Void
  ) -> Command {
    Command(name, title, group, when: Command.needsDocument) { state, count in
      body(&state, count)
      return []
    }
  }

  /// Lines of a window, less two that stay in sight.
  static func pageHeight(_ state: State) -> Int {
    max(1, state.textRect(of: state.panes.focus).height - 2)
  }

  private static let documents: [Command] = [
    Command(
      "open", "Open a document by its path", .documents,
      argument: .init(name: "FILE", choices: .paths) { state, path in
        [.openTyped(path)]
      }
    ).also("load file edit pdf password encrypted unlock"),
    Command("next-document", "Next document", .documents) { state, count in
      state.cycleDocument(count ?? 1)
    }.also("buffer tab switch"),
    Command("previous-document", "Previous document", .documents) { state, count in
      state.cycleDocument(-(count ?? 1))
    }.also("buffer tab switch"),
    Command("documents", "Open documents", .documents) { state, _ in
      state.toggle(.documents)
      return []
    }.also("buffers tabs list switch ls files"),
    Command("close-document", "Close the document", .documents) { state, _ in
      state.closeDocument()
    }.also("buffer tab bd bdelete"),
    move("split-beside", "Split the view, side by side", .documents) { state, _ in
      state.split(.beside)
    }.also("vertical window pane dual vsplit vs"),
    move("split-below", "Split the view, one below the other", .documents) { state, _ in
      state.split(.stacked)
    }.also("horizontal window pane dual sp"),
    Command("next-view", "Next view", .documents) { state, _ in
      state.panes.focus = state.panes.isEmpty ? 0 : (state.panes.focus + 1) % state.panes.count
      return []
    }.also("window pane switch focus"),
    move("view-left", "View on the left", .documents) { state, _ in state.look(-1, 0) }.also(
      "window pane"),
    move("view-right", "View on the right", .documents) { state, _ in state.look(1, 0) }.also(
      "window pane"),
    move("view-above", "View above", .documents) { state, _ in state.look(0, -1) }.also(
      "window pane"),
    move("view-below", "View below", .documents) { state, _ in state.look(0, 1) }.also(
      "window pane"),
    Command("close-view", "Close the view", .documents) { state, _ in state.closeView() }.also(
      "unsplit window pane only"),
  ]

  private static let hasColors: @Sendable (State) -> Command.Availability = { state in
    state.themes.only == nil ? .available : .unavailable("The terminal has too few colours")
  }

  /// Encodings that are offered; any other can be typed.
  private static let encodings = [
    "auto", "UTF-8", "UTF-16LE", "UTF-16BE", "windows-1252", "ISO-8859-15", "windows-1250",
    "ISO-8859-2", "windows-1251", "KOI8-R", "ISO-8859-5", "IBM866", "windows-1253", "windows-1254",
    "windows-1255", "windows-1256", "SHIFT_JIS", "EUC-JP", "ISO-2022-JP", "GB18030", "BIG5",
    "EUC-KR",
  ]

  private static let showing: [Command] = [
    move("outline", "Outline", .showing) { state, _ in state.toggle(.outline) }.also(
      "table of contents toc chapters bookmarks sections index navigation headings"),
    move("marks", "Marks", .showing) { state, _ in state.toggle(.marks) }.also(
      "bookmarks list blist bmarks"),
    move("figures", "Figures and tables", .showing) { state, _ in state.toggleFigures() }.also(
      "pictures images list"),
    Command(
      "references", "Works this document cites, and where", .showing, when: Command.needsDocument
    ) { state, _ in PanelSource.toggleReferences(&state) }.also(
      "bibliography citations literature sources list mentions"),
    move("history", "Jump history", .showing) { state, _ in
      state.toggle(.history)
    }.also("jumps jumplist back"),
    Command(
      "cite", "Copy a citation of this document: text, bibtex, csl or markdown", .links,
      when: Command.needsDocument,
      argument: .init(
        name: "FORM", choices: .listed { _ in CitationForm.allCases.map(\.rawValue) }
      ) { state, name in state.cite(named: name) },
      run: { state, _ in state.cite(.text) }
    ).also("doi authors venue yank"),
    Command("information", "About this document", .showing, when: Command.needsDocument) {
      state, _ in
      state.toggle(.information)
      guard let document = state.document, document.metadata == nil else { return [] }
      return [.loadInformation(document.id, generation: document.generation)]
    }.also(
      "metadata properties info author signature signatures attachments fonts permissions details inspector embedded encryption password"
    ),
    move(
      "toggle-mode", "Switch between paragraphs and page layout; in text, wrap or cut long lines",
      .showing
    ) { state, _ in
      state.relayout { state in
        let mode = state.panes[state.panes.focus].mode
        state.panes[state.panes.focus].mode = mode == .reflow ? .layout : .reflow
        state.panes[state.panes.focus].column = 0
      }
    }.also("reflow columns raw view paged nowrap chop"),
    Command(
      "outline-from-headings", "Make an outline from the headings", .showing,
      when: { state in
        guard let document = state.document, document.phase == .open else {
          return .unavailable("No document is open")
        }
        guard document.hasPages else {
          return .unavailable("A text without headings has no outline")
        }
        guard let outline = document.outline else {
          return .unavailable("The outline is still being read")
        }
        guard outline.isEmpty else { return .unavailable("The document has an outline") }
        return document.references == nil ? .available : .unavailable("Already looked for")
      }, run: { state, _ in state.findHeadings() }
    ).also("table of contents toc chapters"),
    Command(
      "encoding", "Reload this text in another encoding known to iconv", .showing,
      argument: .init(name: "NAME", choices: .suggested { _ in encodings }) { state, name in
        state.read(in: name)
      }
    ).also("charset unicode"),
    Command(
      "next-theme", "Next theme, for this document or, in the browser, for all", .showing,
      when: hasColors
    ) { state, _ in
      state.chooseDocumentTheme(state.themes.next(after: state.themes.current).name)
    }.also("dark light colours colors night mode colorscheme brightness"),
    Command(
      "theme", "Set the theme of this document or, in the browser, of all", .showing,
      argument: .init(name: "NAME", choices: .listed { $0.themes.themeNames }) {
        state, name in state.chooseDocumentTheme(name)
      }
    ).also("dark light night mode colorscheme colours colors"),
    Command(
      "tint", "Set the accent colour of all themes: #rrggbb, a name or none", .showing,
      argument: .init(
        name: "COLOUR", choices: .suggested { _ in Tint.named.map(\.name) + ["none"] }
      ) {
        state, color in
        state.themes.chooseTint(
          color, document: state.document, browser: state.browser, &state.notices, &state.memory)
      }
    ).also("color"),
    Command("help", "All keys", .showing) { state, _ in
      state.toggle(.help)
      return []
    }.also("shortcuts keybindings cheatsheet hotkeys bindings"),
    Command("describe-key", "Describe a key", .showing) { state, _ in state.describeKey() }.also(
      "what does binding which"),
    Command("palette", "All commands; also a page, as :12 or :iv", .showing) { state, _ in
      state.toggle(.palette)
      return []
    }.also("menu"),
  ]

  private static let program: [Command] = [
    Command(
      "tour", "Tour of ten keys on a sample document", .program,
      when: { state in
        state.environment.installed.sample.isEmpty
          ? .unavailable("The sample document is not installed") : .available
      }, run: { state, _ in Tour.begin(&state) }
    ).also("tutorial"),
    Command(
      "guide", "Open the user guide", .program,
      when: { state in
        state.environment.installed.guideFolder.isEmpty
          ? .unavailable("The user guide is not installed") : .available
      },
      argument: .init(name: "TOPIC", choices: .listed { _ in UserGuide.topics }) {
        state, topic in state.openGuide(topic)
      }, run: { state, _ in state.openGuide(UserGuide.topics[0]) }
    ).also("manual documentation handbook man help tutorial"),
    Command(
      "settings", "How to change settings, keys and themes", .program,
      when: { state in
        state.environment.installed.guideFolder.isEmpty
          ? .unavailable("The user guide is not installed; see man recto") : .available
      }, run: { state, _ in state.openGuide("settings") }
    ).also("config configure configuration options preferences customise customize setup rc"),
    Command("errors", "Errors of this session", .program) { state, _ in
      state.toggle(.errors)
      return []
    }.also("messages log"),
    Command("redraw", "Redraw the screen and retry what failed", .program) { state, _ in
      for index in state.documents.indices { state.documents[index].failures = [:] }
      state.documents.retryPictures()
      return [.redraw]
    }.also("refresh reload repaint clear"),
    Command("suspend", "Suspend; fg resumes", .program) { state, _ in
      state.saveReading() + [.suspend]
    }.also("background stop job"),
    Command("leave", "Back to the browser, or quit", .program) {
      state, _ in
      state.leaveDocument()
    }.also("exit close"),
    Command("quit", "Quit; Recto remembers the place", .program) { state, _ in state.askToQuit() }
      .also("exit leave close wq bye"),
  ]
}
