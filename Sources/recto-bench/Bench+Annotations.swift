extension Bench {
  /// Kills an annotating process repeatedly (`--faults N`) before any write, sync, rename and commit, with changes by other programs in between: no edit that
  /// was reported as stored may be missing, and the file is intact at each moment.
  ///
  /// Runs `annotation-probe`, which is built with the tests.
  ///
  /// Uses plain text with a stand-in for the worker; with `--real`, PDFs with the real workers.
  func annotations() throws(ProgramRun.Failure) -> [Measurement] {
    if let corpus { return try annotatedCorpus(corpus) }
    let probe =
      recto.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      + "/annotation-probe"
    let command = ProgramRun([probe, "faults", "\(faults)", "1"] + (isReal ? ["real"] : []))
    let words = try command.output(isQuiet: true).split(whereSeparator: \.isWhitespace)
    func number(after name: Substring) -> Double? {
      words.firstIndex(of: name).flatMap { Double(words.dropFirst($0 + 1).first ?? "") }
    }
    guard let killed = number(after: "killed"), let kept = number(after: "kept"),
      let failures = number(after: "failures")
    else { throw ProgramRun.Failure(description: "annotation-probe gave no figures") }
    return [
      Measurement(name: "killed", value: killed, unit: ""),
      Measurement(name: "edits reported as kept", value: kept, unit: ""),
      Measurement(
        name: "rounds with something missing", value: failures, unit: "", goal: .atMost(0)),
    ]
  }
}
