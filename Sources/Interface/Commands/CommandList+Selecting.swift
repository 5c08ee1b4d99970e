import Text

/// Looking for something in a document, and taking words out of it.
extension CommandList {
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

  static let searching: [Command] = [
    find("find", "Look for something, forward", isBackward: false).also("search grep"),
    find("find-back", "Look for something, backward", isBackward: true).also("search backwards"),
    Command("next-hit", "Next hit", .searching, when: Command.needsDocument) { state, count in
      state.repeatSearch(count ?? 1, isReversed: false)
    }.also("match result"),
    Command("previous-hit", "Hit before", .searching, when: Command.needsDocument) {
      state, count in state.repeatSearch(count ?? 1, isReversed: true)
    }.also("match result"),
    move("hits", "List of all hits", .searching) { state, _ in state.toggle(.hits) }.also(
      "matches results"),
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
    }.also("yank clipboard"),
    Command(
      "copy-citation", "Copy it with author, title and page", .selecting, when: Command.needsCaret
    ) { state, _ in state.copySelection(cites: true) }.also("cite reference bibliography quote"),
    Command(
      "find-selected", "Look for the word under the caret", .selecting, when: Command.needsDocument
    ) {
      state, _ in state.searchSelected()
    },
  ]
}
