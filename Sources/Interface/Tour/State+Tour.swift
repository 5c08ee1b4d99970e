import Canvas

extension State {
  /// Opens the guide and shows the first key.
  package mutating func beginTour() -> [Effect] {
    guard !guide.isEmpty else { return [] }
    tour = Tour()
    returnsToBrowser = true
    return isBrowsing || isFinding
      ? read([guide], start: .page("1")) : open(path: guide, start: .page("1"))
  }

  /// One line for whoever starts Recto for the first time with something of their own to read.
  package mutating func offerTour() {
    guard !guide.isEmpty, notice == nil else { return }
    say("New here? :tour shows ten keys on a sample; \(shownKey(of: "help")) shows all of them")
  }

  /// Goes on where what was just done is what the tour has shown.
  mutating func advanceTour(after command: String) {
    guard var tour, tour.step.commands.contains(command) else { return }
    tour.number += 1
    guard tour.number < Tour.steps.count else {
      self.tour = nil
      say("That was the tour; :tour begins it again")
      return
    }
    self.tour = tour
  }

  /// Ends it before its end.
  mutating func leaveTour() {
    tour = nil
    say("The tour has ended; :tour begins it again")
  }

  /// The key that runs a command as it is typed, else how the command is typed.
  private func shownKey(of command: String) -> String {
    keymap.keys(for: command).first ?? ":" + command
  }

  /// What the step says, with the user's own keys.
  func words(of step: Tour.Step) -> String {
    var result = ""
    var rest = step.words[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      result += shownKey(of: String(rest[rest.index(after: open)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }

  /// A popup at the foot; a panel over the whole window has the window for itself.
  func paintTour(into surface: inout Surface) {
    guard let tour, !isPresenting, panel == nil || sidePanelWidth > 0, question == nil else {
      return
    }
    let width = min(size.width - 2, 58)
    let lines = wrapped(words(of: tour.step), to: width - 4)
    let rect = Rect(
      x: size.width - width - 1, y: size.height - lines.count - 3, width: width,
      height: lines.count + 2)
    let inside = paintFrame(
      rect, title: "Tour \(tour.number + 1)/\(Tour.steps.count)   Esc ends it", into: &surface)
    for (index, line) in lines.enumerated() {
      surface.put(line, x: inside.x + 1, y: inside.y + index, style: theme.text)
    }
  }
}
