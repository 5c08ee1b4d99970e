import Library
import Services

/// Storing files in the databases of a library.
extension SharedIndexRun {
  /// Returns the budget of `--files` in bytes; nil without it.
  static func budget(_ parsed: Arguments) throws(Arguments.Mistake) -> Int? {
    guard let text = parsed.options["files"] else { return nil }
    guard let number = Int(text), (1...1_000_000).contains(number) else {
      throw Arguments.Mistake(
        sentence: "--files needs the gigabytes that all files in a database may have, from 1")
    }
    return number * 1_000_000_000
  }

  /// Stores the files of a collection; returns the exit status.
  func file(
    _ collection: String, of library: JoinedLibrary, budget: Int, while mayGoOn: () -> Bool
  ) throws -> Int32 {
    guard let root = library.roots[collection] else { return 1 }
    let outcome = try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
      try SharedFiling(root: root, budget: budget).run(
        collection, in: try library.openAll(), while: mayGoOn)
    }
    if !asJSON {
      let files = outcome.stored == 1 ? "1 file" : "\(outcome.stored) files"
      Output.write("\(collection): \(files) stored, \(outcome.bytes / 1_000) kB\n")
    }
    if outcome.passedOver > 0 {
      Output.complain(
        "\(collection): \(outcome.passedOver) not stored: changed since they were read, or not here"
      )
    }
    if outcome.left > 0 {
      Output.complain(
        "\(collection): \(outcome.left) not stored: all files would have more than \(budget / 1_000_000_000) GB, or another machine stores files now"
      )
    }
    return outcome.passedOver + outcome.left > 0 ? 2 : outcome.stored > 0 ? 0 : 1
  }
}
