import Messages

/// Comparing versions of a document.
extension CommandList {
  static let comparison: [Command] = [
    Command(
      "diff", "Compare with an older version: mark changed words", .documents,
      when: Command.needsDocument,
      argument: .init(name: "FILE", choices: .paths) { state, path in state.compare(with: path) },
      run: { state, _ in state.ask(for: "diff") }
    ).also("changes differences revision track redline"),
    Command("diff-off", "Stop showing changes", .documents) { state, _ in state.endDiff() }
      .also("compare end"),
    Command("diff-views", "Show both versions side by side, in step", .documents) { state, _ in
      state.showVersions()
    }.also("compare split beside"),
    Command("next-change", "Next change", .jumping, when: Command.needsDocument) { state, count in
      state.moveChange(count ?? 1)
    }.also("diff compare"),
    Command("previous-change", "Previous change", .jumping, when: Command.needsDocument) {
      state, count in
      state.moveChange(-(count ?? 1))
    }.also("diff compare"),
    move("changes", "Changes between two versions", .showing) { state, _ in
      state.toggle(.changes)
    }.also("diff compare list"),
  ]
}
