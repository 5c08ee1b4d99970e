import DocumentModel
import Messages

/// Going about in a document: by lines, windows and pages, over marks and along links.
extension CommandList {
  static let moving: [Command] = [
    move("scroll-down", "Down a line") { $0.scroll($0.panes.focus, by: $0.lineStep * ($1 ?? 1)) },
    move("scroll-up", "Up a line") { $0.scroll($0.panes.focus, by: -$0.lineStep * ($1 ?? 1)) },
    move("half-down", "Down half a window") { state, count in
      state.scroll(state.panes.focus, by: pageHeight(state) / 2 * (count ?? 1))
    },
    move("half-up", "Up half a window") { state, count in
      state.scroll(state.panes.focus, by: -pageHeight(state) / 2 * (count ?? 1))
    },
    move("window-down", "Down a window") { state, count in
      state.scroll(state.panes.focus, by: pageHeight(state) * (count ?? 1))
    },
    move("window-up", "Up a window") { state, count in
      state.scroll(state.panes.focus, by: -pageHeight(state) * (count ?? 1))
    },
    Command(
      "next-page", "Next page; in text, down a window", .moving, when: Command.needsDocument
    ) { state, count in
      turn(&state, count ?? 1)
    }.also("forward pagedown"),
    Command(
      "previous-page", "Previous page; in text, up a window", .moving, when: Command.needsDocument
    ) { state, count in
      turn(&state, -(count ?? 1))
    }.also("backward pageup"),
    move("scroll-left", "Scroll left if lines are cut, else turn pages") { state, count in
      goSideways(&state, -(count ?? 1))
    }.also("pan page"),
    move("scroll-right", "Scroll right if lines are cut, else turn pages") { state, count in
      goSideways(&state, count ?? 1)
    }.also("pan page"),
    move("line-start", "Scroll to the left edge") { state, _ in
      state.scrollSideways(state.panes.focus, -100_000)
    },
    move("line-end", "Scroll to the right edge") { state, _ in
      state.scrollSideways(state.panes.focus, 100_000)
    },
  ]

  /// Turns pages, or scrolls text by windows. An image file that has no further page is followed by the next of its folder.
  private static func turn(_ state: inout State, _ steps: Int) -> [Effect] {
    guard state.document?.hasPages != false else {
      state.scroll(state.panes.focus, by: pageHeight(state) * steps)
      return []
    }
    let page = state.pane?.page
    state.turnPages(by: steps)
    return state.pane?.page == page ? state.findImage(after: steps) : []
  }

  /// Scrolls sideways; a book that has no more beside the window goes on or back by a window, in its own direction.
  private static func goSideways(_ state: inout State, _ steps: Int) {
    let before = state.pane?.column
    state.scrollSideways(state.panes.focus, 4 * steps)
    guard let summary = state.document?.summary, summary.flow?.kind == .formatted,
      !state.showsPictures(state.panes.focus), state.pane?.column == before
    else { return }
    state.scroll(
      state.panes.focus, by: pageHeight(state) * (summary.isRightToLeft ? -steps : steps))
  }

  static let jumping: [Command] = [
    Command(
      "first-page", "First page, or page N of the file with a count (line N in text)", .jumping,
      when: Command.needsDocument
    ) { state, count in
      if let count { return state.go(toPage: String(count)) }
      state.jump(to: 0, .top)
      return []
    }.also("top beginning start go to goto number"),
    Command(
      "last-page", "Last page, or page N of the file with a count (line N in text)", .jumping,
      when: Command.needsDocument
    ) { state, count in
      if let count { return state.go(toPage: String(count)) }
      state.jump(to: (state.document?.pageCount ?? 1) - 1, .bottom)
      return []
    }.also("bottom end go to goto"),
    move("percent", "Go to a percentage of the document (50%)", .jumping) { state, count in
      let place = state.place(atPercent: count ?? 0)
      state.jump(to: place.page, place.landing)
    }.also("jump position"),
    move("next-section", "Next section of the outline", .jumping) { state, count in
      state.moveSection(count ?? 1)
    }.also("chapter heading"),
    move("previous-section", "Previous section of the outline", .jumping) { state, count in
      state.moveSection(-(count ?? 1))
    }.also("chapter heading"),
    move("next-figure", "Next figure or table", .jumping) { state, count in
      state.moveFigure(count ?? 1)
    }.also("picture image plot"),
    move("previous-figure", "Previous figure or table", .jumping) { state, count in
      state.moveFigure(-(count ?? 1))
    }.also("picture image plot"),
    Command("back", "Jump back", .jumping, when: Command.needsDocument) {
      $0.travel(-($1 ?? 1))
    }.also("previous return undo"),
    Command("forward", "Jump forward", .jumping, when: Command.needsDocument) {
      $0.travel($1 ?? 1)
    }.also("next"),
    move("set-mark", "Set a mark, named by a letter", .jumping) { state, _ in
      state.askForMark("Mark this place as (a letter)") { state, name in
        state.setMark(name)
        return state.saveReading()
      }
    }.also("bookmark bmark remember"),
    move("go-to-mark", "Go to a mark, named by a letter", .jumping) { state, _ in
      state.askForMark("Go to mark (a letter)") { state, name in
        state.goToMark(name)
        return []
      }
    }.also("bookmark jump"),
  ]

  static let links: [Command] = [
    move("follow-link", "Follow a link by its letters", .links) { state, _ in
      state.showHints(.follow)
    }.also("reference url footnote open hyperlink citation"),
    move("peek-link", "Preview a link's target", .links) { state, _ in
      state.showHints(.peek)
    }.also("reference footnote figure citation hover"),
    Command(
      "next-mention", "Next mention of a work", .links, when: Command.needsDocument
    ) { state, count in state.moveMention(count ?? 1) }.also("citation reference star"),
    Command(
      "previous-mention", "Previous mention of a work", .links, when: Command.needsDocument
    ) { state, count in state.moveMention(-(count ?? 1)) }.also("citation reference"),
    Command(
      "definition", "Preview the definition of a term or an abbreviation", .links,
      when: Command.needsDocument
    ) { state, _ in state.showDefinition() }.also("glossary acronym meaning"),
    Command(
      "edit-source", "Edit the source of the caret's line, or of a line by its letters (SyncTeX)",
      .links, when: Command.needsDocument
    ) { state, _ in state.editSource() }.also("latex tex inverse backward search"),
    move("copy-link", "Copy a link's address", .links) { state, _ in state.showHints(.copy) }.also(
      "url yank"),
  ]
}
