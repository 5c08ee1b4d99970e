import Glibc

extension Bench {
  /// Returns the two most frequent long words of the book: the first is searched before the document has been read completely, the second after.
  private func words() throws(ProgramRun.Failure) -> (first: String, second: String) {
    var counts: [String: Int] = [:]
    let text = try ProgramRun(recto, "text", "--mode", "raw", book).output()
    for word in text.split(whereSeparator: { !($0.isLetter && $0.isASCII) }) where word.count >= 6 {
      counts[word.lowercased(), default: 0] += 1
    }
    let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    guard ordered.count > 1 else {
      throw ProgramRun.Failure(description: "\(book) has no words to look for")
    }
    return (ordered[0], ordered[1])
  }

  /// Measures from a word typed in the middle of the book to its first hit on the screen, and counting all hits by command, against pdfgrep.
  func search() throws(ProgramRun.Failure) -> [Measurement] {
    let words = try words()
    let pages =
      try ProgramRun(recto, "text", "--mode", "raw", book).output().count { $0 == "\u{c}" }
    var firsts: [Double] = []
    var seconds: [Double] = []
    for _ in 0..<rounds {
      let session = try TerminalSession(
        recto, [book + "#page=\(max(1, pages / 2))"], folder: folder)
      try session.rest()
      usleep(500_000)
      firsts.append(try hitTime(words.first, in: session))
      session.type("\r")
      // The whole book has been read by then.
      usleep(15_000_000)
      seconds.append(try hitTime(words.second, in: session))
    }
    var figures = [
      Measurement(
        name: "first hit, book not read yet", of: firsts, unit: "ms", goal: .below(50)),
      Measurement(name: "first hit, book read", of: seconds, unit: "ms", goal: .below(50)),
    ]
    var counts: [Double] = []
    var peers: [Double] = []
    for _ in 0..<rounds {
      counts.append(try ProgramRun(recto, "search", "-i", "-c", words.first, book).time())
      if let time = try? ProgramRun("pdfgrep", "-i", "-c", words.first, book).time() {
        peers.append(time)
      }
    }
    figures.append(Measurement(name: "recto search -c", of: counts, dividedBy: 1_000, unit: "s"))
    guard !peers.isEmpty else { return figures }
    return figures + [
      Measurement(name: "pdfgrep -c", of: peers, dividedBy: 1_000, unit: "s"),
      Measurement(name: "faster than pdfgrep", value: peers.median / counts.median, unit: "×"),
    ]
  }

  /// Types a search word and waits until the prompt shows the number of the current hit.
  private func hitTime(_ word: String, in session: TerminalSession) throws(ProgramRun.Failure)
    -> Double
  {
    _ = try session.frameTime(of: "j")
    session.forget()
    let begin = ContinuousClock.now
    session.type("/" + word)
    try session.wait(for: " of ")
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }
}
