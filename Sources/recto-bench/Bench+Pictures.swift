import Glibc

extension Bench {
  /// Pages are turned so many times.
  private static let turns = 60
  /// A reader looks for so many microseconds; the next page is drawn in them.
  private static let look: UInt32 = 150_000

  /// From the key that turns a page to the last byte of its picture, 1,000 × 1,300 pixels, the page drawn ahead; and what all pages
  /// of the book leave in memory.
  func pictures() throws(Command.Failure) -> [Figure] {
    var figures: [Figure] = []
    let ways: [(name: String, manner: Session.Manner, median: Double?, percentile: Double?)] = [
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
        Figure(
          name: "page key to picture, \(way.name), median", value: times.median, unit: "ms",
          goal: way.median.map { .atMost($0) } ?? .none),
        Figure(
          name: "page key to picture, \(way.name), 99th percentile", value: times.percentile(0.99),
          unit: "ms", goal: way.percentile.map { .atMost($0) } ?? .none),
      ]
    }
    return figures + (try pictureMemory())
  }

  /// The book on its first page, as a picture as wide as the window.
  private func picture(_ manner: Session.Manner) throws(Command.Failure) -> Session {
    let session = try Session(
      recto, [book + "#page=1"], folder: folder, manner: manner, rows: 66)
    try session.rest()
    session.type(":look-picture\r")
    try session.rest()
    return session
  }

  private func pictureMemory() throws(Command.Failure) -> [Figure] {
    let session = try picture(.kitty)
    let pages =
      try Command(recto, "text", "--mode", "raw", book).output().split(
        separator: "\u{c}", omittingEmptySubsequences: false
      ).count - 1
    for _ in 1..<pages { _ = try session.pictureTime(of: "J") }
    try session.rest()
    return [
      Figure(
        name: "recto after \(pages) pictures of pages", value: Session.memory(of: session.pid),
        unit: "MB", goal: .below(256 + 60))
    ]
  }
}
