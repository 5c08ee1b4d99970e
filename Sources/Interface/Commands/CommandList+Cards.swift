import Messages

/// Commands of the cards: the target of a link, the output of a program about words, an annotation with its replies.
extension CommandList {
  static let cards: [Command] = [
    card("card-close", "Close the card", in: [.peek, .answer, .card]) { state, mode in
      switch mode {
      case .peek: state.peek = nil
      case .answer: return state.lookups.closeLookup()
      default: state.annotating.card = nil
      }
      return []
    },
    card("card-enter", "Go to the place in the card", in: [.peek]) { state, _ in
      if let peek = state.peek { state.jump(to: peek.page, peek.landing) }
      state.peek = nil
      return []
    },
    card("card-beside", "Show the place in the card beside the text", in: [.peek]) { state, _ in
      if let peek = state.peek { Peek.keepBeside(&state, peek) }
      state.peek = nil
      return []
    },
    card("card-address", "Open the address in the card", in: [.peek]) { state, _ in
      state.peek.map { Peek.openAddress(&state, in: $0) } ?? []
    },
    card("card-copy", "Copy the card's text", in: [.peek, .answer]) { state, mode in
      if mode == .answer { return LookupCard.copyLookup(&state) }
      return state.peek.map { Peek.copy(&state, $0) } ?? []
    },
    scroll("card-down", "Scroll the card down") { _, _ in 1 },
    scroll("card-up", "Scroll the card up") { _, _ in -1 },
    scroll("card-page-down", "Scroll the card down by a page", by: page),
    scroll("card-page-up", "Scroll the card up by a page") { -page($0, $1) },
    scroll("card-start", "Start of the card") { _, _ in -LookupCard.mostRows },
    scroll("card-end", "End of the card") { _, _ in LookupCard.mostRows },
    card(
      "card-next", "Next annotation, or the words by the next program", in: [.answer, .card]
    ) { state, mode in
      if mode == .answer { return LookupCard.lookUpByNext(&state) }
      AnnotationCard.moveCard(&state, 1)
      return []
    },
    card("card-previous", "Previous annotation in the card", in: [.card]) { state, _ in
      AnnotationCard.moveCard(&state, -1)
      return []
    },
  ]

  private static func card(
    _ name: String, _ title: String, in modes: Set<Keymap.Mode>,
    run: @escaping @Sendable (inout State, Keymap.Mode) -> [Effect]
  ) -> Command {
    Command(
      name, title, .cards,
      when: { state in
        state.cardMode.map(modes.contains) == true
          ? .available : .unavailable("No card that does this is shown")
      }
    ) { state, _ in state.cardMode.map { run(&state, $0) } ?? [] }
  }

  private static func scroll(
    _ name: String, _ title: String, by step: @escaping @Sendable (State, Keymap.Mode) -> Int
  ) -> Command {
    card(name, title, in: [.answer, .card]) { state, mode in
      let rows = step(state, mode)
      if mode == .answer {
        LookupCard.scrollLookup(&state, by: rows)
      } else {
        AnnotationCard.scroll(&state, rows)
      }
      return []
    }
  }

  @Sendable private static func page(_ state: State, _ mode: Keymap.Mode) -> Int {
    mode == .answer ? LookupCard.pageRows(state) : 8
  }
}
