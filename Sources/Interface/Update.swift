import Canvas
import DocumentModel
package import Messages

extension State {
  /// Handles a message and returns the effects to perform.
  package mutating func update(_ message: Message) -> [Effect] {
    let asked = questions.shown
    let wasFinding = panel?.source == .jump
    let wasOffered = notices.shown == nil && carryOfferLine != nil
    var effects = take(message)
    keepOffer(under: message, wasOffered: wasOffered)
    for index in panes.indices {
      if let document = documents[panes[index].document], document.phase == .open {
        guard !showsPictures(index) else {
          settle(index)
          continue
        }
        setPage(index, page: panes[index].page)
        setPage(index, page: panes[index].page + 1)
        settle(index)
      }
    }
    if selection != nil, selection?.document != document?.id { selection = nil }
    effects += Hints.settleHints(&self)
    // However the panel was left.
    if wasFinding, panel?.source != .jump { effects.append(.browse(.stopFinding)) }
    effects += returnBorrowed()
    effects += endArrival()
    librarySearch.revealFound(size: size)
    effects += askForPictures()
    effects += requests()
    effects += readOn()
    effects += seekPlaces()
    effects += documents.timeFlash()
    effects += documents.findFigures()
    effects += comparisonRequests()
    stepViewsTogether()
    effects += annotationRequests()
    effects += browser.rowRequests(pictures: pictures, size: size)
    effects += questions.guardQuestion(asked, message)
    effects += settleRemote()
    askForMissingPassword()
    themes.applyTheme(document: document)
    Tour.endTourElsewhere(&self)
    return effects + takeKeysHeldForBorrowed() + takeHeldKeys() + takeKeysAhead()
  }

  /// Keeps the offer of annotations on the screen when news would hide it; they are shown after it.
  private mutating func keepOffer(under message: Message, wasOffered: Bool) {
    guard carryOfferLine != nil else { return notices.showHeld() }
    if case .input = message { return }
    if wasOffered { notices.hold() }
  }

  private mutating func take(_ message: Message) -> [Effect] {
    switch message {
    // Input that arrives after a hang-up is ignored.
    case .input(let input): return ending.isHungUp ? [] : take(input)
    case .browser(let message): return take(message)
    case .library(let message): return take(message)
    case .annotations(let message): return take(message) + documents.loadSignatures()
    case .edits(let message): return take(message)
    case .remote(let request): return take(request)
    case .speech(let news): return take(news)
    case .lookedUp(let id, let news, let request): return take(news, of: id, for: request)
    case .reminded(let reminder): return take(reminder)
    case .remembered(let session, let memory, let isWhole):
      return recall(session, memory, isWhole: isWhole)
    case .rememberedThemes(let themes):
      if memory.areThemesAwaited {
        self.themes.restoreThemes(themes, document: document, preferences: preferences, &memory)
      }
    case .notice(let text, let isError): say(text, isError: isError)
    case .notRemembered: memory.isBroken = true
    case .pathTyped(let path, let isFolder):
      if isFolder { return browse(.folder(path)) }
      let wasBrowsing =
        browser.isShown || isFinding && librarySearch.finder?.before.isBrowsing == true
      return wasBrowsing ? read([path]) : open(path: path, start: .remembered)
    case .conflict(let id, let news): return take(news, of: id)
    case .readElsewhere(let id, let place): readElsewhere(id, place)
    case .markedElsewhere(let id, let marks): markedElsewhere(id, marks)
    case .versionTyped(let id, let path): return versionTyped(id, path)
    case .compared(let request, let news): return compared(request, news)
    case .guide(let path): return beginTour(on: path)
    case .pictureTerms(let terms): return learn(terms)
    case .picturesChanged: break
    case .pictureFailed(let id, let generation, let page, let trouble):
      if let index = documents.current(id, generation) {
        documents.pictureFailed(index, page, trouble)
      }
    case .paths(let typed, let paths):
      if panel?.source == .palette, panel?.listing.typed == typed {
        panel?.listing.paths = paths
        fillPanel()
      }
    default: return takeAnswer(message)
    }
    return []
  }

  private mutating func take(_ reminder: Reminder) -> [Effect] {
    switch reminder {
    case .pendingKeys(let serial):
      keyInput.showsContinuations = serial == keyInput.serial && !keyInput.pending.isEmpty
    case .opening(let id):
      if let index = documents.index(of: id) { documents[index].isSlow = true }
    case .reading(let id):
      if let index = documents.index(of: id) { documents[index].isReadingLate = true }
    case .page(let id, let generation, let page):
      if let index = documents.current(id, generation), documents[index].requested.contains(page) {
        documents[index].slowPages.insert(page)
      }
    case .clicks(let serial): if serial == pointer.serial { pointer.clicks = 0 }
    case .listing(let id, let generation):
      if let index = browser.index(ofTab: id), browser.tabs[index].generation == generation {
        browser.tabs[index].isSlow = !browser.tabs[index].isWhole
      }
    case .order(let id, let generation):
      return browser.orderDue(id, generation, environment: environment)
    case .spring(let serial): return browser.spring(serial)
    case .preview(let serial): if serial == browser.preview.serial { browser.preview.isLate = true }
    case .finding(let serial): return librarySearch.queryRests(serial)
    case .carryOffer(let serial):
      if questions.carryOffer?.serial == serial { questions.carryOffer?.isFresh = false }
    case .flash(let id, let serial): documents.endFlash(id, serial)
    case .speech(let number): lookAtVoice(number)
    case .question(let serial): if serial == questions.serial { questions.isFresh = false }
    }
    return []
  }
}

extension Questions {
  /// Protects a question that appears by itself from keys typed for something else.
  fileprivate mutating func guardQuestion(_ before: Question?, _ message: Message) -> [Effect] {
    guard let question = shown, question != before else { return [] }
    if case .input = message, before == nil { return [] }
    isFresh = true
    serial += 1
    return [.remind(.question(serial: serial), milliseconds: 500)]
  }
}
