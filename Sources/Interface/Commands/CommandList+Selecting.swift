import Text

/// Searching in a document, and copying words from it.
extension CommandList {
  /// Defines a search command, with a prompt or the words after its name; a leading `-b` reverses it.
  private static func find(_ name: String, _ title: String, isBackward: Bool) -> Command {
    Command(
      name, title, .searching, when: Command.needsDocument,
      argument: .init(
        name: "TEXT", choices: .suggested { $0.searching.history.entries.reversed().map(\.text) }
      ) { state, text in
        let turns = text.hasPrefix("-b ")
        return state.find(
          turns ? String(text.dropFirst(3)) : text, isBackward: isBackward != turns)
      }
    ) { state, _ in state.askSearch(isBackward: isBackward) }
  }

  static let searching: [Command] = [
    find("find", "Search forward", isBackward: false).also("grep lookup"),
    find("find-back", "Search backward", isBackward: true).also("backwards"),
    Command("next-hit", "Next match", .searching, when: Command.needsDocument) { state, count in
      state.repeatSearch(count ?? 1, isReversed: false)
    }.also("result find search"),
    Command("previous-hit", "Previous match", .searching, when: Command.needsDocument) {
      state, count in state.repeatSearch(count ?? 1, isReversed: true)
    }.also("result find search"),
    move("hits", "List of matches", .searching) { state, _ in state.toggle(.hits) }.also(
      "results find search all occurrences"),
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

  static let selecting: [Command] = [
    move("select", "Place the caret; again: select from there", .selecting) { state, _ in
      state.select(.characters)
    }.also("visual cursor"),
    move("select-lines", "Select whole lines", .selecting) { state, _ in state.select(.lines) }
      .also("visual"),
    caret("caret-left", "Left a character", .left),
    caret("caret-right", "Right a character", .right),
    caret("caret-down", "Down a line") { $0.moveLines($1) },
    caret("caret-up", "Up a line") { $0.moveLines(-$1) },
    caret("caret-half-down", "Down half a window") { $0.moveLines(pageHeight($0) / 2 * $1) },
    caret("caret-half-up", "Up half a window") { $0.moveLines(-pageHeight($0) / 2 * $1) },
    caret("caret-word", "Next word", .wordForward),
    caret("caret-word-back", "Previous start of a word", .wordBack),
    caret("caret-word-end", "End of the word", .wordEnd),
    caret("caret-sentence", "Next sentence", .sentenceForward),
    caret("caret-sentence-back", "Start of the sentence", .sentenceBack),
    caret("caret-paragraph", "Next paragraph", .paragraphForward),
    caret("caret-paragraph-back", "Start of the paragraph", .paragraphBack),
    caret("caret-line-start", "Start of the line") { state, _ in
      state.moveInLine(toEnd: false)
    },
    caret("caret-line-end", "End of the line") { state, _ in state.moveInLine(toEnd: true) },
    caret("caret-other-end", "Other end of the selection") { state, _ in
      state.exchangeEnds()
    },
    Command("copy", "Copy the selection", .selecting, when: Command.needsCaret) { state, _ in
      state.copySelection(cites: false)
    }.also("yank clipboard"),
    Command(
      "copy-citation", "Copy the selection with author, title and page", .selecting,
      when: Command.needsCaret
    ) { state, _ in state.copySelection(cites: true) }.also("cite reference bibliography quote"),
    Command(
      "find-selected", "Search for the word under the caret", .selecting,
      when: Command.needsDocument
    ) {
      state, _ in state.searchSelected()
    }.also("lookup star"),
  ]
}
