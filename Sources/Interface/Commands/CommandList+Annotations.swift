import DocumentModel

/// Marks and notes on pages, and their forms.
extension CommandList {
  private static let needsPages: @Sendable (State) -> Command.Availability = { state in
    guard let document = state.document, document.phase == .open else {
      return .unavailable("No document is open")
    }
    guard document.isPaged, !document.summary.isPicture else {
      return .unavailable("Annotations and forms are for PDFs")
    }
    guard state.browser.glance == nil else {
      return .unavailable("It is only looked at: Enter opens it")
    }
    return .available
  }

  private static func can(
    _ way: any KeyPath<SaveStatus, Bool> & Sendable, _ reason: String
  ) -> @Sendable (State) -> Command.Availability {
    { state in
      if state.isLibraryListed { return .available }
      guard case .available = needsPages(state) else { return needsPages(state) }
      guard state.document?.annotations.standing[keyPath: way] != true else { return .available }
      let keys = state.keymap.keysHolding(
        for: "undo-edit", in: state.keyMode, among: state.keymap.keysOfCommands())
      guard state.isGridShown, let key = keys.first else {
        return .unavailable(reason)
      }
      return .unavailable("\(reason); \(key) takes back what was done to pages")
    }
  }

  private static let needsCarried: @Sendable (State) -> Command.Availability = { state in
    guard case .available = needsPages(state) else { return needsPages(state) }
    return state.document?.annotations.carried == nil
      ? .unavailable("There are no annotations of a previous version") : .available
  }

  private static func own(
    _ name: String, _ title: String, argument: Command.Argument? = nil,
    when availability: @escaping @Sendable (State) -> Command.Availability = needsPages,
    run: @escaping @Sendable (inout State, Int?) -> [Effect]
  ) -> Command {
    Command(name, title, .annotations, when: availability, argument: argument, run: run)
  }

  /// A mark on what is selected; with a colour behind its name in that, else in the one used last.
  private static func mark(_ name: String, _ title: String, _ kind: AnnotationKind) -> Command {
    own(
      name, title,
      argument: .init(
        name: "COLOUR", choices: .suggested { $0.preferences.annotationColors.map(\.name) }
      ) {
        state, text in
        guard let color = state.annotationColor(text, for: kind) else {
          state.say("“\(text)” is no colour: a name, or #rrggbb", isError: true)
          return []
        }
        return state.annotate(kind, color: color)
      }
    ) { state, _ in state.annotate(kind) }
  }

  /// In their list it is done with the one selected there, or said why not.
  private static let needsAnnotations: @Sendable (State) -> Command.Availability = { state in
    state.panel?.kind == .annotations ? .available : needsPages(state)
  }

  private static let needsList: @Sendable (State) -> Command.Availability = { state in
    if state.panel?.kind == .annotations { return .available }
    let key = state.keymap.keys(for: "annotations").first ?? ":annotations"
    return .unavailable("This is for the list of annotations: \(key) shows it")
  }

  private static func deed(_ name: String, _ title: String, _ deed: AnnotationCommand) -> Command {
    own(name, title, when: needsAnnotations) { state, _ in state.perform(deed) }
  }

  /// What is done with their list.
  private static func listing(
    _ name: String, _ title: String, run: @escaping @Sendable (inout State) -> Void
  ) -> Command {
    own(name, title, when: needsList) { state, _ in
      run(&state)
      return []
    }
  }

  private static func place(_ name: String, _ title: String, _ request: AnnotationRequest)
    -> Command
  {
    own(name, title) { state, _ in state.pick(request) }
  }

  static let annotations: [Command] = [
    mark("highlight", "Highlight what is selected", .highlight).also("mark marker annotate"),
    mark("underline", "Underline what is selected", .underline),
    mark("strike-out", "Strike out what is selected", .strikeOut).also("strikethrough cross"),
    mark("squiggle", "A wavy line under what is selected", .squiggly).also("squiggly"),
    own("mark-again", "The last mark's kind and colour once more") { state, _ in
      state.annotateAgain()
    },
    own("note-here", "A note on what is selected, at the caret or at a line") { state, _ in
      state.selectedRange == nil
        ? state.pick(.note) : state.annotate(.highlight, withNote: true)
    }.also("comment annotate sticky"),
    place("free-text", "Text on the page", .freeText).also("typewriter write textbox"),
    place("draw-box", "A box on the picture of a page", .box).also("rectangle square"),
    place("draw-circle", "A circle on the picture of a page", .circle).also("ellipse oval"),
    place("draw-line", "A line on the picture of a page", .line).also("arrow"),
    place("draw-ink", "Draw on the picture of a page with the mouse", .ink).also(
      "pen scribble freehand"),
    Command(
      "stamp", "A stamp on the page", .annotations, when: needsPages,
      argument: .init(
        name: "NAME",
        choices: .listed { _ in AnnotationStrings.stamps.map { AnnotationStrings.stampWords($0) } }
      ) {
        state, words in state.pick(.stamp(AnnotationStrings.stampName(words)))
      }, run: { state, _ in state.ask(for: "stamp") }
    ).also("approved draft"),
    own("next-annotation", "To the next annotation") { state, count in
      state.moveAnnotation(count ?? 1)
      return []
    }.also("comment"),
    own("previous-annotation", "To the annotation before") { state, count in
      state.moveAnnotation(-(count ?? 1))
      return []
    }.also("comment"),
    deed("read-annotation", "Read the annotation with its replies", .read).also("comment thread"),
    deed("edit-annotation", "Change the annotation's text", .text).also("note comment write"),
    own(
      "color-annotation", "Change the annotation's colour",
      argument: .init(
        name: "COLOUR", choices: .suggested { $0.preferences.annotationColors.map(\.name) }
      ) {
        state, text in state.recolorStanding(text)
      }, when: needsAnnotations
    ) { state, _ in state.perform(.color) }.also("recolour recolor"),
    deed("change-annotation", "Make the annotation another kind", .kind).also("convert turn type"),
    deed("reply", "Answer the annotation", .reply).also("comment respond"),
    own(
      "move-annotation", "Move the annotation, or put it on what is selected",
      when: needsAnnotations
    ) { state, _ in
      state.movedAnnotation != nil && state.selectedRange != nil
        ? state.placeMoved() : state.perform(.move)
    },
    deed(
      "resize-annotation", "Make the annotation larger or smaller, on the picture of its page",
      .size),
    deed("delete-annotation", "Delete the annotation with its replies", .delete).also(
      "remove erase comment"),
    own("next-field", "To the next field of the form") { state, count in
      state.moveField(count ?? 1)
      return []
    },
    own("previous-field", "To the field before") { state, count in
      state.moveField(-(count ?? 1))
      return []
    },
    own("fill-field", "Fill in the field: a text, a switch, one of several") { state, _ in
      state.fillField()
    }.also("form checkbox"),
    own(
      "undo-annotation", "Take back what was done with annotations or the form last",
      when: can(\.canUndo, "Nothing was done with annotations here")
    ) { state, _ in state.undoAnnotation(isRedo: false) }.also("revert"),
    own(
      "redo-annotation", "Do again what was taken back",
      when: can(\.canRedo, "Nothing was taken back")
    ) { state, _ in state.undoAnnotation(isRedo: true) }.also("repeat"),
    own("carry-over", "Keep the previous version's annotations", when: needsCarried) {
      state, _ in state.carryOver()
    },
    own(
      "carry-over-all", "Keep the previous version's annotations, changed words included",
      when: needsCarried
    ) { state, _ in state.carryOver(withClosest: true) },
    own(
      "carry-over-always", "Keep annotations in each new version of this file",
      when: needsCarried
    ) { state, _ in state.carryOver(always: true) },
    own("discard-carried", "Discard the previous version's annotations", when: needsCarried) {
      state, _ in state.discardCarried()
    },
    own("annotations", "List of annotations") { state, _ in state.toggleAnnotations() }.also(
      "comments notes"),
    Command("all-annotations", "Annotations of all documents", .annotations) { state, _ in
      state.toggleAnnotations(isLibrary: true)
    }.also("comments notes library"),
    listing("annotations-by-color", "Only annotations of one colour, then of the next") {
      $0.listByColor()
    }.also("filter"),
    listing("annotations-by-kind", "Only annotations of one type, then of the next") {
      $0.listByKind()
    }.also("filter"),
    listing("annotations-by-author", "Only annotations of one author, then of the next") {
      $0.listByAuthor()
    }.also("filter who person"),
    own(
      "annotations-scope", "All documents' annotations, or this one's again", when: needsList
    ) { state, _ in state.toggleAnnotationScope() },
    own("save-annotations", "Write annotations and what was filled in into the file now") {
      state, _ in
      state.saveAnnotations()
    }.also("comments"),
    Command(
      "save-copy", "Write a copy of the document with its annotations", .annotations,
      when: needsPages,
      argument: .init(name: "FILE", choices: .paths) { state, path in state.saveCopy(to: path) },
      run: { state, _ in state.ask(for: "save-copy") }
    ).also("export as"),
  ]
}
