import DocumentModel
import Interface
import Library
import Services

/// `recto share text`: prints pages of a shared library as they were read.
enum SharedText {
  static func run(_ text: String, _ parsed: Arguments) throws -> Int32 {
    guard let place = SharedPlace(text) else {
      throw Arguments.Mistake(
        sentence: "\(text) is no place in a shared library; one is written NAME:COLLECTION/PATH")
    }
    var page: Int?
    if let given = parsed.options["page"] {
      guard let number = Int(given), number > 0 else {
        throw Arguments.Mistake(sentence: "--page needs a number from 1")
      }
      page = number - 1
    }
    let library = try JoinedLibraries.named(place.library)
    var goesOn = true
    var count = 0
    func write(_ text: String) {
      count += 1
      goesOn = Output.write((count > 1 ? "\u{0C}" : "") + text + "\n")
    }
    var document: StoredDocument?
    var isThere = false
    var silence: String?
    do throws(SharedLibraryError) {
      let searcher = SharedSearcher(
        try library.openAll(), name: library.name, while: { goesOn })
      document = try searcher.read(place, page: page, write)
      isThere = document != nil
    } catch {
      silence = SharedStrings.text(error, library.name)
      // Kept text is for times without an answer, not for readers who were removed.
      let kept = error.isTransient ? KeptLibrary(keptOf: library.id, named: library.name) : nil
      guard count == 0, (try? kept?.read(place, page: page, write)) == true else {
        throw CommandDocument.Failure(sentence: silence ?? "")
      }
      isThere = true
    }
    if let silence { Output.complain("\(silence); this is the text that is kept here") }
    guard isThere else {
      throw CommandDocument.Failure(
        sentence: "\(text) is not there, or in a collection that you are not admitted to")
    }
    if let document, let page, document.hasPages, page >= document.pageCount, document.pageCount > 0
    {
      throw CommandDocument.Failure(
        sentence: PageStrings.missing("\(page + 1)", of: document.pageCount, in: text))
    }
    guard count > 0 else {
      if let words = document.flatMap({ unread($0.state) }) {
        throw CommandDocument.Failure(sentence: "\(text) \(words)")
      }
      Output.complain(
        page == nil
          ? "\(text) has no text"
          : "\(text): no paragraph begins on this page; one of an earlier page may go on there")
      return Output.status(1)
    }
    return Output.status(silence == nil ? 0 : 3)
  }

  /// Returns why a document has no text; nil if it was read.
  private static func unread(_ state: IndexedState) -> String? {
    switch state {
    case .whole, .partly: nil
    case .failed: "could not be read when it was added"
    case .locked: "is encrypted, so that its text is not in the library"
    }
  }
}
