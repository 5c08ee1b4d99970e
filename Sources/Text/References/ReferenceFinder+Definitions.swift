import DocumentModel

/// The definitions in a document: captions, headings, equations, notes.
extension ReferenceFinder {
  /// Records what a paragraph defines; returns the index of the text after its own number.
  mutating func define(_ paragraph: Flow.Paragraph, at place: Destination) -> Int {
    let text = paragraph.scalars
    let isMarked =
      paragraph.spans.first.map { $0.kind == .noteMark && $0.range.lowerBound == 0 } == true
    switch paragraph.kind {
    // `¹ University of …` below the authors.
    case .heading where isMarked && paragraph.page == 0,
      .paragraph where isMarked && paragraph.page == 0:
      return addNote(paragraph, place)
    case .heading:
      let title = SectionTitle.key(text[SectionTitle.number(text).start...])
      licence.read(text, isListed: titles[title] != nil)
      // `Algorithm 2` or `Lemma 3` alone in a line of its own, or with a title
      if let (word, number, end) = ReferenceScanner.beginning(text),
        [.listing, .theorem].contains(word.kind),
        text[end...].first(where: { !Script.isBlank($0) }).map(Script.isLowerCase) != true
      {
        note(Key(kind: word.kind, sort: word.sort, number: number), at: place)
        addSection(text, place)
        return end
      }
      return addSection(text, place)
    case .footnote:
      return addNote(paragraph, place)
    // A matrix may be taken for a figure.
    case .formula,
      .figure where paragraph.region?.caption.isEmpty != false:
      for (number, box) in equationNumbers(paragraph) {
        let key = Key(kind: .equation, sort: 0, number: number)
        if parts[key] == nil { parts[key] = Destination(page: place.page, y: Double(box.y0)) }
      }
      return 0
    default: break
    }
    if let (word, number, end) = beginning(paragraph),
      ![.page, .equation, .cite].contains(word.kind)
    {
      let key = Key(kind: word.kind, sort: word.sort, number: number)
      if paragraph.kind == .caption {
        keepRepeated(key, at: place)
        // `Figure 5 shows …` may be a sentence.
        let next = text[end...].first { !Script.isBlank($0) }
        // `図 1 に示す。`
        let isDoubted =
          next.map(Script.isLowerCase) == true
          || Script.isIdeographic(text[0]) && text.last == 0x3002
        if parts[key] == nil || !isDoubted && doubted.contains(key) {
          if isDoubted { doubted.insert(key) } else { doubted.remove(key) }
          if parts[key] != nil { captions.removeAll { $0.0 == key } }
          parts[key] = place
          captions.append(
            (
              key, place.page,
              String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) ?? " " }))
            ))
        }
        return isDoubted ? 0 : end
      }
      let rest = text[end...].drop(while: Script.isBlank)
      // `Theorem 2. Every …`, `Definition 3 (Cover)`, `Figure 2: …`; not `Theorem 2 shows`.
      if let next = rest.first,
        [0x2E, 0x3A, 0x2014, 0x2013, 0xFF1A, 0x7C].contains(next) && !isRange(rest)
          || next == 0x28 && word.kind != .section && !goesOn(after: rest)
          || word.kind == .theorem && Script.isUpperCase(next)
          || word.kind != .section && isLabelled(paragraph, word, before: rest.startIndex)
      {
        note(key, at: place)
        return end
      }
      if rest.isEmpty, likely[key] == nil {
        note(key, at: place)
        return end
      }
      return 0
    }
    if let number = equationAtEnd(text) ?? equationApart(paragraph),
      text[0] != 0x28 || isOnTheRight(place)
    {
      let key = Key(kind: .equation, sort: 0, number: number)
      if likely[key] == nil { likely[key] = place }
      return 0
    }
    // A numbered heading in the size of the text, or one in bold or italics at the beginning of its text.
    if contents[place.page] == nil, paragraph.kind == .paragraph || paragraph.isItem {
      let (number, start) = SectionTitle.number(text)
      // A number of one level may be that of a list.
      if let number, number.scalars.contains(0x2E), start < text.count,
        Script.isUpperCase(text[start]) || Script.isIdeographic(text[start]),
        text.count <= Self.longestTitle || isEmphasized(paragraph.origins[start])
          || beginsWithTitle(text, at: start)
      {
        let key = Key(kind: .section, sort: 0, number: number)
        if likely[key] == nil { likely[key] = place }
      }
    }
    return 0
  }

  /// Whether a numbered paragraph begins with a title in the style of the text: `3.1. Basis of the model. Let us`.
  private func beginsWithTitle(_ text: [UInt32], at start: Int) -> Bool {
    let number = text[..<start].last { !Script.isBlank($0) }
    guard number == 0x2E,
      let end = text[start...].prefix(Self.longestTitle).firstIndex(of: 0x2E),
      end + 2 < text.count
    else { return false }
    return Script.isBlank(text[end + 1]) && Script.isUpperCase(text[end + 2])
      && text[..<end].last.map(Script.isLowerCase) == true
  }

  private static let longestTitle = 90

  /// Records the part that a head of the page names and nothing else: `Table 3` above the title of a table at the top.
  mutating func defineHead(_ head: Flow.Paragraph) {
    let text = head.scalars
    guard text.count <= Self.longestHead, let (word, number, end) = beginning(head),
      [.figure, .table].contains(word.kind),
      text[end...].allSatisfy({ Script.isBlank($0) || $0 == 0x2E || $0 == 0x3A })
    else { return }
    let row = firstRow(of: head)
    note(
      Key(kind: word.kind, sort: word.sort, number: number),
      at: Destination(page: head.page, x: Double(row.x0), y: Double(row.y0)))
  }

  private static let longestHead = 40

  /// Whether a place is in the right half of its page, as the number of an equation is; that of a list's item is not.
  private func isOnTheRight(_ place: Destination) -> Bool {
    guard let width = texts[place.page]?.size.width, let x = place.x else { return false }
    return x > 0.5 * Double(width)
  }

  /// Reads the name and number that a paragraph begins with, after a mark such as `▶`.
  private func beginning(
    _ paragraph: Flow.Paragraph
  ) -> (word: ReferenceWord, number: PartNumber, end: Int)? {
    let text = paragraph.scalars
    if let found = ReferenceScanner.beginning(text) { return found }
    guard paragraph.kind != .caption, let first = text.first,
      Script.isBullet(first) || (0x25A0...0x25FF).contains(first)
    else { return nil }
    let start = text.dropFirst().prefix(4).firstIndex { !Script.isBlank($0) } ?? 0
    guard start > 1, var found = ReferenceScanner.beginning(Array(text[start...])),
      found.word.kind == .theorem
    else { return nil }
    found.end += start
    return found
  }

  /// Whether a sentence goes on after brackets: `(on page 39) shows`.
  private func goesOn(after brackets: ArraySlice<UInt32>) -> Bool {
    guard let close = brackets.prefix(Self.longestLabelled).firstIndex(of: 0x29) else {
      return false
    }
    return brackets[(close + 1)...].first { !Script.isBlank($0) }.map(Script.isLowerCase) ?? false
  }

  /// Whether a dash with a number after it follows the first number: `Sections 3.1–3.5 describe`.
  private func isRange(_ rest: ArraySlice<UInt32>) -> Bool {
    rest.first == 0x2013 && rest.dropFirst().first.map(Script.isDigit) == true
  }

  /// Whether a short paragraph's beginning is set off from the words after it: `Theorem 1 Greedy` in bold, `図1 画像の例` by a blank, `Algorithm 1 Greedy` as no
  /// sentence.
  private func isLabelled(
    _ paragraph: Flow.Paragraph, _ word: ReferenceWord, before start: Int
  ) -> Bool {
    let text = paragraph.scalars
    guard text.count < Self.longestLabelled, Script.isBlank(text[start - 1]) else { return false }
    let isSentence = text.last.map(Script.isTerminal) == true
    if Script.isIdeographic(text[0]) { return !isSentence }
    let isMarked = isEmphasized(paragraph.origins[0])
    // `Algorithm 4 find_path(G)`
    if Script.isLowerCase(text[start]) {
      return word.kind == .listing && !isSentence && isMarked
        && !isEmphasized(paragraph.origins[start])
    }
    return Script.isUpperCase(text[start]) && (isMarked || word.kind == .listing && !isSentence)
  }

  private static let longestLabelled = 120

  /// Records the captions that begin within a paragraph, beside others or among the words of a figure, and the heads of theorems and algorithms that were joined to
  /// the text before them.
  mutating func defineInner(_ paragraph: Flow.Paragraph) {
    let text = paragraph.scalars
    guard text.count <= Self.longestInner else { return }
    for start in text.indices.dropFirst() {
      guard Script.isBlank(text[start - 1]),
        Script.isUpperCase(text[start]) && ReferenceScanner.namesPart(text, at: start)
          || Script.isIdeographic(text[start]),
        let (word, number, end) = ReferenceScanner.beginning(Array(text[start...].prefix(40))),
        start + end < text.count,
        [.figure, .table, .listing].contains(word.kind)
          && ([0x2E, 0x3A, 0xFF1A].contains(text[start + end])
            && (text[start - 1] == 0x09 || isApart(start, in: paragraph))
            || isDashed(text[(start + end)...]) && isLineEnd(start - 1, paragraph))
          || [.theorem, .listing].contains(word.kind) && isHead(start, start + end, in: paragraph),
        let own = box(paragraph.origins[start])
      else { continue }
      let named = word.of(ReferenceWord.series(before: start, in: text), number)
      note(
        Key(kind: named.kind, sort: named.sort, number: number),
        at: Destination(
          page: Int(paragraph.origins[start].page), x: Double(own.x0), y: Double(own.y0)))
    }
  }

  /// Whether a dash and a title follow a number: `Figure 1.1 – Curves`.
  private func isDashed(_ rest: ArraySlice<UInt32>) -> Bool {
    rest.starts(with: [0x20, 0x2013, 0x20])
      && rest.dropFirst(3).first.map(Script.isUpperCase) == true
  }

  /// Whether a name and its number begin a line in a style that the word before them does not have, and a full stop, brackets or a title follow.
  private func isHead(_ start: Int, _ end: Int, in paragraph: Flow.Paragraph) -> Bool {
    let text = paragraph.scalars
    guard let last = (0..<start).last(where: { !Script.isBlank(text[$0]) }),
      isSetOff(paragraph.origins[start], after: paragraph.origins[last]),
      isLineEnd(start - 1, paragraph)
    else { return false }
    let rest = text[end...].drop(while: Script.isBlank)
    return rest.first.map { [0x2E, 0x3A, 0x28].contains($0) || Script.isUpperCase($0) } ?? false
  }

  private static let longestInner = 4_000

  /// Whether a word is far from the one before it in its row, or begins a row of a figure or of a caption.
  private func isApart(_ start: Int, in paragraph: Flow.Paragraph) -> Bool {
    let before = (0..<start).last { !Script.isBlank(paragraph.scalars[$0]) }
    guard let before, Int(paragraph.origins[start].page) == paragraph.page,
      let last = box(paragraph.origins[before]), let own = box(paragraph.origins[start])
    else { return false }
    let isBeside = min(last.y1, own.y1) - max(last.y0, own.y0) > 0.3 * own.height
    if isBeside, own.x0 > last.x1 {
      // `heavy-  Figure 3: …` in the column beside it
      let isCutOff = Script.isHyphen(paragraph.scalars[before])
      return own.x0 - last.x1 > (isCutOff ? 0.5 : 1.5) * own.height
    }
    switch paragraph.kind {
    case .figure, .caption: return true
    default: return false
    }
  }

  /// Records a definition that counts where no caption has its number.
  private mutating func note(_ key: Key, at place: Destination) {
    if likely[key] == nil { likely[key] = place }
    keepRepeated(key, at: place)
  }

  private static let mostRepeated = 200

  private mutating func keepRepeated(_ key: Key, at place: Destination) {
    guard repeated[key, default: []].count < Self.mostRepeated else { return }
    repeated[key, default: []].append(place)
  }

  private mutating func addNote(_ paragraph: Flow.Paragraph, _ place: Destination) -> Int {
    let (label, end) = NoteLabel.read(paragraph.scalars.prefix(5), at: 0)
    // A number alone is that of the page.
    if !label.isEmpty, paragraph.scalars.count > end + 1 { keepNote(label, at: place) }
    return end
  }

  private mutating func keepNote(_ label: [UInt32], at place: Destination) {
    let key = NoteKey(page: place.page, label: label)
    if let number = PartNumber(scalars: label).value { lastNote = (place.page, number) }
    guard notes[key, default: []].count < 4 else { return }
    notes[key, default: []].append(place)
    if notesByLabel[label, default: []].count < 2 { notesByLabel[label, default: []].append(place) }
  }

  /// Records the notes that follow others in their paragraph, `¹ Dept. A, USA.² Dept. B`, and returns where their numbers begin.
  mutating func defineInnerNotes(_ paragraph: Flow.Paragraph) -> Set<Int> {
    guard paragraph.kind == .footnote else { return [] }
    let text = paragraph.scalars
    var heads: Set<Int> = []
    for span in paragraph.spans where span.kind == .noteMark && span.range.lowerBound > 0 {
      let start = span.range.lowerBound
      let (label, end) = NoteLabel.read(text[..<span.range.upperBound], at: start)
      let place = paragraph.origins[start]
      guard let number = PartNumber(scalars: label).value, number == lastNote.number + 1,
        Int(place.page) == lastNote.page, !Script.isLetter(text[start - 1]),
        text[end...].first(where: { !Script.isBlank($0) }).map(Script.isUpperCase) == true,
        let box = box(place)
      else { continue }
      heads.insert(start)
      keepNote(
        label, at: Destination(page: Int(place.page), x: Double(box.x0), y: Double(box.y0)))
    }
    return heads
  }

  @discardableResult
  mutating func addSection(
    _ text: [UInt32], _ place: Destination, isOfOutline: Bool = false, isNumbered: Bool = true
  ) -> Int {
    if contents[place.page]?.contains(where: { row in
      place.y.map { Double(row.box.y0) - 4 <= $0 && $0 <= Double(row.box.y1) } ?? false
    }) == true {
      return 0
    }
    var (number, start) = isNumbered ? SectionTitle.number(text) : (nil, 0)
    if let own = number, !isOfOutline { number = chaptered(own, text[start...]) }
    let title = SectionTitle.key(text[start...])
    if let number, sections[number, default: []].count < Self.mostAlike {
      // `Chapter Three` above the title is the chapter's own heading.
      let isWhole =
        title.isEmpty && text.count > Self.longestNumber && !text.contains(where: Script.isDigit)
      sections[number, default: []].append(
        SectionStart(
          place: place, title: title, isOfOutline: isOfOutline, isListed: isOfOutline || isWhole))
    }
    if titles[title, default: []].count < Self.mostAlike {
      titles[title, default: []].append(place)
    }
    return number == nil ? 0 : start
  }

  /// Signs of `XVIII.`; longer headings have a word before their number.
  private static let longestNumber = 6

  /// Returns the whole number of a section: `B` below `IV. RESULTS` is `IV.B`.
  private mutating func chaptered(_ number: PartNumber, _ title: ArraySlice<UInt32>) -> PartNumber {
    if PartNumber.isRoman(number.scalars[...]), NumberedHeading.isInCapitals(title) {
      chapter = number
    } else if let chapter, number.scalars.count == 1, !Script.isDigit(number.scalars[0]) {
      return PartNumber(scalars: chapter.scalars + [0x2E] + number.scalars)
    }
    return number
  }
}
