/// A request to the voice that reads aloud.
package enum SpeechEffect: Sendable, Hashable {
  /// Say sentences, after those before; the language is a tag (BCP 47), empty for the voice's own.
  case say([SpokenLine], language: String)
  /// Be silent and forget all that was to be said.
  case stop
  /// Speak so fast from the next sentence on, from -100 to 100.
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
