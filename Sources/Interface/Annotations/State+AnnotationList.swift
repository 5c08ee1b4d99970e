import Canvas
import DocumentModel
import Messages
import Widgets

extension State {
  /// Searches the library for the typed words, in the list of all documents. `isAgain` repeats the query after an edit.
  mutating func searchAnnotations(isAgain: Bool = false) -> [Effect] {
    guard panel?.source == .annotations, annotating.list.isLibrary else { return [] }
    if isAgain { annotating.list.awaitsAgain() } else { annotating.list.awaitsAnew() }
    annotating.list.serial += 1
    annotating.list.isWhole = false
    // The prefix `note:` is used in the search in all documents.
    let words = (panel?.filter.text ?? "").split(whereSeparator: \.isWhitespace)
      .map { $0.hasPrefix("note:") ? $0.dropFirst(5) : $0 }.filter { !$0.isEmpty }
    return [
      .annotations(
        .findAll(words: words.joined(separator: " "), serial: annotating.list.serial))
    ]
  }

  mutating func take(_ found: [DocumentAnnotations], isEnd: Bool) {
    annotating.list.take(found, isEnd: isEnd)
    refillAnnotations()
  }

  /// Puts the list together again, the same row selected.
  mutating func refillAnnotations() {
    guard let panel, panel.source == .annotations else { return }
    let action = panel.rows[safe: panel.selected]?.action
    fillPanel()
    if let action, action != .none,
      let index = self.panel?.rows.firstIndex(where: { $0.action == action })
    {
      self.panel?.select(index)
    }
    revealSelected()
  }

  /// Does something with the annotation of the row that is selected.
  mutating func perform(_ command: AnnotationCommand, onRow panel: Panel) -> [Effect] {
    guard let row = panel.rows[safe: panel.selected] else { return [] }
    switch row.action.target {
    case .annotation(let id):
      guard let document, let annotation = document.annotations[id] else { return [] }
      return perform(command, on: annotation, in: document.id)
    case .foundAnnotation(let path, let id, _): return perform(command, onFound: id, in: path)
    default: return []
    }
  }

  /// Goes to the annotation of a row.
  mutating func choose(annotation id: AnnotationID) -> [Effect] {
    guard let document, let index = documents.index(of: document.id),
      let annotation = document.annotations[id]
    else { return [] }
    if document.annotations.isDetached(document.annotations.root(of: annotation).id) {
      return perform(.read, on: annotation, in: document.id)
    }
    closePanel(goingBack: true)
    pushHistory()
    goAndRead(annotation, index)
    return []
  }

  /// Opens the document an annotation of the library is in, and goes to it; without a page it is read where the document was left.
  mutating func choose(found id: AnnotationID, in path: String, page: Int?) -> [Effect] {
    closePanel()
    let returned = returnBorrowed(path)
    let effects = returned + read([path], start: page.map { .page(String($0 + 1)) } ?? .remembered)
    guard let document = documents.document(at: path), let index = documents.index(of: document.id)
    else {
      return effects
    }
    if let annotation = document.annotations[id], pane?.document == document.id {
      goAndRead(annotation, index)
    } else {
      documents[index].annotations.awaited = id
    }
    return effects
  }

  /// Runs a command on an annotation of a document that may not be open.
  mutating func perform(
    _ command: AnnotationCommand, onFound id: AnnotationID, in path: String
  ) -> [Effect] {
    if let document = documents.document(at: path), document.phase == .open {
      return performBorrowed(command, on: id, in: document.id)
    }
    if let document = documents.document(at: path) {
      // While its file is being reloaded the command and following keys wait.
      if let at = annotating.list.borrowed.firstIndex(where: { $0.document == document.id }) {
        annotating.list.borrowed[at].annotation = id
        annotating.list.borrowed[at].command = command
      } else {
        say("The document is still being opened")
      }
      return []
    }
    let document = documents.add(path: path, start: .remembered, isGlance: true)
    annotating.list.borrowed.append(.init(document: document.id, annotation: id, command: command))
    return opening(document)
  }

  private mutating func performBorrowed(
    _ command: AnnotationCommand, on id: AnnotationID, in document: DocumentID
  ) -> [Effect] {
    guard let index = documents.index(of: document) else { return [] }
    let list = documents[index].annotations
    guard let annotation = list[id] else {
      if let at = annotating.list.borrowed.firstIndex(where: { $0.document == document }),
        list.through < documents[index].pageCount
      {
        annotating.list.borrowed[at].annotation = id
        annotating.list.borrowed[at].command = command
      } else {
        say("It is no longer in \(documents[index].fileName)", isError: true)
      }
      return []
    }
    let isAsked = !list.saveStatus.cautions.isSubset(of: list.consented)
    guard command == .read || !isAsked && list.saveStatus.obstacle == nil else {
      say("\(documents[index].fileName) needs a confirmation before it is changed: Enter opens it")
      return []
    }
    return perform(command, on: annotation, in: document)
  }

  /// Does what waited for the annotations of a document to be known.
  mutating func performAwaited(_ index: Int) -> [Effect] {
    let id = documents[index].id
    guard let at = annotating.list.borrowed.firstIndex(where: { $0.document == id }),
      let command = annotating.list.borrowed[at].command
    else { return [] }
    annotating.list.borrowed[at].command = nil
    let effects = performBorrowed(command, on: annotating.list.borrowed[at].annotation, in: id)
    // Text typed for a cancelled command must not serve another.
    let waits = annotating.list.borrowed.contains { $0.command != nil }
    if effects.isEmpty, prompt == nil, annotating.card == nil, !waits {
      annotating.list.heldKeys = []
    }
    return effects
  }

  /// Returns the words for an annotation's place.
  func pageWords(_ annotation: Annotation, of document: Document) -> String {
    annotating.isBorrowed(document.id)
      ? "p. " + annotating.pageName(annotation.page, of: document)
      : document.pageWords(annotation)
  }

  /// Closes a document opened for the list, so that it can be opened for reading with its remembered state.
  mutating func returnBorrowed(_ path: String) -> [Effect] {
    guard let id = documents.document(at: path)?.id, annotating.isBorrowed(id) else { return [] }
    annotating.list.borrowed.removeAll { $0.document == id }
    return closeBorrowed(id)
  }

  /// Closes documents opened for the list when the list is closed and nothing is pending.
  mutating func returnBorrowed() -> [Effect] {
    guard !annotating.list.borrowed.isEmpty,
      panel?.source != .annotations && panel?.coveredList?.source != .annotations
        || !annotating.list.isLibrary,
      prompt == nil, questions.shown == nil, annotating.card == nil, annotating.draft == nil
    else { return [] }
    let borrowed = annotating.list.borrowed
    annotating.list.borrowed = []
    annotating.list.edited = []
    annotating.list.undone = []
    return borrowed.flatMap { closeBorrowed($0.document) }
  }

  /// Reports that a document cannot be opened; the list stays as it is.
  mutating func failedToBorrow(_ id: DocumentID, _ sentence: String) -> [Effect] {
    annotating.list.borrowed.removeAll { $0.document == id }
    // They were typed for the document that cannot be opened.
    annotating.list.heldKeys = []
    say(sentence, isError: true)
    return closeBorrowed(id)
  }

  private mutating func closeBorrowed(_ id: DocumentID) -> [Effect] {
    remove(id)
    return [.close(id)]
  }

  /// In the list of all documents: undoes or redoes its latest edit, in whichever document it was.
  mutating func undoInLibrary(isRedo: Bool) -> [Effect] {
    let last = isRedo ? annotating.list.undone.popLast() : annotating.list.edited.popLast()
    guard let last, let document = documents[last], let index = documents.index(of: last) else {
      say(
        isRedo
          ? "Nothing left to redo in this list"
          : "Nothing left to undo in this list")
      return []
    }
    if isRedo { annotating.list.edited.append(last) } else { annotating.list.undone.append(last) }
    documents[index].annotations.isRedoing = isRedo
    let generation = document.editedGeneration
    return [
      .annotations(
        isRedo ? .redo(last, generation: generation) : .undo(last, generation: generation))
    ]
  }

  var isLibraryListed: Bool { panel?.source == .annotations && annotating.list.isLibrary }
}

extension Annotating {
  func isBorrowed(_ id: DocumentID) -> Bool {
    list.borrowed.contains { $0.document == id }
  }

  /// A page's label; of one that is open for the list alone as that has it.
  func pageName(_ page: Int, of document: Document) -> String {
    guard isBorrowed(document.id),
      let found = self.list.found.first(where: { $0.path == document.path })
    else { return document.pageName(page) }
    return found.waymarks.pageName(page)
  }
}

extension Documents {
  /// Documents that are read, not only open for a look or a list.
  var readDocuments: [Document] { filter { !$0.isGlance } }
}
