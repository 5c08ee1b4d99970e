import Glibc

extension Bench {
  private static let pageCounts = [100, 1_000, 10_000, 100_000]

  /// Measures how start, keys and memory grow with the page count; the book's pages are repeated by
  /// qpdf.
  func growth() throws(ProgramRun.Failure) -> [Measurement] {
    var figures: [Measurement] = []
    for count in Self.pageCounts {
      let grown = folder + "/pages-\(count).pdf"
      try PageCopies.write(of: book, count, to: grown)
      figures += try measured(grown, count)
      unlink(grown)
    }
    return figures
  }

  private func measured(_ grown: String, _ count: Int) throws(ProgramRun.Failure) -> [Measurement] {
    var same = self
    same.book = grown
    let word = try same.firstWord(of: grown)
    var (starts, keys, jumps, memory): ([Double], [Double], [Double], [Double]) = ([], [], [], [])
    for _ in 0..<rounds {
      let begin = ContinuousClock.now
      let session = try TerminalSession(recto, [grown + "#page=1"], folder: folder)
      try session.wait(for: word)
      starts.append((ContinuousClock.now - begin) / .milliseconds(1))
      try session.rest()
      for _ in 0..<50 {
        keys.append(try session.frameTime(of: " "))
        usleep(20_000)
      }
      jumps.append(try session.frameTime(of: "G"))
      try session.rest()
      memory.append(
        ([session.pid] + session.children).reduce(0) { $0 + TerminalSession.memory(of: $1, "Pss") })
    }
    let name = "\(count) pages: "
    return [
      Measurement(name: name + "start to the first page's text", of: starts, unit: "ms"),
      Measurement(name: name + "key to frame, median", of: keys, unit: "ms"),
      Measurement(
        name: name + "key to frame, 99th percentile", value: keys.percentile(0.99), unit: "ms",
        goal: .below(16)),
      Measurement(name: name + "G to its frame", of: jumps, unit: "ms"),
      Measurement(name: name + "memory of recto and its workers", of: memory, unit: "MB"),
    ]
  }
}
