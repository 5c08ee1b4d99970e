import DocumentModel
import Messages

extension State {
  mutating func opened(
    _ id: DocumentID, _ generation: Int, _ result: Result<DocumentSummary, OpenFailure>
  ) -> [Effect] {
    // Closed while it opened: the workers need not keep it.
    guard let index = documents.index(of: id) else { return [.close(id)] }
    guard generation >= documents[index].generation else { return [] }
    let isReload = generation > documents[index].generation
    switch result {
    case .success(let summary):
      if isReload { return reloaded(index, generation, summary) }
      guard documents[index].phase != .open else { return [] }
      documents[index].phase = .open
      documents[index].summary = summary
      if prompt?.passwordDocument == id { prompt = nil }
      // A preview does not restore positions and is not recorded.
      if documents[index].isGlance { return readingKnown(index, nil) }
      var effects: [Effect] = [.loadReading(id, generation: generation, documents[index].identity)]
      effects += documents.loadFingerprint(index)
      sayShortfall(index)
      if pane?.document == id { effects.append(.setTitle(documents[index].title)) }
      return effects
    case .failure(.passwordNeeded), .failure(.passwordWrong):
      guard !isReload else { return [] }
      return askForPassword(index)
    case .failure(.other(let sentence)) where isReload:
      return keepOld(index, sentence)
    case .failure(.other(let sentence)):
      documents[index].phase = .failed(sentence)
      return giveUp(id, sentence)
    }
  }

  /// Reports why a document cannot be shown, and returns to the previous one.
  mutating func giveUp(_ id: DocumentID, _ sentence: String) -> [Effect] {
    // In a preview the sentence is shown in its place.
    if browser.glance?.document == id { return [] }
    if annotating.isBorrowed(id) { return failedToBorrow(id, sentence) }
    say(sentence, isError: true)
    if isReadingFound, pane?.document == id { return backToFound() }
    if browser.isReturnedTo {
      let effects = pane?.document == id ? browse() : []
      return effects + close(id)
    }
    // With others open, the sentence is enough; alone there is nothing to be shown.
    return documents.count > 1 ? drop(id) : end(sentence)
  }

  private mutating func askForPassword(_ index: Int) -> [Effect] {
    guard documents[index].passwordTries < 3 else {
      let sentence = "\(documents[index].fileName) was not opened: three wrong passwords"
      documents[index].phase = .failed(sentence)
      return giveUp(documents[index].id, sentence)
    }
    documents[index].phase = .locked
    guard annotating.isBorrowed(documents[index].id) else { return [] }
    let name = documents[index].fileName
    return failedToBorrow(documents[index].id, "\(name) needs a password: Enter asks for it")
  }

  /// Asks for the password of the document on the screen, when nothing else is asked.
  mutating func askForMissingPassword() {
    // In a preview the next key is for the list.
    guard prompt == nil, let document, document.phase == .locked, !document.isGlance else { return }
    let name = document.fileName
    let label =
      document.passwordTries == 0
      ? "Password for \(name)"
      : "Wrong password, \(3 - document.passwordTries) tries left. Password for \(name)"
    var asked = Prompt(label) { $0.documents.open(document.id, password: $1) }
    asked.isSecret = true
    asked.passwordDocument = document.id
    asked.cancelled = { $0.giveUpPassword(of: document.id) }
    prompt = asked
  }

  private mutating func giveUpPassword(of id: DocumentID) -> [Effect] {
    guard let index = documents.index(of: id) else { return [] }
    let sentence = "\(documents[index].fileName) was not opened: no password was given"
    documents[index].phase = .failed(sentence)
    return giveUp(id, sentence)
  }
}

extension Documents {
  fileprivate mutating func open(_ id: DocumentID, password: String) -> [Effect] {
    guard let index = self.index(of: id) else { return [] }
    self[index].passwordTries += 1
    self[index].phase = .opening
    let document = self[index]
    return [.open(id, path: document.path, generation: document.generation, password: password)]
  }
}
