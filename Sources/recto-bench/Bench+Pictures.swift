import Glibc

extension Bench {
  /// The number of page turns measured.
  private static let turns = 60
  /// The pause between page turns in microseconds, in which the next page is rendered.
  private static let look: UInt32 = 150_000

  /// Measures from the key that turns a page to the last byte of its image (1,000 × 1,300 pixels), with the page rendered in advance.
  func pictures() throws(ProgramRun.Failure) -> [Measurement] {
    var figures: [Measurement] = []
    let ways:
      [(name: String, manner: TerminalSession.Manner, median: Double?, percentile: Double?)] = [
        ("kitty, shared memory", .kitty, 6, 16), ("sixel", .sixel, 25, nil),
        ("characters", .plain, 12, nil),
      ]
    for way in ways {
      let session = try picture(way.manner)
      var times: [Double] = []
      for _ in 0..<Self.turns {
        usleep(Self.look)
        times.append(try session.pictureTime(of: "J"))
      }
      figures += [
        Measurement(
          name: "page key to picture, \(way.name), median", of: times, unit: "ms",
          goal: way.median.map { .atMost($0) } ?? .none),
        Measurement(
          name: "page key to picture, \(way.name), 99th percentile", value: times.percentile(0.99),
          unit: "ms", goal: way.percentile.map { .atMost($0) } ?? .none),
      ]
    }
    return figures
  }

  /// Opens the book on its first page, as an image as wide as the window.
  private func picture(_ manner: TerminalSession.Manner) throws(ProgramRun.Failure)
    -> TerminalSession
  {
    let session = try TerminalSession(
      recto, [book + "#page=1"], folder: folder, manner: manner, rows: 66)
    try session.rest()
    session.type(":look-picture\r")
    try session.rest()
    return session
  }

  /// Measures the peak memory of `recto` and its workers while all pages of the book are turned as images.
  func pictureMemory() throws(ProgramRun.Failure) -> [Measurement] {
    let session = try picture(.kitty)
    let pages =
      try ProgramRun(recto, "text", "--mode", "raw", book).output().split(
        separator: "\u{c}", omittingEmptySubsequences: false
      ).count - 1
    var (own, workers, all) = (0.0, 0.0, 0.0)
    func look() {
      // Pss counts shared memory once.
      let now = TerminalSession.memory(of: session.pid, "Pss")
      let others = session.children.reduce(0) { $0 + TerminalSession.memory(of: $1, "Pss") }
      (own, workers, all) = (max(own, now), max(workers, others), max(all, now + others))
    }
    for page in 1..<pages {
      _ = try session.pictureTime(of: "J")
      if page % 20 == 0 { look() }
    }
    try session.rest()
    look()
    return [
      Measurement(
        name: "\(pages) pages as pictures, recto at the most", value: own, unit: "MB",
        goal: .below(256 + 60)),
      Measurement(name: "its workers at the most", value: workers, unit: "MB"),
      Measurement(name: "all at the most", value: all, unit: "MB"),
    ]
  }
}
