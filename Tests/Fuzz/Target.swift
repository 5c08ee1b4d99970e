/// A reader of ours that is given bytes nobody wrote.
struct Target: Sendable {
  let name: String
  /// Inputs that are right, or nearly so, to begin with.
  let seeds: @Sendable () -> [[UInt8]]
  /// Words that mean something to the reader: some are put in.
  var words: [String] = []
  /// Inputs of a round, so that all targets take about as long.
  var batch = 1
  /// Gives the input to the reader; returns a sentence if it broke a rule. Crashes and hangs are detected separately.
  let take: @Sendable ([UInt8]) -> String?

  static let all =
    wire.paced(3_000) + texts.paced(40) + terminal.paced(300) + settings.paced(10)
    + annotations.paced(5_000) + desktop.paced(150) + pictures.paced(100) + documents.paced(10)
    + books.paced(10)
    + pages.paced(20) + exchanged.paced(100)
}

extension [Target] {
  fileprivate func paced(_ batch: Int) -> [Target] {
    map { target in
      var paced = target
      paced.batch = batch
      return paced
    }
  }
}

extension [UInt8] {
  var text: String { String(decoding: self, as: UTF8.self) }
}
