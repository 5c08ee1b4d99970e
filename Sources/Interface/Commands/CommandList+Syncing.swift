import Messages

/// Exchanging positions and more with the user's other machines.
extension CommandList {
  static let syncing: [Command] = [
    Command("sync", "Exchange positions, marks and tags with your other machines", .program) {
      _, _ in [.synchronise]
    }.also("synchronise synchronize syncthing dropbox cloud computers"),
    Command(
      "merge-conflict", "Merge the annotations of a conflict copy", .annotations,
      when: Command.needsDocument
    ) { state, _ in state.mergeConflict() }.also("sync synchronise syncthing dropbox versions"),
    move(
      "continue-elsewhere", "Go to the place read on another machine", .jumping
    ) { state, _ in state.continueElsewhere() }.also("sync synchronise resume"),
  ]
}
