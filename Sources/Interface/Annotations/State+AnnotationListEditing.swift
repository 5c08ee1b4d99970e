import Canvas
import DocumentModel

/// Edits from the list of all documents' annotations, in documents that are not open: each is opened in the background while the list is
/// shown.
extension State {
  /// Runs a command on an annotation of a document that may not be open.
  mutating func perform(
    _ deed: AnnotationCommand, onFound id: AnnotationID, in path: String
  ) -> [Effect] {
    if let document = document(at: path), document.phase == .open {
      return performBorrowed(deed, on: id, in: document.id)
    }
    if let document = document(at: path) {
      // While its file is being reloaded the command and following keys wait.
      if let at = annotationView.borrowed.firstIndex(where: { $0.document == document.id }) {
        annotationView.borrowed[at].annotation = id
        annotationView.borrowed[at].chore = deed
      } else {
        say("The document is still being opened")
      }
      return []
    }
    let document = add(path: path, start: .remembered, isGlance: true)
    annotationView.borrowed.append(.init(document: document.id, annotation: id, chore: deed))
    return opening(document)
  }

  private mutating func performBorrowed(
    _ deed: AnnotationCommand, on id: AnnotationID, in document: DocumentID
  ) -> [Effect] {
    guard let index = index(of: document) else { return [] }
    let list = documents[index].annotations
    guard let annotation = list[id] else {
      if let at = annotationView.borrowed.firstIndex(where: { $0.document == document }),
        list.through < documents[index].pageCount
      {
        annotationView.borrowed[at].annotation = id
        annotationView.borrowed[at].chore = deed
      } else {
        say("It is no longer in \(documents[index].fileName)", isError: true)
      }
      return []
    }
    let isAsked = !list.standing.cautions.isSubset(of: list.consented)
    guard deed == .read || !isAsked && list.standing.obstacle == nil else {
      say("\(documents[index].fileName) needs a confirmation before it is changed: Enter opens it")
      return []
    }
    return perform(deed, on: annotation, in: document)
  }

  /// Does what waited for the annotations of a document to be known.
  mutating func performAwaited(_ index: Int) -> [Effect] {
    let id = documents[index].id
    guard let at = annotationView.borrowed.firstIndex(where: { $0.document == id }),
      let chore = annotationView.borrowed[at].chore
    else { return [] }
    annotationView.borrowed[at].chore = nil
    let effects = performBorrowed(chore, on: annotationView.borrowed[at].annotation, in: id)
    // Text typed for a cancelled command must not serve another.
    let waits = annotationView.borrowed.contains { $0.chore != nil }
    if effects.isEmpty, prompt == nil, annotationCard == nil, !waits {
      annotationView.heldKeys = []
    }
    return effects
  }

  func isBorrowed(_ id: DocumentID) -> Bool {
    annotationView.borrowed.contains { $0.document == id }
  }

  /// A page's label; of one that is open for the list alone as that has it.
  func pageName(_ page: Int, of document: Document) -> String {
    guard isBorrowed(document.id),
      let found = annotationView.found.first(where: { $0.path == document.path })
    else { return document.pageName(page) }
    return found.waymarks.pageName(page)
  }

  /// Closes a document opened for the list, so that it can be opened for reading with its remembered state.
  mutating func returnBorrowed(_ path: String) -> [Effect] {
    guard let id = document(at: path)?.id, isBorrowed(id) else { return [] }
    annotationView.borrowed.removeAll { $0.document == id }
    return returning(id)
  }

  /// Closes documents opened for the list when the list is closed and nothing is pending.
  mutating func returnBorrowed() -> [Effect] {
    guard !annotationView.borrowed.isEmpty,
      panel?.kind != .annotations && panelBehindHelp?.kind != .annotations
        || !annotationView.isLibrary,
      prompt == nil, question == nil, annotationCard == nil, annotationDraft == nil
    else { return [] }
    let borrowed = annotationView.borrowed
    annotationView.borrowed = []
    annotationView.deeds = []
    annotationView.undone = []
    return borrowed.flatMap { returning($0.document) }
  }

  private static let mostHeldKeys = 64

  /// Whether a key waits for a document that is being opened for the list; Escape waits no longer.
  mutating func holdsForBorrowed(_ key: Key) -> Bool {
    guard isLibraryListed, annotationView.borrowed.contains(where: { $0.chore != nil }) else {
      return false
    }
    if key.code == .escape || key == Key("c", .control) {
      for index in annotationView.borrowed.indices { annotationView.borrowed[index].chore = nil }
      annotationView.heldKeys = []
    } else if annotationView.heldKeys.count < Self.mostHeldKeys {
      annotationView.heldKeys.append(key)
    }
    return true
  }

  /// Handles the keys that waited, until one has to wait again.
  mutating func takeKeysHeldForBorrowed() -> [Effect] {
    var effects: [Effect] = []
    while !annotationView.heldKeys.isEmpty,
      !annotationView.borrowed.contains(where: { $0.chore != nil })
    {
      let key = annotationView.heldKeys.removeFirst()
      let rest = annotationView.heldKeys
      annotationView.heldKeys = []
      effects += update(.input(.key(key)))
      annotationView.heldKeys += rest
    }
    return effects
  }

  /// One cannot be opened: the list stays as it is.
  mutating func failedToBorrow(_ id: DocumentID, _ sentence: String) -> [Effect] {
    annotationView.borrowed.removeAll { $0.document == id }
    // They were for what cannot be done.
    annotationView.heldKeys = []
    say(sentence, isError: true)
    return returning(id)
  }

  private mutating func returning(_ id: DocumentID) -> [Effect] {
    remove(id)
    return [.close(id)]
  }

  /// In the list of all documents: undoes or redoes its latest edit, in whichever document it was.
  mutating func undoInLibrary(isRedo: Bool) -> [Effect] {
    let last = isRedo ? annotationView.undone.popLast() : annotationView.deeds.popLast()
    guard let last, let document = document(last), let index = index(of: last) else {
      say(
        isRedo
          ? "Nothing was undone here"
          : "Nothing left to undo in this list")
      return []
    }
    if isRedo { annotationView.deeds.append(last) } else { annotationView.undone.append(last) }
    documents[index].annotations.isRedoing = isRedo
    let generation = document.editedGeneration
    return [
      .annotations(
        isRedo ? .redo(last, generation: generation) : .undo(last, generation: generation))
    ]
  }

  /// Documents that are read, not only open for a look or a list.
  var readDocuments: [Document] { documents.filter { !$0.isGlance } }

  var isLibraryListed: Bool { panel?.kind == .annotations && annotationView.isLibrary }
}
