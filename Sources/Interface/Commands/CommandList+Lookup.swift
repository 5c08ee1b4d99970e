/// Looking words up by programs such as dictionaries.
extension CommandList {
  static let lookup: [Command] = [
    Command(
      "look-up", "Look words up in a dictionary or by another program", .links,
      argument: .init(name: "WORDS", choices: .suggested { _ in [] }) { state, words in
        state.lookUp(words)
      },
      run: { state, _ in state.lookUp() }
    ).also("translate spelling define dict sdcv")
  ]
}
