import DocumentModel
import Text
import Wire

/// Reads a document from a page to its end for the index, a portion at a time.
struct IndexReading {
  private let document: any OpenDocument
  private let metadata: Metadata
  private var feed = PageFeed(joinsLines: true)
  private var next: Int
  private var isBegun = false
  /// Passages of pages that are not complete, by the page they begin on.
  private var passages: [Int: FlatText] = [:]
  /// Pages that may contain unfinished paragraphs, with their text.
  private var pages: [Int: PageText] = [:]
  private var infos: [Int: PageInfo] = [:]
  private var notes: [Int: [String]] = [:]
  private var isAnnotated = false
  private var firstUnsent: Int
  private var grams = Grams()
  private var guess = HeadingTree()
  /// The entries of the document's outline with their destinations, and their numbers by page; nil until read.
  private var outline: (sections: [DocumentSection], places: [Destination], onPage: [Int: [Int]])?
  /// The first characters of headings, by page and height.
  private var headings: [Int: [Double: Int]] = [:]
  /// The title on the first page, for a document whose metadata have no usable one; nil for others.
  private var firstPage: FirstPageTitle?
  /// The DOI in its metadata or on its first page.
  private var doi = ""

  private static let shortest = Duration.milliseconds(200)
  /// The size in bytes at which a portion is returned.
  private static let size = 2 << 20
  /// The number of pages after which an unfinished paragraph is taken as it is.
  private static let longestParagraph = 64

  /// The number of further portions that are limited to one page.
  private var careful: Int

  private let passedOver: Set<Int>

  init(_ document: any OpenDocument, _ request: IndexingRequest) {
    self.document = document
    metadata = document.metadata()
    careful = request.singlePages
    passedOver = Set(request.passedOver)
    next = request.first
    firstUnsent = request.first
    if request.first == 0, DocumentTitle.telling(document.summary.title).isEmpty {
      firstPage = FirstPageTitle()
    }
  }

  /// Reads on for a moment.
  mutating func portion() -> IndexedPortion {
    var portion = IndexedPortion()
    let end = ContinuousClock.now + Self.shortest
    var size = 0
    let count = document.summary.pageCount
    var isFirst = true
    // At least one page, so that repeated requests reach the end.
    while next < count, isFirst || size < Self.size && ContinuousClock.now < end {
      isFirst = false
      if !read(next) { portion.unread.append(next) }
      if pages[next]?.source == .picture { portion.scans.append(next) }
      next += 1
      var open = feed.firstOpenPage ?? next
      if next - open > Self.longestParagraph {
        take(feed.finish())
        open = next
      }
      size += give(before: open, to: &portion)
      if careful > 0 {
        careful -= 1
        break
      }
    }
    // The first page has been read, which may have the DOI.
    if !isBegun {
      portion.card = card()
      isBegun = true
    }
    if next >= count {
      take(feed.finish())
      _ = give(before: count, to: &portion)
      portion.sections = sections()
      if let title = firstPage?.title, !title.isEmpty {
        portion.card = portion.card ?? card()
        portion.card?.title = title
      }
      portion.isEnd = true
    }
    portion.next = next
    portion.complete = firstUnsent
    portion.isAnnotated = isAnnotated
    return portion
  }

  private func card() -> DocumentCard {
    let summary = document.summary
    var card = DocumentCard()
    card.title = DocumentTitle.telling(summary.title)
    card.author = summary.author
    card.subject = metadata.subject
    card.keywords = metadata.keywords
    card.doi = doi
    card.created = metadata.created
    card.pageCount = summary.pageCount
    card.hasPages = summary.hasPages
    return card
  }

  /// Reads a page; false if that fails.
  private mutating func read(_ page: Int) -> Bool {
    var text = PageText()
    var isRead = true
    do throws(EngineFailure) {
      guard !passedOver.contains(page) else { throw .damaged }
      text = try document.text(page: page)
      infos[page] = try document.pages(page..<page + 1).first
      let written = try document.notes(page: page)
      if !written.texts.isEmpty { notes[page] = written.texts }
      if written.isAnnotated { isAnnotated = true }
    } catch {
      isRead = false
    }
    pages[page] = text
    findHeadings(of: page, in: text)
    if page == 0 {
      let record = DocumentRecord.identifiers(metadata: metadata, page: text)
      doi = record[.doi].lowercased()
    }
    take(feed.add(text, page: page))
    return isRead
  }

  private mutating func take(_ paragraphs: [Flow.Paragraph]) {
    for paragraph in paragraphs where !paragraph.isRunningHead {
      passages[paragraph.page, default: FlatText()].add(
        paragraph, pages: pages, line: line(of: paragraph))
      observe(paragraph)
      if firstPage != nil, paragraph.page == 0, let text = pages[0] {
        firstPage?.add(paragraph, text)
      }
    }
  }

  /// The line of the source a paragraph begins on, from 1; 0 in a document that has none.
  private func line(of paragraph: Flow.Paragraph) -> Int {
    guard let first = paragraph.origins.first(where: { $0.index >= 0 }),
      let block = pages[Int(first.page)]?.block(at: Int(first.index)),
      let info = infos[Int(first.page)]
    else { return 0 }
    return info.line > 0 ? max(1, info.line + block.line) : 0
  }

  /// Records a heading as a section if the document has no outline.
  private mutating func observe(_ paragraph: Flow.Paragraph) {
    guard !document.summary.hasOutline, guess.count < DocumentSection.most,
      case .heading(let level) = paragraph.kind
    else { return }
    // A title is one line, also where its author broke it.
    let scalars = paragraph.scalars.prefix(DocumentSection.longestTitle).compactMap {
      Unicode.Scalar($0 == 0x0A ? 0x20 : $0)
    }
    let y = Double(paragraph.box.y0)
    headings[paragraph.page, default: [:]][y] =
      paragraph.origins.first { $0.index >= 0 }.map { Int($0.index) }
    guess.add(
      String(String.UnicodeScalarView(scalars)), level: level,
      Destination(page: paragraph.page, y: y))
  }

  /// A page with more headings was not written by an author; there only heights count.
  private static let mostHeadings = 500

  /// Finds the headings that the outline leads to on a page.
  private mutating func findHeadings(of page: Int, in text: PageText) {
    guard document.summary.hasOutline, document.summary.hasPages else { return }
    if outline == nil {
      var places: [Destination] = []
      let sections = DocumentSection.all(of: document.outline()) { item in
        let place = place(of: item)
        if let place { places.append(place) }
        return place
      }
      outline = (sections, places, Dictionary(grouping: sections.indices) { sections[$0].page })
    }
    guard let outline, let own = outline.onPage[page], own.count <= Self.mostHeadings else {
      return
    }
    let rows = GlyphRows(text)
    for number in own {
      let section = outline.sections[number]
      headings[page, default: [:]][section.y] = rows.heading(
        section.title, at: outline.places[number], in: text)
    }
  }

  /// Adds the pages before one that may still grow to a portion; returns their size in bytes.
  private mutating func give(before end: Int, to portion: inout IndexedPortion) -> Int {
    guard end > firstUnsent else { return 0 }
    var size = 0
    for page in firstUnsent..<end {
      var own = passages.removeValue(forKey: page) ?? FlatText()
      for note in notes.removeValue(forKey: page) ?? [] { own.add(note: note, page: page) }
      guard own.count > 0 else { continue }
      let indexed = IndexedPage(own, number: page, label: infos[page]?.labels.packed ?? "", &grams)
      size += indexed.passages.count + indexed.grams.count
      portion.pages.append(indexed)
    }
    firstUnsent = end
    // A paragraph is sent with the text of its pages.
    pages = pages.filter { $0.key >= end }
    infos = infos.filter { $0.key >= end }
    return size
  }

  private func sections() -> [DocumentSection] {
    let sections =
      outline?.sections
      ?? DocumentSection.all(
        of: document.summary.hasOutline ? document.outline() : guess.guessed(), place: place)
    return sections.map { section in
      var section = section
      section.character = headings[section.page]?[section.y]
      return section
    }
  }

  private func place(of item: OutlineItem) -> Destination? {
    switch item.target {
    case .destination(let place): place
    case .named(let name): document.destination(named: name)
    default: nil
    }
  }
}
