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

extension State {
  mutating func reloaded(
    _ index: Int, _ generation: Int, _ summary: DocumentSummary
  ) -> [Effect] {
    if documents[index].redrawnGeneration == generation,
      summary.pageCount == documents[index].pageCount
    {
      return redrawn(index, generation, summary)
    }
    let id = documents[index].id
    if pane?.document == id { endEnlarging() }
    let arrival = documents.arrival(index, at: generation, pageCount: summary.pageCount)
    let places = panes.indices.map { place(of: $0) }
    let words = places.indices.map { documents.placeWords(at: places[$0], of: panes[$0].document) }
    let pagesStay = arrival?.isIdentity ?? true
    let isAlike = summary.pageCount == documents[index].pageCount && pagesStay
    let texts = selectedTexts(index)
    let saved = arrival == nil && !documents[index].awaitsEncoding ? saveReading() : []
    documents[index].reload(as: generation, summary, arrival)
    for (view, place) in places.enumerated() where panes[view].document == id {
      // Its pages stay visible until they are drawn again.
      if isAlike, showsPictures(view), panes[view].pending == nil { continue }
      guard let place else { continue }
      if let arrival, arrival.place(of: place.page) == nil {
        land(view, page: arrival.nearest(to: place.page), .top)
      } else {
        let page = arrival?.place(of: place.page) ?? place.page
        land(view, page: page, .offset(place.offset))
        if arrival == nil { seek(words[view], in: view) }
      }
    }
    if panel?.source == .figures, document?.id == id {
      documents[index].figures.aim = panes[panes.focus].page
    }
    var renewal = documents.loadFingerprint(index) + renewSearch(index, arrival)
    if !saved.isEmpty {
      renewal += saved + [.compareReading(id, generation: generation, documents[index].identity)]
    }
    if let arrival {
      if selection?.document == id { selection = nil }
      return renewal + settleEdit(index, arrival)
    }
    let ending = forgetEdits(index)
    if documents[index].awaitsEncoding {
      documents[index].awaitsEncoding = false
      if selection?.document == id { selection = nil }
      say("\(documents[index].fileName) is now read as \(summary.flow?.encoding ?? "what it is")")
    } else {
      say("\(documents[index].fileName) changed on disk: reloaded")
    }
    sayShortfall(index)
    if selection?.document == id {
      if let texts { return renewal + ending + keepSelection(index, texts) }
      loseSelection(index)
    }
    return renewal + ending
  }

  /// Handles a reload in which only pictures changed.
  private mutating func redrawn(
    _ index: Int, _ generation: Int, _ summary: DocumentSummary
  ) -> [Effect] {
    documents[index].redraw(as: generation, summary)
    return documents.loadFingerprint(index) + documents.loadSignatures() + beginEdit(index)
  }

  /// Keeps the old version of a changed file that cannot be opened.
  mutating func keepOld(_ index: Int, _ sentence: String) -> [Effect] {
    let name = documents[index].fileName
    let ending = forgetEdits(index)
    guard documents[index].awaitsEncoding else {
      say(
        "\(name) changed on disk and cannot be opened now; showing the old version", isError: true)
      return ending
    }
    documents[index].awaitsEncoding = false
    documents[index].encoding = ""
    say(sentence, isError: true)
    return ending
  }
}

extension Documents {
  /// Opens a file again, in the encoding it is said to be in.
  mutating func reopen(_ index: Int) -> [Effect] {
    self[index].newestGeneration += 1
    let document = self[index]
    return [
      .reopen(
        document.id, path: document.path, generation: document.newestGeneration,
        encoding: document.encoding)
    ]
  }
}
