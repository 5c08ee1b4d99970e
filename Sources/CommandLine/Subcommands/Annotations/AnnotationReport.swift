import DocumentModel
import Files
import Interface
import Platform
import Services
import Text
import Wire

/// A document's annotations for output: in reading order, with their words and section.
struct AnnotationReport {
  struct Entry {
    var annotation: Annotation
    /// The words of the annotation or its group; empty if there are none.
    var quote: String
    var section: String
    /// The label of its page; in a text without pages a percentage.
    var label: String
    /// Whether it is on a page with a number or a label.
    var isOnPage = true
    /// The user's colour that is nearest.
    var color: AnnotationColor?
    /// Answers, and answers to them.
    var replies: [(reply: Annotation, depth: Int)]
    /// The review states that it has, each with its reviewer.
    var states: [GivenState] = []
    /// Its words with their context; nil if there are none, or they were not requested.
    var anchor: TextAnchor?
    /// Its place in the book's own terms; nil if the format has none, or they were not requested.
    var place: BookPlace?
    /// The characters before and after its words on their page, with their blanks; nil if they were not requested.
    var context: (before: String, after: String)?
    /// Its group members, each with its words.
    var members: [(annotation: Annotation, quote: String, anchor: TextAnchor?)] = []
    /// Whether it has no place in this version of the document: its position is that of another version.
    var isDetached = false
  }

  /// The document's name as given on the command line.
  let name: String
  private(set) var title: String
  let author: String
  /// Its authors' names in order; empty unless they were requested and are stated one by one.
  var authors: [String] = []
  let hasPages: Bool
  /// Empty unless a template may name it.
  private(set) var citationKey = ""
  private(set) var entries: [Entry] = []
  /// The number of pages whose text could not be read.
  private(set) var failures = 0

  /// Pages that teach what running heads and words are.
  private static let lessons = 60

  /// Detached annotations come last. `withAnchors` includes the context of the words, `withPlaces` their places in a book's own terms; `withHeadings` names the sections
  /// of a document without an outline by its headings, for which all of its pages are read.
  init(
    _ document: CommandDocument, _ annotations: [Annotation], detached: [Annotation] = [],
    _ colors: [AnnotationColor], withAnchors: Bool = false, withPlaces: Bool = false,
    withHeadings: Bool = false
  ) throws(CommandDocument.Failure) {
    name = document.name
    let summary = document.summary
    title = DocumentTitle.telling(summary.title)
    author = summary.author
    hasPages = summary.hasPages
    var list = AnnotationList()
    list.take(annotations, through: summary.pageCount)
    list.detached = detached
    if list.count > 0 {
      try read(
        list, document, colors, withAnchors: withAnchors, withPlaces: withPlaces,
        withHeadings: withHeadings)
    }
    entries += list.mainDetached.map { annotation in
      var entry = Self.entry(annotation, list, colors) { Self.line($0.anchor?.quote ?? "") }
      entry.isDetached = true
      return entry
    }
  }

  /// Takes the citation key of the work that the document is, and its title if the metadata have none.
  mutating func take(_ work: CitedWork) {
    citationKey = work.key
    if title.isEmpty { title = work.record[.title] }
  }

  /// Adds the annotations with a place, page by page.
  private mutating func read(
    _ list: AnnotationList, _ document: CommandDocument, _ colors: [AnnotationColor],
    withAnchors: Bool, withPlaces: Bool, withHeadings: Bool
  ) throws(CommandDocument.Failure) {
    let summary = document.summary
    let labels = try document.pages().map(\.labels)
    var outline: [OutlineEntry] = []
    if summary.hasOutline, case .outline(let items) = try document.ask(.outline) {
      outline = OutlineEntry.flattened(items)
    }
    if outline.isEmpty, withHeadings {
      var unread = 0
      outline = OutlineEntry.flattened(DocumentReferences.all(of: document, &unread).outline)
    }
    let sections = SectionIndex(outline.map(\.destination))
    let pages = list.pagesWithAny.filter { (0..<summary.pageCount).contains($0) }
    let evidence = Self.evidence(document, near: pages)
    var stream = PageStream(pages, of: document.document) { .text(page: $0) }
    while let (page, reply) = stream.next() {
      var own = list.main(on: page)
      var words: AnnotatedWords?
      var text = PageText()
      if case .success(.text(let read)) = reply {
        text = read
        let blocks = PageComposer.compose(
          text, size: text.size, evidence: evidence, page: page)
        let read = AnnotatedWords(PageContent(text: text, blocks: blocks, grid: []))
        own = Self.sorted(own, read)
        words = read
      } else {
        failures += 1
        Output.complain("\(document.name): the text of page \(page + 1) cannot be read")
      }
      let openings = words?.openings(
        sections.entries(on: page).map { (number: $0, entry: outline[$0]) })
      func section(of annotation: Annotation) -> Int? {
        guard let openings, let turn = words?.turn(of: annotation) else {
          return sections.entry(page: page, y: annotation.start.y)
        }
        return sections.entry(page: page, turn: turn, among: openings)
      }
      let ranges = withPlaces ? Self.ranges(of: own, in: text) : [:]
      let places = Self.places(of: ranges, on: page, document)
      entries += own.map { annotation in
        var entry = Self.entry(annotation, list, colors) {
          Self.quote($0, words, text)
        } anchor: {
          withAnchors ? words?.anchor(of: $0) : nil
        }
        entry.section = section(of: annotation).map { Self.line(outline[$0].item.title) } ?? ""
        entry.place = places[annotation.id]
        entry.context = ranges[annotation.id].map { Self.context(of: $0, in: text) }
        let label =
          labels[safe: page]?.label(x: annotation.start.x, y: annotation.start.y) ?? ""
        entry.isOnPage = summary.hasPages || !label.isEmpty
        entry.label =
          entry.isOnPage
          ? PageName.shown(page: page, label: label)
          : summary.percent(
            portion: page,
            offset: text.flowOffset(x: annotation.start.x, y: annotation.start.y), in: text)
        return entry
      }
    }
  }

  /// The characters of a page that annotations are on.
  private static func ranges(
    of annotations: [Annotation], in text: PageText
  ) -> [AnnotationID: Range<Int>] {
    var ranges: [AnnotationID: Range<Int>] = [:]
    for annotation in annotations {
      let areas = annotation.quads.map(\.box)
      let marked = text.boxes.indices.filter { index in
        let middle = text.boxes[index].middle
        return text.scalars[index] != 0x0A && areas.contains { $0.contains(middle) }
      }
      if let first = marked.first, let last = marked.last {
        ranges[annotation.id] = first..<last + 1
      }
    }
    return ranges
  }

  /// The places of characters in the book's own terms.
  private static func places(
    of ranges: [AnnotationID: Range<Int>], on page: Int, _ document: CommandDocument
  ) -> [AnnotationID: BookPlace] {
    let all = Array(ranges)
    guard !all.isEmpty,
      case .bookPlaces(let places) = try? document.ask(.bookPlaces(page: page, all.map(\.value))),
      places.count == all.count
    else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(all.map(\.key), places))
  }

  /// Characters of a context, as other readers write.
  private static let contextLength = 40

  private static func context(
    of range: Range<Int>, in text: PageText
  ) -> (before: String, after: String) {
    func string(_ range: Range<Int>) -> String {
      let shown = text.scalars[range].map { [0x0A, PageText.divider].contains($0) ? 0x20 : $0 }
      return String(String.UnicodeScalarView(shown.compactMap(Unicode.Scalar.init)))
    }
    return (
      string(max(0, range.lowerBound - contextLength)..<range.lowerBound),
      string(range.upperBound..<min(text.scalars.count, range.upperBound + contextLength))
    )
  }

  /// Returns an annotation with all that belongs to it, without a place yet.
  private static func entry(
    _ annotation: Annotation, _ list: AnnotationList, _ colors: [AnnotationColor],
    quote: (Annotation) -> String, anchor: (Annotation) -> TextAnchor? = { _ in nil }
  ) -> Entry {
    let members = list.members(of: annotation.id).map {
      (annotation: $0, quote: quote($0), anchor: anchor($0))
    }
    let quotes = ([quote(annotation)] + members.map(\.quote)).filter { !$0.isEmpty }
    var entry = Entry(
      annotation: annotation, quote: quotes.joined(separator: " … "), section: "", label: "",
      color: list.color(of: annotation).flatMap { AnnotationColor.nearest(to: $0, in: colors) },
      replies: list.thread(of: annotation.id), anchor: anchor(annotation), members: members)
    entry.states = list.states(of: annotation.id)
    return entry
  }

  private static func evidence(
    _ document: CommandDocument, near pages: [Int]
  ) -> DocumentEvidence {
    let count = document.summary.pageCount
    let near = Set(pages.flatMap { max(0, $0 - 2)..<min(count, $0 + 3) }).sorted()
    var evidence = DocumentEvidence()
    var stream = PageStream(Array(near.prefix(lessons)), of: document.document) {
      .text(page: $0)
    }
    while let (page, reply) = stream.next() {
      guard case .success(.text(let text)) = reply else { continue }
      evidence.observe(text, number: page, size: text.size)
    }
    return evidence
  }

  /// Sorts by reading order, column by column; those beside no text come last.
  private static func sorted(_ own: [Annotation], _ words: AnnotatedWords) -> [Annotation] {
    own.indices.map { (words.turn(of: own[$0]) ?? .max, $0) }.sorted { $0 < $1 }.map { own[$0.1] }
  }

  private static func quote(
    _ annotation: Annotation, _ words: AnnotatedWords?, _ text: PageText
  ) -> String {
    guard annotation.kind.marksText else { return "" }
    if let found = words?.words(under: annotation), !found.isEmpty { return line(found) }
    // Running heads are not read.
    let found = annotation.quads.prefix(1_000).map { text.words(in: $0.box) }
      .filter { !$0.isEmpty }.joined(separator: " ")
    return line(found.isEmpty ? annotation.anchor?.quote ?? "" : found)
  }

  private static func line(_ text: String) -> String { CleanText.line(text) }

  /// Leaves those that are wanted.
  mutating func keep(where isWanted: (Entry) -> Bool) { entries = entries.filter(isWanted) }

  /// Returns the address of an entry by `link` or `uri`; nil for one without a place.
  func place(of entry: Entry, _ address: (Int) -> String?) -> String? {
    entry.isDetached ? nil : address(entry.annotation.page)
  }

  /// Returns the file's address with the page, which other programs also understand, or with the part of a text; nil without a file.
  func link(page: Int) -> String? {
    link.map { $0 + BlockAddress(page: page, hasPages: hasPages).written }
  }

  /// Returns a `recto://` address of the page; nil without a file.
  func uri(page: Int) -> String? {
    guard isNamed else { return nil }
    return FileURI.readerURI(of: DocumentFile.absolute(name)).map {
      $0 + BlockAddress(page: page, hasPages: hasPages).written
    }
  }

  var link: String? { isNamed ? PathBytes.escaped(name) : nil }

  var isNamed: Bool { name != "standard input" && !DocumentFile.isPipe(name) }
}

extension AnnotationReport.Entry {
  /// The heading it is listed under.
  var heading: String { isDetached ? AnnotationStrings.withoutPlace : section }

  /// The label with its word, such as `p. 12`.
  var pageWords: String { (isOnPage ? "p. " : "") + Output.line(label) }

  /// Its name, with its group.
  var name: String { AnnotationStrings.name(of: annotation, with: members.map(\.annotation)) }

  /// The same as one word for programs.
  var type: String {
    let isReplacement = AnnotationStrings.isReplacement([annotation] + members.map(\.annotation))
    return isReplacement ? "replace-text" : annotation.kind.rawValue
  }

  /// The types of the annotation and its group.
  var kinds: Set<AnnotationKind> { Set([annotation.kind] + members.map(\.annotation.kind)) }

  /// 0xRRGGBB of the annotation or its group.
  var colorValue: UInt32? {
    annotation.color ?? members.lazy.compactMap(\.annotation.color).first
  }

  /// The colour by the user's name for it, else as it is written.
  var colorName: String {
    guard let value = colorValue else { return "" }
    return color?.name ?? AnnotationStyleStrings.hexadecimal(value)
  }

  var meaning: String { color?.meaning ?? "" }

  /// Whether it says something to people.
  var isShown: Bool {
    annotation.flags.isDisjoint(with: [.hidden, .isState])
  }

  /// Its type, colour, author and day.
  var facts: String {
    let color = meaning.isEmpty ? colorName : "\(colorName): \(meaning)"
    return [
      [name, color].filter { !$0.isEmpty }
        .joined(separator: ", "),
      annotation.facts,
      (annotation.tags ?? []).map { "#" + CleanText.line($0) }.joined(separator: " "),
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }
}

extension GivenState {
  /// The state with its reviewer and day, on one line.
  var words: String {
    let facts = [CleanText.line(author), time.map(LocalTime.day) ?? ""].filter { !$0.isEmpty }
    return "\(AnnotationStrings.sign(state)) \(AnnotationStrings.word(state))"
      + (facts.isEmpty ? "" : ": " + facts.joined(separator: ", "))
  }
}

extension Annotation {
  /// Its author and day.
  var facts: String {
    [CleanText.line(author), day].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The local date of its last change, such as `2026-11-21`.
  var day: String { (modified ?? created).map(LocalTime.day) ?? "" }
}
