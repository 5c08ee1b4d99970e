import DocumentModel
import Messages
import Text

extension State {
  /// Handles replies about documents.
  mutating func takeAnswer(_ message: Message) -> [Effect] {
    switch message {
    case .opened(let id, let generation, let result):
      return opened(id, generation, result)
    case .followed(let id, let generation, let path):
      guard let index = documents.current(id, generation), documents[index].phase != .open else {
        return []
      }
      return path.map { opening(at: $0, index) } ?? lost(index)
    case .reading(let id, let generation, let reading):
      guard let index = documents.current(id, generation) else { return [] }
      return readingKnown(index, reading)
    case .replaced(let id, let generation):
      guard let index = documents.current(id, generation) else { return [] }
      replaced(index)
      return []
    case .pages(let id, let generation, let first, let infos):
      guard let index = documents.current(id, generation) else { return [] }
      return pagesKnown(index, first, infos)
    case .content(let id, let generation, let page, let content):
      guard let index = documents.current(id, generation) else { return [] }
      return contentKnown(index, page, content)
    case .lookup(let number, let news):
      lookups.lookupKnown(number, news)
      return []
    case .recognition(let id, let generation, let news):
      guard let index = documents.current(id, generation) else { return [] }
      return recognitionKnown(index, news)
    case .figures(let id, let generation, let found):
      guard let index = documents.current(id, generation) else { return [] }
      figuresKnown(index, found)
    case .links(let id, let generation, let page, let links):
      guard let index = documents.current(id, generation) else { return [] }
      documents[index].add(links, on: page)
    case .references(let id, let generation, let references):
      guard let index = documents.current(id, generation) else { return [] }
      documents[index].references = references
      if documents[index].isOutlineGenerated, id == document?.id { anchorPanel() }
    case .found(let id, let generation, let number, let progress):
      guard documents.current(id, generation) != nil, search?.number == number,
        search?.document == id
      else {
        return []
      }
      return take(progress)
    case .fingerprint(let id, let generation, let hash):
      guard let index = documents.current(id, generation) else { return [] }
      return fingerprintKnown(index, hash)
    case .cited(let id, let generation, let text):
      guard documents.current(id, generation) != nil else { return [] }
      return cited(text)
    case .foundWork(let work, let found): return open(work, found)
    case .resolved(let id, let generation, let name, let destination, let purpose):
      guard documents.current(id, generation) != nil, document?.id == id else { return [] }
      if purpose == .arrive {
        arrive(at: destination)
        return []
      }
      return resolved(name, destination, purpose)
    case .failed(let id, let generation, let page, let sentence):
      guard let index = documents.current(id, generation) else { return [] }
      failed(index, page, sentence)
    case .fileChanged(let id):
      guard let index = documents.index(of: id), documents[index].phase == .open else { return [] }
      documents[index].isGone = false
      // A drawing in progress is attached to its pages.
      if annotating.tool != nil, document?.id == id {
        documents[index].awaitsReopening = true
        return []
      }
      return documents.reopen(index)
    case .fileChanging(let id):
      guard let index = documents.index(of: id), documents[index].phase == .open else { return [] }
      documents[index].isGone = false
      say("\(documents[index].fileName) has changed on disk; waiting until it is whole")
    case .fileGone(let id):
      guard let index = documents.index(of: id), documents[index].phase == .open else { return [] }
      documents[index].isGone = true
      say(
        "\(documents[index].fileName) is gone from its folder; the open document can still be read")
    case .fileBack(let id):
      if let index = documents.index(of: id) { documents[index].isGone = false }
    case .searchHistory(let queries):
      searching.history.add(earlier: queries)
      if let last = searching.history.entries.last { searching.options = last }
    default: takeInformation(message)
    }
    return []
  }

  /// Stores information that panels show about a document.
  private mutating func takeInformation(_ message: Message) {
    switch message {
    case .outline(let id, let generation, let outline):
      guard let index = documents.current(id, generation) else { return }
      OutlineEditing.outlineKnown(&self, index, outline)
    case .pagesRead(let id, let generation, let count):
      guard let index = documents.current(id, generation) else { return }
      documents[index].pagesRead = count
      if id == document?.id, panel?.source == .outline { fillPanel() }
    case .metadata(let id, let generation, let metadata):
      inform(id, generation) { $0.metadata = metadata }
    case .signatures(let id, let generation, let report):
      inform(id, generation) { $0.signatures = report }
    case .fonts(let id, let generation, let fonts): inform(id, generation) { $0.fonts = fonts }
    case .attachments(let id, let generation, let attachments):
      inform(id, generation) { $0.attachments = attachments }
    default: break
    }
  }

  private mutating func inform(
    _ id: DocumentID, _ generation: Int, _ body: (inout Document) -> Void
  ) {
    guard let index = documents.current(id, generation) else { return }
    body(&documents[index])
    if panel?.source == .information { fillPanel() }
  }

  private mutating func pagesKnown(_ index: Int, _ first: Int, _ infos: [PageInfo]) -> [Effect] {
    guard first == documents[index].infos.count, !infos.isEmpty else { return [] }
    documents[index].infos += infos
    // The rules between pages bear their labels.
    if infos.contains(where: { !$0.labels.isEmpty }) {
      documents.layouts.forget(documents[index].id)
      // Rows name pages by them too.
      if document?.id == documents[index].id, panel?.source.namesPages == true {
        fillPanel()
      }
    }
    return morePages(index)
  }

  private mutating func contentKnown(
    _ index: Int, _ page: Int, _ content: PageContent
  ) -> [Effect] {
    let id = documents[index].id
    documents[index].endWaiting(for: page)
    endRecognizing(page, index)
    var content = content
    if preferences.figurePlace == .firstMention, content.text.blocks == nil {
      content.blocks = FirstMention.ordered(content.blocks)
    }
    if documents[index].pages[page] == nil {
      documents[index].pages[page] = content
    } else {
      setAnew(content, page, index)
    }
    if documents[index].hasPages { documents[index].margins.learn(content.text, of: page) }
    compareSelection(page, index)
    moveRequestedCaret()
    documents[index].learnAnnotations(of: content, page)
    refillAnnotations()
    let copied = collect(page, of: id) + collectForMark(page, of: id)
    forgetFarPages()
    guard let index = self.documents.index(of: id) else { return copied }
    return documents.loadStructure(index) + copied
  }

  /// Replaces a page's content after form edits or corrections from later pages, keeping the top
  /// line of each pane.
  private mutating func setAnew(_ content: PageContent, _ page: Int, _ index: Int) {
    let id = documents[index].id
    let tops = panes.indices.filter {
      panes[$0].document == id && panes[$0].page == page && panes[$0].pending == nil
        && panes[$0].owed == 0 && !showsPictures($0)
    }.map { (pane: $0, place: place(of: $0)) }
    documents.layouts.forget(id)
    documents[index].pages[page] = content
    for (pane, place) in tops {
      if let place { land(pane, page: page, .offset(place.offset)) }
    }
  }

  private mutating func resolved(
    _ name: String, _ destination: Destination?, _ purpose: LinkPurpose
  ) -> [Effect] {
    guard let destination else {
      let isPage = Int(name) != nil && document?.hasPages == false
      say(
        isPage
          ? "There is no page \(name) of a printed edition; 50% goes to the middle"
          : "The document has no place named “\(name)”", isError: true)
      return []
    }
    if panel != nil { closePanel(goingBack: true) }
    return follow(.destination(destination), purpose)
  }

  /// A page, or something else of a document, could not be had.
  private mutating func failed(_ index: Int, _ page: Int?, _ sentence: String) {
    let sentence = page == nil ? sentence : sentence + " (Ctrl-l tries again)"
    if let page {
      documents[index].endWaiting(for: page)
      documents[index].failures[page] = sentence
      giveUpSelection(for: page, index)
      if let copy = awaited.copy, selection?.document == documents[index].id,
        (copy.range.lowerBound.page...copy.range.upperBound.page).contains(page)
      {
        awaited.copy = nil
      }
    }
    if hints?.isAwaiting == true { hints = nil }
    say("\(documents[index].fileName): \(sentence)", isError: true)
  }

  /// Requests the recognition of visible pages without text, as the settings say; when there are none left, that of the next.
  mutating func recognizeVisible(_ index: Int, _ visible: [Int], ahead: Int) -> [Effect] {
    let document = documents[index]
    guard preferences.ocr != .never, document.canBeRecognized, !document.recognition.isUnavailable
    else { return [] }
    // The first visible page goes first, even if the text of another one arrives earlier.
    let known = (visible.isEmpty ? [] : visible + [ahead]).prefix {
      document.pages[$0] != nil || document.failures[$0] != nil
    }
    let missing = known.filter { page in
      document.pages[page]?.text.needsRecognition == true
        && !document.recognition.asked.contains(page)
    }
    let isBusy = !document.recognition.underWay.isDisjoint(with: visible)
    guard let page = missing.first, visible.contains(page) || !isBusy else { return [] }
    if preferences.ocr == .ask {
      if document.recognition.asked.isEmpty {
        say("No text on this page; :ocr all recognises its words")
      }
      documents[index].recognition.asked.insert(page)
      return []
    }
    var effects = recognize(index, .page(page), page: page)
    if preferences.ocr == .always, document.recognition.pagesRead == nil,
      document.recognition.asked.isEmpty
    {
      documents[index].recognition.pagesRead = 0
      effects.append(
        documents.effect(index, .all(from: page, isIdle: true), preferences: preferences))
    }
    return effects
  }

  mutating func recognize(_ index: Int, _ command: RecognitionCommand, page: Int)
    -> [Effect]
  {
    documents[index].recognition.asked.insert(page)
    documents[index].recognition.underWay.insert(page)
    setRecognizing(true, page, index)
    return [documents.effect(index, command, preferences: preferences)]
  }

  private mutating func setRecognizing(_ isUnderWay: Bool, _ page: Int, _ index: Int) {
    guard documents[index].pages[page]?.text.needsRecognition == true else { return }
    documents[index].pages[page]?.isBeingRecognized = isUnderWay
    documents.layouts.forget(documents[index].id)
    for pane in panes.indices where panes[pane].document == documents[index].id {
      _ = visiblePages(pane, of: documents[index])
    }
  }

  mutating func recognitionKnown(_ index: Int, _ news: RecognitionNews) -> [Effect] {
    switch news {
    case .failed(let page, let sentence):
      endRecognizing(page, index)
      if let sentence { say("\(documents[index].fileName): \(sentence)", isError: true) }
    case .unavailable(let sentence):
      for page in documents[index].recognition.underWay { endRecognizing(page, index) }
      // The recognition was not requested by the user, so it is reported only once.
      documents[index].recognition.isUnavailable = true
      documents[index].recognition.pagesRead = nil
      documents[index].recognition.languages = ""
      say("No OCR: \(sentence)")
    case .progress(let pagesRead):
      // A recognition that was stopped may still report a page.
      if documents[index].recognition.pagesRead != nil {
        documents[index].recognition.pagesRead = pagesRead
      }
      if panel?.source == .tasks { fillPanel() }
    case .finished(let recognized):
      documents[index].recognition.pagesRead = nil
      let pages =
        recognized == 0 ? "no more pages" : recognized == 1 ? "1 page" : "\(recognized) pages"
      say("\(documents[index].fileName): the words of \(pages) were recognised")
    case .words(let edits):
      guard !edits.isEmpty else {
        say("No words were recognised yet; :ocr all recognises all pages")
        return []
      }
      return request(EditRequest(.addText(edits)), for: documents[index].id)
    }
    return []
  }

  /// Takes note of a page whose content has arrived.
  mutating func endRecognizing(_ page: Int, _ index: Int) {
    guard documents[index].recognition.underWay.remove(page) != nil else { return }
    setRecognizing(false, page, index)
  }

  /// Recognises the current page again; languages are as `deu+eng`, empty for those of before.
  mutating func recognizeAgain(_ languages: String) -> [Effect] {
    guard let (index, page) = documents.recognizedPage(document: document, panes: panes) else {
      return []
    }
    guard let text = documents[index].pages[page]?.text else { return [] }
    guard text.needsRecognition || text.isRecognized || text.source == .layer else {
      say("This page has text that nobody recognised; nothing to do")
      return []
    }
    if !languages.isEmpty { documents[index].recognition.languages = languages }
    documents[index].recognition.isUnavailable = false
    say("Recognising page \(documents[index].pageName(page))…")
    return recognize(index, .again(page), page: page)
  }
}

extension Documents {
  /// Returns the index of a document; nil if the reply is for an older generation.
  func current(_ id: DocumentID, _ generation: Int) -> Int? {
    guard let index = self.index(of: id), self[index].generation == generation else {
      return nil
    }
    return index
  }
}
