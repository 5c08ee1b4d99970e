package import Messages
import DocumentModel
import Canvas
/// Ten keys, one after the other, tried on a sample document.
package struct Tour: Sendable, Hashable {
  /// A sentence, and the commands that complete the step.
  struct Step: Sendable {
    /// `{command}` is replaced by the key that runs it.
    var words: String
    var commands: Set<String>
    /// Where its keys work.
    var mode = Keymap.Mode.all
  }

  /// Index into `steps`.
  var number = 0

  package init() {}

  var step: Step { Self.steps[number] }

  static let steps: [Step] = [
    Step(
      words: "{window-down} goes forward by a window, {window-up} goes back.",
      commands: ["window-down", "half-down", "next-page"]),
    Step(words: "{outline} shows the outline.", commands: ["outline"]),
    Step(
      words:
        "{scroll-down} and {scroll-up} move in it, Enter jumps there and closes it. Then {find} searches for a word.",
      commands: ["find"], mode: .outline),
    Step(
      words: "Type a word, such as cage, and Enter. Then {next-hit} goes to the next match.",
      commands: ["next-hit"]),
    Step(
      words: "{last-page} goes to the end. {back} jumps back to where you were.",
      commands: ["back"]),
    Step(
      words:
        "{next-look} shows the page as a picture, then both side by side if there is room, then text again.",
      commands: ["next-look"]),
    Step(
      words: "{next-look} until only text is shown, then {select} places a caret.",
      commands: ["select"]),
    Step(
      words:
        "{select} again selects, h j k l and e move. Then {mark-again} highlights the words, or {copy} copies them.",
      commands: ["mark-again", "highlight", "copy", "underline", "note-here"], mode: .selecting),
    Step(words: "{help} shows all keys; Esc closes it.", commands: ["help"]),
    Step(
      words: "{leave} leaves the document; Recto remembers the place.", commands: ["leave", "quit"]),
  ]
}

extension KeyInput {
  /// The key that runs a command as it is typed, else how the command is typed.
  fileprivate func shownKey(of command: String, in mode: Keymap.Mode = .all) -> String {
    keymap.keys(for: command, in: mode).first ?? ":" + command
  }
}

extension Tour {
  /// The window height in rows below which a frame would hide the content the tour is about.
  private static let lowWindow = 16

  /// Returns the words of a step, with keys marked.
  static func words(_ state: State, of step: Tour.Step) -> [(text: String, isKey: Bool)] {
    step.words.split(separator: " ").map { word in
      guard word.hasPrefix("{"), let end = word.firstIndex(of: "}") else {
        return (String(word), false)
      }
      // The text after the key ends the sentence.
      let rest = word[word.index(after: end)...]
      let command = String(word.dropFirst().prefix { $0 != "}" })
      return (state.keyInput.shownKey(of: command, in: step.mode) + rest, true)
    }
  }

  /// Paints a popup at the bottom, without a frame in a low window. Panels that fill the window hide it, except the one it is about.
  static func paintTour(_ state: State, into surface: inout Surface) {
    guard let tour = state.tour, !state.pictures.isPresenting, state.questions.shown == nil,
      state.panel == nil || state.sidePanelWidth > 0 || tour.step.mode == .outline
    else { return }
    let isLow = state.size.height < lowWindow
    let count = "Tour \(tour.number + 1)/\(Tour.steps.count)"
    let width = isLow ? state.size.width : min(state.size.width - 2, 58)
    let (margin, edge) = isLow ? (1, 0) : (2, 1)
    var column = isLow ? count.count + 1 : 0
    var row = 0
    let placed = words(state, of: tour.step).map { word in
      let cells = CellWidth.of(word.text)
      if column > 0, column + cells > width - 2 * margin { (column, row) = (0, row + 1) }
      defer { column += cells + 1 }
      return (word: word, x: column, y: row)
    }
    // The message at the bottom may take several lines.
    let foot = max(1, StatusView.noticeLines(state).count)
    let height = row + 1 + 2 * edge
    let rect = Rect(
      x: state.size.width - width - edge, y: max(0, state.size.height - height - foot),
      width: width,
      height: height)
    if isLow {
      surface.fill(rect, state.themes.current.popup)
      surface.put(count, x: rect.x + margin, y: rect.y, style: state.themes.current.accent)
    } else {
      _ = ScreenView.paintFrame(state, rect, title: count + "   Esc ends it", into: &surface)
    }
    for (word, x, y) in placed {
      surface.put(
        word.text, x: rect.x + margin + x, y: rect.y + edge + y,
        style: word.isKey ? state.themes.current.accent.adding(.bold) : state.themes.current.text)
    }
  }

  /// Asks for the guide, on which the tour begins.
  package static func begin(_ state: inout State) -> [Effect] {
    state.environment.installed.sample.isEmpty
      ? [] : [.lendGuide(state.environment.installed.sample)]
  }

  /// Mentions the tour to users who start Recto for the first time with a document of their own.
  package static func offer(_ state: inout State) {
    guard !state.environment.installed.sample.isEmpty, state.notices.shown == nil else { return }
    state.say(
      "New here? :tour shows ten keys on a sample; \(state.keyInput.shownKey(of: "help")) shows all of them"
    )
  }

  /// Whether a command does what the tour shows; for commands on the selection there must be one.
  static func isShown(_ state: State, _ command: String) -> Bool {
    guard let step = state.tour?.step, step.commands.contains(command) else { return false }
    return step.mode != .selecting || state.selectedRange != nil
  }

  /// Goes on to the next step.
  static func advanceTour(_ state: inout State) {
    guard var tour = state.tour else { return }
    tour.number += 1
    guard tour.number < Tour.steps.count else {
      state.tour = nil
      state.say("That was the tour; :tour repeats it")
      return
    }
    state.tour = tour
  }

  /// Ends the tour if another document is shown.
  static func endTourElsewhere(_ state: inout State) {
    guard state.tour != nil else { return }
    let isElsewhere =
      state.isFinding || state.browser.isShown && state.browser.glance == nil
      || state.document.map { FilePath($0.path) != FilePath(state.environment.installed.sample) }
        ?? true
    if isElsewhere { leaveTour(&state) }
  }

  /// Ends it before its end.
  static func leaveTour(_ state: inout State) {
    state.tour = nil
    state.say("The tour has ended; :tour repeats it")
  }
}
