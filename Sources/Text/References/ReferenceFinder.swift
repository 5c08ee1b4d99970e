package import DocumentModel

/// Finds a document's references: pages are added in order, and resolved when all definitions are known.
package struct ReferenceFinder: Sendable {
  /// A mention with its place.
  struct Found: Sendable {
    var serial: Int
    var target: ReferenceMention.Target
    var pieces: [Piece]
    var doubt: ReferenceMention.Doubt?
    var first: PartNumber?
    /// The author and the year that the label of an entry may be.
    var work: ReferenceMention.WorkNames?
    /// The words around the mention of a work.
    var context = ""
    /// Whether the paragraph begins with it.
    var isFirst = false
    /// Whether its bracket is directly after a word: `tree[2]`.
    var isAfterWord = false
    /// Whether its bracket ends a clause: `in Canetti and Garay [17], pages 57–74`.
    var endsClause = false
    var isInNote = false
    /// For a work, the pieces from each name to the next.
    var nameEnds: [Int] = []
  }

  /// Words on one line.
  struct Piece: Sendable {
    var page: Int
    var box: Box
    var text: String
  }

  struct Key: Hashable {
    var kind: Reference.Kind
    var sort: UInt8
    var number: PartNumber
  }

  struct NoteKey: Hashable {
    var page: Int
    var label: [UInt32]
  }

  struct SectionStart {
    var place: Destination
    var title: [UInt32]
    /// Whether it is known from the outline, which often leads to the top of the page.
    var isOfOutline: Bool
    /// Whether the outline or a table of contents has it.
    var isListed: Bool
  }

  var numbers: PageNumbers
  var feed = PageFeed(keepsMarks: true)
  /// The pages that paragraphs still to come may begin on.
  var texts: [Int: PageText] = [:]
  var serial = 0
  var bibliography = Bibliography()
  var found: [Found] = []
  /// How many of them are names without years, which mostly cite nothing.
  private var undated = 0
  var contents: [Int: [ContentsRow]] = [:]
  private var aliases = WorkAliases()
  var parts: [Key: Destination] = [:]
  /// Parts whose caption may be a sentence, and counts where no other has the number.
  var doubted: Set<Key> = []
  /// Definitions that count where there is no better one.
  var likely: [Key: Destination] = [:]
  /// All definitions of a part, for documents that number again in every chapter.
  var repeated: [Key: [Destination]] = [:]
  var sections: [PartNumber: [SectionStart]] = [:]
  var titles: [[UInt32]: [Destination]] = [:]
  /// The last section with a Roman number.
  var chapter: PartNumber?
  /// Notes of one page with the same label, from top to bottom: a title page has affiliations and footnotes.
  var notes: [NoteKey: [Destination]] = [:]
  /// The page and number of the last numbered note.
  var lastNote = (page: -1, number: 0)
  /// Notes by their labels alone.
  var notesByLabel: [[UInt32]: [Destination]] = [:]
  /// The serial number of the last paragraph that is a note.
  var lastNoteSerial: Int?
  /// The last work that a note cites.
  var citedLast: (serial: Int, place: Destination)?
  /// The notes with works that are cited again.
  var citedNotes: Set<Destination> = []
  /// The places that a table of contents gives for numbers.
  var listedSections: [PartNumber: Destination] = [:]
  /// The tops of figures and tables by page and caption.
  var regions: [Int: [(caption: String, top: Double)]] = [:]
  /// Whether works are cited by numbers in brackets, so that raised numbers are no citations.
  var citesInBrackets = false
  /// The doubtful forms, such as numbers in parentheses, that are citations in this document.
  var cites: Set<ReferenceMention.Doubt> = [.named]
  /// Whether brackets directly after words are citations: not in a document that sets a blank before most of them.
  var citesAfterWords = true
  /// The labels in brackets that are not directly after words.
  var citedApart: Set<[UInt32]> = []
  /// Sections within an appended licence are its own.
  var licence = AppendedLicence()
  /// Whether an index with page numbers is open.
  var isInIndex = false
  /// The chapters in which a caption says `Listing` and a number.
  var listingChapters: Set<PartNumber> = []
  var captions: [(key: Key, page: Int, text: String)] = []
  private var headings = OutlineGuess()
  private var plainHeadings = PlainHeadings()
  var terms = DefinedTerms()

  private static let mostMentions = 400_000
  private static let mostUndated = 100_000
  /// Whether no more mentions are kept.
  var isFull: Bool { found.count - undated >= Self.mostMentions }
  /// Sections of one number or title that are kept.
  static let mostAlike = 12

  /// Makes a finder; `labels` are the page labels of the document, `outline` its outline.
  package init(labels: [String], outline: [OutlineItem] = []) {
    numbers = PageNumbers(labels)
    take(outline)
  }

  private mutating func take(_ items: [OutlineItem]) {
    let titles = items.map { Array($0.title.unicodeScalars.map(\.value)) }
    // `2 枚以上の CD` among titles without numbers has none.
    let isNumbered = titles.count { SectionTitle.number($0).0 != nil } * 2 >= titles.count
    for (item, title) in zip(items, titles) {
      if case .destination(let place)? = item.target {
        addSection(title, place, isOfOutline: true, isNumbered: isNumbered)
      }
      take(item.children)
    }
  }

  /// Adds the next page.
  package mutating func add(_ text: PageText, page: Int) {
    texts[page] = text
    let rows = ContentsRow.all(in: text)
    if !rows.isEmpty { contents[page] = rows }
    for paragraph in feed.add(text, page: page) { take(paragraph) }
    let first = feed.firstOpenPage ?? page
    if texts.count > 2 * PageFeed.neighbours { texts = texts.filter { $0.key >= first } }
  }

  /// Returns all references; links of the document itself are not known here.
  package mutating func finish() -> DocumentReferences {
    for paragraph in feed.finish() { take(paragraph) }
    texts = [:]
    bibliography.finish()
    bibliography.number(citedBy: labels())
    for caption in captions {
      let top = regions[caption.page]?.filter { caption.text == $0.caption }.map(\.top).min()
      if let top, let known = parts[caption.key], known.page == caption.page, (known.y ?? 0) > top {
        parts[caption.key]?.y = top
      }
    }
    var result = DocumentReferences()
    result.terms = terms.places
    result.isCut = bibliography.isCut
    let all = contents.values.reduce(into: [Int: Int]()) {
      $0.merge(offsets($1), uniquingKeysWith: +)
    }
    let usual = mostFrequent(all).flatMap { $0.value >= 3 ? $0.key : nil }
    let listed = contents.keys.sorted().map { page in
      references(of: contents[page] ?? [], page, usual: usual)
    }
    result.outline = ContentsOutline.items(from: listed) ?? headings.items()
    readCitationStyle()
    rankSections()
    func key(_ number: Int) -> Key {
      Key(kind: .section, sort: 0, number: PartNumber(number))
    }
    let plain = plainHeadings.places { number in
      sections[PartNumber(number)] != nil || parts[key(number)] != nil
        || likely[key(number)] != nil
    }
    for (number, place) in plain { likely[key(number)] = place }
    listingChapters = Set(
      [Array(parts.keys), Array(likely.keys)].joined().lazy
        .filter { $0.kind == .listing && $0.sort == 0 }.map(\.number.chapter))
    for mention in found { resolve(mention, into: &result) }
    // Of works in notes only those are a list that are cited again.
    result.entries = bibliography.sections.flatMap(\.entries).filter {
      bibliography.noteSerials[$0.place] == nil || citedNotes.contains($0.place)
    }
    // A citation within a row is above the row.
    for reference in listed.joined() { result.pages[reference.page, default: []].append(reference) }
    return result
  }

  // MARK: reading

  private mutating func take(_ paragraph: Flow.Paragraph) {
    serial += 1
    if let region = paragraph.region, !region.caption.isEmpty {
      regions[paragraph.page, default: []].append((region.caption, Double(region.region.box.y0)))
    }
    guard !paragraph.isRunningHead else {
      numbers.observe(paragraph)
      defineHead(paragraph)
      return bibliography.add(paragraph, serial: serial, row: paragraph.box)
    }
    guard paragraph.scalars.contains(where: { $0 != 0x20 }) else { return }
    headings.observe(paragraph)
    let top = firstRow(of: paragraph)
    if bibliography.mayHold(paragraph) {
      let entries = entries(in: paragraph)
      for entry in entries {
        bibliography.add(
          entry, serial: serial, row: firstRow(of: entry), isPart: entries.count > 1)
      }
    } else {
      bibliography.add(paragraph, serial: serial, row: top)
    }
    if keepIndex(paragraph) { return }
    // Rows of contents and of lists of figures define nothing, but their titles may cite.
    if contents[paragraph.page]?.contains(where: { $0.box.contains(top.middle) }) == true {
      for mention in ReferenceScanner.mentions(in: paragraph.scalars) {
        if case .entry = mention.target, !isFull,
          !isListNumber(mention, in: paragraph.scalars)
        {
          keep(mention, of: paragraph)
        }
      }
      return
    }
    plainHeadings.add(paragraph, row: top)
    addTerms(of: paragraph, top)
    let start = define(
      paragraph, at: Destination(page: paragraph.page, x: Double(top.x0), y: Double(top.y0)))
    defineInner(paragraph)
    let heads = defineInnerNotes(paragraph)
    guard !isFull else { return }
    let text = paragraph.scalars
    guard paragraph.kind != .figure else { return keepDrawn(paragraph) }
    let isListing = paragraph.kind == .code
    // `git@host` in code is no address of a person, and code has no others but on a title page.
    let addresses = PrintedAddress.all(in: text) { index in
      text[index] == 0x20 && paragraph.origins[index].index < 0 && isLineEnd(index, paragraph)
    }.filter { !isListing || paragraph.page == 0 || $0.isOfWeb }
    var mentions = addresses
    if paragraph.kind != .formula, !isListing {
      mentions += ReferenceScanner.mentions(in: text, from: start).filter { mention in
        !addresses.contains { $0.range.overlaps(mention.range) }
      }
      mentions += aliases.mentions(in: text, after: mentions)
      if paragraph.kind == .footnote { addNoteWorks(&mentions, of: paragraph, from: start) }
      let raised = raised(paragraph).filter { !heads.contains($0.range.lowerBound) }
      if !raised.isEmpty {
        var taken = Set(mentions.filter { !$0.isUndated }.flatMap(\.range))
        for mention in raised where !taken.contains(mention.range.lowerBound) {
          taken.insert(mention.range.lowerBound)
          mentions.append(mention)
        }
      }
    } else if paragraph.kind == .formula {
      // `Eq. 3 ∧ Eq. 4 ⇒ …`
      mentions += ReferenceScanner.mentions(in: text).filter { mention in
        if case .part = mention.target {
          Script.isLetter(text[mention.range.lowerBound])
        } else {
          false
        }
      }
    }
    for mention in mentions
    where !isHead(mention, of: paragraph) && !isCode(mention, of: paragraph)
      && !isListNumber(mention, in: text)
    {
      keep(mention, of: paragraph)
    }
  }

  /// Keeps the theorems and sections that a drawing names: `Proposition 5.1` at an arrow.
  private mutating func keepDrawn(_ figure: Flow.Paragraph) {
    for mention in ReferenceScanner.mentions(in: figure.scalars)
    where Script.isLetter(figure.scalars[mention.range.lowerBound]) && !isHead(mention, of: figure)
    {
      guard case .part(let kind, _, _) = mention.target, kind == .theorem || kind == .section else {
        continue
      }
      keep(mention, of: figure)
    }
  }

  /// Returns the raised numbers and signs of a paragraph.
  private func raised(_ paragraph: Flow.Paragraph) -> [ReferenceMention] {
    var found: [ReferenceMention] = []
    let text = paragraph.scalars
    for span in paragraph.spans where span.kind == .noteMark && span.range.lowerBound > 0 {
      var at = span.range.lowerBound
      if PowerBase.ends(text[..<at]) { continue }
      while at < span.range.upperBound {
        let (label, end) = NoteLabel.read(text[..<span.range.upperBound], at: at)
        if !label.isEmpty {
          found.append(ReferenceMention(target: .raised(label), range: at..<end))
        }
        at = end
      }
    }
    return found
  }

  mutating func keep(_ mention: ReferenceMention, of paragraph: Flow.Paragraph) {
    let isUndated = mention.isUndated
    guard !isUndated || undated < Self.mostUndated else { return }
    var one = Found(serial: serial, target: mention.target, pieces: [], doubt: mention.doubt)
    one.isInNote = paragraph.kind == .footnote
    (one.first, one.work) = (mention.first, mention.work)
    if let starts = mention.starts, !starts.isEmpty {
      let bounds = starts + [mention.range.upperBound]
      for (start, end) in zip(bounds, bounds.dropFirst()) {
        one.pieces += pieces(of: start..<end, in: paragraph)
        one.nameEnds.append(one.pieces.count)
      }
    } else {
      one.pieces = pieces(of: mention.range, in: paragraph)
    }
    let first = mention.range.lowerBound
    if case .entry = mention.target, first > 0, paragraph.scalars[first] == 0x5B {
      let text = paragraph.scalars
      one.isAfterWord =
        Script.isLetter(text[first - 1]) && !Superscripts.isRaisedDigit(text[first + 1])
      let last = text[..<first].last { !Script.isBlank($0) }
      let next = text[mention.range.upperBound...].first ?? 0x2E
      one.endsClause = last.map(Script.isLetter) == true && [0x2C, 0x2E, 0x3B].contains(next)
    }
    switch mention.target {
    case .work, .titled, .again, .entry, .raised:
      one.context = context(of: mention.range, in: paragraph.scalars)
    case .part(.section, _, _) where licence.isOpen: return
    case .part:
      // `Table 4 lists …` is a sentence.
      let next = paragraph.scalars[mention.range.upperBound...].first { !Script.isBlank($0) }
      one.isFirst = mention.range.lowerBound == 0 && next.map(Script.isLowerCase) != true
    // An address that runs off the page lacks its end.
    case .uri: if one.pieces.contains(where: reachesEdge) { return }
    }
    guard !one.pieces.isEmpty else { return }
    found.append(one)
    if isUndated { undated += 1 }
  }
}
