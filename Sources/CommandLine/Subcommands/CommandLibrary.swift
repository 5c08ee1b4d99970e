import Library
import Services
import Workers

/// The library opened for a subcommand, whose answers are waited for.
struct CommandLibrary {
  private let library = ReadingLibrary(folder: ReadingLibrary.defaultFolder()) { trouble in
    Output.complain(Sentences.text(trouble))
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
