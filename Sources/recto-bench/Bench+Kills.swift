import Glibc

extension Bench {
  /// Kills `recto index` or one of its workers (SIGKILL) at random moments, a hundred times or `--rounds`, then runs it to its end: the index must open each
  /// time, and finally find the same as reading the documents.
  func kills() throws(ProgramRun.Failure) -> [Measurement] {
    let place = folder + "/kills"
    setenv("XDG_CACHE_HOME", place, 1)
    setenv("XDG_DATA_HOME", place, 1)
    var random = SystemRandomNumberGenerator()
    var killed = 0.0
    var broken = 0.0
    var workers = 0.0
    let whole = try ProgramRun(recto, "index", library).time(watching: { _ in })
    var turn = 0
    while killed + workers < Double(rounds * 100), turn < rounds * 400 {
      turn += 1
      var command = ProgramRun(recto, "index", library)
      // Documents that the killed run did not reach are indexed by the next.
      if turn.isMultiple(of: 4) { command.words.append("--rebuild") }
      let aim = Bool.random(using: &random)
      var isHit = false
      let at = Double.random(in: 5...whole / 2, using: &random)
      let begin = ContinuousClock.now
      _ = try command.time(every: 5) { pid in
        guard !isHit, (ContinuousClock.now - begin) / .milliseconds(1) >= at else { return }
        let target = aim ? pid : TerminalSession.children(of: pid).randomElement() ?? pid
        isHit = true
        if target == pid { killed += 1 } else { workers += 1 }
        kill(target, SIGKILL)
      }
      if try ProgramRun(recto, "index", "--status", "--json").output().isEmpty { broken += 1 }
    }
    _ = ProgramRun(recto, "index").timeAtAnyEnd()
    var differing = 0.0
    for word in ["the", "and", "of the", "日本"] {
      let indexed = try ProgramRun(recto, "search", "-c", word, library).output(isQuiet: true)
      let live = try ProgramRun(recto, "search", "--no-index", "-c", word, library).output(
        isQuiet: true)
      if indexed != live { differing += 1 }
    }
    return [
      Measurement(name: "killed", value: killed, unit: ""),
      Measurement(name: "workers killed", value: workers, unit: ""),
      Measurement(name: "the index did not open", value: broken, unit: "", goal: .atMost(0)),
      Measurement(
        name: "searches that differ in the end", value: differing, unit: "", goal: .atMost(0)),
    ]
  }
}
