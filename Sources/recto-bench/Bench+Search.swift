import Glibc

extension Bench {
  /// The words looked for: the first in a document that has not been read yet, the second in one that has.
  private static let words = (first: "function", second: "matrix")

  /// From a word typed in the middle of the book to its first hit on the screen, and the count of all by commands, against pdfgrep.
  func search() throws(Command.Failure) -> [Figure] {
    var firsts: [Double] = []
    var seconds: [Double] = []
    for _ in 0..<rounds {
      let session = try Session(recto, [book + "#page=1000"], folder: folder)
      try session.wait(for: "1000")
      usleep(500_000)
      firsts.append(try hitTime(Self.words.first, in: session))
      session.type("\r")
      // All of the book is read by then.
      usleep(15_000_000)
      seconds.append(try hitTime(Self.words.second, in: session))
    }
    var figures = [
      Figure(
        name: "first hit, book not read yet", of: firsts, unit: "ms", goal: .below(50)),
      Figure(name: "first hit, book read", of: seconds, unit: "ms", goal: .below(50)),
    ]
    var counts: [Double] = []
    var peers: [Double] = []
    for _ in 0..<rounds {
      counts.append(try Command(recto, "search", "-i", "-c", Self.words.first, book).time())
      if let time = try? Command("pdfgrep", "-i", "-c", Self.words.first, book).time() {
        peers.append(time)
      }
    }
    figures.append(Figure(name: "recto search -c", of: counts, dividedBy: 1_000, unit: "s"))
    guard !peers.isEmpty else { return figures }
    return figures + [
      Figure(name: "pdfgrep -c", of: peers, dividedBy: 1_000, unit: "s"),
      Figure(name: "faster than pdfgrep", value: peers.median / counts.median, unit: "×"),
    ]
  }

  /// Types a word to be looked for and waits until the prompt says which of the hits is shown.
  private func hitTime(_ word: String, in session: Session) throws(Command.Failure) -> Double {
    _ = try session.frameTime(of: "j")
    session.forget()
    let begin = ContinuousClock.now
    session.type("/" + word)
    try session.wait(for: " of ")
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }
}
