import Canvas
import Text
import Widgets

/// The one list of commands: keys, help, palette and prompt derive from it.
package enum CommandList {
  package static let all: [Command] =
    moving + jumping + searching + selecting + links + documents + browsing + showing + pictures
    + grid
    + program

  package static let byName: [String: Command] = Dictionary(
    all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// A command that changes the state of the document on the screen and asks for nothing.
  private static func move(
    _ name: String, _ title: String, _ group: Command.Group = .moving,
    _ body: @escaping @Sendable (inout State, Int?) -> Void
  ) -> Command {
    Command(name, title, group, when: Command.needsDocument) { state, count in
      body(&state, count)
      return []
    }
  }

  private static func pageHeight(_ state: State) -> Int {
    max(1, state.textRect(of: state.focus).height - 2)
  }

  private static let moving: [Command] = [
    move("scroll-down", "Down a line") { $0.scroll($0.focus, by: $0.lineStep * ($1 ?? 1)) },
    move("scroll-up", "Up a line") { $0.scroll($0.focus, by: -$0.lineStep * ($1 ?? 1)) },
    move("half-down", "Down half a window") { state, count in
      state.scroll(state.focus, by: pageHeight(state) / 2 * (count ?? 1))
    },
    move("half-up", "Up half a window") { state, count in
      state.scroll(state.focus, by: -pageHeight(state) / 2 * (count ?? 1))
    },
    move("window-down", "Down a window") { state, count in
      state.scroll(state.focus, by: pageHeight(state) * (count ?? 1))
    },
    move("window-up", "Up a window") { state, count in
      state.scroll(state.focus, by: -pageHeight(state) * (count ?? 1))
    },
    move("next-page", "Next page of the document; of a text, down a window") { state, count in
      guard state.document?.isPaged != false else {
        state.scroll(state.focus, by: pageHeight(state) * (count ?? 1))
        return
      }
      state.land(state.focus, page: state.panes[state.focus].page + (count ?? 1), .top)
    },
    move("previous-page", "Previous page of the document; of a text, up a window") {
      state, count in
      guard state.document?.isPaged != false else {
        state.scroll(state.focus, by: -pageHeight(state) * (count ?? 1))
        return
      }
      state.land(state.focus, page: state.panes[state.focus].page - (count ?? 1), .top)
    },
    move("scroll-left", "To the left, where lines are cut") { state, count in
      let column = state.panes[state.focus].column - 4 * (count ?? 1)
      state.panes[state.focus].column = max(0, column)
    },
    move("scroll-right", "To the right, where lines are cut") { state, count in
      state.scrollSideways(state.focus, 4 * (count ?? 1))
    },
    move("line-start", "To the left edge") { state, _ in state.panes[state.focus].column = 0 },
    move("line-end", "To the right edge") { state, _ in state.scrollSideways(state.focus, .max / 2)
    },
  ]

  private static let jumping: [Command] = [
    move("first-page", "First page, or the page (of a text, the line) a count names", .jumping) {
      state, count in
      if let count { state.go(toPage: String(count)) } else { state.jump(to: 0, .top) }
    },
    move("last-page", "End, or the page (of a text, the line) a count names", .jumping) {
      state, count in
      if let count {
        state.go(toPage: String(count))
      } else {
        state.jump(to: (state.document?.pageCount ?? 1) - 1, .bottom)
      }
    },
    move("percent", "To a percentage of the document (50%)", .jumping) { state, count in
      let place = state.place(atPercent: count ?? 0)
      state.jump(to: place.page, place.landing)
    },
    move("next-section", "Next section of the outline", .jumping) { state, count in
      state.moveSection(count ?? 1)
    },
    move("previous-section", "Previous section of the outline", .jumping) { state, count in
      state.moveSection(-(count ?? 1))
    },
    move("back", "Back to where one jumped from", .jumping) { $0.travel(-($1 ?? 1)) },
    move("forward", "Forth again", .jumping) { $0.travel($1 ?? 1) },
    move("set-mark", "Set a mark: a letter follows", .jumping) { state, _ in
      state.prompt = .init(.setMark, label: "Mark this place as (a letter)")
    },
    move("go-to-mark", "Go to a mark: a letter follows", .jumping) { state, _ in
      state.prompt = .init(.goToMark, label: "Go to mark (a letter)")
    },
  ]

  /// Asks what to look for, or looks for what is typed behind its name; `-b` in front of that turns it round.
  private static func find(_ name: String, _ title: String, isBackward: Bool) -> Command {
    Command(
      name, title, .searching, when: Command.needsDocument,
      argument: .init(
        name: "TEXT", choices: .suggested { $0.searchHistory.reversed().map(\.text) }
      ) { state, text in
        let turns = text.hasPrefix("-b ")
        return state.find(
          turns ? String(text.dropFirst(3)) : text, isBackward: isBackward != turns)
      }
    ) { state, _ in state.askSearch(isBackward: isBackward) }
  }

  private static let searching: [Command] = [
    find("find", "Look for something, forward", isBackward: false),
    find("find-back", "Look for something, backward", isBackward: true),
    Command("next-hit", "Next hit", .searching, when: Command.needsDocument) { state, count in
      state.repeatSearch(count ?? 1, isReversed: false)
    },
    Command("previous-hit", "Hit before", .searching, when: Command.needsDocument) {
      state, count in state.repeatSearch(count ?? 1, isReversed: true)
    },
    move("hits", "List of all hits", .searching) { state, _ in state.toggle(.hits) },
  ]

  private static func caret(
    _ name: String, _ title: String, _ body: @escaping @Sendable (inout State, Int) -> Void
  ) -> Command {
    Command(name, title, .selecting, when: Command.needsCaret) { state, count in
      body(&state, count ?? 1)
      return []
    }
  }

  private static func caret(_ name: String, _ title: String, _ motion: Motion) -> Command {
    caret(name, title) { $0.move(motion, $1) }
  }

  private static let selecting: [Command] = [
    move("select", "Set the caret; once more: select from there", .selecting) { state, _ in
      state.select(.characters)
    },
    move("select-lines", "Select whole lines", .selecting) { state, _ in state.select(.lines) },
    caret("caret-left", "A character back", .left),
    caret("caret-right", "A character on", .right),
    caret("caret-down", "A line down") { $0.moveLines($1) },
    caret("caret-up", "A line up") { $0.moveLines(-$1) },
    caret("caret-half-down", "Half a window down") { $0.moveLines(pageHeight($0) / 2 * $1) },
    caret("caret-half-up", "Half a window up") { $0.moveLines(-pageHeight($0) / 2 * $1) },
    caret("caret-word", "To the next word", .wordForward),
    caret("caret-word-back", "To the beginning of the word, or the one before", .wordBack),
    caret("caret-word-end", "To the end of the word", .wordEnd),
    caret("caret-sentence", "To the next sentence", .sentenceForward),
    caret("caret-sentence-back", "To the beginning of the sentence", .sentenceBack),
    caret("caret-paragraph", "To the next paragraph", .paragraphForward),
    caret("caret-paragraph-back", "To the beginning of the paragraph", .paragraphBack),
    caret("caret-line-start", "To the beginning of the line") { state, _ in
      state.moveInLine(toEnd: false)
    },
    caret("caret-line-end", "To the end of the line") { state, _ in state.moveInLine(toEnd: true) },
    caret("caret-other-end", "To the other end of what is selected") { state, _ in
      state.exchangeEnds()
    },
    Command("copy", "Copy what is selected", .selecting, when: Command.needsCaret) { state, _ in
      state.copySelection(cites: false)
    },
    Command(
      "copy-citation", "Copy it with author, title and page", .selecting, when: Command.needsCaret
    ) { state, _ in state.copySelection(cites: true) },
    Command(
      "find-selected", "Look for the word under the caret", .selecting, when: Command.needsDocument
    ) {
      state, _ in state.searchSelected()
    },
  ]

  private static let links: [Command] = [
    move("follow-link", "Follow a link by its letters", .links) { state, _ in
      state.showHints(.follow)
    },
    move("peek-link", "Look where a link leads, without going", .links) { state, _ in
      state.showHints(.peek)
    },
    move("copy-link", "Copy a link's address", .links) { state, _ in state.showHints(.copy) },
  ]

  private static let documents: [Command] = [
    Command(
      "open", "Open a document by its path", .documents,
      argument: .init(name: "FILE", choices: .paths) { state, path in
        [.openTyped(path)]
      }),
    Command("next-document", "Next document", .documents) { state, count in
      state.cycleDocument(count ?? 1)
    },
    Command("previous-document", "Previous document", .documents) { state, count in
      state.cycleDocument(-(count ?? 1))
    },
    Command("documents", "List of open documents", .documents) { state, _ in
      state.toggle(.documents)
      return []
    },
    Command("close-document", "Close the document", .documents) { state, _ in
      state.closeDocument()
    },
    move("split-beside", "A second view beside", .documents) { state, _ in
      state.split(.beside)
    },
    move("split-below", "A second view below", .documents) { state, _ in
      state.split(.stacked)
    },
    Command("next-view", "To the next view", .documents) { state, _ in
      state.focus = state.panes.isEmpty ? 0 : (state.focus + 1) % state.panes.count
      return []
    },
    move("view-left", "To the view on the left", .documents) { state, _ in state.look(-1, 0) },
    move("view-right", "To the view on the right", .documents) { state, _ in state.look(1, 0) },
    move("view-above", "To the view above", .documents) { state, _ in state.look(0, -1) },
    move("view-below", "To the view below", .documents) { state, _ in state.look(0, 1) },
    Command("close-view", "Close the view", .documents) { state, _ in state.closeView() },
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
    move("outline", "Outline", .showing) { state, _ in state.toggle(.outline) },
    move("marks", "List of marks", .showing) { state, _ in state.toggle(.marks) },
    move("history", "List of places jumped from", .showing) { state, _ in
      state.toggle(.history)
    },
    Command("information", "About this document", .showing, when: Command.needsDocument) {
      state, _ in
      state.toggle(.information)
      guard let document = state.document, document.metadata == nil else { return [] }
      return [.loadInformation(document.id, generation: document.generation)]
    },
    move(
      "toggle-mode", "Paragraphs or the page's own layout; long lines broken or cut", .showing
    ) { state, _ in
      state.relayout { state in
        let mode = state.panes[state.focus].mode
        state.panes[state.focus].mode = mode == .reflow ? .layout : .reflow
        state.panes[state.focus].column = 0
      }
    },
    Command(
      "outline-from-headings", "Make an outline from the headings", .showing,
      when: { state in
        guard let document = state.document, document.phase == .open else {
          return .unavailable("No document is open")
        }
        guard document.isPaged else {
          return .unavailable("A text without headings has no outline")
        }
        guard let outline = document.outline else {
          return .unavailable("The outline is still being read")
        }
        guard outline.isEmpty else { return .unavailable("The document has an outline") }
        return document.guess == .none ? .available : .unavailable("Already looked for")
      }, run: { state, _ in state.findHeadings() }),
    Command(
      "encoding", "Read this text in another encoding, any that iconv knows", .showing,
      argument: .init(name: "NAME", choices: .suggested { _ in encodings }) { state, name in
        state.read(in: name)
      }),
    Command(
      "next-theme", "Next theme: for this document, in the browser for all", .showing,
      when: hasColors
    ) { state, _ in
      state.wear(state.themes.next(after: state.theme).name)
    },
    Command(
      "theme", "Give this document a theme, in the browser all of them", .showing,
      argument: .init(name: "NAME", choices: .listed { $0.themeNames }) {
        state, name in state.wear(name)
      }),
    Command(
      "tint", "Another accent for all themes: #rrggbb, a colour's name or none", .showing,
      argument: .init(
        name: "COLOUR", choices: .suggested { _ in Tint.named.map(\.name) + ["none"] }
      ) {
        state, color in state.chooseTint(color)
      }),
    Command("help", "All keys", .showing) { state, _ in
      state.toggle(.help)
      return []
    },
    Command("palette", "All commands; also a page, as :12 or :iv", .showing) { state, _ in
      state.toggle(.palette)
      return []
    },
  ]

  private static let program: [Command] = [
    Command("errors", "What went wrong in this run", .program) { state, _ in
      state.toggle(.errors)
      return []
    },
    Command("redraw", "Draw the screen again, and try again what failed", .program) { state, _ in
      for index in state.documents.indices { state.documents[index].failures = [:] }
      state.retryPictures()
      return [.redraw]
    },
    Command("suspend", "Suspend; fg comes back", .program) { state, _ in
      state.saveReading() + [.suspend]
    },
    Command("leave", "Back to the browser, or quit", .program) {
      state, _ in
      state.leaveDocument()
    },
    Command("quit", "Quit; the place is kept", .program) { state, _ in state.askToQuit() },
  ]
}
