package import Canvas
package import DocumentModel
package import Messages

/// A decision the user must make by one key before anything else.
package struct Question: Sendable, Equatable {
  package enum Reply: Sendable, Equatable {
    case nothing
    case effects([Effect])
    /// Begins a command that waits for the rest of its argument.
    case begin(String, String)
    /// Read these documents.
    case open([String])
    /// Have something kept of a document, now and without asking again.
    case annotate(DocumentID, AnnotationEdit)
    /// Asks for the name of a copy that replaces the document, and applies an edit in it.
    case annotateCopy(DocumentID, AnnotationEdit)
    /// Uses a written text for its purpose.
    case write(AnnotationWriting, text: String)
    /// Asks for the name of a copy for an edit that the document itself cannot take.
    case editCopy(DocumentID, EditRequest)
    /// Edit a document whose usage rights end, and ask about them no more.
    case editAnyway(DocumentID, EditRequest)
    /// Edit a document whose signatures become invalid.
    case breakSignatures(DocumentID, EditRequest)
    /// Recognise no more pages of a document.
    case stopRecognizing(DocumentID)
    /// End the program, after these, when nothing is done with files any more.
    case quit([Effect])
    /// End the program now, without what waits to be done with pages.
    case dropEdits
    /// Do not end the program when all is done.
    case stay
  }

  package struct Choice: Sendable, Equatable {
    package var key: Key
    package var words: String
    package var reply: Reply

    package init(_ key: Unicode.Scalar, _ words: String, _ reply: Reply) {
      self.key = Key(key)
      self.words = words
      self.reply = reply
    }
  }

  package var text: String
  package var choices: [Choice]
  /// The effect of Escape.
  package var onEscape: Reply
  package var escapeWords: String

  package init(
    _ text: String, _ choices: [Choice], onEscape: Reply = .nothing, escapeWords: String = ""
  ) {
    self.text = text
    self.choices = choices
    self.onEscape = onEscape
    self.escapeWords = escapeWords
  }
}

extension Question {
  /// Whether the program ends when what it asks about is done.
  var isAboutQuitting: Bool {
    choices.contains { if case .quit = $0.reply { true } else { false } }
  }

  /// Whether Enter must not decide it: something would be lost, or a signed document changed.
  var isGrave: Bool {
    choices.contains { choice in
      if case .annotate = choice.reply { return true }
      guard case .effects(let effects) = choice.reply else { return false }
      return effects.contains { effect in
        switch effect {
        case .annotations(.carryOver), .browse(.files(.delete)), .browse(.deleteTag),
          .browse(.notes(.discard)),
          .browse(.notes(.settle)),
          .browse(.notes(.letGo)):
          true
        default: false
        }
      }
    }
  }

  /// A key while something has to be decided; keys that decide nothing are not taken for others.
  static func answerQuestion(_ state: inout State, _ key: Key) -> [Effect] {
    guard let question = state.questions.shown else { return [] }
    // Keys typed before the question could be read are no answer.
    if state.questions.isFresh, key.code != .escape { return [] }
    let reply: Question.Reply
    if let choice = question.choices.first(where: { $0.key == key }) {
      reply = choice.reply
    } else if key.code == .escape || key == Key("c", .control) {
      reply = question.onEscape
    } else if key.code == .enter, let first = question.choices.first, !question.isGrave {
      reply = first.reply
    } else {
      return []
    }
    state.questions.shown =
      state.questions.waiting.isEmpty ? nil : state.questions.waiting.removeFirst()
    switch reply {
    case .nothing: return []
    case .effects(let effects): return effects
    case .begin(let name, let typed): return state.ask(for: name, typed)
    case .open(let paths): return state.read(paths)
    case .annotate(let id, let step): return state.consent(id, step)
    case .annotateCopy(let id, let step):
      state.askForAnnotatedCopy(id, step)
      return []
    case .write(let writing, let text): return state.finish(writing, text: text)
    case .editAnyway(let id, let request): return state.editAnyway(request, of: id)
    case .breakSignatures(let id, var request):
      request.isWarned = true
      return state.request(request, for: id)
    case .editCopy(let id, let request):
      state.askForEditedCopy(request, of: id)
      return []
    case .stopRecognizing(let id):
      return state.documents.stopRecognizing(id, preferences: state.preferences, &state.notices)
    case .quit(let effects):
      state.ending.waitsForFiles = true
      state.say("Recto quits when it is finished")
      return effects + state.quitIfDone()
    case .dropEdits: return state.dropEdits()
    case .stay:
      state.ending.waitsForFiles = false
      return []
    }
  }

  /// The wheel still moves what lies below; clicks and drags wait for the answer.
  static func takeInQuestion(_ state: inout State, _ mouse: Mouse) -> [Effect]? {
    switch mouse.action {
    case .wheelDown, .wheelUp, .wheelLeft, .wheelRight: return nil
    default:
      (state.browser.drag, state.pointer.pressed) = (nil, nil)
      return []
    }
  }

  /// Paints the question at the bottom of the window.
  static func paint(_ state: State, _ question: Question, into surface: inout Surface) {
    let width = min(state.size.width - 2, 72)
    let lines = question.text.wrapped(to: width - 4)
    var rows = question.choices.map { (KeyNotation.text($0.key), $0.words) }
    if !question.escapeWords.isEmpty { rows.append(("escape", question.escapeWords)) }
    let height = min(state.size.height - 1, lines.count + rows.count + 3)
    let rect = Rect(
      x: (state.size.width - width) / 2, y: max(0, state.size.height - 1 - height), width: width,
      height: height)
    let inside = ScreenView.paintFrame(state, rect, title: "Recto asks", into: &surface).inset(
      left: 1, right: 1)
    var y = inside.y
    for line in lines where y < inside.maxY {
      surface.put(line, x: inside.x, y: y, style: state.themes.current.heading, limit: inside.width)
      y += 1
    }
    y += 1
    let keyWidth = rows.map { CellWidth.of($0.0) }.max() ?? 1
    // The keys come into sight when they count.
    for (key, words) in rows where y < inside.maxY && !state.questions.isFresh {
      surface.put(key, x: inside.x, y: y, style: state.themes.current.accent)
      surface.put(
        words.truncated(to: inside.width - keyWidth - 2), x: inside.x + keyWidth + 2, y: y,
        style: state.themes.current.text)
      y += 1
    }
  }
}

extension Questions {
  /// Asks now, or after the current question; the same question is not asked twice.
  mutating func ask(_ question: Question) {
    if self.shown == nil {
      self.shown = question
    } else if self.shown != question, !waiting.contains(question) {
      waiting.append(question)
    }
  }
}
