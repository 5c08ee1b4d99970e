/// Looking words up by programs such as dictionaries.
extension CommandList {
  static let lookup: [Command] = [
    Command(
      "look-up", "Look words up in a dictionary or by another program", .links,
      argument: .init(name: "WORDS", choices: .suggested { _ in [] }) { state, words in
        LookupCard.lookUp(&state, words)
      },
      run: { state, _ in LookupCard.lookUp(&state) }
    ).also("translate spelling define dict sdcv")
  ]
}
