import Canvas
import DocumentModel
package import Messages

extension State {
  /// The window height in rows below which a frame would hide the content the tour is about.
  private static let lowWindow = 16

  /// Asks for the guide, on which the tour begins.
  package mutating func beginTour() -> [Effect] {
    environment.installed.sample.isEmpty ? [] : [.lendGuide(environment.installed.sample)]
  }

  /// Opens the sample document, writable if possible, and shows the first key.
  mutating func beginTour(on path: String) -> [Effect] {
    environment.installed.sample = path
    tour = Tour()
    browser.isReturnedTo = true
    return browser.isShown || isFinding
      ? read([environment.installed.sample], start: .page("1"))
      : open(path: environment.installed.sample, start: .page("1"))
  }

  /// Mentions the tour to users who start Recto for the first time with a document of their own.
  package mutating func offerTour() {
    guard !environment.installed.sample.isEmpty, notices.shown == nil else { return }
    say(
      "New here? :tour shows ten keys on a sample; \(keyInput.shownKey(of: "help")) shows all of them"
    )
  }

  /// Whether a command does what the tour shows; for commands on the selection there must be one.
  func isShownByTour(_ command: String) -> Bool {
    guard let step = tour?.step, step.commands.contains(command) else { return false }
    return step.mode != .selecting || selectedRange != nil
  }

  /// Goes on to the next step.
  mutating func advanceTour() {
    guard var tour else { return }
    tour.number += 1
    guard tour.number < Tour.steps.count else {
      self.tour = nil
      say("That was the tour; :tour repeats it")
      return
    }
    self.tour = tour
  }

  /// Ends the tour if another document is shown.
  mutating func endTourElsewhere() {
    guard tour != nil else { return }
    let isElsewhere =
      isFinding || browser.isShown && browser.glance == nil
      || document.map { FilePath($0.path) != FilePath(environment.installed.sample) } ?? true
    if isElsewhere { leaveTour() }
  }

  /// Ends it before its end.
  mutating func leaveTour() {
    tour = nil
    say("The tour has ended; :tour repeats it")
  }

  /// Returns the words of a step, with keys marked.
  func words(of step: Tour.Step) -> [(text: String, isKey: Bool)] {
    step.words.split(separator: " ").map { word in
      guard word.hasPrefix("{"), let end = word.firstIndex(of: "}") else {
        return (String(word), false)
      }
      // The text after the key ends the sentence.
      let rest = word[word.index(after: end)...]
      let command = String(word.dropFirst().prefix { $0 != "}" })
      return (keyInput.shownKey(of: command, in: step.mode) + rest, true)
    }
  }

  /// Paints a popup at the bottom, without a frame in a low window. Panels that fill the window hide it, except the one it is about.
  func paintTour(into surface: inout Surface) {
    guard let tour, !pictures.isPresenting, questions.shown == nil,
      panel == nil || sidePanelWidth > 0 || tour.step.mode == .outline
    else { return }
    let isLow = size.height < Self.lowWindow
    let count = "Tour \(tour.number + 1)/\(Tour.steps.count)"
    let width = isLow ? size.width : min(size.width - 2, 58)
    let (margin, edge) = isLow ? (1, 0) : (2, 1)
    var column = isLow ? count.count + 1 : 0
    var row = 0
    let placed = words(of: tour.step).map { word in
      let cells = CellWidth.of(word.text)
      if column > 0, column + cells > width - 2 * margin { (column, row) = (0, row + 1) }
      defer { column += cells + 1 }
      return (word: word, x: column, y: row)
    }
    // The message at the bottom may take several lines.
    let foot = max(1, StatusView.noticeLines(self).count)
    let height = row + 1 + 2 * edge
    let rect = Rect(
      x: size.width - width - edge, y: max(0, size.height - height - foot), width: width,
      height: height)
    if isLow {
      surface.fill(rect, themes.current.popup)
      surface.put(count, x: rect.x + margin, y: rect.y, style: themes.current.accent)
    } else {
      _ = paintFrame(rect, title: count + "   Esc ends it", into: &surface)
    }
    for (word, x, y) in placed {
      surface.put(
        word.text, x: rect.x + margin + x, y: rect.y + edge + y,
        style: word.isKey ? themes.current.accent.adding(.bold) : themes.current.text)
    }
  }

  /// Opens a topic of the user guide; closing it returns to the browser if it was opened there.
  mutating func openGuide(_ topic: String) -> [Effect] {
    guard let file = UserGuide.file(of: topic) else {
      say(
        "There is no topic “\(topic)”: \(UserGuide.topics.joined(separator: ", "))", isError: true)
      return []
    }
    let path = "\(environment.installed.guideFolder)/\(file)"
    return browser.isShown || isFinding ? read([path]) : open(path: path, start: .remembered)
  }
}

extension KeyInput {
  /// The key that runs a command as it is typed, else how the command is typed.
  fileprivate func shownKey(of command: String, in mode: Keymap.Mode = .all) -> String {
    keymap.keys(for: command, in: mode).first ?? ":" + command
  }
}
