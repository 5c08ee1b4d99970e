import DocumentModel
package import Text

/// The words of a document as another version of it is compared with them: without running heads, bullets, leaders and marks of notes.
///
/// Words are sorted by `Stream`, because floats and notes stand elsewhere in another layout, and within a stream in reading order.
package struct ComparedText: Sendable {
  /// The parts of a document that are compared each by itself.
  package enum Stream: Int, Sendable, CaseIterable {
    case body, notes, captions, tables
    /// Lines with leaders and page numbers, whose words the headings have, too.
    case contents
  }

  package struct Paragraph: Sendable {
    package var flow: Flow.Paragraph
    package var stream: Stream
    /// Its number in reading order.
    package var number: Int
    /// Indices into `words`.
    package var words: Range<Int>
    /// The row of its table from 0, and the number of the table in the document; only for rows.
    package var row: (table: Int, row: Int)?
    /// The source line it begins on, from 1; nil in a document of pages.
    package var line: Int?
  }

  package struct Word: Sendable {
    /// The hash of its spelling without hyphens.
    var key: UInt64
    /// An index into `paragraphs`.
    package var paragraph: Int32
    /// Its range in the paragraph's scalars.
    var start: Int32
    var end: Int32
    var traits: Traits

    package var range: Range<Int> { Int(start)..<Int(end) }
  }

  struct Traits: OptionSet {
    let rawValue: UInt8
    /// A line ends in or beside it, so that a blank or hyphen there may be the layout's.
    static let broken = Traits(rawValue: 1)
    /// It contains a hyphen, or lost one.
    static let hyphenated = Traits(rawValue: 2)
    /// It contains digits.
    static let numeric = Traits(rawValue: 4)
    /// It contains a sign that is neither letter nor digit.
    static let signed = Traits(rawValue: 8)
    /// A row of dots precedes it.
    static let afterLeader = Traits(rawValue: 16)
  }

  package private(set) var paragraphs: [Paragraph] = []
  package private(set) var words: [Word] = []
  /// The texts of running heads, with their numbers left out.
  private(set) var heads: Set<UInt64> = []
  /// The numbers of notes, which may be glued to the words they refer from.
  private(set) var noteNumbers: Set<[UInt32]> = []
  /// The words in figures; a layout in which a figure was not found has them in its text.
  private(set) var labels: Set<UInt64> = []
  /// The pages that printed numbers mean.
  private(set) var pageNumbers: PageNumbers
  package private(set) var figures: [Flow.Paragraph] = []
  package let pageCount: Int

  /// The most words of a document that is compared.
  package static let mostWords = 8_000_000

  /// Whether words were left out because there are too many.
  package private(set) var isCut = false
  /// Words with a hyphen at the end of a cell of the last row, by the cell's index.
  private var openCells: [Int: (word: Int, spelling: [UInt32])] = [:]
  private var table = (
    number: -1, row: 0, isOpen: false, page: -1, region: BlockRegion?.none, head: [UInt64]()
  )

  /// `labels` are the labels of all pages, empty where a page has none.
  package init(labels: [String]) {
    pageNumbers = PageNumbers(labels)
    pageCount = labels.count
  }

  /// Adds the next paragraphs in reading order; `line` returns the source line that one begins on.
  package mutating func add(
    _ flow: [Flow.Paragraph], line: (Flow.Paragraph) -> Int? = { _ in nil }
  ) {
    for paragraph in flow { add(paragraph, line: line(paragraph)) }
  }

  private mutating func add(_ flow: Flow.Paragraph, line: Int?) {
    guard words.count < Self.mostWords else {
      isCut = true
      return
    }
    var splitter = WordSplitter(flow, paragraph: Int32(paragraphs.count))
    switch flow.kind {
    case .header, .footer:
      pageNumbers.observe(flow)
      heads.insert(Self.textKey(splitter.words()[...]) { flow.scalars[$0.range] })
      return
    case .figure:
      figures.append(flow)
      labels.formUnion(splitter.words().map(\.key))
      return
    default: break
    }
    let own = splitter.words()
    guard !repeatsHead(flow, own) else { return }
    let row = row(of: flow, own)
    let found = joinCells(own, of: flow, isContinued: (row?.row ?? 0) > 0)
    guard !found.isEmpty else { return }
    if let mark = splitter.noteNumber { noteNumbers.insert(mark) }
    for span in flow.spans where span.kind == .noteMark {
      let number = flow.scalars[span.range].map { WordSplitter.raisedDigit($0) ?? $0 }
      if number.allSatisfy(Script.isDigit) { noteNumbers.insert(number) }
    }
    let isNote = splitter.noteNumber != nil && flow.kind == .paragraph
    let isEntry = found.last?.traits.isSuperset(of: [.numeric, .afterLeader]) == true
    paragraphs.append(
      Paragraph(
        flow: flow, stream: isEntry ? .contents : isNote ? .notes : Stream(flow.kind),
        number: paragraphs.count,
        words: words.count..<words.count + found.count, row: row, line: line))
    words += found
  }

  /// Joins words that were cut where a line of a cell ended; returns the words of the row that begin in it.
  private mutating func joinCells(
    _ found: [Word], of flow: Flow.Paragraph, isContinued: Bool
  ) -> [Word] {
    let cut = isContinued ? openCells : [:]
    openCells = [:]
    guard flow.kind == .tableRow else { return found }
    var kept: [Word] = []
    var (cell, end) = (0, 0)
    for (index, word) in found.enumerated() {
      let tabs = flow.scalars[end..<word.range.lowerBound].count { $0 == 0x09 }
      let isFirst = index == 0 || tabs > 0
      (cell, end) = (cell + tabs, word.range.upperBound)
      var spelling = WordSplitter.spelling(flow.scalars[word.range])
      var place = words.count + kept.count
      if isFirst, let start = cut[cell], spelling.first.map(Script.isLetter) == true {
        spelling = start.spelling + spelling
        place = start.word
        words[place].key = WordSplitter.key(spelling[...])
        words[place].traits.formUnion([.broken, .hyphenated])
      } else {
        kept.append(word)
      }
      openCells[cell] = Script.isHyphen(flow.scalars[end - 1]) ? (place, spelling) : nil
    }
    return kept
  }

  /// Whether a row is the head of the table before it, which a layout repeats where a page ends; the table goes on after it.
  private mutating func repeatsHead(_ flow: Flow.Paragraph, _ words: [Word]) -> Bool {
    guard flow.kind == .tableRow, table.isOpen, flow.page > table.page, words.count > 1,
      words.map(\.key) == table.head
    else { return false }
    (table.page, table.region) = (flow.page, flow.region)
    return true
  }

  /// Counts the rows of a table; the next table begins after other text, or with another region.
  private mutating func row(
    of flow: Flow.Paragraph, _ words: [Word]
  ) -> (table: Int, row: Int)? {
    guard flow.kind == .tableRow else {
      table.isOpen = false
      return nil
    }
    let continues = table.isOpen && table.region == flow.region
    if !continues {
      (table.number, table.row) = (table.number + 1, -1)
      table.head = words.map(\.key)
    }
    table.row += 1
    (table.isOpen, table.page, table.region) = (true, flow.page, flow.region)
    return (table.number, table.row)
  }

  /// Takes short lines with a page number, but no leader, for contents if they are beside others of them.
  private mutating func markEntries() {
    func mark(_ index: Int, beside other: Int) {
      guard paragraphs.indices.contains(other), paragraphs[other].stream == .contents,
        paragraphs[index].stream == .body || paragraphs[index].stream == .tables,
        paragraphs[index].words.count <= Self.mostEntryWords,
        words[paragraphs[index].words].last?.traits.contains(.numeric) == true,
        paragraphs[index].words.contains(where: { !words[$0].traits.contains(.numeric) })
      else { return }
      paragraphs[index].stream = .contents
    }
    for index in paragraphs.indices { mark(index, beside: index - 1) }
    for index in paragraphs.indices.reversed() { mark(index, beside: index + 1) }
  }

  private static let mostEntryWords = 24

  /// Sorts the words by stream; called once after the last page.
  package mutating func finish() {
    markEntries()
    let order = Stream.allCases.flatMap { stream in
      paragraphs.indices.filter { paragraphs[$0].stream == stream }
    }
    guard order != Array(paragraphs.indices) else { return }
    let (oldParagraphs, oldWords) = (paragraphs, words)
    paragraphs = []
    words = []
    words.reserveCapacity(oldWords.count)
    for index in order {
      var paragraph = oldParagraphs[index]
      let start = words.count
      for word in oldWords[paragraph.words] {
        var word = word
        word.paragraph = Int32(paragraphs.count)
        words.append(word)
      }
      paragraph.words = start..<words.count
      paragraphs.append(paragraph)
    }
  }

  /// Returns the range of a stream's words.
  func words(of stream: Stream) -> Range<Int> {
    guard let first = paragraphs.first(where: { $0.stream == stream }),
      let last = paragraphs.last(where: { $0.stream == stream })
    else { return 0..<0 }
    return first.words.lowerBound..<last.words.upperBound
  }

  package func paragraph(of word: Int) -> Paragraph { paragraphs[Int(words[word].paragraph)] }

  /// Returns the page index from 0 that a word begins on.
  package func page(of word: Int) -> Int {
    let paragraph = paragraph(of: word)
    return paragraph.flow.origins[words[word].range].first.map { Int($0.page) }
      ?? paragraph.flow.page
  }

  /// Returns a word's spelling.
  package func scalars(of word: Int) -> ArraySlice<UInt32> {
    paragraph(of: word).flow.scalars[words[word].range]
  }

  /// Returns words of one paragraph as text, with tabs between cells; leaders and marks between words are left out.
  package func text(_ range: Range<Int>) -> String {
    guard !range.isEmpty else { return "" }
    let scalars = paragraph(of: range.lowerBound).flow.scalars
    var text = String.UnicodeScalarView()
    var last = words[range.lowerBound].range.lowerBound
    for word in range {
      let own = words[word].range
      let between = scalars[last..<max(last, own.lowerBound)]
      if between.contains(0x09) {
        text.append("\t")
      } else if between.contains(where: Script.isBlank) {
        text.append(" ")
      }
      text.append(contentsOf: scalars[own].lazy.compactMap(Unicode.Scalar.init))
      last = own.upperBound
    }
    return String(text)
  }

  /// Splits a range of words where paragraphs end.
  package func parts(_ range: Range<Int>) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, paragraph(of: start).words.upperBound)
      parts.append(start..<end)
      start = end
    }
    return parts
  }

  /// Splits a range of words where cells, lines and paragraphs end.
  func segments(_ range: Range<Int>) -> [Range<Int>] {
    parts(range).flatMap { part in
      let starts = [part.lowerBound] + part.dropFirst().filter(isStart)
      return zip(starts, starts.dropFirst() + [part.upperBound]).map { $0..<$1 }
    }
  }

  /// Whether a word is the first of its cell, line or paragraph.
  func isStart(_ word: Int) -> Bool {
    guard words.indices.contains(word), word > 0,
      words[word - 1].paragraph == words[word].paragraph
    else { return true }
    if words[word - 1].traits.contains(.broken) && words[word].traits.contains(.broken) {
      return true
    }
    let between = words[word - 1].range.upperBound..<words[word].range.lowerBound
    return !between.isEmpty && paragraph(of: word).flow.scalars[between].contains(0x09)
  }

  /// The hash of some words without case and without those that contain digits, such as page numbers in running heads.
  func textKey(_ range: Range<Int>) -> UInt64 {
    Self.textKey(words[range]) { paragraphs[Int($0.paragraph)].flow.scalars[$0.range] }
  }

  private static func textKey(
    _ words: ArraySlice<Word>, scalars: (Word) -> ArraySlice<UInt32>
  ) -> UInt64 {
    var hash = StableHash()
    for word in words where !word.traits.contains(.numeric) {
      hash.add(WordSplitter.key(scalars(word).map(Script.lower)[...]))
    }
    return hash.value
  }
}

extension ComparedText.Stream {
  fileprivate init(_ kind: TextBlock.Kind) {
    switch kind {
    case .footnote: self = .notes
    case .caption: self = .captions
    case .tableRow: self = .tables
    default: self = .body
    }
  }
}
