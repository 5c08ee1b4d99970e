import DocumentModel
import Messages
import Text

/// The maximum number of pages that one mark may span.
private let mostPages = 100
/// The maximum number of annotations started and not kept; older ones are forgotten.
private let mostOrigins = 2 * mostPages

extension State {
  // MARK: marks on what is selected

  /// Returns the colour of a new annotation: the one used last for the kind, else that of the settings.
  func newColor(for kind: AnnotationKind) -> UInt32 {
    annotating.pens.last { $0.kind == kind }?.color ?? preferences.newColor(for: kind)
  }

  /// Annotates the selection.
  mutating func annotate(_ kind: AnnotationKind, color: UInt32? = nil, withNote: Bool = false)
    -> [Effect]
  {
    annotate(AnnotationPen(kind, color: color ?? newColor(for: kind)), withNote: withNote)
  }

  /// Strikes the selection out, and asks for the text to replace it.
  mutating func replaceSelection() -> [Effect] {
    annotate(
      AnnotationPen(.strikeOut, color: newColor(for: .strikeOut)), isReplaced: true)
  }

  mutating func annotate(
    _ pen: AnnotationPen, withNote: Bool = false, isReplaced: Bool = false
  ) -> [Effect] {
    guard let document, let selection, let range = selectedRange else {
      say("Nothing is selected: press v or drag with the mouse, then a and a letter")
      return []
    }
    let pages = range.lowerBound.page...range.upperBound.page
    guard pages.count <= mostPages else {
      say(
        "The selection has \(pages.count) pages; at most \(mostPages) can be annotated at once",
        isError: true)
      return []
    }
    let pending = PendingMark(
      selection: selection, range: range, pen: pen, withNote: withNote, isReplaced: isReplaced,
      pages: document.pages.filter { pages.contains($0.key) })
    let missing = pages.filter { document.pages[$0] == nil }
    guard missing.isEmpty else {
      annotating.pendingMark = pending
      say("Reading \(missing.count) \(missing.count == 1 ? "page" : "pages") to annotate …")
      if let index = documents.index(of: document.id) {
        for page in missing { documents[index].failures[page] = nil }
      }
      return documents.loadContent(of: document.id, pages: missing, isVisible: false)
    }
    return finish(pending, document)
  }

  /// Takes a page for a pending mark, and makes the mark once it has all of its pages.
  mutating func collectForMark(_ page: Int, of id: DocumentID) -> [Effect] {
    guard var pending = annotating.pendingMark else { return [] }
    guard pending.selection.document == id else { return [] }
    guard selection == pending.selection, let document = documents[id]
    else {
      annotating.pendingMark = nil
      return []
    }
    let wanted = pending.range.lowerBound.page...pending.range.upperBound.page
    if wanted.contains(page) { pending.pages[page] = document.pages[page] }
    annotating.pendingMark = pending
    return wanted.allSatisfy { pending.pages[$0] != nil } ? finish(pending, document) : []
  }

  private mutating func finish(_ pending: PendingMark, _ document: Document) -> [Effect] {
    annotating.pendingMark = nil
    var made = marks(pending)
    guard !made.isEmpty else {
      say("The selection has no place on the page", isError: true)
      return []
    }
    annotating.pens.removeAll { $0.kind == pending.pen.kind }
    annotating.pens.append(pending.pen)
    if pending.isReplaced, let last = made.indices.last {
      // A group is on one page: words on the pages before are struck out alone.
      var caret = newAnnotation(.caret, page: made[last].page, color: pending.pen.color)
      caret.replace(&made[last])
      return write(.new([caret] + made), in: document, text: "", label: "Replace with")
    }
    // The selection stays highlighted while its note is typed.
    if pending.withNote {
      return write(.new(made), in: document, text: "", label: "Note on the highlight")
    }
    let effects = edit(
      document.id, AnnotationEdit(made.map { AnnotationChange(before: nil, after: $0) }))
    // The selection stays highlighted during a question.
    if !effects.isEmpty { selection = nil }
    return effects
  }

  /// Returns one annotation for each page, in the order of the pages.
  private mutating func marks(_ pending: PendingMark) -> [Annotation] {
    let range = pending.range
    return (range.lowerBound.page...range.upperBound.page).compactMap { page in
      guard let content = pending.pages[page] else { return nil }
      let count = PageFlow(content).scalars.count
      let first = page == range.lowerBound.page ? range.lowerBound.index : 0
      let last = page == range.upperBound.page ? min(range.upperBound.index, count - 1) : count - 1
      guard first <= last else { return nil }
      guard let place = MarkPlace(first...last, of: content, page: page) else { return nil }
      var annotation = newAnnotation(pending.pen.kind, page: page, color: pending.pen.color)
      place.take(&annotation)
      return annotation
    }
  }

  /// Creates an annotation without a place; `other` is its document if not the current one.
  mutating func newAnnotation(
    _ kind: AnnotationKind, page: Int, color: UInt32? = nil, in other: Document? = nil
  ) -> Annotation {
    annotating.builder.style = preferences.annotationStyle
    annotating.builder.style.add(annotating.style)
    let annotation = annotating.builder.new(
      kind, page: page, color: color ?? newColor(for: kind),
      author: preferences.annotationAuthor, at: environment.now > 0 ? environment.now : nil)
    if let document = other ?? document {
      if annotating.origins.count >= mostOrigins { annotating.origins = [:] }
      annotating.origins[annotation.id] = AnnotationOrigin(document, around: page)
    }
    return annotation
  }

  /// Repeats the last annotation style.
  mutating func annotateAgain() -> [Effect] {
    let text = annotating.pens.last { $0.kind.marksText }
    return annotate(text ?? AnnotationPen(.highlight, color: newColor(for: .highlight)))
  }

  // MARK: what an edit goes through

  /// Keeps an edit after asking once about its consequences.
  mutating func edit(_ id: DocumentID, _ step: AnnotationEdit) -> [Effect] {
    guard let index = documents.index(of: id), let step = withoutOthers(step, in: documents[index])
    else {
      return []
    }
    // The positions of its pages are not known yet.
    guard !documents[index].edits.isPending else {
      say("Its pages are being written; annotate it afterwards", isError: true)
      return []
    }
    let list = documents[index].annotations
    let isForm = !step.fields.isEmpty
    let cautions = list.saveStatus.cautions.counting(forForms: isForm)
    let obstacle = isForm ? list.saveStatus.formObstacle : list.saveStatus.obstacle
    guard list.consented.isSuperset(of: cautions) || obstacle != nil else {
      askForConsent(index, step)
      return []
    }
    // A user who kept something in the library before has decided that.
    if obstacle == .damaged, list.saveStatus.isSaved, !list.keepsInLibrary {
      askToMend(index, step)
      return []
    }
    // Keys apply to the new annotation.
    if let first = step.changes.first, first.before == nil, let made = first.after,
      made.replyTo == nil
    {
      documents[index].annotations.current = made.id
      if list.layer.isOpen { say("Shared with \(AnnotationStrings.names(list.layer))") }
      documents[index].form.current = nil
    }
    if isLibraryListed {
      annotating.list.edited.append(id)
      annotating.list.undone = []
    }
    let generation = documents[index].editedGeneration
    let origins = step.changes.compactMap { change in
      change.before == nil ? change.id.flatMap { annotating.origins.removeValue(forKey: $0) } : nil
    }
    if let earlier = origins.first(where: { !$0.isStill(documents[index]) }) {
      say(
        "\(documents[index].fileName) changed meanwhile: the annotation moves to where its words are now"
      )
      let shown = origins.reduce(into: [:]) { all, origin in
        all.merge(origin.texts) { first, _ in first }
      }
      return [
        .annotations(
          .editEarlier(id, generation: generation, step, shown: shown, of: earlier.identity))
      ]
    }
    return [
      .annotations(
        .edit(id, generation: generation, step, shown: documents.shownTexts(around: step, index)))
    ]
  }

  private mutating func askForConsent(_ index: Int, _ step: AnnotationEdit) {
    let document = documents[index]
    let isForm = !step.fields.isEmpty
    let cautions = document.annotations.saveStatus.cautions.counting(forForms: isForm)
    let words = AnnotationStrings.sentences(cautions, isBroken: document.hasBrokenSignature)
    questions.ask(
      Question(
        words.joined(separator: " "),
        [
          .init(
            "y", "\(isForm ? "fill in" : "annotate") “\(document.fileName)” anyway",
            .annotate(document.id, step)),
          .init(
            "c", "write a copy, to be \(isForm ? "filled in" : "annotated") in its place",
            .annotateCopy(document.id, step)),
        ], escapeWords: "leave it unchanged"))
  }

  private mutating func askToMend(_ index: Int, _ step: AnnotationEdit) {
    let document = documents[index]
    let what = step.fields.isEmpty ? "annotations" : "form values"
    questions.ask(
      Question(
        "“\(document.fileName)” is damaged: only a repaired copy can be written.",
        [
          .init("c", "write a repaired copy and continue in it", .annotateCopy(document.id, step)),
          .init(
            "k", "keep \(what) in Recto's library; the file stays unchanged",
            .annotate(document.id, step)),
        ], escapeWords: "neither"))
  }

  mutating func consent(_ id: DocumentID, _ step: AnnotationEdit) -> [Effect] {
    guard let index = documents.index(of: id) else { return [] }
    documents[index].annotations.consented.formUnion(
      documents[index].annotations.saveStatus.cautions.counting(forForms: !step.fields.isEmpty))
    documents[index].annotations.keepsInLibrary = true
    let effects = edit(id, step)
    // Annotated text is no longer selected.
    if !effects.isEmpty,
      step.changes.contains(where: { $0.before == nil && $0.after?.kind.marksText == true })
    {
      selection = nil
    }
    return effects
  }

  /// Changes one annotation; its author and the date it was made stay as they are.
  mutating func change(
    _ annotation: Annotation, in id: DocumentID, _ body: (inout Annotation) -> Void
  ) -> [Effect] {
    change([annotation], in: id, body)
  }

  /// Changes several annotations at once.
  mutating func change(
    _ annotations: [Annotation], in id: DocumentID, _ body: (inout Annotation) -> Void
  ) -> [Effect] {
    let changes = annotations.compactMap { annotation -> AnnotationChange? in
      var after = annotation
      body(&after)
      guard after != annotation else { return nil }
      guard environment.now > 0 else { return AnnotationChange(before: annotation, after: after) }
      // Otherwise its creation date would be lost.
      if after.created == nil { after.created = annotation.modified }
      after.modified = environment.now
      return AnnotationChange(before: annotation, after: after)
    }
    let list = documents[id]?.annotations
    return edit(id, AnnotationEdit(list?.withAnswers(changes) ?? changes))
  }

  // MARK: commands that are for all of a document

  mutating func undoAnnotation(isRedo: Bool) -> [Effect] {
    if isLibraryListed { return undoInLibrary(isRedo: isRedo) }
    guard let document else { return [] }
    let (id, generation) = (document.id, document.editedGeneration)
    if let index = documents.index(of: id) { documents[index].annotations.isRedoing = isRedo }
    return [
      .annotations(
        isRedo ? .redo(id, generation: generation) : .undo(id, generation: generation))
    ]
  }

  mutating func saveAnnotations() -> [Effect] {
    guard let document else { return [] }
    if let obstacle = document.annotations.saveStatus.obstacle, obstacle != .failed,
      obstacle != .diskFull
    {
      say(AnnotationStrings.sentence(obstacle))
    }
    let save = Effect.annotations(
      .save(document.id, generation: document.editedGeneration))
    let layer = document.annotations.layer
    guard !layer.collections.isEmpty else { return [save] }
    questions.ask(
      Question(
        "Write all annotations into the file, private ones too? For \(AnnotationStrings.names(layer)) it is then another document, without the members' annotations and tags",
        [
          .init("n", "keep them in the library; :save-copy writes a copy", .nothing),
          .init("w", "write them into the file", .effects([save])),
        ]))
    return []
  }

  mutating func saveCopy(to path: String) -> [Effect] {
    guard let document, !path.isEmpty else { return [] }
    return [
      .annotations(
        .saveCopy(
          document.id, generation: document.editedGeneration, path: path,
          members: document.annotations.attached.filter {
            document.annotations.ofMembers.contains($0.id)
          }))
    ]
  }
}

extension Documents {
  /// Returns the available texts of the edited pages and adjacent ones.
  fileprivate func shownTexts(around step: AnnotationEdit, _ index: Int) -> [Int: PageText] {
    var texts: [Int: PageText] = [:]
    for page in Set(step.changes.compactMap { $0.after?.page }) {
      for near in page - 1...page + 1 { texts[near] = self[index].pages[near]?.text }
    }
    return texts
  }
}
