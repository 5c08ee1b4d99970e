/// A request to the voice that reads aloud.
package enum SpeechEffect: Sendable, Hashable {
  /// Speaks sentences after those before. The language is a tag (BCP 47), empty for the voice's own.
  case say([SpokenLine], language: String)
  /// Stops speaking, and drops the sentences that wait.
  case stop
  /// The rate from the next sentence on, from -100 (slow) to 100 (fast).
  case setRate(Int)
}

/// A sentence that is read aloud, by its number.
package struct SpokenLine: Sendable, Hashable {
  package var number: Int
  package var text: String

  package init(number: Int, text: String) {
    self.number = number
    self.text = text
  }
}

/// News of the voice that reads aloud.
package enum SpeechNews: Sendable, Hashable {
  /// The voice has begun a sentence.
  case began(Int)
  /// A sentence was read to its end.
  case ended(Int)
  /// It cannot speak: a sentence that says why and what to do.
  case failed(String)
}
