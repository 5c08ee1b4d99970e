import Canvas
import DocumentModel

/// Bytes of the largest text that is known by its content: a larger one is a log, and its sum would take long.
private let largestFingerprinted = 64 << 20

extension State {
  /// Takes a message in and says what is to be done outside.
  package mutating func update(_ message: Message) -> [Effect] {
    var effects: [Effect]
    let asked = question
    let wasFinding = panel?.kind == .jump
    switch message {
    case .input(let input): effects = take(input)
    case .notice(let text, let isError):
      say(text, isError: isError)
      effects = []
    case .reminded(.pendingKeys(let serial)):
      showsContinuations = serial == pendingSerial && !pendingKeys.isEmpty
      effects = []
    case .reminded(.opening(let id)):
      if let index = index(of: id) { documents[index].isSlow = true }
      effects = []
    case .reminded(.page(let id, let generation, let page)):
      if let index = current(id, generation), documents[index].requested.contains(page) {
        documents[index].slowPages.insert(page)
      }
      effects = []
    case .reminded(.clicks(let serial)):
      if serial == clickSerial { clicks = 0 }
      effects = []
    case .pathTyped(let path, let isFolder):
      effects =
        isFolder
        ? browse(.folder(path)) : isBrowsing ? read([path]) : open(path: path, start: .remembered)
    case .browser(let message): effects = take(message)
    case .reminded(.listing(let id, let generation)):
      if let index = browser.index(ofTab: id), browser.tabs[index].generation == generation {
        browser.tabs[index].isSlow = !browser.tabs[index].isWhole
      }
      effects = []
    case .reminded(.spring(let serial)): effects = spring(serial)
    case .reminded(.question(let serial)):
      if serial == questionSerial { isQuestionFresh = false }
      effects = []
    case .paths(let typed, let paths):
      if panel?.kind == .palette, listing.typed == typed {
        listing.paths = paths
        fillPanel()
      }
      effects = []
    default: effects = takeAnswer(message)
    }
    for index in panes.indices {
      if let document = document(panes[index].document), document.phase == .open {
        setPage(index, page: panes[index].page)
        setPage(index, page: panes[index].page + 1)
        settle(index)
      }
    }
    if selection != nil, selection?.document != document?.id { selection = nil }
    // However the panel was left.
    if wasFinding, panel?.kind != .jump { effects.append(.browse(.stopFinding)) }
    effects += requests()
    effects += browserRequests()
    effects += guardQuestion(asked, message)
    askForMissingPassword()
    theme = themes.worn(wish: document?.reading.theme ?? "")
    return effects
  }

  /// A question that came up by itself, or behind another, is not answered by what was being typed.
  private mutating func guardQuestion(_ before: Question?, _ message: Message) -> [Effect] {
    guard let question, question != before else { return [] }
    if case .input = message, before == nil { return [] }
    isQuestionFresh = true
    questionSerial += 1
    return [.remind(.question(serial: questionSerial), milliseconds: 500)]
  }

  private mutating func takeAnswer(_ message: Message) -> [Effect] {
    switch message {
    case .opened(let id, let generation, let result):
      return opened(id, generation, result)
    case .followed(let id, let generation, let path):
      guard let index = current(id, generation), documents[index].phase != .open else { return [] }
      return path.map { opening(at: $0, index) } ?? lost(index)
    case .reading(let id, let generation, let reading):
      guard let index = current(id, generation) else { return [] }
      return readingKnown(index, reading)
    case .pages(let id, let generation, let first, let infos):
      guard let index = current(id, generation), first == documents[index].infos.count,
        !infos.isEmpty
      else { return [] }
      documents[index].infos += infos
      // The rules that end pages bear their labels.
      if infos.contains(where: { !$0.label.isEmpty }) { layouts.forget(id) }
      return morePages(index)
    case .content(let id, let generation, let page, let content):
      guard let index = current(id, generation) else { return [] }
      documents[index].requested.remove(page)
      documents[index].slowPages.remove(page)
      documents[index].remindedPages.remove(page)
      documents[index].pages[page] = content
      grantCaretWish()
      let copied = collect(page, of: id)
      forgetFarPages()
      guard let index = self.index(of: id) else { return copied }
      return loadStructure(index) + copied
    case .links(let id, let generation, let page, let links):
      guard let index = current(id, generation) else { return [] }
      documents[index].links[page] = LinkIndex(links)
    case .outline(let id, let generation, let outline):
      guard let index = current(id, generation) else { return [] }
      documents[index].outline = outline
      if id == document?.id { anchorPanel() }
    case .headings(let id, let generation, let through, let items):
      guard let index = current(id, generation) else { return [] }
      let isWhole = through >= documents[index].pageCount
      documents[index].guess = isWhole ? .done : .reading(through)
      if isWhole { documents[index].outline = items }
      if id == document?.id { anchorPanel() }
    case .found(let id, let generation, let number, let progress):
      guard current(id, generation) != nil, search?.number == number, search?.document == id else {
        return []
      }
      return take(progress)
    case .fingerprint(let id, let generation, let hash):
      guard let index = current(id, generation) else { return [] }
      return fingerprintKnown(index, hash)
    case .metadata(let id, let generation, let metadata):
      guard let index = current(id, generation) else { return [] }
      documents[index].metadata = metadata
      if panel?.kind == .information { fillPanel() }
    case .fonts(let id, let generation, let fonts):
      guard let index = current(id, generation) else { return [] }
      documents[index].fonts = fonts
      if panel?.kind == .information { fillPanel() }
    case .attachments(let id, let generation, let attachments):
      guard let index = current(id, generation) else { return [] }
      documents[index].attachments = attachments
      if panel?.kind == .information { fillPanel() }
    case .resolved(let id, let generation, let name, let destination, let purpose):
      guard current(id, generation) != nil, document?.id == id else { return [] }
      guard let destination else {
        say("The document has no place named “\(name)”", isError: true)
        return []
      }
      if panel != nil { closePanel(goingBack: true) }
      return follow(.destination(destination), purpose)
    case .failed(let id, let generation, let page, let sentence):
      guard let index = current(id, generation) else { return [] }
      let sentence = page == nil ? sentence : sentence + " (Ctrl-l tries again)"
      if let page {
        documents[index].requested.remove(page)
        documents[index].slowPages.remove(page)
        documents[index].remindedPages.remove(page)
        documents[index].failures[page] = sentence
        if let copy = pendingCopy, selection?.document == id,
          (copy.range.lowerBound.page...copy.range.upperBound.page).contains(page)
        {
          pendingCopy = nil
        }
      }
      say("\(documents[index].fileName): \(sentence)", isError: true)
    case .fileChanged(let id):
      guard let index = index(of: id), documents[index].phase == .open else { return [] }
      documents[index].newestGeneration += 1
      let document = documents[index]
      return [
        .reopen(
          id, path: document.path, generation: document.newestGeneration,
          encoding: document.encoding)
      ]
    case .fileChanging(let id):
      guard let index = index(of: id), documents[index].phase == .open else { return [] }
      say("\(documents[index].fileName) has changed on disk; waiting until it is whole")
    case .fileGone(let id):
      guard let index = index(of: id), documents[index].phase == .open else { return [] }
      say("\(documents[index].fileName) is gone from its folder; what is open can still be read")
    case .searchHistory(let queries):
      searchHistory = queries + searchHistory
      if let last = searchHistory.last { searchOptions = last }
    case .input, .notice, .reminded, .paths, .pathTyped, .browser: break
    }
    return []
  }

  private func current(_ id: DocumentID, _ generation: Int) -> Int? {
    guard let index = index(of: id), documents[index].generation == generation else { return nil }
    return index
  }

  private mutating func opened(
    _ id: DocumentID, _ generation: Int, _ result: Result<DocumentSummary, OpenFailure>
  ) -> [Effect] {
    // Closed while it opened: the workers need not keep it.
    guard let index = index(of: id) else { return [.close(id)] }
    guard generation >= documents[index].generation else { return [] }
    let isReload = generation > documents[index].generation
    switch result {
    case .success(let summary):
      if isReload {
        return reloaded(index, generation, summary)
      }
      guard documents[index].phase != .open else { return [] }
      documents[index].phase = .open
      documents[index].summary = summary
      if case .password(id) = prompt?.purpose { prompt = nil }
      // A look remembers nothing, and leaves no trace among what was opened.
      if documents[index].isGlance { return readingKnown(index, nil) }
      var effects: [Effect] = [.loadReading(id, generation: generation, documents[index].identity)]
      effects += loadFingerprint(index)
      sayShortfall(index)
      if pane?.document == id { effects.append(.setTitle(documents[index].title)) }
      return effects
    case .failure(.passwordNeeded), .failure(.passwordWrong):
      guard !isReload else { return [] }
      return askForPassword(index)
    case .failure(.other(let sentence)):
      if isReload, documents[index].awaitsEncoding {
        documents[index].awaitsEncoding = false
        documents[index].encoding = ""
        say(sentence, isError: true)
        return []
      }
      if isReload {
        say(
          "\(documents[index].fileName) changed on disk and cannot be opened now; this is what it was",
          isError: true)
        return []
      }
      documents[index].phase = .failed(sentence)
      return giveUp(id, sentence)
    }
  }

  /// Says why a document cannot be shown, and shows what one came from.
  mutating func giveUp(_ id: DocumentID, _ sentence: String) -> [Effect] {
    // Where it is only looked at, the sentence stands in its place.
    if browser.glance?.document == id { return [] }
    say(sentence, isError: true)
    if returnsToBrowser {
      let effects = pane?.document == id ? browse() : []
      return effects + close(id)
    }
    // With others open, the sentence is enough; alone there is nothing to be shown.
    return documents.count > 1 ? drop(id) : end(sentence)
  }

  private mutating func askForPassword(_ index: Int) -> [Effect] {
    guard documents[index].passwordTries < 3 else {
      let sentence = "\(documents[index].fileName) stays closed: three passwords were wrong"
      documents[index].phase = .failed(sentence)
      return giveUp(documents[index].id, sentence)
    }
    documents[index].phase = .locked
    return []
  }

  /// Asks for the password of the document on the screen, when nothing else is asked.
  private mutating func askForMissingPassword() {
    guard prompt == nil, let document, document.phase == .locked else { return }
    let name = document.fileName
    prompt = Prompt(
      .password(document.id),
      label: document.passwordTries == 0
        ? "Password for \(name)"
        : "Wrong, \(3 - document.passwordTries) more. Password for \(name)")
  }

  private mutating func reloaded(
    _ index: Int, _ generation: Int, _ summary: DocumentSummary
  ) -> [Effect] {
    let id = documents[index].id
    let places = panes.indices.map { place(of: $0) }
    documents[index].generation = generation
    documents[index].newestGeneration = max(generation, documents[index].newestGeneration)
    documents[index].summary = summary
    documents[index].infos = []
    documents[index].pages = [:]
    documents[index].links = [:]
    documents[index].requested = []
    documents[index].slowPages = []
    documents[index].remindedPages = []
    documents[index].requestedLinks = []
    documents[index].failures = [:]
    documents[index].metadata = nil
    documents[index].fonts = nil
    documents[index].attachments = nil
    documents[index].guess = .none
    documents[index].contentHash = ""
    for (view, place) in places.enumerated() where panes[view].document == id {
      if let place { land(view, page: place.page, .offset(place.offset)) }
    }
    documents[index].isStructureRequested = false
    if search?.document == id { search = nil }
    if searchBefore?.document == id { searchBefore = nil }
    if prompt?.isSearch == true { prompt = nil }
    if selection?.document == id { selection = nil }
    if documents[index].awaitsEncoding {
      documents[index].awaitsEncoding = false
      say("\(documents[index].fileName) is read as \(summary.flow?.encoding ?? "what it is")")
    } else {
      say("\(documents[index].fileName) changed on disk: reloaded")
    }
    sayShortfall(index)
    return loadFingerprint(index)
  }

  /// Asks for the sum by which a document without an identity of its own is known; a log's takes long and changes.
  private func loadFingerprint(_ index: Int) -> [Effect] {
    let document = documents[index]
    guard document.summary.permanentID.isEmpty,
      document.summary.flow.map({ $0.byteCount <= largestFingerprinted }) ?? true
    else { return [] }
    return [.loadFingerprint(document.id, generation: document.generation)]
  }

  private mutating func sayShortfall(_ index: Int) {
    let name = documents[index].fileName
    switch documents[index].summary.flow?.shortfall {
    case .tooLarge: say("\(name) is shown as plain text: it is too large to be set as Markdown")
    case .tooDeep:
      say("\(name) is shown as plain text: it nests too deep to be set as Markdown")
    case nil: break
    }
  }

  /// Asks for outline and labels once the first page is there: nobody waits for them to begin to read.
  private mutating func loadStructure(_ index: Int) -> [Effect] {
    guard !documents[index].isStructureRequested else { return [] }
    documents[index].isStructureRequested = true
    let document = documents[index]
    return [
      .loadOutline(document.id, generation: document.generation),
      .loadPages(
        document.id, generation: document.generation,
        0..<min(document.pageCount, infoPortion)),
    ]
  }

  private mutating func readingKnown(_ index: Int, _ reading: ReadingState?) -> [Effect] {
    let document = documents[index]
    // Asked a second time, by content: too late once the reader has begun here.
    if document.isReadingKnown, reading == nil || !isUntouched(document) { return [] }
    if let reading { documents[index].reading = reading }
    documents[index].isReadingKnown = true
    var effects: [Effect] = []
    for view in panes.indices where panes[view].document == document.id {
      restorePlace(in: view, from: documents[index].reading)
      effects += begin(view, index)
    }
    return effects
  }

  /// Puts a view of a document where the command line said; that holds for the first view that shows it.
  mutating func begin(_ view: Int, _ index: Int) -> [Effect] {
    let document = documents[index]
    guard document.phase == .open, document.isReadingKnown else { return [] }
    switch document.start {
    case .remembered: return []
    case .page(let name) where !document.isPaged:
      if Int(name).map({ $0 > 0 && !land(view, line: $0) }) == true { return [] }
      documents[index].start = .remembered
      return []
    case .page(let name):
      // A number on the command line counts pages (RFC 8118, page=N); in the reader labels come first.
      let number = Int(name).flatMap {
        (1...max(1, document.pageCount)).contains($0) ? $0 - 1 : nil
      }
      if let page = number ?? document.page(named: name) {
        documents[index].start = .remembered
        land(view, page: page, .top)
      } else if document.areLabelsKnown || Int(name) != nil {
        documents[index].start = .remembered
        say(document.missing(page: name), isError: true)
      }
      return []
    case .named(let name):
      guard view == focus else { return [] }
      documents[index].start = .remembered
      return [.resolve(document.id, generation: document.generation, name: name, .follow)]
    }
  }

  /// A document that was read under another name comes back by its content, if nothing was read of it here yet.
  private mutating func fingerprintKnown(_ index: Int, _ hash: String) -> [Effect] {
    documents[index].contentHash = hash
    let document = documents[index]
    guard document.isReadingKnown, isUntouched(document), document.start == .remembered else {
      return []
    }
    return [.loadReading(document.id, generation: document.generation, document.identity)]
  }

  /// Nothing was read or marked in the document yet.
  private func isUntouched(_ document: Document) -> Bool {
    document.reading == ReadingState()
      && panes.indices.allSatisfy {
        panes[$0].document != document.id || place(of: $0) == Place(page: 0)
      }
  }

  private mutating func morePages(_ index: Int) -> [Effect] {
    let document = documents[index]
    if case .page(let name) = document.start, document.isReadingKnown, !document.isPaged {
      for view in panes.indices where panes[view].document == document.id {
        if let line = Int(name), land(view, line: line) { documents[index].start = .remembered }
      }
    } else if case .page(let name) = document.start, document.isReadingKnown, Int(name) == nil,
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
      if document.isPaged, document.page(named: name) == nil {
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
