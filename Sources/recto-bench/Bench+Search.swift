import Glibc

extension Bench {
  /// The words looked for: the first in a document that has not been read yet, the second in one that has. They are the two
  /// long ones that stand most often in the book.
  private func words() throws(Command.Failure) -> (first: String, second: String) {
    var counts: [String: Int] = [:]
    let text = try Command(recto, "text", "--mode", "raw", book).output()
    for word in text.split(whereSeparator: { !($0.isLetter && $0.isASCII) }) where word.count >= 6 {
      counts[word.lowercased(), default: 0] += 1
    }
    let ordered = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    guard ordered.count > 1 else {
      throw Command.Failure(description: "\(book) has no words to look for")
    }
    return (ordered[0], ordered[1])
  }

  /// From a word typed in the middle of the book to its first hit on the screen, and the count of all by commands, against pdfgrep.
  func search() throws(Command.Failure) -> [Figure] {
    let words = try words()
    let pages =
      try Command(recto, "text", "--mode", "raw", book).output().count { $0 == "\u{c}" }
    var firsts: [Double] = []
    var seconds: [Double] = []
    for _ in 0..<rounds {
      let session = try Session(recto, [book + "#page=\(max(1, pages / 2))"], folder: folder)
      try session.rest()
      usleep(500_000)
      firsts.append(try hitTime(words.first, in: session))
      session.type("\r")
      // All of the book is read by then.
      usleep(15_000_000)
      seconds.append(try hitTime(words.second, in: session))
    }
    var figures = [
      Figure(
        name: "first hit, book not read yet", of: firsts, unit: "ms", goal: .below(50)),
      Figure(name: "first hit, book read", of: seconds, unit: "ms", goal: .below(50)),
    ]
    var counts: [Double] = []
    var peers: [Double] = []
    for _ in 0..<rounds {
      counts.append(try Command(recto, "search", "-i", "-c", words.first, book).time())
      if let time = try? Command("pdfgrep", "-i", "-c", words.first, book).time() {
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
