import DocumentModel
import Text
import Widgets

extension State {
  /// The search in all documents is on the screen, and no look at a hit over it.
  package var isFinding: Bool { finder?.isShown == true && browser.glance == nil }

  /// Shows the search in all documents: what was found before, or an empty prompt; a query that is given is looked for.
  mutating func showFinder(_ query: String? = nil) -> [Effect] {
    var effects: [Effect] = []
    if finder?.isShown != true {
      effects += endGlance()
      if !isBrowsing { effects += saveReading() }
      let here = folderHere
      let point = standpoint
      if panel != nil { closePanel() }
      if finder == nil {
        finder = Finder(here: here, before: point, historyIndex: findHistory.count)
      } else if !isBrowsing, finder?.reading != nil, finder?.reading == pane?.document {
        finder?.called = point
      } else {
        finder?.before = point
        finder?.called = nil
        finder?.reading = nil
        finder?.here = here
      }
      finder?.isShown = true
      isBrowsing = false
      selection = nil
      effects += [.setTitle("Search"), .library(.tellIndexing)]
      // Which folders there are to be indexed.
      if browser.sidebar.items.isEmpty { effects.append(.browse(.loadSidebar)) }
    }
    guard let query else { return effects }
    finder?.related = nil
    finder?.line = LineEditor(query)
    finder?.focus = .prompt
    return effects + queryChanged()
  }

  /// The folder one is in, by what is on the screen.
  private var folderHere: String {
    if isBrowsing { return browser.current?.place.folder ?? "" }
    guard let path = document?.path, !path.isEmpty else { return "" }
    return PathParts.folder(of: path)
  }

  /// Back to where one was; what was found is kept only as long as a document of it is read.
  mutating func leaveFinder() -> [Effect] {
    guard let finder else { return [] }
    if let called = finder.called {
      restore(called)
      self.finder?.called = nil
      self.finder?.isShown = false
      return [.setTitle(document?.title ?? "Recto")]
    }
    let effects: [Effect] = finder.isRunning ? [.library(.stopFinding)] : []
    keepInHistory()
    restore(finder.before)
    self.finder = finder.beneath.last
    self.finder?.beneath = Array(finder.beneath.dropLast())
    if finder.before.isBrowsing { return effects + browse() }
    guard !panes.isEmpty else { return effects + browse() }
    return effects + [.setTitle(document?.title ?? "Recto")]
  }

  /// What was typed can be called back, although nothing was opened.
  private mutating func keepInHistory() {
    guard let finder, finder.related == nil, finder.typed != nil else { return }
    remember(query: finder.line.text.trimmed)
  }

  mutating func remember(query: String) {
    guard !query.isEmpty else { return }
    findHistory.removeAll { $0 == query }
    findHistory.append(query)
  }

  /// Shows the documents nearest to what is selected, or to the page one is on.
  mutating func showRelated() -> [Effect] {
    guard let document, let pane else { return [] }
    let selected = selectedText
    let page = document.pages[pane.page]?.text.scalars.prefix(mostRelated) ?? []
    var text = String.UnicodeScalarView()
    text.append(contentsOf: page.compactMap(Unicode.Scalar.init))
    let source = selected.isEmpty ? String(text) : String(selected.prefix(mostRelated))
    guard source.contains(where: \.isLetter) else {
      say("There are no words here that others could be like")
      return []
    }
    let words =
      selected.isEmpty
      ? document.placeName(Place(page: pane.page)) + " of " + document.title
      : source.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let related = Finder.Related(
      text: source, except: document.path, words: truncated(words, to: 60))
    // What this document was found by is gone back to.
    let beneath = isReadingFound ? takeFinders() : []
    var effects = showFinder()
    finder?.beneath = beneath
    finder?.line = LineEditor()
    finder?.related = related
    finder?.focus = .list
    effects += queryChanged()
    return effects
  }

  /// Puts what was found aside, with what lies beneath it.
  private mutating func takeFinders() -> [Finder] {
    guard var last = finder else { return [] }
    finder = nil
    let all = last.beneath
    last.beneath = []
    return (all + [last]).suffix(mostBeneath)
  }

  /// Only in the folder one came from, or everywhere.
  mutating func switchScope() -> [Effect] {
    guard let finder else { return [] }
    guard !finder.here.isEmpty else {
      say("This was not begun in a folder: in:FOLDER narrows to one")
      return []
    }
    self.finder?.isHere.toggle()
    return queryChanged()
  }
}

/// Searches that lie beneath one another.
private let mostBeneath = 8
/// Characters of a text that others are to be near to.
private let mostRelated = 20_000
