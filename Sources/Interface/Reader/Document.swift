package import DocumentModel

/// Names an open document for as long as the program runs.
package struct DocumentID: Sendable, Hashable {
  package var number: Int

  package init(_ number: Int) {
    self.number = number
  }
}

/// Where to begin in a document that is being opened.
package enum StartingPoint: Sendable, Hashable {
  /// Where reading stopped the last time.
  case remembered
  /// A page as the user counts, or its label.
  case page(String)
  case named(String)
}

/// One open document as the screen knows it.
package struct Document: Sendable, Identifiable {
  package enum Phase: Sendable, Hashable {
    case opening
    /// Waits for a password.
    case locked
    case open
    /// Cannot be shown: a sentence that says why and what to do.
    case failed(String)
  }

  /// An outline made from the headings of a document that has none.
  package enum Guess: Sendable, Hashable {
    case none
    /// So many pages have been read for it.
    case reading(Int)
    case done
  }

  /// The generation its pages were read of: one that is only drawn anew says what it said.
  package private(set) var textGeneration = 0

  package let id: DocumentID
  /// Absolute path; empty for standard input.
  package var path: String
  package var start: StartingPoint
  package var phase = Phase.opening
  /// Its file lies in its folder no more.
  package var isGone = false
  /// It is only looked at: nothing of it is remembered.
  package var isGlance = false
  /// The encoding its text was said to be in; empty: what it looks like.
  package var encoding = ""
  /// It is being opened again in another encoding.
  package var awaitsEncoding = false
  /// Passwords that were typed.
  package var passwordTries = 0
  /// Rises with each opening; answers of an older one are dropped.
  package var generation = 1
  /// The generation asked for last; above `generation` while a changed file is being opened again.
  package var newestGeneration = 1
  /// Opening takes long enough to be told.
  package var isSlow = false
  /// SHA-256 of the file, once known; asked for where the document has no permanent ID.
  package var contentHash = ""
  package var summary = DocumentSummary(pageCount: 0)
  package var infos: [PageInfo] = []
  package var outline: [OutlineItem]? {
    didSet {
      outlineEntries = OutlineEntry.flattened(outline ?? [])
      sections = SectionIndex(outlineEntries.map(\.destination))
      annotations.forgetSections()
      for (page, content) in pages { learnAnnotations(of: content, page) }
    }
  }
  /// The outline as a flat list in document order.
  package private(set) var outlineEntries: [OutlineEntry] = []
  /// Which of them a place stands in.
  package private(set) var sections = SectionIndex()
  /// Where the making of an outline from headings stands.
  package var guess = Guess.none
  package var metadata: Metadata?
  package var fonts: [FontInfo]?
  package var attachments: [Attachment]?
  package var pages: [Int: PageContent] = [:]
  package var links: [Int: LinkIndex] = [:]
  package var requested: Set<Int> = []
  /// Pages in sight whose reading may yet have to be told.
  package var remindedPages: Set<Int> = []
  /// Pages whose reading takes long enough to be told.
  package var slowPages: Set<Int> = []
  package var requestedLinks: Set<Int> = []
  package var reading = ReadingState()
  package var isReadingKnown = false
  /// Keys wait until it is known where reading stopped; they wait no longer.
  var isReadingAwaited = false
  var isReadingLate = false
  package var isStructureRequested = false
  /// Pages that could not be had, with the reason.
  package var failures: [Int: String] = [:]
  /// Pages whose picture could not be had.
  package var pictureTroubles: [Int: PictureTrouble] = [:]
  /// Seconds a page may take to be drawn.
  package var drawingSeconds = 10
  /// How often what could not be drawn was to be tried again.
  package var drawingAttempt = 0
  package var annotations = AnnotationList()
  package var form = FormList()
  /// Edits of its pages and outline.
  package var edits = EditQueue()
  /// The generation it becomes only because annotations were saved in it: nothing but its pictures is another then.
  package var redrawnGeneration: Int?
  /// What edits are meant for: they hold for the generation that only shows what was saved, before it is here.
  var editedGeneration: Int { max(generation, redrawnGeneration ?? generation) }
  /// The oldest generation that had as many pages: its pictures stay in sight until the pages are drawn anew.
  package private(set) var alikeSince = 1
  /// The sizes of its pages in the generation before, until they are told anew; empty where those pages are not known to be its pages.
  package private(set) var sizesBefore: [PageSize] = []
  /// The generations from which it was edited here, the newest first, and which page of them each page was.
  package private(set) var origins: [(generation: Int, pages: [Int?])] = []
  /// Pictures of older ones are hardly there any more.
  private static let mostOrigins = 4
  /// Nil where it has none, or they are not read yet.
  package var signatures: SignatureReport?
  /// The generation for which signatures were asked for.
  package var signaturesGeneration = 0
  /// Its file changed while something was being drawn on a page.
  package var awaitsReopening = false
  /// What of its pages the text fills.
  package var margins = TextMargins()

  package init(id: DocumentID, path: String, start: StartingPoint) {
    self.id = id
    self.path = path
    self.start = start
  }

  package var fileName: String {
    path.isEmpty ? "standard input" : PathParts.name(of: path)
  }

  package var title: String {
    let own = DocumentTitle.telling(summary.title)
    return own.isEmpty ? fileName : own
  }

  package var pageCount: Int { summary.pageCount }

  /// Becomes what its file says now: all that was read of it is to be read again.
  ///
  /// `rearrangement` says where its pages stand now where that is known.
  mutating func reload(
    as generation: Int, _ summary: DocumentSummary, _ rearrangement: PageRearrangement? = nil
  ) {
    let sizes = infos.isEmpty ? sizesBefore : infos.map(\.size)
    if summary.pageCount == pageCount, rearrangement?.isIdentity ?? true {
      sizesBefore = sizes
    } else {
      alikeSince = generation
      let moved = rearrangement?.sources.map { source in source.flatMap { sizes[safe: $0] } } ?? []
      // A page that is new is likely as large as those around it.
      let usual = moved.lazy.compactMap(\.self).first
      sizesBefore = usual.map { usual in moved.map { $0 ?? usual } } ?? []
    }
    origins = rearrangement.map { origins(of: $0) } ?? []
    self.generation = generation
    textGeneration = generation
    newestGeneration = max(generation, newestGeneration)
    self.summary = summary
    infos = []
    pages = [:]
    links = [:]
    requested = []
    slowPages = []
    remindedPages = []
    requestedLinks = []
    failures = [:]
    pictureTroubles = [:]
    margins = TextMargins()
    metadata = nil
    signatures = nil
    fonts = nil
    attachments = nil
    guess = .none
    contentHash = ""
    annotations = annotations.forNewVersion
    form = FormList()
    isStructureRequested = false
  }

  private func origins(of rearrangement: PageRearrangement) -> [(generation: Int, pages: [Int?])] {
    let older = origins.prefix(Self.mostOrigins - 1).map { origin in
      let pages = rearrangement.sources.map { source in
        source.flatMap { origin.pages[safe: $0] ?? nil }
      }
      return (generation: origin.generation, pages: pages)
    }
    return [(generation, rearrangement.sources)] + older
  }

  /// Becomes its file as it was saved with annotations: what is on its way is asked for again, what was read stays.
  mutating func redraw(as generation: Int, _ summary: DocumentSummary) {
    redrawnGeneration = nil
    self.generation = generation
    newestGeneration = max(generation, newestGeneration)
    self.summary = summary
    requested = []
    slowPages = []
    remindedPages = []
    requestedLinks = Set(links.keys)
    pictureTroubles = [:]
    contentHash = ""
    if outline == nil || infos.count < pageCount { isStructureRequested = false }
    annotations.renew()
    form.renew()
  }

  /// A page is read, or cannot be: nobody waits for it any more.
  mutating func endWaiting(for page: Int) {
    requested.remove(page)
    slowPages.remove(page)
    remindedPages.remove(page)
  }

  /// The page's label where the document has labels of its own, else its number.
  package func pageName(_ page: Int) -> String {
    guard page < infos.count, !infos[page].label.isEmpty else { return String(page + 1) }
    return infos[page].label
  }

  /// Returns the page a user means by a number from 1 or by a label; nil where there is none, or not yet.
  package func page(named name: String) -> Int? { pageMatch(named: name)?.page }

  /// Returns the same with how the name was taken.
  package func pageMatch(named name: String) -> PageName.Match? {
    PageName.match(name, count: pageCount) { infos.map(\.label) }
  }

  /// Returns what to say of a page whose number and label differ; nil where the name could mean nothing else.
  package func pageNote(_ match: PageName.Match, named name: String) -> String? {
    PageStrings.note(match, named: name, labels: infos.map(\.label))
  }

  /// Whether all page labels have been read.
  package var areLabelsKnown: Bool { infos.count >= pageCount }

  /// What to say of a page that is not there.
  package func missing(page name: String) -> String {
    "\(fileName) has no page “\(name)”; it has \(pageCount)"
  }

  /// Keeps what annotations make of a page that has been read.
  package mutating func learnAnnotations(of content: PageContent, _ page: Int) {
    let own = sections.entries(on: page).map { (number: $0, entry: outlineEntries[$0]) }
    annotations.learn(content, of: page, sections: own)
  }

  /// The outline entry an annotation stands in.
  package func section(of annotation: Annotation) -> OutlineEntry? {
    annotations.section(of: annotation, sections).map { outlineEntries[$0] }
  }

  /// The outline entry a place stands in.
  package func section(page: Int, y: Double) -> OutlineEntry? {
    sections.entry(page: page, y: y).map { outlineEntries[$0] }
  }

  package var identity: DocumentIdentity {
    DocumentIdentity(
      permanentID: summary.permanentID, contentHash: contentHash, path: path)
  }
}

/// An outline item with its place in the tree.
package struct OutlineEntry: Sendable, Hashable {
  package var item: OutlineItem
  /// Child indices from the root, as `0.3.1`.
  package var path: String
  package var depth: Int

  package var destination: Destination? {
    if case .destination(let destination) = item.target { return destination }
    return nil
  }

  /// An outline as a flat list in its order.
  package static func flattened(_ outline: [OutlineItem]) -> [OutlineEntry] {
    var entries: [OutlineEntry] = []
    func walk(_ items: [OutlineItem], _ path: String, _ depth: Int) {
      for (index, item) in items.enumerated() {
        let own = path.isEmpty ? String(index) : path + "." + String(index)
        entries.append(OutlineEntry(item: item, path: own, depth: depth))
        walk(item.children, own, depth + 1)
      }
    }
    walk(outline, "", 0)
    return entries
  }
}
