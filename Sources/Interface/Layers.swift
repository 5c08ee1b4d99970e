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
    key: { Question.answerQuestion(&$0, $1) },
    mouse: { Question.takeInQuestion(&$0, $1) },
    paste: { _, _ in [] },
    paint: { state, surface in
      if let question = state.questions.shown { Question.paint(state, question, into: &surface) }
    })

  private static let hints = Layer(
    isShown: { $0.hints != nil },
    key: { Hints.typeHint(&$0, $1) },
    mouse: { state, _ in
      state.hints = nil
      return nil
    },
    paint: { state, surface in
      if let hints = state.hints { ScreenView.paint(state, hints, into: &surface) }
    })

  private static let prompt = Layer(
    isShown: { $0.prompt != nil },
    key: { Prompt.takeInPrompt(&$0, $1) },
    mouse: { Prompt.takeInPrompt(&$0, $1) },
    paste: { Prompt.paste(&$0, intoPrompt: $1) },
    paint: { state, surface in
      if let prompt = state.prompt { ScreenView.paint(state, prompt, into: &surface) }
    })

  private static let zoomBox = Layer(
    isShown: { $0.pictures.zoomBox != nil },
    key: { typeInZoomBox(&$0, $1) },
    mouse: { takeInZoomBox(&$0, $1) },
    paint: { paintZoomBox($0, into: &$1) })

  private static let drawing = Layer(
    isShown: { $0.annotating.tool != nil },
    key: { DrawingTool.takeInCross(&$0, $1) },
    mouse: { DrawingTool.takeInCross(&$0, $1) },
    paint: { PageMarks.paintCross($0, into: &$1) })

  private static let card = Layer(
    isShown: { $0.annotating.card != nil },
    key: { AnnotationCard.takeInCard(&$0, $1) },
    mouse: { AnnotationCard.takeInCard(&$0, $1) },
    paint: { AnnotationCard.paintCard($0, into: &$1) })

  private static let tour = Layer(
    isShown: { $0.tour != nil }, paint: { Tour.paintTour($0, into: &$1) })

  private static let lookup = Layer(
    isShown: { $0.lookups.card != nil },
    key: { $0.takeOwn($1, in: .answer) },
    mouse: { LookupCard.takeInLookup(&$0, $1) },
    paint: { LookupCard.paintLookup($0, into: &$1) })

  private static let peek = Layer(
    isShown: { $0.peek != nil },
    key: { $0.takeOwn($1, in: .peek) },
    mouse: { Peek.takeInPeek(&$0, $1) },
    paint: { state, surface in
      if let peek = state.peek { Peek.paint(state, peek, into: &surface) }
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
    key: { $0.browser.typeAhead != nil ? typeAhead(&$0, $1) : nil },
    mouse: { takeInBrowser(&$0, $1) },
    paint: { BrowserView.paintBrowser($0, into: &$1) },
    base: Base(
      keyMode: { $0.browser.isGallery && $0.browser.focus == .list ? .gallery : .browsing },
      escape: { $0.browser.giveUpInBrowser(environment: $0.environment, &$0.notices, &$0.pointer) })
  )

  private static let grid = Layer(
    isShown: { $0.isGridShown },
    mouse: { PageOverview.takeInGrid(&$0, $1) },
    paint: { PageOverview.paintGrid($0, into: &$1) },
    base: Base(keyMode: { _ in .grid }, escape: { $0.pictures.giveUpInGrid() }))

  private static let reader = Layer(
    isShown: { _ in true },
    mouse: { takeInReader(&$0, $1) },
    paint: { ScreenView.paintReader($0, into: &$1) },
    base: Base(
      keyMode: { state in
        if state.selection != nil { return .selecting }
        if state.browser.glance != nil { return .glancing }
        return state.look(of: state.panes.focus) == .text ? .all : .picturing
      },
      escape: { $0.giveUpInReader() }))
}

extension Layer {
  /// Returns the layers that are seen, from the top; the last one fills the window.
  private static func shown(in state: State) -> [Layer] {
    let shown = all.filter { $0.isShown(state) }
    return Array(shown.prefix { $0.base == nil } + shown.drop { $0.base == nil }.prefix(1))
  }

  /// Returns the layer that fills the window.
  static func base(of state: State) -> Base {
    shown(in: state).last?.base ?? Base(keyMode: { _ in .all }, escape: { _ in [] })
  }

  /// Gives input to the layers from the top; returns nil if none takes it.
  static func pass<Event>(
    _ event: Event, in state: inout State, to handler: (Layer) -> Handler<Event>
  ) -> [Effect]? {
    for layer in shown(in: state) {
      if let effects = handler(layer)(&state, event) { return effects }
    }
    return nil
  }

  /// Paints the layers from the one that fills the window.
  static func paint(_ state: State, into surface: inout Surface) {
    for layer in shown(in: state).reversed() { layer.paint(state, &surface) }
  }
}
