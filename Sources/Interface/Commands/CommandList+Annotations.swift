import DocumentModel
import Messages

/// Marks and notes on pages, and their forms.
extension CommandList {
  private static let needsPages: @Sendable (State) -> Command.Availability = { state in
    guard let document = state.document, document.phase == .open else {
      return .unavailable("No document is open")
    }
    guard document.summary.canAnnotate else {
      return .unavailable("Annotations are for PDFs, DjVu, books and office documents")
    }
    guard state.browser.glance == nil else {
      return .unavailable("This is a preview: Enter opens the document")
    }
    return .available
  }

  private static func can(
    _ way: any KeyPath<SaveStatus, Bool> & Sendable, _ reason: String
  ) -> @Sendable (State) -> Command.Availability {
    { state in
      if state.isLibraryListed { return .available }
      guard case .available = needsPages(state) else { return needsPages(state) }
      guard state.document?.annotations.saveStatus[keyPath: way] != true else { return .available }
      if state.document?.annotations.isCarryingOver == true {
        return .unavailable("The annotations are still being carried over; try again in a moment")
      }
      let keys = state.keyInput.keymap.keysHolding(
        for: "undo-edit", in: state.keyMode, among: state.keyInput.keymap.keysOfCommands())
      guard state.isGridShown, let key = keys.first else {
        return .unavailable(reason)
      }
      return .unavailable("\(reason); \(key) takes back what was done to pages")
    }
  }

  private static let needsCarried: @Sendable (State) -> Command.Availability = { state in
    guard case .available = needsPages(state) else { return needsPages(state) }
    return state.document?.annotations.carried == nil
      ? .unavailable(
        "No annotations of a previous version are on offer; :carry-over-ask offers them again")
      : .available
  }

  static func own(
    _ name: String, _ title: String, argument: Command.Argument? = nil,
    when availability: @escaping @Sendable (State) -> Command.Availability = needsPages,
    run: @escaping @Sendable (inout State, Int?) -> [Effect]
  ) -> Command {
    Command(name, title, .annotations, when: availability, argument: argument, run: run)
  }

  /// Defines an annotation command for the selection; the argument is a colour, by default the last
  /// one used.
  private static func mark(_ name: String, _ title: String, _ kind: AnnotationKind) -> Command {
    own(
      name, title,
      argument: .init(
        name: "COLOUR", choices: .suggested { $0.preferences.annotationColors.map(\.name) }
      ) {
        state, text in
        guard let color = state.preferences.color(named: text, for: kind) else {
          state.say("“\(text)” is not a colour: use a name or #rrggbb", isError: true)
          return []
        }
        return state.annotate(kind, color: color)
      }
    ) { state, _ in state.annotate(kind) }
  }

  /// In their list or a card it is done with the one selected there, or said why not.
  static let needsAnnotations: @Sendable (State) -> Command.Availability = { state in
    state.panel?.source == .annotations || state.annotating.card != nil
      ? .available : needsPages(state)
  }

  private static let needsList: @Sendable (State) -> Command.Availability = { state in
    if state.panel?.source == .annotations { return .available }
    let key = state.keyInput.keymap.keys(for: "annotations").first ?? ":annotations"
    return .unavailable("This is for the list of annotations: \(key) shows it")
  }

  /// Defines a command for the annotation at the caret or gone to.
  static func onAnnotation(_ name: String, _ title: String, _ command: AnnotationCommand) -> Command
  {
    own(name, title, when: needsAnnotations) { state, _ in state.perform(command) }
  }

  /// Defines a command of the annotation list.
  static func listing(
    _ name: String, _ title: String, run: @escaping @Sendable (inout State) -> Void
  ) -> Command {
    own(name, title, when: needsList) { state, _ in
      run(&state)
      return []
    }
  }

  static func place(_ name: String, _ title: String, _ request: AnnotationRequest)
    -> Command
  {
    own(name, title) { state, _ in state.pick(request) }
  }

  static let annotations: [Command] = marks + review + memberAnnotations

  private static let marks: [Command] = [
    mark("highlight", "Highlight selection", .highlight).also(
      "mark marker annotate highlighter yellow"),
    mark("underline", "Underline selection", .underline).also("annotate mark"),
    mark("strike-out", "Strike out selection", .strikeOut).also("strikethrough cross"),
    mark("squiggle", "Underline selection with a wavy line", .squiggly).also("squiggly"),
    own("mark-again", "Repeat last annotation style") { state, _ in
      state.annotateAgain()
    }.also("previous"),
    own("note-here", "Add a note to the selection, the caret or a line") { state, _ in
      state.selectedRange == nil
        ? state.pick(.note) : state.annotate(.highlight, withNote: true)
    }.also("comment annotate sticky"),
    place("free-text", "Add text on the page", .freeText).also("typewriter write textbox inline"),
    place("draw-box", "Draw a box on the page's picture", .box).also("rectangle square"),
    place("draw-circle", "Draw a circle on the page's picture", .circle).also("ellipse oval"),
    place("draw-line", "Draw a line on the page's picture", .line).also("arrow"),
    place("draw-ink", "Draw on the page's picture with the mouse", .ink).also(
      "pen scribble freehand"),
    Command(
      "stamp", "Add a stamp", .annotations, when: needsPages,
      argument: .init(
        name: "NAME",
        choices: .completed { $0.stampNames(for: $1) }
      ) { state, words in state.stamp(words) }, run: { state, _ in state.ask(for: "stamp") }
    ).also("approved draft own picture png"),
    place("insert-text", "Mark a place where text is to be inserted", .insertion).also(
      "caret insertion proof"),
    own("replace-text", "Strike the selection out and write what replaces it") { state, _ in
      state.replaceSelection()
    }.also("caret correction proof"),
    own("next-annotation", "Next annotation") { state, count in
      state.moveAnnotation(count ?? 1)
      return []
    }.also("comment"),
    own("previous-annotation", "Previous annotation") { state, count in
      state.moveAnnotation(-(count ?? 1))
      return []
    }.also("comment"),
    onAnnotation("read-annotation", "Read the annotation with its replies", .read).also(
      "comment thread"),
    onAnnotation("edit-annotation", "Edit the annotation's text", .text).also("note comment write"),
    own(
      "color-annotation", "Change the annotation's colour",
      argument: .init(
        name: "COLOUR", choices: .suggested { $0.preferences.annotationColors.map(\.name) }
      ) {
        state, text in state.recolorCurrent(text)
      }, when: needsAnnotations
    ) { state, _ in state.perform(.color) }.also("recolour recolor"),
    onAnnotation("change-annotation", "Change the annotation's type", .kind).also("convert turn"),
    onAnnotation("reply", "Reply to the annotation", .reply).also("comment respond"),
    own(
      "move-annotation", "Move the annotation, or attach it to the selection",
      when: needsAnnotations
    ) { state, _ in
      // A card's annotation is another one than that which waits for a place.
      state.annotating.card == nil && state.annotating.moved != nil && state.selectedRange != nil
        ? state.placeMoved() : state.perform(.move)
    },
    onAnnotation(
      "resize-annotation", "Resize the annotation on its page's picture",
      .size),
    onAnnotation("delete-annotation", "Delete the annotation with its replies", .delete).also(
      "remove erase comment"),
    own("next-field", "Next form field") { state, count in
      state.moveField(count ?? 1)
      return []
    }.also("input"),
    own("previous-field", "Previous form field") { state, count in
      state.moveField(-(count ?? 1))
      return []
    }.also("input"),
    own("fill-field", "Fill in the form field") { state, _ in
      state.fillField()
    }.also("checkbox input type"),
    own(
      "undo-annotation", "Undo the last annotation or form edit",
      when: can(\.canUndo, "No edit of annotations or form left to undo")
    ) { state, _ in state.undoAnnotation(isRedo: false) }.also("revert"),
    own(
      "redo-annotation", "Redo the last undone annotation or form edit",
      when: can(\.canRedo, "No edit of annotations or form left to redo")
    ) { state, _ in state.undoAnnotation(isRedo: true) }.also("repeat"),
    own("carry-over", "Keep the previous version's annotations", when: needsCarried) {
      state, _ in state.carryOver()
    }.also("rebuilt"),
    own(
      "carry-over-all", "Keep the previous version's annotations, including those on changed words",
      when: needsCarried
    ) { state, _ in state.carryOver(withClosest: true) },
    own(
      "carry-over-always", "Keep annotations in each new version of this file",
      when: needsCarried
    ) { state, _ in state.carryOver(always: true) },
    own("discard-carried", "Discard the previous version's annotations", when: needsCarried) {
      state, _ in state.discardCarried()
    },
    own("carry-over-ask", "Offer the previous version's annotations again, and ask each time") {
      state, _ in state.reconsiderCarried()
    }.also("discarded always undo"),
    own("annotations", "Annotations") { state, _ in PanelSource.toggleAnnotations(&state) }.also(
      "comments notes list reviews"),
    Command("all-annotations", "Annotations of all documents", .annotations) { state, _ in
      PanelSource.toggleAnnotations(&state, isLibrary: true)
    }.also("comments notes library reviews"),
    listing("annotations-by-color", "Filter annotations by colour, one after the other") {
      PanelSource.listByColor(&$0)
    },
    listing("annotations-by-kind", "Filter annotations by type, one after the other") {
      PanelSource.listByKind(&$0)
    },
    listing("annotations-by-author", "Filter annotations by author, one after the other") {
      PanelSource.listByAuthor(&$0)
    }.also("who person"),
    own(
      "annotations-scope", "Annotations of all documents, or of this one", when: needsList
    ) { state, _ in PanelSource.toggleAnnotationScope(&state) },
    own("save-annotations", "Write annotations and form values into the file now") {
      state, _ in
      state.saveAnnotations()
    }.also("comments store commit"),
    Command(
      "save-copy", "Write a copy of the document with its annotations", .annotations,
      when: needsPages,
      argument: .init(name: "FILE", choices: .paths) { state, path in state.saveCopy(to: path) },
      run: { state, _ in state.ask(for: "save-copy") }
    ).also("export as"),
  ]
}
