/// A position in the text of a document. It survives changes of window size and layout and, within limits, other versions of the file.
package struct Place: Sendable, Hashable, Codable {
  /// The page index from 0.
  package var page: Int
  /// The index into `PageText.scalars` of the first character of the top line in the window.
  package var offset: Int

  package init(page: Int, offset: Int = 0) {
    self.page = page
    self.offset = offset
  }
}

/// A position the user marked with a letter.
package struct Mark: Sendable, Hashable, Codable {
  package var name: String
  package var place: Place
  /// The text at the position, on one line.
  package var snippet: String
  /// The letters at the position, by which it is found in another version; nil if there are none.
  package var words: PlaceWords?

  package init(name: String, place: Place, snippet: String, words: PlaceWords? = nil) {
    self.name = name
    self.place = place
    self.snippet = snippet
    self.words = words
  }
}

extension Mark {
  /// Merges two lists of marks with a common base: keeps the changes of both, and ours where both changed a mark.
  package static func merged(_ ours: [Mark], with theirs: [Mark], since base: [Mark]) -> [Mark] {
    func named(_ marks: [Mark]) -> [String: Mark] {
      Dictionary(marks.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
    }
    let (mine, other, before) = (named(ours), named(theirs), named(base))
    return Set(mine.keys).union(other.keys).sorted().compactMap { name in
      mine[name] == before[name] ? other[name] : mine[name]
    }
  }
}

/// The saved reading state of a document.
package struct ReadingState: Sendable, Hashable, Codable {
  package var place: Place
  /// The letters at that place; nil if it has none.
  package var words: PlaceWords?
  package var marks: [Mark]
  /// Positions of jumps, oldest first; entries before `historyIndex` are in the past, the others can be returned to.
  package var history: [Place]
  package var historyIndex: Int
  /// Outline items the user expanded or collapsed, as paths of child indices (`0.3.1`).
  package var unfolded: [String]
  package var folded: [String]
  /// `reflow` or `layout`; empty for the default.
  package var mode: String
  /// The name of the theme chosen for this document; empty for the global one.
  package var theme: String
  /// How its pages are displayed; nil for the global setting.
  package var display: PageDisplay?
  /// The text area of its pages, if they were trimmed to it.
  package var margins: TextMargins?
  /// The share of the document above the reading position, from 0 to 1, and 1 if the end was visible; nil if not known.
  package var share: Double?

  package init(
    place: Place = Place(page: 0), marks: [Mark] = [], history: [Place] = [],
    historyIndex: Int = 0, unfolded: [String] = [], folded: [String] = [], mode: String = "",
    theme: String = "", display: PageDisplay? = nil
  ) {
    self.place = place
    self.marks = marks
    self.history = history
    self.historyIndex = historyIndex
    self.unfolded = unfolded
    self.folded = folded
    self.mode = mode
    self.theme = theme
    self.display = display
  }
}

/// The open documents and views of a Recto process, to be restored by the next one.
package struct Session: Sendable, Hashable, Codable {
  package struct View: Sendable, Hashable, Codable {
    /// The index into `paths`.
    package var document: Int
    package var place: Place
    /// `reflow` or `layout`.
    package var mode: String
    package var display: PageDisplay?

    package init(document: Int, place: Place, mode: String, display: PageDisplay? = nil) {
      self.document = document
      self.place = place
      self.mode = mode
      self.display = display
    }
  }

  /// Absolute paths of the documents in their order.
  package var paths: [String]
  package var views: [View]
  /// The index into `views` of the focused view.
  package var focus: Int
  /// The arrangement of the views in the window, such as `(|.(-..))`; empty for a single view.
  package var arrangement: String
  /// Whether it ended with a document on the screen instead of the browser; nil if an older version saved it.
  package var isReading: Bool?

  package init(
    paths: [String] = [], views: [View] = [], focus: Int = 0, arrangement: String = "",
    isReading: Bool? = nil
  ) {
    self.paths = paths
    self.views = views
    self.focus = focus
    self.arrangement = arrangement
    self.isReading = isReading
  }
}

/// Identifies a document, in order of preference, by the PDF's permanent `/ID`, a hash of its bytes or its path.
package struct DocumentIdentity: Sendable, Hashable, Codable {
  /// Lower-case hex; empty if the document has none.
  package var permanentID: String
  /// The SHA-256 of the whole file in lower-case hex; empty if not computed.
  package var contentHash: String
  /// The absolute path with symbolic links resolved; empty for standard input.
  package var path: String

  package init(permanentID: String = "", contentHash: String = "", path: String = "") {
    self.permanentID = permanentID
    self.contentHash = contentHash
    self.path = path
  }
}
