package import DocumentModel
package import Text
package import Widgets

/// The search in all documents: what is typed, what was found, and where one came from.
package struct Finder: Sendable {
  package enum Focus: Sendable, Hashable { case prompt, list }

  /// What documents are to be near to.
  package struct Related: Sendable, Hashable {
    package var text: String
    /// Path of the document it is from.
    package var except: String
    /// As the prompt names it.
    package var words: String
  }

  /// A document that was opened at a hit, while it is not there yet.
  package struct Arrival: Sendable, Hashable {
    package var document: DocumentID
    package var query: SearchQuery?
    package var place: Place
    /// Only hits on these pages count; empty: all.
    package var pages: [Int] = []
    /// Where in it one arrives.
    package var aim = Aim.hit

    package enum Aim: Sendable, Hashable {
      case hit
      /// The place itself, which is no hit.
      case place
      /// The last hit.
      case last
    }
  }

  /// It is on the screen; else a document that was found is read, and it waits behind.
  package var isShown = true
  package var focus = Focus.prompt
  package var line = LineEditor()
  package var options = SearchQuery("")
  package var related: Related?
  /// The folder it was begun in; what is looked for is in it or everywhere.
  package var here: String
  package var isHere = false
  /// What was found by the newest request that has an answer.
  package var found = FoundList()
  /// What a newer request has found, as long as there is nothing to be shown of it.
  package var incoming: FoundList?
  /// The newest request.
  package var request: LibraryRequest?
  /// Rises with each change of what is typed.
  package var serial = 0
  /// Index into the history of what was called back to the prompt.
  package var historyIndex: Int
  package var before: ViewSnapshot
  /// Where it was called back from, out of the document it had opened.
  package var called: ViewSnapshot?
  /// The document that is read and was found; and whether it was opened for that.
  package var reading: DocumentID?
  package var hasOpened = false
  package var arrival: Arrival?
  /// What was found before, out of whose documents this one was begun; the last is gone back to first.
  package var beneath: [Finder] = []

  package init(here: String, before: ViewSnapshot, historyIndex: Int) {
    self.here = here
    self.before = before
    self.historyIndex = historyIndex
  }

  /// The number of the newest request; 0: there is none.
  package var number: Int { (incoming ?? found).number }

  package var isRunning: Bool { number > 0 && !(incoming ?? found).told.isDone }

  /// What of the query stands in the documents that were found; nil where there are only filters, or none was typed.
  var pattern: SearchQuery? {
    guard case .query(let text, let options)? = found.request?.source else { return nil }
    return (try? LibraryQuery(text, options: options))?.readerQuery
  }

  /// What is requested for by now; nil where too little is typed.
  package var typed: LibraryRequest? {
    let folder = isHere ? here : ""
    if let related {
      return LibraryRequest(.related(to: related.text, except: related.except), folder: folder)
    }
    let text = line.text.trimmed
    let isEnough =
      options.isRegularExpression ? QueryText.isEnough(text) : QueryText(text).isEnough
    return isEnough ? LibraryRequest(.query(text, options), folder: folder) : nil
  }
}
