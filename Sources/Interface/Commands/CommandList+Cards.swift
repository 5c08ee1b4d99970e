import Messages

/// The kinds of cards, which take keys before the view below.
enum Card: Sendable, CaseIterable {
  /// The target of a link.
  case peek
  /// The output of a program about words.
  case lookup
  /// An annotation with its replies.
  case annotation

  var mode: Keymap.Mode {
    switch self {
    case .peek: .peek
    case .lookup: .answer
    case .annotation: .card
    }
  }
}

/// Commands of the cards.
extension CommandList {
  static let cards: [Command] = [
    card("card-close", "Close the card", in: [.peek, .lookup, .annotation]) { state, card in
      switch card {
      case .peek: state.peek = nil
      case .lookup: return state.lookups.closeLookup()
      case .annotation: state.annotating.card = nil
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
    card("card-copy", "Copy the card's text", in: [.peek, .lookup]) { state, card in
      switch card {
      case .peek: state.peek.map { Peek.copy(&state, $0) } ?? []
      case .lookup: LookupCard.copyLookup(&state)
      case .annotation: []
      }
    },
    scroll("card-down", "Scroll the card down") { _, _ in 1 },
    scroll("card-up", "Scroll the card up") { _, _ in -1 },
    scroll("card-page-down", "Scroll the card down by a page", by: page),
    scroll("card-page-up", "Scroll the card up by a page") { -page($0, $1) },
    scroll("card-start", "Start of the card") { _, _ in -LookupCard.mostRows },
    scroll("card-end", "End of the card") { _, _ in LookupCard.mostRows },
    card("look-up-next", "Look the words up by the next program", in: [.lookup]) { state, _ in
      LookupCard.lookUpByNext(&state)
    },
    card("card-next", "Next annotation in the card", in: [.annotation]) { state, _ in
      AnnotationCard.moveCard(&state, 1)
      return []
    },
    card("card-previous", "Previous annotation in the card", in: [.annotation]) { state, _ in
      AnnotationCard.moveCard(&state, -1)
      return []
    },
  ]

  private static func card(
    _ name: String, _ title: String, in kinds: Set<Card>,
    run: @escaping @Sendable (inout State, Card) -> [Effect]
  ) -> Command {
    Command(
      name, title, .cards,
      when: { state in
        state.card.map(kinds.contains) == true
          ? .available : .unavailable("No card that does this is shown")
      }
    ) { state, _ in state.card.map { run(&state, $0) } ?? [] }
  }

  private static func scroll(
    _ name: String, _ title: String, by step: @escaping @Sendable (State, Card) -> Int
  ) -> Command {
    card(name, title, in: [.lookup, .annotation]) { state, card in
      let rows = step(state, card)
      switch card {
      case .lookup: LookupCard.scrollLookup(&state, by: rows)
      case .annotation: AnnotationCard.scroll(&state, rows)
      case .peek: break
      }
      return []
    }
  }

  @Sendable private static func page(_ state: State, _ card: Card) -> Int {
    card == .lookup ? LookupCard.pageRows(state) : 8
  }
}
