import DocumentModel

/// Annotations of the members of shared libraries.
extension CommandList {
  private static let needsCollection: @Sendable (State) -> Command.Availability = { state in
    state.document?.annotations.layer.collections.isEmpty == false
      ? .available : .unavailable("The document is in no collection of a shared library")
  }

  static let memberAnnotations: [Command] = [
    own(
      "share-annotation", "Share the annotation with the members of the collection, or withdraw it",
      when: needsCollection
    ) { state, _ in state.shareCurrent() }.also("publish group team private"),
    own(
      "share-new-annotations", "Choose whom new annotations are for",
      argument: .init(name: "WHOM", choices: .suggested { _ in ["everyone", "me"] }) {
        state, whom in
        guard ["everyone", "me"].contains(whom) else {
          state.say("“\(whom)” is neither everyone nor me", isError: true)
          return []
        }
        return state.shareNew(whom == "everyone")
      }, when: needsCollection
    ) { state, _ in state.ask(for: "share-new-annotations") }.also("publish group team private"),
    own(
      "show-members", "Show the annotations of some members only",
      argument: .init(
        name: "NAMES",
        choices: .suggested { ["all", "none"] + AnnotationStrings.members(of: $0.document) }
      ) { state, names in
        state.showMembers(names)
        return []
      }, when: needsCollection
    ) { state, _ in state.ask(for: "show-members") }.also("authors layers people hide"),
  ]
}
