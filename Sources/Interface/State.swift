package import Canvas
package import DocumentModel
package import Messages
import Text
package import Widgets

/// All that the screen shows, as a value: no descriptor, lock or task in it.
package struct State: Sendable {
  package var size: Size
  package var themes: Themes
  /// The colours in use: the document's own theme, else the one for all.
  package var theme: Theme
  package var keymap: Keymap
  package var preferences = Preferences()
  /// The theme and tint of all documents that have none of their own.
  package var looks = ThemeChoice()
  package var documents: [Document] = []
  package var panes: [Pane] = []
  package var focus = 0
  /// How the panes share the window.
  package var arrangement = SplitTree.view
  package var panel: Panel?
  /// The list whose keys are looked up; leaving help comes back to it.
  var panelBehindHelp: Panel?
  package var prompt: Prompt?
  package var peek: Peek?
  package var lookup: LookupCard?
  /// The number of the last lookup.
  var lookupCount = 0
  package var hints: Hints?
  package var keyInput = KeyInput()
  package var count: Int?
  package var notice: Notice?
  /// The errors of this run, newest last.
  package var errors: [String] = []
  package var pictures = PictureView()
  /// Pages that were cut or copied.
  package var pagesAtHand: PagesAtHand?
  /// Number of the last edit of a document itself.
  package var nextEdit = 0
  /// How the terminal treats right-to-left text.
  package var bidi = Bidi.none
  package var selection: Selection?
  package var awaited = AwaitedPages()
  package var annotating = Annotating()
  package var pointer = Pointer()
  /// The search in a document and its matches.
  package var search: Search?
  package var searching = Searching()
  /// The comparison with another version of a document.
  package var comparison: ShownComparison?
  /// Index into `searching.history` of the recalled search.
  package var historyIndex = 0
  package var ending = Ending()
  package var layouts = LayoutCache()
  package var nextDocument = 1
  package var installed = InstalledPaths()
  /// The keys that are being shown to a newcomer.
  package var tour: Tour?
  /// The document browser, on the screen or behind the reader.
  package var browser = Browser()
  package var isBrowsing = false
  package var memory = Memory()
  /// Leaving a document goes back to the browser it was opened from.
  package var returnsToBrowser = false
  package var librarySearch = LibrarySearching()
  package var questions = Questions()
  package var remote = RemoteControl()
  /// Nil unless a document is read aloud.
  package var readingAloud: ReadingAloud?
  /// The number that the next sentence gets; those of a time before a skip are no longer listened to.
  var nextSpoken = 1
  /// Folders outside of documents' own whose sources the user has agreed to edit.
  var trustedSources: Set<String> = []
  /// Seconds since 1970, and the offset of local time.
  package var now: Int64 = 0
  package var zone: Int64 = 0
  /// The paths that complete the argument of the `open` command.
  package var listing = Listing()

  package struct Notice: Sendable, Hashable {
    package var text: String
    package var isError: Bool
    /// The number of further errors while this one was shown.
    package var more = 0
  }

  /// Paths that complete a typed one.
  package struct Listing: Sendable, Hashable {
    package var typed: String?
    package var paths: [String] = []
  }

  package init(size: Size, themes: Themes, keymap: Keymap) {
    self.size = size
    self.themes = themes
    theme = themes.base
    self.keymap = keymap
  }

  package var pane: Pane? { focus < panes.count ? panes[focus] : nil }

  package var document: Document? {
    guard let pane, !(isBrowsing || isFinding) || browser.glance != nil else { return nil }
    return document(pane.document)
  }

  /// Returns the index of an open document; asked several times for each key, so that it copies none of them.
  package func index(of id: DocumentID) -> Int? {
    documents.indices.first { documents[$0].id == id }
  }

  package func document(_ id: DocumentID) -> Document? { index(of: id).map { documents[$0] } }

  /// Shows a sentence on the status line until a key; one error does not hide another.
  package mutating func say(_ text: String, isError: Bool = false) {
    if isError {
      errors.append(text)
      if errors.count > 200 { errors.removeFirst() }
    }
    guard isError, var standing = notice, standing.isError, standing.text != text else {
      notice = Notice(text: text, isError: isError)
      return
    }
    standing.more += 1
    notice = standing
  }

  /// Whether a page that belongs in the focused pane is on its way.
  package var awaitsPage: Bool {
    if isBrowsing, browser.glance == nil {
      guard let tab = browser.current else { return false }
      return tab.phase == .reading && !tab.isSlow
    }
    guard let document, let pane else { return false }
    // The terminal is asked, and says in a moment.
    if pictures.asksTerminal, pictures.terms == nil { return true }
    switch document.phase {
    case .opening: return !document.isSlow && openingPicture(of: focus) == nil
    case .open:
      return document.pages[pane.page] == nil && document.failures[pane.page] == nil
    case .locked, .failed: return false
    }
  }
}
