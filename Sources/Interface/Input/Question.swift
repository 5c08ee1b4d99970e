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

extension State {
  /// Whether the question is shown now: not while text is typed or a key sequence is incomplete.
  var isQuestionDue: Bool {
    questions.shown != nil && prompt == nil && browser.typeAhead == nil && keyInput.pending.isEmpty
      && panel?.isFiltering != true && !(isFinding && librarySearch.finder?.focus == .prompt)
  }

  /// A key while something has to be decided; keys that decide nothing are not taken for others.
  mutating func answerQuestion(_ key: Key) -> [Effect] {
    guard let question = questions.shown else { return [] }
    // Keys typed before the question could be read are no answer.
    if questions.isFresh, key.code != .escape { return [] }
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
    self.questions.shown = questions.waiting.isEmpty ? nil : questions.waiting.removeFirst()
    switch reply {
    case .nothing: return []
    case .effects(let effects): return effects
    case .begin(let name, let typed): return ask(for: name, typed)
    case .open(let paths): return read(paths)
    case .annotate(let id, let step): return consent(id, step)
    case .annotateCopy(let id, let step):
      askForAnnotatedCopy(id, step)
      return []
    case .write(let writing, let text): return finish(writing, text: text)
    case .editAnyway(let id, let request): return editAnyway(request, of: id)
    case .breakSignatures(let id, var request):
      request.isWarned = true
      return self.request(request, for: id)
    case .editCopy(let id, let request):
      askForEditedCopy(request, of: id)
      return []
    case .stopRecognizing(let id): return stopRecognizing(id)
    case .quit(let effects):
      ending.waitsForFiles = true
      say("Recto quits when it is finished")
      return effects + quitIfDone()
    case .dropEdits: return dropEdits()
    case .stay:
      ending.waitsForFiles = false
      return []
    }
  }

  /// The wheel still moves what lies below; clicks and drags wait for the answer.
  mutating func takeInQuestion(_ mouse: Mouse) -> [Effect]? {
    switch mouse.action {
    case .wheelDown, .wheelUp, .wheelLeft, .wheelRight: return nil
    default:
      (browser.drag, pointer.pressed) = (nil, nil)
      return []
    }
  }

  /// Paints the question at the bottom of the window.
  func paint(_ question: Question, into surface: inout Surface) {
    let width = min(size.width - 2, 72)
    let lines = question.text.wrapped(to: width - 4)
    var rows = question.choices.map { (KeyNotation.text($0.key), $0.words) }
    if !question.escapeWords.isEmpty { rows.append(("escape", question.escapeWords)) }
    let height = min(size.height - 1, lines.count + rows.count + 3)
    let rect = Rect(
      x: (size.width - width) / 2, y: max(0, size.height - 1 - height), width: width,
      height: height)
    let inside = paintFrame(rect, title: "Recto asks", into: &surface).inset(left: 1, right: 1)
    var y = inside.y
    for line in lines where y < inside.maxY {
      surface.put(line, x: inside.x, y: y, style: themes.current.heading, limit: inside.width)
      y += 1
    }
    y += 1
    let keyWidth = rows.map { CellWidth.of($0.0) }.max() ?? 1
    // The keys come into sight when they count.
    for (key, words) in rows where y < inside.maxY && !questions.isFresh {
      surface.put(key, x: inside.x, y: y, style: themes.current.accent)
      surface.put(
        words.truncated(to: inside.width - keyWidth - 2), x: inside.x + keyWidth + 2, y: y,
        style: themes.current.text)
      y += 1
    }
  }
}

extension State {
  /// Quits when the tasks it waits for have ended, or those that a question about quitting names; after a hang-up only page edits count.
  mutating func quitIfDone() -> [Effect] {
    guard ending.waitsForFiles || questions.shown?.isAboutQuitting == true,
      ending.isHungUp || !browser.tasks.contains(where: { !$0.isOver }),
      !documents.contains(where: \.edits.isPending)
    else { return [] }
    return quit()
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
