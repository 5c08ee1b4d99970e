/// A place in the text of a document: it survives another window size, another layout and, within reason, another version of the file.
package struct Place: Sendable, Hashable, Codable {
  /// Page index from 0.
  package var page: Int
  /// Index into `PageText.scalars` of the first character of the line at the top of the window.
  package var offset: Int

  package init(page: Int, offset: Int = 0) {
    self.page = page
    self.offset = offset
  }
}

/// A place the reader named with a letter.
package struct Mark: Sendable, Hashable, Codable {
  package var name: String
  package var place: Place
  /// The text that stands there, on one line.
  package var snippet: String

  package init(name: String, place: Place, snippet: String) {
    self.name = name
    self.place = place
    self.snippet = snippet
  }
}

extension Mark {
  /// Two lists of marks that were one once: what either has changed since is kept, ours where both have.
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

/// What is remembered of the reading of one document.
package struct ReadingState: Sendable, Hashable, Codable {
  package var place: Place
  package var marks: [Mark]
  /// Places jumped from, oldest first; those before `historyIndex` are behind, the others ahead.
  package var history: [Place]
  package var historyIndex: Int
  /// Outline items opened or closed by hand, as paths of child indices (`0.3.1`).
  package var unfolded: [String]
  package var folded: [String]
  /// `reflow` or `layout`; empty: the default.
  package var mode: String
  /// Name of the theme chosen for this document; empty: the one for all.
  package var theme: String
  /// How its pages are shown; nil: as all are.
  package var display: PageDisplay?
  /// What of its pages the text fills, where they were trimmed to it.
  package var margins: TextMargins?
  /// How much of the document lies above where reading stopped, from 0 to 1, all where its end was in sight; nil: not known.
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

/// The documents and views of one program, so that the next can begin with them.
package struct Session: Sendable, Hashable, Codable {
  package struct View: Sendable, Hashable, Codable {
    /// Index into `paths`.
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
  /// Index into `views` of the one with the focus.
  package var focus: Int
  /// How the views share the window, as `(|.(-..))`; empty: there is one.
  package var arrangement: String

  package init(
    paths: [String] = [], views: [View] = [], focus: Int = 0, arrangement: String = ""
  ) {
    self.paths = paths
    self.views = views
    self.focus = focus
    self.arrangement = arrangement
  }
}

/// What a document is known by, best first: the PDF's permanent `/ID`, else a hash of its bytes, else its path.
package struct DocumentIdentity: Sendable, Hashable, Codable {
  /// Lower-case hex; empty where the document has none.
  package var permanentID: String
  /// SHA-256 of the whole file in lower-case hex; empty where it was not computed.
  package var contentHash: String
  /// Absolute path with links resolved; empty for standard input.
  package var path: String

  package init(permanentID: String = "", contentHash: String = "", path: String = "") {
    self.permanentID = permanentID
    self.contentHash = contentHash
    self.path = path
  }
}
