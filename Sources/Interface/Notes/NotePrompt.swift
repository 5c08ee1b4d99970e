import Canvas
import DocumentModel
import Messages
import Text
import Widgets

extension Questions {
  mutating func take(_ news: NoteNews, environment: Environment) {
    switch news {
    case .conflict(let path): askConflict(path)
    case .gone(let path): askGone(path)
    case .leftover(let copy, let path, let time):
      askLeftover(copy, path, time, environment: environment)
    }
  }

  fileprivate mutating func askLeftover(
    _ copy: String, _ path: String, _ time: Int64, environment: Environment
  ) {
    let name = PathParts.name(of: path)
    let day = CalendarDate.short(time + environment.zone, now: environment.now + environment.zone)
    ask(
      Question(
        "Recto quit before “\(name)” was written (\(day)).",
        [
          .init("r", "write it now", .effects([.browse(.notes(.recover(copy: copy)))])),
          .init(
            "d", "discard the unwritten text", .effects([.browse(.notes(.discard(copy: copy)))])),
        ], escapeWords: "later: ask again at the next start"))
  }

  fileprivate mutating func askConflict(_ path: String) {
    let name = PathParts.name(of: path)
    func settle(_ settlement: Settlement) -> Question.Reply {
      .effects([.browse(.notes(.settle(path: path, settlement)))])
    }
    ask(
      Question(
        "“\(name)” was changed here and, at the same place, by another program.",
        [
          .init("k", "keep both: theirs stays, mine becomes a second file", settle(.keepBoth)),
          .init("t", "theirs: keep “\(name)” as it is now", settle(.theirs)),
          .init("m", "mine: overwrite theirs", settle(.ours)),
        ], escapeWords: "later: keep mine and ask again"))
  }

  fileprivate mutating func askGone(_ path: String) {
    let name = PathParts.name(of: path)
    ask(
      Question(
        "“\(name)” is gone from its folder, and your text is in no file.",
        [
          .init(
            "m", "make “\(name)” again", .effects([.browse(.notes(.makeAgain(path: path)))])),
          .init("d", "discard it", .effects([.browse(.notes(.letGo(path: path)))])),
        ], escapeWords: "later: keep it and ask again"))
  }
}

private func noteLabel(_ subject: NoteSubject) -> String {
  let page = subject.page.map { ", " + $0.name } ?? ""
  return "Note on \(PathParts.name(of: subject.path))\(page)"
}

extension Annotating {
  /// Keeps a cancelled text for the next note prompt.
  mutating func keepGivenUp(_ prompt: Prompt, _ notices: inout Notices) {
    guard prompt.above != nil, !prompt.isSecret else { return }
    let text = prompt.text
    guard text != prompt.original, !text.allSatisfy(\.isWhitespace) else { return }
    givenUpText = text
    notices.say("Cancelled: press Up at the next note prompt to get the text back")
  }
}

extension Prompt {
  /// Keys that make a note of several lines; false where the key is for the line.
  mutating func takeNoteKey(_ key: Key, givenUp: String) -> Bool {
    guard var above else { return false }
    var text = ""
    // Some terminals keep Alt-Enter for themselves (xterm, to fill the screen).
    if key == Key(.enter, .alt) || key == Key("j", .control) {
      above.append(line.text)
    } else if key.code == .backspace, line.before.isEmpty, let last = above.popLast() {
      text = last + line.after
    } else if key.code == .up, above.isEmpty, line.isEmpty, !givenUp.isEmpty {
      above = givenUp.split(
        omittingEmptySubsequences: false, whereSeparator: \.isNewline
      )
      .map(String.init)
      text = above.popLast() ?? ""
    } else {
      return false
    }
    self.above = above
    line = LineEditor(text)
    return true
  }

  /// Text of several lines that was pasted into a note.
  mutating func pasteIntoNote(_ text: String) -> Bool {
    guard above != nil else { return false }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if index > 0 { _ = takeNoteKey(Key(.enter, .alt), givenUp: "") }
      self.line.insert(String(line))
    }
    return true
  }

  /// The document that is read, with its page, or the one under the browser's cursor.
  static func noteSubject(_ state: State) -> NoteSubject? {
    if let document = state.document, let pane = state.pane {
      guard !document.path.isEmpty else { return nil }
      return NoteSubject(
        path: document.path, title: DocumentTitle.telling(document.summary.title),
        author: document.summary.author,
        page: .init(
          BlockAddress(page: pane.page, hasPages: document.hasPages),
          name: document.placeName(state.place(of: state.panes.focus) ?? Place(page: pane.page))))
    }
    guard state.browser.isShown, let tab = state.browser.current, let entry = tab.current,
      entry.kind == .file
    else { return nil }
    let known = tab.documents[entry.key]
    return NoteSubject(
      path: tab.path(of: entry), title: known?.title ?? "", author: known?.author ?? "")
  }

  static func askNote(_ state: inout State) -> [Effect] {
    guard let subject = noteSubject(state),
      !state.browser.isShown || state.browser.current?.place != .trash
    else {
      state.say("No document here to write a note about")
      return []
    }
    state.prompt = Prompt(noteLabel(subject), above: []) { _, text in
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      return note(subject, lines.map(String.init))
    }
    state.prompt?.hints = ["Ctrl-j: line"]
    return []
  }

  /// Paints the lines above the one being typed.
  static func paintNote(_ state: State, _ prompt: Prompt, into surface: inout Surface) {
    guard let above = prompt.above, !above.isEmpty else { return }
    let width = min(state.size.width - 2, 84)
    let shown = above.suffix(max(1, state.size.height - 6))
    let rect = Rect(
      x: 1, y: state.size.height - 3 - shown.count, width: width, height: shown.count + 2)
    let inside = ScreenView.paintFrame(state, rect, title: "Note", into: &surface).inset(
      left: 1, right: 1)
    for (index, line) in shown.enumerated() {
      surface.put(
        line.truncated(to: inside.width), x: inside.x, y: inside.y + index,
        style: state.themes.current.text)
    }
  }
}

/// Returns the effect that adds lines to a note, without blank lines around them.
private func note(_ subject: NoteSubject, _ lines: [String]) -> [Effect] {
  var lines = lines[...]
  func isBlank(_ line: String) -> Bool { line.allSatisfy(\.isWhitespace) }
  while let first = lines.first, isBlank(first) { lines.removeFirst() }
  while let last = lines.last, isBlank(last) { lines.removeLast() }
  return lines.isEmpty ? [] : [.browse(.notes(.add(subject, lines: Array(lines))))]
}
