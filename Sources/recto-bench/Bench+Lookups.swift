import Glibc

extension Bench {
  /// Measures look-ups from a command's first line to the card that shows it; the command names the time itself.
  func lookups() throws(ProgramRun.Failure) -> [Measurement] {
    let actions = """
      [{ name: "Stamp", command: "echo from:$(date +%s%N):now; sleep 60 # {selection}", key: "ctrl+x", show: "card" }]
      """
    guard mkdir(folder + "/recto", 0o700) == 0 || errno == EEXIST,
      let file = fopen(folder + "/recto/actions.json5", "w")
    else { throw ProgramRun.Failure(description: "no actions can be written") }
    fputs(actions, file)
    fclose(file)
    let session = try TerminalSession(recto, [beginning], folder: folder)
    try session.wait(for: try firstWord(of: book))
    _ = try session.frameTime(of: "v")
    var times: [Double] = []
    for _ in 0..<rounds * 20 {
      try session.rest()
      session.forget()
      session.type(Self.actionKey)
      times.append(try shownTime(session))
      _ = try session.frameTime(of: "\u{1b}")
    }
    return [
      Measurement(
        name: "a look-up's first line to the screen, median", of: times, unit: "ms",
        goal: .atMost(10)),
      Measurement(name: "  95 of 100", value: times.percentile(0.95), unit: "ms"),
    ]
  }

  /// Waits for the time that the command names; returns the milliseconds since then.
  private func shownTime(_ session: TerminalSession) throws(ProgramRun.Failure) -> Double {
    try session.wait(for: ":now")
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let shown = String(decoding: session.received, as: UTF8.self)
    guard let start = shown.split(separator: "from:").last?.prefix(while: \.isNumber),
      let nanoseconds = Int(start)
    else { throw ProgramRun.Failure(description: "the look-up names no time") }
    return Double(now.tv_sec * 1_000_000_000 + now.tv_nsec - nanoseconds) / 1_000_000
  }

  /// Ctrl-x.
  private static let actionKey = "\u{18}"
}
