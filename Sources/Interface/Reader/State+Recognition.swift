import DocumentModel
import Messages
import Text

/// The recognition of a document's pages (OCR), as far as the screen knows it.
package struct RecognitionState: Sendable {
  /// Pages that were asked for.
  package var asked: Set<Int> = []
  /// Pages being recognised.
  package var underWay: Set<Int> = []
  /// Pages read of the whole document; nil unless all are being recognised.
  package var pagesRead: Int?
  /// Whether nothing can be recognised, which has been said.
  package var isUnavailable = false
  /// The languages chosen for the document, such as `deu+eng`; empty for those of the settings.
  package var languages = ""

  package init() {}
}

extension State {
  // MARK: automatically

  /// Requests the recognition of visible pages without text, as the settings say; when there are none left, that of the next.
  mutating func recognizeVisible(_ index: Int, _ visible: [Int], ahead: Int) -> [Effect] {
    let document = documents[index]
    guard preferences.ocr != .never, canRecognize(document), !document.recognition.isUnavailable
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
      effects.append(effect(index, .all(from: page, isIdle: true)))
    }
    return effects
  }

  private mutating func recognize(_ index: Int, _ command: RecognitionCommand, page: Int)
    -> [Effect]
  {
    documents[index].recognition.asked.insert(page)
    documents[index].recognition.underWay.insert(page)
    setRecognizing(true, page, index)
    return [effect(index, command)]
  }

  private func effect(_ index: Int, _ command: RecognitionCommand) -> Effect {
    let own = documents[index].recognition.languages
    return .recognize(
      documents[index].id, generation: documents[index].generation,
      languages: own.isEmpty ? preferences.ocrLanguages : own, command)
  }

  private mutating func setRecognizing(_ isUnderWay: Bool, _ page: Int, _ index: Int) {
    guard documents[index].pages[page]?.text.needsRecognition == true else { return }
    documents[index].pages[page]?.isBeingRecognized = isUnderWay
    documents.layouts.forget(documents[index].id)
    for pane in panes.indices where panes[pane].document == documents[index].id {
      _ = visiblePages(pane, of: documents[index])
    }
  }

  // MARK: news

  mutating func recognitionKnown(_ index: Int, _ news: RecognitionNews) -> [Effect] {
    switch news {
    case .failed(let page, let sentence):
      endRecognizing(page, index)
      if let sentence { say("\(documents[index].fileName): \(sentence)", isError: true) }
    case .unavailable(let sentence):
      for page in documents[index].recognition.underWay { endRecognizing(page, index) }
      // Nobody asked for it: it is reported once.
      documents[index].recognition.isUnavailable = true
      documents[index].recognition.pagesRead = nil
      documents[index].recognition.languages = ""
      say("No OCR: \(sentence)")
    case .progress(let pagesRead):
      // One that was stopped may still report a page.
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

  /// Returns the status line's text about recognition; nil if there is nothing to say.
  func recognitionStatus(_ document: Document, page: Int) -> String? {
    if let read = document.recognition.pagesRead {
      return "recognising: \(read) of \(document.pageCount) pages"
    }
    return document.pages[page]?.text.isRecognized == true ? "scan" : nil
  }

  // MARK: by command

  /// The page that commands are about.
  private var recognizedPage: (index: Int, page: Int)? {
    guard let document, let index = documents.index(of: document.id) else { return nil }
    return (index, panes[panes.focus].page)
  }

  /// Recognises all pages without text, from the current one on.
  mutating func recognizeAll() -> [Effect] {
    guard let (index, page) = recognizedPage else { return [] }
    guard documents[index].recognition.pagesRead == nil else {
      say("The pages are being recognised: :ocr stop ends that")
      return []
    }
    documents[index].recognition.isUnavailable = false
    documents[index].recognition.pagesRead = 0
    return [effect(index, .all(from: page, isIdle: false))]
  }

  /// Recognises the current page again; languages are as `deu+eng`, empty for those of before.
  mutating func recognizeAgain(_ languages: String) -> [Effect] {
    guard let (index, page) = recognizedPage else { return [] }
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

  /// Saves the words that were recognised in the document.
  mutating func saveRecognized() -> [Effect] {
    guard let (index, _) = recognizedPage else { return [] }
    guard !documents[index].edits.isPending else {
      say("Its pages are still being written; save the words afterwards")
      return []
    }
    return [effect(index, .words)]
  }

  mutating func stopRecognizing() -> [Effect] {
    guard let document else { return [] }
    return stopRecognizing(document.id)
  }

  mutating func stopRecognizing(_ id: DocumentID) -> [Effect] {
    guard let index = documents.index(of: id), documents[index].recognition.pagesRead != nil else {
      say("No pages are being recognised")
      return []
    }
    documents[index].recognition.pagesRead = nil
    return [effect(index, .stop)]
  }
}

private func canRecognize(_ document: Document) -> Bool {
  document.hasPages && document.summary.hasText && document.phase == .open
}
