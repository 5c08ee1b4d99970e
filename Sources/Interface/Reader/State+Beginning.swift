import DocumentModel
import Messages

/// The size in bytes above which a text is not recognised by its contents: larger ones are logs, whose digest
/// would take long.
private let largestFingerprinted = 64 << 20

extension State {
  mutating func sayShortfall(_ index: Int) {
    let name = documents[index].fileName
    switch documents[index].summary.flow?.shortfall {
    case .tooLarge: say("\(name) is too large for Markdown; showing plain text")
    case .tooDeep:
      say("\(name) is nested too deeply for Markdown; showing plain text")
    case nil: break
    }
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
