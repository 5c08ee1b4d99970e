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
      documents.sayShortfall(index, &notices)
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
    // If other documents are open, the sentence is enough; otherwise there is nothing to show.
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
    documents.sayShortfall(index, &notices)
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

  mutating func readingKnown(_ index: Int, _ reading: ReadingState?) -> [Effect] {
    let document = documents[index]
    // A position found by the contents comes too late if the user has begun to read.
    if document.isReadingKnown, reading == nil || !isUntouched(document) { return [] }
    if let reading { documents[index].reading = reading }
    if let margins = reading?.margins { documents[index].margins = margins }
    documents[index].isReadingKnown = true
    let past = documents[index].reading.historyIndex
    documents[index].origin?.past = past
    var effects: [Effect] = []
    for view in panes.indices where panes[view].document == document.id {
      restorePlace(in: view, from: documents[index].reading)
      effects += begin(view, index)
      if view == panes.focus, pictures.overview?.document == document.id {
        go(inGridTo: panes[view].page)
      }
    }
    // The contents may have become known before.
    let hash = document.contentHash
    let isByPath = !document.isReadingKnown && reading == nil && !hash.isEmpty
    return effects + (isByPath ? fingerprintKnown(index, hash) : [])
  }

  /// Handles that a document is another one than the one read at its path, whose position and marks it does not get.
  mutating func replaced(_ index: Int) {
    let name = documents[index].fileName
    for view in panes.indices where panes[view].document == documents[index].id {
      panes[view].start = nil
      panes[view].landing = nil
    }
    guard documents[index].isReadingKnown else {
      say("\(name) is another document than the one read here before")
      return
    }
    documents[index].reading = ReadingState()
    documents[index].origin = nil
    for view in panes.indices where panes[view].document == documents[index].id {
      land(view, page: 0, .top)
    }
    say("\(name) is another document now; the one before keeps its place and marks")
  }

  /// Goes to the place that the command line gave, in the first view of the document.
  mutating func begin(_ view: Int, _ index: Int) -> [Effect] {
    let document = documents[index]
    guard document.phase == .open, document.isReadingKnown else { return [] }
    switch document.start {
    case .remembered: return []
    case .page(let name) where document.hasLines:
      if Int(name).map({ $0 > 0 && !land(view, line: $0) }) == true { return [] }
      documents[index].start = .remembered
      return []
    case .page(let name) where document.hasPages:
      if let page = document.page(named: name) {
        documents[index].start = .remembered
        land(view, page: page, .top)
      } else if document.areLabelsKnown {
        documents[index].start = .remembered
        say(document.missing(page: name), isError: true)
      }
      return []
    case .place(let page, let landing):
      documents[index].start = .remembered
      if page < document.pageCount {
        land(view, page: page, landing)
      } else {
        say(document.missing(page: String(page + 1)), isError: true)
      }
      return []
    case .named(let name), .page(let name):
      guard view == panes.focus else { return [] }
      documents[index].start = .remembered
      return [.resolve(document.id, generation: document.generation, name: name, .follow)]
    }
  }

  /// Restores the reading position of a document read under another name, if nothing was read of it here yet.
  mutating func fingerprintKnown(_ index: Int, _ hash: String) -> [Effect] {
    documents[index].contentHash = hash
    let document = documents[index]
    guard document.isReadingKnown, isUntouched(document), document.start == .remembered else {
      return []
    }
    return [.loadReading(document.id, generation: document.generation, document.identity)]
  }

  /// Whether nothing was read or marked in the document yet.
  private func isUntouched(_ document: Document) -> Bool {
    document.reading == ReadingState()
      && panes.indices.allSatisfy {
        panes[$0].document != document.id
          || place(of: $0) == Place(page: 0) && panes[$0].display == firstDisplay(of: document.id)
      }
  }

  mutating func morePages(_ index: Int) -> [Effect] {
    let document = documents[index]
    if case .page(let name) = document.start, document.isReadingKnown, document.hasLines {
      for view in panes.indices where panes[view].document == document.id {
        if let line = Int(name), land(view, line: line) { documents[index].start = .remembered }
      }
    } else if case .page(let name) = document.start, document.isReadingKnown, document.hasPages,
      let page = document.page(named: name)
    {
      documents[index].start = .remembered
      for view in panes.indices where panes[view].document == document.id {
        land(view, page: page, .top)
      }
    }
    let isShown = panes.contains { $0.document == document.id }
    if case .page(let name) = documents[index].start, document.areLabelsKnown, isShown {
      documents[index].start = .remembered
      if document.hasPages, document.page(named: name) == nil {
        say(document.missing(page: name), isError: true)
      }
    }
    let known = document.infos.count
    guard known < document.pageCount else { return [] }
    return [
      .loadPages(
        document.id, generation: document.generation,
        known..<min(document.pageCount, known + infoPortion))
    ]
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

/// The size in bytes above which a text is not recognised by its contents: larger ones are logs, whose digest
/// would take long.
private let largestFingerprinted = 64 << 20

extension Documents {
  /// Requests the digest by which a renamed document is recognised; not for logs, which are large and
  /// change.
  func loadFingerprint(_ index: Int) -> [Effect] {
    let document = self[index]
    guard document.summary.flow.map({ $0.byteCount <= largestFingerprinted }) ?? true else {
      return []
    }
    return [.loadFingerprint(document.id, generation: document.generation)]
  }

  /// Requests outline and labels after the first page, so that reading can start.
  mutating func loadStructure(_ index: Int) -> [Effect] {
    guard !self[index].isStructureRequested else { return [] }
    self[index].isStructureRequested = true
    let document = self[index]
    return [
      .loadOutline(document.id, generation: document.generation),
      .loadPages(
        document.id, generation: document.generation,
        0..<Swift.min(document.pageCount, infoPortion)),
    ]
  }
}
