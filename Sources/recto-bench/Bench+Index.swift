import Glibc

extension Bench {
  /// Measures indexing a folder by `recto index`, against pdftotext run for each document and against recollindex (recollcmd), with the memory of all processes
  /// and the size of the index.
  func index() throws(Command.Failure) -> [Figure] {
    let files = try Command("find", library, "-name", "*.pdf", "-type", "f").output()
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
        try Command(recto, "index", library).time(every: 250) { pid in
          let all = [pid] + Session.children(of: pid)
          most = max(most, all.reduce(0) { $0 + Session.memory(of: $1, "Pss") })
        })
      _ = try? Command("rm", "-rf", texts).time()
      _ = try Command("mkdir", texts).time()
      var sum = 0.0
      for (number, file) in files.enumerated() {
        sum += Command("pdftotext", "-q", file, texts + "/\(number).txt").timeAtAnyEnd()
      }
      peer.append(sum)
      if let time = recollTime(round) { recoll.append(time) }
    }
    let size = try Command("du", "-sb", folder + "/index-0/recto").output()
    let text = try Command("du", "-sb", texts).output()
    func bytes(_ line: String) -> Double { Double(line.prefix { $0.isNumber }) ?? 0 }
    let again = Command(recto, "index", library).timeAtAnyEnd()
    var figures = [
      Figure(name: "indexing, \(files.count) documents", of: own, dividedBy: 1_000, unit: "s"),
      Figure(name: "pdftotext, one by one", of: peer, dividedBy: 1_000, unit: "s"),
      Figure(
        name: "  recto against it", value: own.median / peer.median, unit: "×", goal: .atMost(0.65)),
      Figure(
        name: "memory of recto and its workers, at most", value: most, unit: "MB",
        goal: .below(400)),
      Figure(
        name: "index against the text", value: bytes(size) / bytes(text), unit: "×",
        goal: .atMost(3)),
      Figure(name: "nothing changed", value: again, unit: "ms"),
    ]
    if !recoll.isEmpty {
      figures.append(Figure(name: "recollindex", of: recoll, dividedBy: 1_000, unit: "s"))
      figures.append(
        Figure(name: "  recto against it", value: own.median / recoll.median, unit: "×"))
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
    guard Command("recollindex", "-h").timeAtAnyEnd() > 0 else { return nil }
    return Command("recollindex", "-c", settings, "-z").timeAtAnyEnd()
  }
}
