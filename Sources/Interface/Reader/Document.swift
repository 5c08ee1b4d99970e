package import DocumentModel
package import Messages
package import Text

/// Where to start in a document being opened.
package enum StartingPoint: Sendable, Hashable {
  /// The last reading position.
  case remembered
  /// A page as the user counts, or its label.
  case page(String)
  case named(String)
  /// A place on a page or part (index from 0).
  case place(page: Int, Landing)
}

extension StartingPoint {
  /// Parses the fragment of an address: a place, a page number or label, or a name; nil if it is empty.
  package init?(fragment: Substring) {
    guard !fragment.isEmpty else { return nil }
    self = BlockAddress(fragment).flatMap { StartingPoint($0) } ?? .named(String(fragment))
    guard case .named = self else { return }
    // The first one counts.
    for parameter in fragment.split(separator: "&").reversed() {
      if parameter.hasPrefix("page=") { self = .page(String(parameter.dropFirst(5))) }
      if parameter.hasPrefix("nameddest=") { self = .named(String(parameter.dropFirst(10))) }
    }
  }

  /// Makes it of an address; nil for a page, which may be named by its label.
  package init?(_ address: BlockAddress) {
    switch address.place {
    case .top where address.hasPages: return nil
    case .top: self = .place(page: address.page, .top)
    case .character(let index): self = .place(page: address.page, .glyph(index))
    case .box(let box):
      self = .place(page: address.page, .point(x: Double(box.x0), y: Double(box.y0)))
    }
  }
}

/// Where a document was opened from.
struct Origin: Sendable, Hashable {
  var document: DocumentID
  /// The number of jumps in the opened document's history that are older.
  var past: Int
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

  /// The generation whose text is current; redrawn generations have the same text.
  package private(set) var textGeneration = 0

  package let id: DocumentID
  /// Absolute path; empty for standard input.
  package var path: String
  package var start: StartingPoint
  package var phase = Phase.opening
  /// Its place in a shared library, such as `lab:papers/2024/raft.pdf`, if it was opened by it; else empty.
  package var sharedPlace = ""
  /// Whether its file is in the cache or a text made from it, so that its path is of no use to people.
  package var isCached = false
  /// Whether its file is no longer in its folder.
  package var isGone = false
  /// Whether it is a preview: nothing about it is saved.
  package var isGlance = false
  /// The encoding chosen by the user; empty to guess it.
  package var encoding = ""
  /// Whether it is being opened again in another encoding.
  package var awaitsEncoding = false
  /// Passwords that were typed.
  package var passwordTries = 0
  /// Rises with each opening; answers of an older one are dropped.
  package var generation = 1
  /// The generation asked for last; above `generation` while a changed file is being opened again.
  package var newestGeneration = 1
  /// Whether opening takes long enough to be reported.
  package var isSlow = false
  /// SHA-256 of the file, once known.
  package var contentHash = ""
  package var summary = DocumentSummary(pageCount: 0)
  package var infos: [PageInfo] = [] { didSet { spreads = Self.spreads(in: infos.map(\.size)) } }
  /// Pages that are images of two facing ones, ascending.
  package private(set) var spreads: [Int] = []
  /// The document's own outline; nil until it is read.
  package var outline: [OutlineItem]? { didSet { flattenOutline() } }
  /// The outline as a flat list in document order; the generated one if the document has none of its own.
  package private(set) var outlineEntries: [OutlineEntry] = []
  /// The section index of the outline.
  package private(set) var sections = SectionIndex()
  package var recognition = RecognitionState()
  /// The number of pages that have been read for references and headings.
  package var pagesRead = 0
  package var metadata: Metadata?
  package var fonts: [FontInfo]?
  package var attachments: [Attachment]?
  package var pages: [Int: PageContent] = [:]
  package var links: [Int: LinkIndex] = [:]
  /// Nil until all pages have been read for them.
  package var references: DocumentReferences? {
    didSet {
      inferred = references?.links ?? [:]
      for (page, index) in links { add(index.links.filter { $0.kind == nil }, on: page) }
      citations = references?.citations ?? [:]
      if outline?.isEmpty != false { flattenOutline() }
    }
  }
  /// The links that the references make, by page.
  private(set) var inferred: [Int: [Link]] = [:]
  /// The mentions of each work, in order, by the place of its entry.
  private(set) var citations: [Destination: [Reference]] = [:]
  /// The mention of a work that was gone to last.
  var mention: Mention?
  /// The document it was opened from, which a jump back returns to; nil if it was not opened while another was read.
  var origin: Origin?
  /// The document that a jump back has left for this one; a jump forward returns to it.
  var departure: DocumentID?
  /// The target of a jump, which is highlighted for a moment.
  var flash: Flash?
  package var requested: Set<Int> = []
  /// Visible pages whose slow reading may have to be reported.
  package var remindedPages: Set<Int> = []
  /// Pages whose reading takes long enough to be reported.
  package var slowPages: Set<Int> = []
  package var requestedLinks: Set<Int> = []
  package var reading = ReadingState()
  var conflict = DocumentConflict()
  /// A place read to on another machine, which the user may go to.
  package var elsewhere: ReadElsewhere?
  package var isReadingKnown = false
  /// Whether keys no longer wait for the library to say where reading stopped.
  var isReadingAwaited = false
  var isReadingLate = false
  package var isStructureRequested = false
  /// Pages that could not be had, with the reason.
  package var failures: [Int: String] = [:]
  /// Pages whose picture could not be drawn.
  package var pictureTroubles: [Int: PictureTrouble] = [:]
  /// Seconds a page may take to be drawn.
  package var drawingSeconds = 10
  /// The number of requested retries of failed drawings.
  package var drawingAttempt = 0
  package var annotations = AnnotationList()
  package var form = FormList()
  package var figures = FigureList()
  /// Edits of its pages and outline.
  package var edits = EditQueue()
  /// The generation it becomes only because annotations were saved in it: nothing but its pictures is another then.
  package var redrawnGeneration: Int?
  /// The generation edits apply to: the current one, or one that only shows saved edits and has not arrived
  /// yet.
  var editedGeneration: Int { max(generation, redrawnGeneration ?? generation) }
  /// The oldest generation with the same number of pages: its pictures stay visible until pages are drawn
  /// again.
  package private(set) var alikeSince = 1
  /// Page sizes of the previous generation, until new ones arrive; empty if its pages do not correspond.
  package private(set) var sizesBefore: [PageSize] = []
  /// The generations this one was edited from, newest first, and the original index of each page.
  package private(set) var origins: [(generation: Int, pages: [Int?])] = []
  /// Pictures of older ones are hardly there any more.
  private static let mostOrigins = 4
  /// Nil if it has none, or they are not loaded yet.
  package var signatures: SignatureReport?
  var hasBrokenSignature: Bool { signatures?.isBroken == true }
  /// The generation for which signatures were asked for.
  package var signaturesGeneration = 0
  /// Whether its file changed while something was being drawn on a page.
  package var awaitsReopening = false
  /// The part of its pages that text fills.
  package var margins = TextMargins()

  package var fileName: String {
    path.isEmpty ? "standard input" : PathParts.name(of: path)
  }

  package var title: String {
    let own = DocumentTitle.telling(summary.title)
    return own.isEmpty ? fileName : own
  }

  package var pageCount: Int { summary.pageCount }

  /// Returns the pages that are wider than high where most are not.
  private static func spreads(in sizes: [PageSize]) -> [Int] {
    let wide = sizes.indices.filter { sizes[$0].width > sizes[$0].height }
    return wide.count * 2 < sizes.count ? wide : []
  }

  /// Reloads the file: everything read from it is read again.
  ///
  /// `rearrangement` gives the new positions of its pages if known.
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
    pagesRead = 0
    contentHash = ""
    annotations = annotations.forNewVersion
    form = FormList()
    figures = FigureList()
    recognition = RecognitionState()
    references = nil
    mention = nil
    isStructureRequested = false
  }

  /// Whether the outline shown was made from headings or a table of contents.
  package var isOutlineGenerated: Bool { outline?.isEmpty == true && !outlineEntries.isEmpty }

  private mutating func flattenOutline() {
    let own = outline ?? []
    outlineEntries = OutlineEntry.flattened(
      own.isEmpty && outline != nil ? references?.outline ?? [] : own)
    sections = SectionIndex(outlineEntries.map(\.destination))
    annotations.forgetSections()
    for (page, content) in pages { learnAnnotations(of: content, page) }
  }

  /// Takes the links of a page, and adds the references of its words that none of them covers.
  mutating func add(_ own: [Link], on page: Int) {
    links[page] = LinkIndex(own + (inferred[page] ?? []).without(own))
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

  /// Adopts a new generation whose text is unchanged: keeps pages, invalidates images, repeats pending requests.
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
    // News of the older generation is dropped: what was under way is asked for again.
    for page in recognition.underWay { pages[page]?.isBeingRecognized = false }
    recognition.asked.subtract(recognition.underWay)
    recognition.underWay = []
    recognition.pagesRead = nil
  }

  /// Marks a page as read or unreadable, so that nothing waits for it.
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

  /// Returns the page for a number from 1 or a label; nil if there is none, or labels are not loaded yet.
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

  /// Returns the message about a page that does not exist.
  package func missing(page name: String) -> String {
    PageStrings.missing(name, of: pageCount, in: fileName)
  }

  /// Keeps what annotations make of a page that has been read.
  package mutating func learnAnnotations(of content: PageContent, _ page: Int) {
    let own = sections.entries(on: page).map { (number: $0, entry: outlineEntries[$0]) }
    annotations.learn(content, of: page, sections: own)
  }

  /// Returns the outline entry an annotation belongs to.
  package func section(of annotation: Annotation) -> OutlineEntry? {
    annotations.section(of: annotation, sections).map { outlineEntries[$0] }
  }

  /// Returns the outline entry a place belongs to.
  package func section(page: Int, y: Double) -> OutlineEntry? {
    sections.entry(page: page, y: y).map { outlineEntries[$0] }
  }

  package var identity: DocumentIdentity {
    DocumentIdentity(
      permanentID: summary.permanentID, contentHash: contentHash, path: path)
  }
}
