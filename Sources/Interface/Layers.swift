import Canvas
import DocumentModel
import Messages

/// A layer of the window: how it is painted, and how it takes keys, pasted text and the mouse.
///
/// A handler returns nil to pass input on to the layer below. Add a layer to `all` at its place from the top.
struct Layer: Sendable {
  typealias Handler<Event> = @Sendable (inout State, Event) -> [Effect]?

  var isShown: @Sendable (State) -> Bool
  var key: Handler<Key> = { _, _ in nil }
  var mouse: Handler<Mouse> = { _, _ in nil }
  var paste: Handler<String> = { _, _ in nil }
  var paint: @Sendable (State, inout Surface) -> Void = { _, _ in }
  /// How it fills the window; nil for a layer through which those below are visible.
  var base: Base?

  /// A layer that fills the window: nothing below is painted or takes input.
  struct Base: Sendable {
    /// The keys that run commands in it.
    var keyMode: @Sendable (State) -> Keymap.Mode
    /// Handles Escape when no keys are pending.
    var escape: @Sendable (inout State) -> [Effect]
  }

  /// All layers, from the top.
  static let all = [
    question, hints, prompt, zoomBox, drawing, card, tour, lookup, peek, panel, readingAloud,
    finder, browser,
    grid,
    reader,
  ]
}

extension Layer {
  private static let question = Layer(
    isShown: { $0.isQuestionDue },
    key: { $0.answerQuestion($1) },
    mouse: { $0.takeInQuestion($1) },
    paste: { _, _ in [] },
    paint: { state, surface in
      if let question = state.questions.shown { state.paint(question, into: &surface) }
    })

  private static let hints = Layer(
    isShown: { $0.hints != nil },
    key: { $0.typeHint($1) },
    mouse: { state, _ in
      state.hints = nil
      return nil
    },
    paint: { state, surface in
      if let hints = state.hints { state.paint(hints, into: &surface) }
    })

  private static let prompt = Layer(
    isShown: { $0.prompt != nil },
    key: { $0.takeInPrompt($1) },
    mouse: { $0.takeInPrompt($1) },
    paste: { $0.paste(intoPrompt: $1) },
    paint: { state, surface in
      if let prompt = state.prompt { state.paint(prompt, into: &surface) }
    })

  private static let zoomBox = Layer(
    isShown: { $0.pictures.zoomBox != nil },
    key: { $0.typeInZoomBox($1) },
    mouse: { $0.takeInZoomBox($1) },
    paint: { $0.paintZoomBox(into: &$1) })

  private static let drawing = Layer(
    isShown: { $0.annotating.tool != nil },
    key: { $0.takeInCross($1) },
    mouse: { $0.takeInCross($1) },
    paint: { PageMarks.paintCross($0, into: &$1) })

  private static let card = Layer(
    isShown: { $0.annotating.card != nil },
    key: { $0.takeInCard($1) },
    mouse: { $0.takeInCard($1) },
    paint: { $0.paintCard(into: &$1) })

  private static let tour = Layer(
    isShown: { $0.tour != nil }, paint: { $0.paintTour(into: &$1) })

  private static let lookup = Layer(
    isShown: { $0.lookups.card != nil },
    key: { $0.takeInLookup($1) },
    mouse: { $0.takeInLookup($1) },
    paint: { $0.paintLookup(into: &$1) })

  private static let peek = Layer(
    isShown: { $0.peek != nil },
    key: { $0.takeInPeek($1) },
    mouse: { $0.takeInPeek($1) },
    paint: { state, surface in
      if let peek = state.peek { state.paint(peek, into: &surface) }
    })

  private static let panel = Layer(
    isShown: { $0.panel != nil },
    key: { $0.takeInPanel($1) },
    mouse: { $0.takeInPanel($1) },
    paste: { $0.paste(intoPanel: $1) },
    paint: { state, surface in
      if let panel = state.panel { PanelView.paint(state, panel, into: &surface) }
    })

  private static let readingAloud = Layer(
    isShown: { $0.voice.reading != nil && $0.document != nil },
    key: { $0.takeWhileReadingAloud($1) })

  private static let finder = Layer(
    isShown: { $0.isFinding },
    key: { state, key in
      state.librarySearch.finder?.focus == .prompt
        ? state.takeInFinder(key) : state.takeFinderSwitch(key)
    },
    mouse: { $0.takeInFinder($1) },
    paste: {
      $0.librarySearch.finder?.focus == .prompt
        ? $0.librarySearch.paste(intoFinder: $1, &$0.notices) : nil
    },
    paint: { FinderView.paintFinder($0, into: &$1) },
    base: Base(keyMode: { _ in .finding }, escape: { $0.leaveFinder() }))

  private static let browser = Layer(
    isShown: { $0.browser.isShown && $0.browser.glance == nil },
    key: { $0.browser.typeAhead != nil ? $0.typeAhead($1) : nil },
    mouse: { $0.takeInBrowser($1) },
    paint: { BrowserView.paintBrowser($0, into: &$1) },
    base: Base(
      keyMode: { $0.browser.isGallery && $0.browser.focus == .list ? .gallery : .browsing },
      escape: { $0.browser.giveUpInBrowser(environment: $0.environment, &$0.notices, &$0.pointer) })
  )

  private static let grid = Layer(
    isShown: { $0.isGridShown },
    mouse: { $0.takeInGrid($1) },
    paint: { $0.paintGrid(into: &$1) },
    base: Base(keyMode: { _ in .grid }, escape: { $0.pictures.giveUpInGrid() }))

  private static let reader = Layer(
    isShown: { _ in true },
    mouse: { $0.takeInReader($1) },
    paint: { $0.paintReader(into: &$1) },
    base: Base(
      keyMode: { state in
        if state.selection != nil { return .selecting }
        if state.browser.glance != nil { return .glancing }
        return state.look(of: state.panes.focus) == .text ? .all : .picturing
      },
      escape: { $0.giveUpInReader() }))
}

extension State {
  /// The layers that are seen, from the top; the last one fills the window.
  private var layers: [Layer] {
    let shown = Layer.all.filter { $0.isShown(self) }
    return Array(shown.prefix { $0.base == nil } + shown.drop { $0.base == nil }.prefix(1))
  }

  /// The layer that fills the window.
  var base: Layer.Base {
    layers.last?.base ?? .init(keyMode: { _ in .all }, escape: { _ in [] })
  }

  /// The keys that run commands now.
  var keyMode: Keymap.Mode { base.keyMode(self) }

  /// Gives input to the layers from the top; returns nil if none takes it.
  mutating func pass<Event>(
    _ event: Event, to handler: (Layer) -> Layer.Handler<Event>
  ) -> [Effect]? {
    for layer in layers {
      if let effects = handler(layer)(&self, event) { return effects }
    }
    return nil
  }

  /// Paints the layers from the one that fills the window.
  func paintLayers(into surface: inout Surface) {
    for layer in layers.reversed() { layer.paint(self, &surface) }
  }
}
