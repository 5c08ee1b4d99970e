/// A reader of ours that is given bytes nobody wrote.
struct Target: Sendable {
  let name: String
  /// Inputs that are right, or nearly so, to begin with.
  let seeds: @Sendable () -> [[UInt8]]
  /// Words that mean something to the reader: some are put in.
  var words: [String] = []
  /// Gives the input to the reader; what comes back is a sentence where it did what it must not. A crash and a hang are seen by themselves.
  let take: @Sendable ([UInt8]) -> String?

  static let all =
    wire + texts + terminal + settings + annotations + desktop + pictures + documents
}

extension [UInt8] {
  var text: String { String(decoding: self, as: UTF8.self) }
}
