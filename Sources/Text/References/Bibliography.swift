import DocumentModel

/// Collects the entries of a document's bibliographies from its paragraphs in order.
struct Bibliography: Sendable {
  /// A paragraph below a heading that opens a bibliography.
  struct Line {
    var serial: Int
    var scalars: [UInt32]
    var place: Destination
    /// Its first row.
    var row: Box
    var mayBegin: Bool
    var left: Float { row.x0 }
  }

  /// Fewer works before other text are prose with a year or two.
  static let leastDated = 5

  var sections: [Section] = []
  /// The serial numbers of paragraphs that are entries.
  private(set) var serials: Set<Int> = []
  /// Works that were searched in vain, since each of very many citations may ask for them again.
  var missing: Set<MissingWork> = []
  /// Whether a list had more lines than are kept.
  private(set) var isCut = false
  var lines: [Line] = []
  private(set) var isOpen = false
  /// A listing came after the last entry: what follows without a label is no part of it.
  private var isInterrupted = false
  /// Entries of the section have labels in brackets.
  private var hasLabels = false
  /// Whether a heading, such as `Websites`, followed the last labelled entry: the list goes on if the next paragraph has a label.
  private var isParted = false
  /// The last paragraph, if it is a heading: the list goes on if a work follows, or the rest of the entry that it begins.
  private var lastHead: Line?
  /// The heading of the open list, and one on the page after its last line: the list goes on if the next work does.
  private var opening: (heading: [UInt32], next: [UInt32]?) = ([], nil)
  private var headless = HeadlessLists()
  /// Notes that may name works in full, as long as there is no list of works.
  var notes: [Note] = []
  /// The letters of all notes.
  var noteLetters = 0
  /// The serial numbers of the notes that are entries, and their places.
  var noteSerials: [Destination: Int] = [:]
  var notePlaces: [Int: Destination] = [:]
  /// The hashes of the short paragraphs of the last page and of the page before it, without digits at their end.
  private var shorts: (page: Int, texts: Set<UInt64>, before: Set<UInt64>) = (-1, [], [])

  /// An entry's rows that may stand between its number and a footnote.
  private static let nearLines = 50
  /// More lines than this are not a list of works that anyone can use.
  static let mostLines = 150_000
  /// Characters of a line with the rows that belong to it.
  private static let mostScalars = 10_000

  /// Adds a paragraph with the box of its first row; a part of one is no foot of a page.
  mutating func add(_ paragraph: Flow.Paragraph, serial: Int, row: Box, isPart: Bool = false) {
    let isHeading: Bool
    switch paragraph.kind {
    case .header where !isOpen && ReferenceWord.opensBibliography(paragraph.scalars):
      // A heading at the top of its page looks like a running head.
      open(paragraph)
      return
    case .header, .footer:
      // The last row of an entry alone at a page's end.
      if isOpen, !lines.isEmpty, paragraph.scalars.count <= 6,
        !Year.all(in: paragraph.scalars).isEmpty
      {
        lines[lines.count - 1].scalars += [0x20] + paragraph.scalars
      }
      return
    case .caption, .figure, .formula: return
    case _ where !isPart && isRepeated(paragraph): return
    case .heading: isHeading = true
    default: isHeading = false
    }
    let isRow = paragraph.kind == .tableRow
    if isHeading || isRow || paragraph.kind == .paragraph || paragraph.isItem,
      ReferenceWord.opensBibliography(paragraph.scalars), !isTurned(paragraph),
      // `References 83` is a row of contents.
      paragraph.scalars.last.map(Script.isDigit) != true
    {
      // A running head looks like a heading if it is large.
      if lines.last?.place.page == paragraph.page - 1 {
        opening.next = paragraph.scalars.map(Script.lower)
      } else {
        close()
        open(paragraph)
      }
      return
    }
    if isHeading, let count = Self.frame(paragraph.scalars) {
      if count == 1 { close() }
      isOpen = true
      return
    }
    if isOpen, isForeign(paragraph) {
      isInterrupted = isInterrupted || paragraph.kind == .code
      return
    }
    let mayBegin = paragraph.kind != .code && paragraph.kind != .footnote
    let line = Line(
      serial: serial,
      scalars: isRow ? paragraph.scalars.map { $0 == 0x09 ? 0x20 : $0 } : paragraph.scalars,
      place: Destination(page: paragraph.page, x: Double(row.x0), y: Double(row.y0)), row: row,
      mayBegin: mayBegin)
    guard isOpen else {
      isCut = headless.add(line, isSearched: sections.isEmpty) || isCut
      return
    }
    // An entry's next row beside the column of the labels.
    if isRow, line.scalars.first == 0x20, lines.last?.place.page == paragraph.page,
      lines[lines.count - 1].scalars.count < Self.mostScalars
    {
      lines[lines.count - 1].scalars += line.scalars
      return
    }
    if let next = opening.next {
      // The number of the page.
      if let number = PartNumber(scalars: line.scalars).value, number > (lastNumber ?? 0) + 1 {
        return
      }
      opening.next = nil
      if !continues(line, isRepeated: next == opening.heading) {
        close()
        (isOpen, opening.heading) = (true, next)
      }
    }
    // Footnotes of the text that ends above the list; but its own entries may be small and at the foot of a page.
    if paragraph.kind == .footnote, !isNext(line.scalars) { return }
    if isHeading, Year.all(in: paragraph.scalars).isEmpty,
      EntryLabel.read(paragraph.scalars)?.isBracketed != true
    {
      if hasLabels {
        isParted = true
      } else if lastHead == nil {
        lastHead = line
      } else {
        close()
      }
      return
    }
    if let head = lastHead {
      lastHead = nil
      // The names and the year of an entry may be parted by the end of its first row.
      if BibliographyEntry.begins(head.scalars[...]), !Year.all(in: paragraph.scalars).isEmpty {
        lines.append(head)
      } else if !HeadlessLists.beginsWork(paragraph.scalars) {
        return close()
      }
    }
    let isLabelled = EntryLabel.read(paragraph.scalars)?.isBracketed == true
    if isParted, !isLabelled { return close() }
    isParted = false
    if isInterrupted, hasLabels, !isLabelled { return }
    isInterrupted = false
    hasLabels = hasLabels || isLabelled
    if lines.count < Self.mostLines { lines.append(line) } else { isCut = true }
  }

  private mutating func open(_ heading: Flow.Paragraph) {
    isOpen = true
    opening = (heading.scalars.map(Script.lower), nil)
  }

  /// Whether a paragraph is on the page before, too, with another number at most: a foot with the citation of the document itself.
  private mutating func isRepeated(_ paragraph: Flow.Paragraph) -> Bool {
    guard Self.feet.contains(paragraph.scalars.count) else { return false }
    if paragraph.page != shorts.page {
      shorts = (paragraph.page, [], paragraph.page == shorts.page + 1 ? shorts.texts : [])
    }
    var hash = StableHash()
    let last = paragraph.scalars.lastIndex { !Script.isDigit($0) && !Script.isBlank($0) }
    for scalar in paragraph.scalars.prefix(last.map { $0 + 1 } ?? 0) { hash.add(UInt64(scalar)) }
    shorts.texts.insert(hash.value)
    return shorts.before.contains(hash.value)
  }

  /// The lengths of feet.
  private static let feet = 20...300

  /// Whether a paragraph among entries is none of them: a listing without an address, words turned up the margin.
  private func isForeign(_ paragraph: Flow.Paragraph) -> Bool {
    if paragraph.kind == .code {
      return PrintedAddress.all(in: paragraph.scalars, isJoint: { _ in false }).isEmpty
    }
    return paragraph.box.width < Self.turnedWidth && paragraph.box.height > 4 * Self.turnedWidth
  }

  /// The width of a turned line in points.
  private static let turnedWidth: Float = 20

  /// Whether a text is an entry with brackets or with the number after that of the last line.
  private func isNext(_ text: [UInt32]) -> Bool {
    guard let first = text.first, !Superscripts.isRaisedDigit(first),
      let label = EntryLabel.read(text)
    else { return false }
    if label.isBracketed { return true }
    return PartNumber(scalars: label.label).value == (lastNumber ?? 0) + 1
  }

  /// Whether a line below a heading goes on with the list of the page before: with the next number or, without numbers, if the heading is the same.
  private func continues(_ line: Line, isRepeated: Bool) -> Bool {
    let number = EntryLabel.read(line.scalars).flatMap { PartNumber(scalars: $0.label).value }
    guard let number, let last = lastNumber else { return isRepeated && number == nil }
    return number == last + 1
  }

  /// The last label, if it is the number of a work.
  private var lastNumber: Int? {
    let labels = lines.suffix(Self.nearLines).reversed().lazy.compactMap {
      EntryLabel.read($0.scalars)?.label
    }
    return labels.first.flatMap { PartNumber(scalars: $0).value }
      .flatMap { $0 < Self.mostLines ? $0 : nil }
  }

  /// Whether a paragraph may have entries that were joined.
  func mayHold(_ paragraph: Flow.Paragraph) -> Bool {
    isOpen || paragraph.scalars.first == 0x5B
      || sections.isEmpty && HeadlessLists.beginsWork(paragraph.scalars)
  }

  /// Ends the last section.
  mutating func finish() {
    close()
    if sections.isEmpty {
      for list in headless.numbered {
        lines = list
        close()
      }
    }
    if sections.isEmpty {
      lines = headless.dated
      close()
    }
    headless = HeadlessLists()
    finishNotes()
  }

  /// Numbers the works of a list whose numbers are no part of its lines, if at least half of them and no others are cited by numbers.
  mutating func number(citedBy numbers: Set<Int>) {
    guard sections.count == 1, !sections[0].isNumbered, let last = numbers.max(),
      !numbers.contains(0), numbers.count > 2, last <= sections[0].entries.count,
      numbers.count * 2 >= sections[0].entries.count
    else { return }
    for index in sections[0].entries.indices {
      let label = PartNumber(index + 1).scalars
      sections[0].labels[label] = index
      sections[0].entries[index].label = EntryAuthors.string(label)
    }
  }

  private mutating func close() {
    defer {
      lines = []
      (isOpen, isInterrupted, hasLabels, isParted) = (false, false, false, false)
      lastHead = nil
    }
    joinLabels()
    guard !lines.isEmpty else { return }
    let labelled = lines.count { EntryLabel.read($0.scalars)?.isBracketed == true }
    let counted = Self.counted(lines)
    let isLabelled = labelled * 3 > lines.count || labelled >= 3
    let isNumbered = !isLabelled && counted >= 3 && counted * 3 > lines.count
    var entries: [(lines: Range<Int>, label: [UInt32])] = []
    var expected = 1
    let lefts = Dictionary(grouping: lines) { $0.place.page }.mapValues { $0.map(\.left) }
    for (index, line) in lines.enumerated() {
      var label = EntryLabel.read(line.scalars)
      if isNumbered, label == nil, Self.adjoins(expected, line.scalars) {
        label = (PartNumber(expected).scalars, false, 0)
        lines[index].scalars.insert(0x20, at: PartNumber(expected).scalars.count)
      }
      let begins: Bool
      if isLabelled {
        begins = label?.isBracketed == true
      } else if isNumbered {
        begins = label.map { PartNumber(scalars: $0.label).value == expected } ?? false
      } else {
        begins =
          line.mayBegin
          && (entries.isEmpty || !Self.isIndented(line, lefts[line.place.page] ?? [])
            || EntryLabel.followsDrawnDash(line.scalars[...]))
      }
      if begins || entries.isEmpty && line.mayBegin {
        entries.append((index..<index + 1, isLabelled || isNumbered ? label?.label ?? [] : []))
        if begins { expected += 1 }
      } else if let last = entries.last {
        entries[entries.count - 1].lines = last.lines.lowerBound..<index + 1
      }
    }
    if isLabelled || isNumbered, let last = entries.last {
      entries[entries.count - 1].lines = trimmedLastEntry(
        last.lines, like: entries.dropLast().map(\.lines))
    }
    func section(_ entries: ArraySlice<(lines: Range<Int>, label: [UInt32])>) -> Section {
      var section = Section()
      for (range, label) in entries {
        let text = Array(lines[range].map(\.scalars).joined(separator: [0x20]))
        section.add(text, label, at: lines[range.lowerBound].place)
      }
      return section
    }
    var made = section(entries[...])
    // Sections without years or numbers are prose under a heading such as `Literature`; a list may have tables after it.
    let count = made.isNumbered ? entries.count : made.datedCount
    guard count > 0, made.isList else { return }
    if count < entries.count { made = section(entries[..<count]) }
    let own = lines[..<entries[count - 1].lines.upperBound]
    made.page = own.reduce(0) { max($0, $1.place.page) }
    serials.formUnion(own.map(\.serial))
    sections.append(made)
  }

  /// Cuts the last entry to the number of lines of the longest other one, since an appendix may follow. Lines that begin in lower case stay.
  private func trimmedLastEntry(_ entry: Range<Int>, like others: [Range<Int>]) -> Range<Int> {
    var end = min(entry.upperBound, entry.lowerBound + max(1, others.map(\.count).max() ?? 1))
    while end < entry.upperBound, lines[end].scalars.first.map(Script.isLowerCase) == true {
      end += 1
    }
    return entry.lowerBound..<end
  }

  /// Returns the section a page's citations mean: the first that ends on the page or after it, else the last.
  func section(for page: Int) -> Section? {
    sections.first { $0.page >= page } ?? sections.last
  }
}

extension Flow.Paragraph {
  var isItem: Bool { if case .listItem = kind { true } else { false } }
}
