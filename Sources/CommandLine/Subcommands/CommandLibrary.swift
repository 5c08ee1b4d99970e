import Library
import Services
import Workers

/// The library for a subcommand; its calls wait for the answers.
struct CommandLibrary {
  private let library = ReadingLibrary(folder: ReadingLibrary.defaultFolder()) { trouble in
    Output.complain(Sentences.text(trouble))
  }

  /// The folders that are indexed, by the user's choice or by the settings. No library is made for the question: it would end the tour of a
  /// first start.
  static func indexedFolders() -> [String] {
    let always = IndexFolders.settings()
    guard ReadingLibrary.isThere else { return IndexWalk.apart(always) }
    return CommandLibrary().ask { IndexFolders.load(from: $1, and: always, completion: $0) }
  }

  /// The answer to a question that is put to the library.
  func ask<Value: Sendable>(
    _ question: (@escaping @Sendable (Value) -> Void, ReadingLibrary) -> Void
  ) -> Value {
    let answer = Answer<Value>()
    question({ answer.give($0) }, library)
    let value = answer.wait()
    library.flush()
    return value
  }
}
