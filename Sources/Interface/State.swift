package import Canvas
import DocumentModel
package import Messages
import Widgets

/// All that the screen shows, as a value: no descriptor, lock or task in it.
package struct State: Sendable {
  package var size: Size
  package var environment = Environment()
  package var preferences = Preferences()
  package var themes: Themes
  package var documents = Documents()
  package var panes = Panes()
  package var panel: Panel?
  package var prompt: Prompt?
  package var peek: Peek?
  package var lookups = Lookups()
  package var hints: Hints?
  package var keyInput: KeyInput
  package var notices = Notices()
  package var pictures = PictureView()
  package var editing = EditingState()
  package var selection: Selection?
  package var awaited = AwaitedPages()
  package var annotating = Annotating()
  package var pointer = Pointer()
  /// The search in a document and its matches.
  package var search: Search?
  package var searching = Searching()
  /// The comparison with another version of a document.
  package var comparison: ShownComparison?
  package var ending = Ending()
  /// The keys that are being shown to a newcomer.
  package var tour: Tour?
  /// The document browser, on the screen or behind the reader.
  package var browser = Browser()
  package var memory = Memory()
  package var librarySearch = LibrarySearching()
  package var questions = Questions()
  package var remote = RemoteControl()
  package var voice = Voice()

  package init(size: Size, themes: Themes, keymap: Keymap) {
    self.size = size
    self.themes = themes
    keyInput = KeyInput(keymap)
  }

  package var pane: Pane? { panes.focused }

  package var document: Document? {
    guard let pane, !(browser.isShown || isFinding) || browser.glance != nil else { return nil }
    return documents[pane.document]
  }

  /// The keys that run commands now.
  var keyMode: Keymap.Mode { Layer.base(of: self).keyMode(self) }

  /// Shows a sentence on the status line until a key; one error does not hide another.
  package mutating func say(_ text: String, isError: Bool = false) {
    notices.say(text, isError: isError)
  }

  /// Whether a page that belongs in the focused pane is on its way.
  package var awaitsPage: Bool {
    if browser.isShown, browser.glance == nil {
      guard let tab = browser.current else { return false }
      return tab.phase == .reading && !tab.isSlow
    }
    guard let document, let pane else { return false }
    // The terminal is asked, and says in a moment.
    if pictures.asksTerminal, pictures.terms == nil { return true }
    switch document.phase {
    case .opening: return !document.isSlow && SheetView.openingPicture(self, of: panes.focus) == nil
    case .open:
      return document.pages[pane.page] == nil && document.failures[pane.page] == nil
    case .locked, .failed: return false
    }
  }

  /// Returns the content of the screen: cells and image requests.
  package func scene() -> Scene {
    let surface = view()
    if isFinding { return Scene(surface, []) }
    if browser.isShown, browser.glance == nil {
      let (visible, ahead) = browser.browserImages(pictures: pictures, size: size)
      return Scene(surface, visible, ahead: ahead)
    }
    if isGridShown {
      let (visible, ahead) = PageOverview.gridRequests(self)
      return Scene(surface, visible, ahead: ahead)
    }
    let (figures, next) = SheetView.figureRequests(self)
    let above = PanelView.panelRequests(self) + Peek.requests(self)
    let covers = above.map(\.place)
    let requests =
      (SheetView.sheetRequests(self) + figures).flatMap { $0.pieces(without: covers) } + above
    let cards = Peek.requestsAhead(self)
    let ahead = cards + (requests.isEmpty ? [] : SheetView.sheetsAhead(self) + next)
    var scene = Scene(surface, requests, ahead: ahead)
    scene.isDrawnOn = annotating.tool != nil
    return scene
  }

  /// Paints the whole screen.
  package func view() -> Surface {
    var surface = Surface(size: size, style: themes.current.text)
    surface.bidi = environment.bidi
    guard size.width >= smallestWindow.width, size.height >= smallestWindow.height else {
      let (window, least) = (size, smallestWindow)
      let words =
        "The window is too small: \(window.width)×\(window.height), at least \(least.width)×\(least.height) needed"
      for (y, line) in words.wrapped(to: size.width).enumerated() {
        surface.put(line, x: 0, y: y, style: themes.current.text, limit: size.width)
      }
      return surface
    }
    Layer.paint(self, into: &surface)
    if keyInput.showsContinuations { ScreenView.paintContinuations(self, into: &surface) }
    if !pictures.isPresenting || isFinding || prompt != nil || notices.shown != nil || hints != nil
    {
      StatusView.paintStatus(self, into: &surface)
    }
    return surface
  }
}
