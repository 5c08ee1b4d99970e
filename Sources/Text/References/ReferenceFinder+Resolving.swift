import DocumentModel

/// The targets of mentions, when all definitions are known.
extension ReferenceFinder {
  mutating func resolve(_ mention: Found, into result: inout DocumentReferences) {
    let isInBibliography = bibliography.serials.contains(mention.serial)
    guard let page = mention.pieces.first?.page else { return }
    var pieces = mention.pieces
    let kind: Reference.Kind
    let target: LinkTarget
    switch mention.target {
    case .uri(let address): (kind, target) = (.uri, .uri(address))
    case .part(let part, let sort, let number):
      guard !isInBibliography, mention.doubt != .index || numbers.areKnown,
        let place = place(of: part, sort, number, from: page)
          ?? mention.first.flatMap({ place(of: part, sort, $0, from: page) }),
        !mention.isFirst || !isTwin(place, mention)
      else { return }
      (kind, target) = (part, .destination(place))
    case .entry(let label):
      // An entry that is cited nowhere else is cited by a bracket after a word, too.
      guard mention.doubt.map(cites.contains) ?? true, !isInBibliography || mention.endsClause,
        mention.doubt != .round || !isEquation(label) || mention.pieces.first?.text.first != "(",
        !mention.isAfterWord || citesAfterWords || !citedApart.contains(label),
        let section = bibliography.section(for: page),
        let entry = section.labels[label].map({ section.entries[$0] })
          ?? mention.work.flatMap({ bibliography.entry(of: $0, for: page)?.0 })
      else { return }
      (kind, target) = (.cite, .destination(entry.place))
    case .raised(let label):
      guard !isInBibliography else { return }
      if let place = note(label, at: mention.pieces[0]) {
        (kind, target) = (.note, .destination(place))
      } else if !citesInBrackets, let section = bibliography.section(for: page),
        let index = section.labels[label]
      {
        (kind, target) = (.cite, .destination(section.entries[index].place))
      } else {
        return
      }
    case .work(let work):
      guard !isInBibliography, mention.doubt.map(cites.contains) ?? true,
        let (entry, first) = work.year.isEmpty
          ? bibliography.section(for: page)?.onlyEntry(of: work).map({ ($0, 0) })
          : bibliography.entry(of: work, for: page)
      else { return }
      (kind, target) = (.cite, .destination(entry.place))
      if first > 0, !mention.nameEnds.isEmpty {
        pieces = Array(pieces[mention.nameEnds[first - 1]...])
      }
    case .titled(let work, let title):
      guard !isInBibliography, let (entry, first) = bibliography.entry(of: work, title, for: page)
      else { return }
      (kind, target) = (.cite, .destination(entry.place))
      if first > 0 { pieces = Array(pieces[mention.nameEnds[first - 1]...]) }
    case .again(let note):
      let last = citedLast.flatMap { $0.serial == note ? $0.place : nil }
      guard let place = last ?? bibliography.notePlaces[note] else { return }
      (kind, target) = (.cite, .destination(place))
    }
    if case .destination(let place) = target {
      if isOwn(place, pieces, kind) { return }
      // A note that names a work in full is cited by later ones.
      if let note = bibliography.noteSerials[place], kind == .cite {
        guard note < mention.serial else { return }
        citedNotes.insert(place)
      }
      if kind == .cite, mention.isInNote { citedLast = (mention.serial, place) }
    }
    let lines = joined(pieces)
    guard let first = lines.first else { return }
    result.pages[first.page, default: []].append(
      Reference(
        kind: kind, text: text(of: lines, kind), page: first.page, box: first.box,
        rest: lines.dropFirst().map { Reference.Line(page: $0.page, box: $0.box) }, target: target,
        context: kind == .cite ? mention.context : ""))
  }

  /// Whether a number is that of an equation, which parentheses mean first.
  private func isEquation(_ label: [UInt32]) -> Bool {
    let key = Key(kind: .equation, sort: 0, number: PartNumber(scalars: label))
    return parts[key] != nil || likely[key] != nil
  }

  /// Returns the words of lines as one text. Addresses go on without a blank, unless only their label is before it.
  private func text(of lines: [Piece], _ kind: Reference.Kind) -> String {
    guard kind == .uri else { return lines.map(\.text).joined().trimmed }
    return lines.reduce("") { text, line in
      let isLabel = !text.isEmpty && text.allSatisfy(\.isLetter)
      return text + (isLabel ? " " : "") + line.text.trimmed
    }
  }

  /// Returns the note of a page that a mark means: the next below it, else the last.
  private func note(_ label: [UInt32], at mark: Piece) -> Destination? {
    let all = notes[NoteKey(page: mark.page, label: label)] ?? []
    return all.first { ($0.y ?? 0) >= Double(mark.box.y1) } ?? all.last
  }

  /// Whether words are their own target: the number of an equation, a page's stamp.
  func isOwn(_ place: Destination, _ pieces: [Piece], _ kind: Reference.Kind) -> Bool {
    guard let piece = pieces.first, piece.page == place.page, kind != .note, kind != .cite else {
      return false
    }
    return kind == .page || place.y.map { abs($0 - Double(piece.box.y0)) < 4 } ?? false
  }

  /// Whether a paragraph that begins with a part's number is its caption in another language.
  private func isTwin(_ place: Destination, _ mention: Found) -> Bool {
    guard let piece = mention.pieces.first, piece.page == place.page, let y = place.y else {
      return false
    }
    return abs(y - Double(piece.box.y0)) < Self.twinReach
  }

  /// The distance of two captions of one figure in points.
  private static let twinReach = 30.0

  /// Joins pieces on one line.
  func joined(_ pieces: [Piece]) -> [Piece] {
    var joined: [Piece] = []
    for piece in pieces {
      if let last = joined.last, last.page == piece.page,
        isBeside(last.box, piece.box)
          || isBelow(last.box, piece.box) && last.box.height > last.box.width
      {
        joined[joined.count - 1].box = last.box.union(piece.box)
        joined[joined.count - 1].text += piece.text
      } else {
        joined.append(piece)
      }
    }
    return joined
  }

  func place(
    of kind: Reference.Kind, _ sort: UInt8, _ number: PartNumber, from page: Int
  ) -> Destination? {
    if kind == .page {
      let label = String(String.UnicodeScalarView(number.scalars.compactMap(Unicode.Scalar.init)))
      return numbers.page(label).map { Destination(page: $0) }
    }
    if kind == .note {
      // Notes that begin again on every page are not meant by their number alone.
      let all = notesByLabel[number.scalars] ?? []
      return all.count == 1 ? all.first : nil
    }
    for number in [number, number.whole].compactMap(\.self) {
      let key = Key(kind: kind, sort: kind == .section ? 0 : sort, number: number)
      // `Annex 1` is no section 1.
      if kind == .section, sort == 1, number.scalars.allSatisfy(Script.isDigit) { return nil }
      if kind == .section, let section = section(number, from: page) { return section }
      guard let place = parts[key] ?? likely[key] else { continue }
      let near = repeated[key]?.min { abs($0.page - page) < abs($1.page - page) }
      if let near, abs(near.page - page) <= 2, abs(place.page - page) > 20 { return near }
      return place
    }
    // `Supplementary Figure 3` may have the caption `Figure S3`.
    if let sort = ReferenceWord.Series.withoutSupplement(sort) {
      let key = Key(kind: kind, sort: sort, number: PartNumber(scalars: [0x53] + number.scalars))
      return parts[key] ?? likely[key]
    }
    // Where no caption of a chapter says `Listing`, listings are among the figures.
    if kind == .listing, sort == 0, !listingChapters.contains(number.chapter) {
      let code = Key(kind: .listing, sort: 3, number: number)
      return parts[code] ?? likely[code] ?? parts[Key(kind: .figure, sort: 0, number: number)]
    }
    return nil
  }

  /// Returns the section that a number means on a page: one beside it, as in an appended licence, else one that an outline or a table of contents has.
  private func section(_ number: PartNumber, from page: Int) -> Destination? {
    guard let all = sections[number] ?? sections[number.dotted], let first = all.first else {
      return listedSections[number]
    }
    let near = all.first { !$0.isListed && abs($0.place.page - page) <= 1 }
    guard let best = near ?? all.first(where: \.isListed) else {
      // A numbered item may stand for a heading whose number is spelled out.
      return listedSections[number] ?? first.place
    }
    let heading = all.first { !$0.isOfOutline && $0.place.page == best.place.page }
    return heading?.place ?? best.place
  }

  /// Marks the sections that the tables of contents have, and puts pages that only list sections last.
  mutating func rankSections() {
    var listed: [PartNumber: [[UInt32]]] = [:]
    for row in contents.values.joined() {
      if let number = row.number { listed[number, default: []].append(row.title) }
    }
    var starts: [Int: Int] = [:]
    for all in sections.values {
      for page in Set(all.map(\.place.page)) { starts[page, default: 0] += 1 }
    }
    for (number, all) in sections where all.count > 1 {
      let marked = all.map { section in
        var section = section
        let isInContents = listed[number]?.contains { matches($0, section.title) } == true
        section.isListed = section.isListed || isInContents
        return section
      }
      func lists(_ page: Int) -> Bool {
        starts[page] ?? 0 > Self.mostStarts || contents[page] != nil
      }
      sections[number] =
        marked.filter { !lists($0.place.page) } + marked.filter { lists($0.place.page) }
    }
  }

  /// More sections than this do not begin on one page; it lists them.
  private static let mostStarts = 8

  /// Returns references from the rows of a table of contents: to the heading on the page that a row names, else to that page.
  mutating func references(of rows: [ContentsRow], _ page: Int, usual: Int?) -> [Reference] {
    let candidates = rows.map(candidates)
    var best = mostFrequent(offsets(rows))
    if best.map({ $0.value < 3 }) ?? true {
      // Few headings say less than the numbers on the pages.
      best = usual.map { ($0, 3) } ?? (numbers.offset == nil ? best : nil)
    }
    let isSure = best.map { $0.value >= 3 } ?? false
    return zip(rows, candidates).compactMap { row, places in
      let labelled = numbers.likelyPage(row.label).map { $0 + (best?.key ?? 0) }
      let near = labelled.map { page in
        places.filter { abs($0.page - page) <= 1 }.min { abs($0.page - page) < abs($1.page - page) }
      }
      let place = near ?? (isSure ? nil : places.first)
      let kind: Reference.Kind = place == nil ? .page : .section
      guard row.hasLeaders || isSure else { return nil }
      let target =
        place
        ?? labelled.flatMap { page in
          (0..<numbers.count).contains(page) ? Destination(page: page) : nil
        }
      // The head of a page with its own number.
      guard kind == .section || target?.page != page else { return nil }
      if let number = row.number, listedSections[number] == nil { listedSections[number] = target }
      return target.map {
        Reference(kind: kind, text: row.text, page: page, box: row.box, target: .destination($0))
      }
    }
  }

  /// Counts how far the headings that rows may mean are behind their printed page numbers, which may differ from those of the file.
  func offsets(_ rows: [ContentsRow]) -> [Int: Int] {
    var offsets: [Int: Int] = [:]
    for row in rows {
      guard let labelled = numbers.likelyPage(row.label) else { continue }
      for offset in Set(candidates(row).map { $0.page - labelled }) {
        offsets[offset, default: 0] += 1
      }
    }
    return offsets
  }

  func mostFrequent(_ offsets: [Int: Int]) -> (key: Int, value: Int)? {
    offsets.max { ($0.value, -abs($0.key)) < ($1.value, -abs($1.key)) }.map { ($0.key, $0.value) }
  }

  /// Returns the headings that a row may mean.
  func candidates(_ row: ContentsRow) -> [Destination] {
    var places = (titles[row.title] ?? [])
    guard let number = row.number else { return places }
    places += (sections[number] ?? []).filter { matches($0.title, row.title) }.map(\.place)
    if let place = likely[Key(kind: .section, sort: 0, number: number)] { places.append(place) }
    return places
  }

  func matches(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    let count = min(a.count, b.count, 12)
    return count > 0 && a.prefix(count) == b.prefix(count)
  }
}
