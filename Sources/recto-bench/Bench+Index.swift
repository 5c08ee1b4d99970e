import Glibc

extension Bench {
  /// Measures indexing a folder by `recto index`, against pdftotext run for each document and against recollindex (recollcmd), with the memory of all processes
  /// and the size of the index.
  func index() throws(ProgramRun.Failure) -> [Measurement] {
    let files = try ProgramRun("find", library, "-name", "*.pdf", "-type", "f").output()
      .split(separator: "\n").map(String.init).sorted()
    let texts = folder + "/texts"
    var own: [Double] = []
    var peer: [Double] = []
    var recoll: [Double] = []
    var most = 0.0
    for round in 0..<rounds {
      let place = folder + "/index-\(round)"
      setenv("XDG_CACHE_HOME", place, 1)
      setenv("XDG_DATA_HOME", place, 1)
      own.append(
        try ProgramRun(recto, "index", library).time(every: 250) { pid in
          let all = [pid] + TerminalSession.children(of: pid)
          most = max(most, all.reduce(0) { $0 + TerminalSession.memory(of: $1, "Pss") })
        })
      _ = try? ProgramRun("rm", "-rf", texts).time()
      _ = try ProgramRun("mkdir", texts).time()
      var sum = 0.0
      for (number, file) in files.enumerated() {
        sum += ProgramRun("pdftotext", "-q", file, texts + "/\(number).txt").timeAtAnyEnd()
      }
      peer.append(sum)
      if let time = recollTime(round) { recoll.append(time) }
    }
    let size = try ProgramRun("du", "-sb", folder + "/index-0/recto").output()
    let text = try ProgramRun("du", "-sb", texts).output()
    func bytes(_ line: String) -> Double { Double(line.prefix { $0.isNumber }) ?? 0 }
    let again = ProgramRun(recto, "index", library).timeAtAnyEnd()
    var figures = [
      Measurement(name: "indexing, \(files.count) documents", of: own, dividedBy: 1_000, unit: "s"),
      Measurement(name: "pdftotext, one by one", of: peer, dividedBy: 1_000, unit: "s"),
      Measurement(
        name: "  recto against it", value: own.median / peer.median, unit: "×", goal: .atMost(0.65)),
      Measurement(
        name: "memory of recto and its workers, at most", value: most, unit: "MB",
        goal: .below(400)),
      Measurement(
        name: "index against the text", value: bytes(size) / bytes(text), unit: "×",
        goal: .atMost(3)),
      Measurement(name: "nothing changed", value: again, unit: "ms"),
    ]
    if !recoll.isEmpty {
      figures.append(Measurement(name: "recollindex", of: recoll, dividedBy: 1_000, unit: "s"))
      figures.append(
        Measurement(name: "  recto against it", value: own.median / recoll.median, unit: "×"))
    }
    return figures
  }

  /// Returns the milliseconds recollindex takes for the same folder; nil if it is not installed.
  private func recollTime(_ round: Int) -> Double? {
    let settings = folder + "/recoll-\(round)"
    guard mkdir(settings, 0o700) == 0, let file = fopen(settings + "/recoll.conf", "w") else {
      return nil
    }
    fputs("topdirs = \(library)\n", file)
    fclose(file)
    guard ProgramRun("recollindex", "-h").timeAtAnyEnd() > 0 else { return nil }
    return ProgramRun("recollindex", "-c", settings, "-z").timeAtAnyEnd()
  }
}
