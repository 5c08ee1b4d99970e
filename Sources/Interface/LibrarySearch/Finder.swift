package import DocumentModel
package import Messages
package import Text
package import Widgets

/// The library search: the query, its results and the view to return to.
package struct Finder: Sendable {
  package enum Focus: Sendable, Hashable { case prompt, list }

  /// The text to which related documents are searched.
  package struct Related: Sendable, Hashable {
    package var text: String
    /// The path of the document the text comes from, which is left out.
    package var except: String
    /// The text's name in the prompt.
    package var words: String
  }

  /// A search result that is being opened.
  package struct Arrival: Sendable, Hashable {
    package var document: DocumentID
    package var query: SearchQuery?
    package var place: Place
    /// The pages to which hits are restricted; empty for all pages.
    package var pages: [Int] = []
    /// The position to jump to.
    package var aim = Aim.hit
    package var way = Way.known

    /// How the place is found.
    package enum Way: Sendable, Hashable {
      case known
      /// By the name of a paragraph, which is looked up once the document is open.
      case named(String)
      case lookedUp
      /// By the paragraph to which the view has been moved.
      case landing
    }

    package enum Aim: Sendable, Hashable {
      case hit
      /// The place itself, which is not a hit.
      case place
      /// The last hit of the document.
      case last
    }
  }

  /// A found document of a shared library whose file is looked for, to be opened or previewed.
  package struct Locating: Sendable, Hashable {
    package var number: Int
    package var document: DocumentHits
    package var hit: LibraryHit?
    package var aim: Arrival.Aim?
    package var isPreview: Bool
  }

  /// Whether the search is on the screen; otherwise one of the found documents is being read.
  package var isShown = true
  package var focus = Focus.prompt
  package var line = LineEditor()
  package var options = SearchQuery("")
  package var related: Related?
  /// The folder in which the search was opened; `isHere` restricts the search to it.
  package var here: String
  package var isHere = false
  /// The results of the newest request that has any.
  package var found = FoundList()
  /// The results of a newer request, until there is something to show.
  package var incoming: FoundList?
  /// The newest request.
  package var request: LibraryRequest?
  /// Rises with each change of the query.
  package var serial = 0
  package var before: ViewSnapshot
  /// The view from which the search was recalled while one of its documents was being read.
  package var called: ViewSnapshot?
  /// The found document being read, and whether it was opened for that.
  package var reading: DocumentID?
  package var hasOpened = false
  package var arrival: Arrival?
  package var locating: Locating?
  /// The files and texts in which documents of shared libraries were opened.
  package var located: [DocumentPlace: LocatedDocument] = [:]
  /// Earlier searches, from whose documents this one was started; the last is returned to first.
  package var beneath: [Finder] = []

  package init(here: String, before: ViewSnapshot) {
    self.here = here
    self.before = before
  }

  /// The number of the newest request; 0 if there is none.
  package var number: Int { (incoming ?? found).number }

  package var isRunning: Bool { number > 0 && !(incoming ?? found).totals.isDone }

  /// Whether answers may still come: a shared library that does not answer is asked again and again.
  package var isAwaiting: Bool { isRunning || !(incoming ?? found).troubles.isEmpty }

  /// The part of the query that can be searched in the found documents; nil if it consists of filters only or no query was typed.
  var pattern: SearchQuery? {
    guard case .query(let text, let options)? = found.request?.source else { return nil }
    return (try? LibraryQuery(text, options: options))?.readerQuery
  }

  /// The first part of the query that is perhaps not searched as intended, in a sentence; nil if there is none.
  var doubt: String? {
    guard related == nil, !options.isRegularExpression else { return nil }
    return LibraryQuery.doubts(about: line.text).first.map(QueryStrings.sentence)
  }

  /// The request for the query as typed so far; nil if too little is typed.
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
