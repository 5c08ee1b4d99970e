import DocumentModel

/// The places of characters on their pages.
extension ReferenceFinder {
  func box(_ origin: Flow.Origin) -> Box? {
    guard origin.index >= 0, let boxes = texts[Int(origin.page)]?.boxes,
      Int(origin.index) < boxes.count
    else { return nil }
    return boxes[Int(origin.index)]
  }

  /// Whether the characters around a blank are on two lines: a blank may be a gap within one, too.
  func isLineEnd(_ index: Int, _ paragraph: Flow.Paragraph) -> Bool {
    guard index > 0, index + 1 < paragraph.origins.count,
      let last = box(paragraph.origins[index - 1]), let next = box(paragraph.origins[index + 1])
    else { return true }
    return paragraph.origins[index - 1].page != paragraph.origins[index + 1].page
      || !isBeside(last, next)
  }

  func firstRow(of paragraph: Flow.Paragraph) -> Box {
    var row: Box?
    for origin in paragraph.origins.prefix(12) where Int(origin.page) == paragraph.page {
      guard let box = box(origin), !box.isEmpty else { continue }
      guard let known = row else {
        row = box
        continue
      }
      guard box.y0 < known.y1, box.y1 > known.y0, box.x0 >= known.x0 else { break }
      row = known.union(box)
    }
    return row ?? paragraph.box
  }

  /// Returns some words before and after a mention.
  func context(of range: Range<Int>, in text: [UInt32]) -> String {
    let most = 60
    var (start, end) = (max(0, range.lowerBound - most), min(text.count, range.upperBound + most))
    while start > 0, start < range.lowerBound, !Script.isBlank(text[start]) { start += 1 }
    while end < text.count, end > range.upperBound, !Script.isBlank(text[end]) { end -= 1 }
    var bytes: [UInt8] = []
    for scalar in text[start..<end] {
      if scalar < 0x80 {
        bytes.append(UInt8(scalar))
      } else {
        bytes += UTF8.encode(Unicode.Scalar(scalar) ?? " ") ?? UTF8.encodedReplacementCharacter
      }
    }
    return (start > 0 ? "… " : "") + String(decoding: bytes, as: UTF8.self).trimmed
      + (end < text.count ? " …" : "")
  }

  /// Records the terms that a paragraph defines; `top` is its first row.
  mutating func addTerms(of paragraph: Flow.Paragraph, _ top: Box) {
    let texts = texts
    var terms = terms
    let start = Destination(page: paragraph.page, x: Double(top.x0), y: Double(top.y0))
    terms.add(paragraph) { index in
      guard index > 0, let box = box(paragraph.origins[index]) else { return start }
      return Destination(
        page: Int(paragraph.origins[index].page), x: Double(box.x0), y: Double(box.y0))
    } isItalic: { index in
      Self.style(paragraph.origins[index], texts)?.isItalic == true
    }
    self.terms = terms
  }

  func isEmphasized(_ origin: Flow.Origin) -> Bool {
    Self.style(origin, texts).map { $0.isBold || $0.isItalic } ?? false
  }

  /// Whether a word is in bold after one that is not, or in italics after plain text.
  func isSetOff(_ origin: Flow.Origin, after last: Flow.Origin) -> Bool {
    guard let own = Self.style(origin, texts) else { return false }
    let other = Self.style(last, texts)
    return own.isBold && other?.isBold != true
      || own.isItalic && other?.isItalic != true && other?.isBold != true
  }

  private static func style(_ origin: Flow.Origin, _ texts: [Int: PageText]) -> TextStyle? {
    guard let text = texts[Int(origin.page)] else { return nil }
    // The last run that begins at or before it; a hostile page has one for each sign.
    var (first, last) = (0, text.runs.count)
    while first < last {
      let middle = (first + last) / 2
      if text.runs[middle].start <= Int(origin.index) { first = middle + 1 } else { last = middle }
    }
    guard first > 0, text.styles.indices.contains(text.runs[first - 1].style) else { return nil }
    return text.styles[text.runs[first - 1].style]
  }

  /// Whether words end at the right edge of their page, where more may be cut off; turned lines have no such end.
  func reachesEdge(_ piece: Piece) -> Bool {
    guard let width = texts[piece.page]?.size.width, width > 0 else { return false }
    return Double(piece.box.x1) > Double(width) - 3
  }

  /// Whether a mention is the heading or the page's stamp itself, not words of a sentence: `Chapter 6. Packaging`, `Page 3 of 9`.
  func isHead(_ mention: ReferenceMention, of paragraph: Flow.Paragraph) -> Bool {
    guard case .part(let kind, _, _) = mention.target else { return false }
    // `Table 4-2 (continued)`
    if mention.range.lowerBound == 0,
      ReferenceWord.continues(paragraph.scalars[mention.range.upperBound...])
    {
      return true
    }
    guard kind == .section || kind == .page else { return false }
    if paragraph.scalars.count - mention.range.count < 8 { return true }
    // `§4 extends this` is a sentence.
    let next = paragraph.scalars[mention.range.upperBound...].first { !Script.isBlank($0) }
    guard paragraph.scalars.count < 100, next.map(Script.isLowerCase) != true else { return false }
    // A bullet or the page's number may stand before it.
    return !paragraph.scalars[..<mention.range.lowerBound].contains {
      Script.isLetter($0) || Script.isIdeographic($0)
    }
  }

  /// Whether a mention numbers the paragraph itself: `[1] A new method …`.
  func isListNumber(_ mention: ReferenceMention, in text: [UInt32]) -> Bool {
    guard case .entry = mention.target, mention.range.lowerBound == 0 else { return false }
    let next = text[mention.range.upperBound...].first { !Script.isBlank($0) }
    return next.map { !Script.isLowerCase($0) && $0 != 0x2C } ?? true
  }

  /// The distance in characters within which code has other words beside it.
  private static let codeReach = 100

  /// Whether a mention is code within a sentence, where brackets hold an index.
  func isCode(_ mention: ReferenceMention, of paragraph: Flow.Paragraph) -> Bool {
    func isMonospaced(_ index: Int) -> Bool {
      Self.style(paragraph.origins[index], texts)?.isMonospace == true
    }
    guard case .entry = mention.target, isMonospaced(mention.range.lowerBound) else { return false }
    // Typescripts are monospaced as a whole.
    let start = max(0, mention.range.lowerBound - Self.codeReach)
    let end = min(paragraph.scalars.count, mention.range.upperBound + Self.codeReach)
    return (start..<end).contains {
      Script.isLetter(paragraph.scalars[$0]) && paragraph.origins[$0].index >= 0
        && !isMonospaced($0)
    }
  }

  /// Returns the places of some characters, a box for each line.
  func pieces(of range: Range<Int>, in paragraph: Flow.Paragraph) -> [Piece] {
    var pieces: [Piece] = []
    var text = String.UnicodeScalarView()
    var last = Box.zero
    for index in range {
      let origin = paragraph.origins[index]
      if let box = box(origin), !box.isEmpty, !Script.isBlank(paragraph.scalars[index]) {
        let page = Int(origin.page)
        if let piece = pieces.last, piece.page == page,
          isBeside(piece.box, box) || isBelow(last, box)
        {
          pieces[pieces.count - 1].box = piece.box.union(box)
        } else {
          if !pieces.isEmpty { pieces[pieces.count - 1].text = String(text) }
          text = String.UnicodeScalarView()
          pieces.append(Piece(page: page, box: box, text: ""))
        }
        last = box
      }
      if let scalar = Unicode.Scalar(paragraph.scalars[index]) { text.append(scalar) }
    }
    if !pieces.isEmpty { pieces[pieces.count - 1].text = String(text) }
    return pieces
  }

  /// Whether a character continues a line.
  func isBeside(_ line: Box, _ box: Box) -> Bool {
    let overlap = min(line.y1, box.y1) - max(line.y0, box.y0)
    return overlap > 0.3 * min(line.height, box.height) && box.x0 > line.x0 - 2
      && box.x0 - line.x1 < 4 * max(line.height, box.height)
  }

  /// Whether a character follows another in a turned line, up or down.
  func isBelow(_ last: Box, _ box: Box) -> Bool {
    let overlap = min(last.x1, box.x1) - max(last.x0, box.x0)
    let gap = max(box.y0 - last.y1, last.y0 - box.y1)
    return overlap > 0.5 * min(last.width, box.width) && gap < max(last.width, box.width)
  }

  /// Returns the numbers in parentheses at the right or left edge of a formula.
  func equationNumbers(_ formula: Flow.Paragraph) -> [(PartNumber, Box)] {
    let text = formula.scalars
    let edges = formula.region?.region.box ?? formula.box
    var found: [(PartNumber, Box)] = []
    for at in text.indices where text[at] == 0x28 {
      guard let (number, end) = PartNumber.read(text[...], at: at + 1, takesLetters: true),
        end < text.count,
        text[end] == 0x29, let piece = pieces(of: at..<end + 1, in: formula).first
      else { continue }
      let isFlush = piece.box.x1 >= edges.x1 - 4 || piece.box.x0 <= edges.x0 + 4
      if isFlush || isApart(piece.box, in: formula) { found.append((number, piece.box)) }
    }
    return found
  }

  /// Returns the number that is set apart at the right of a formula that was taken for a paragraph, whose denominators may follow it.
  func equationApart(_ paragraph: Flow.Paragraph) -> PartNumber? {
    guard paragraph.scalars.count < Self.longestFormula else { return nil }
    return equationNumbers(paragraph).first {
      $0.0.scalars.contains(where: Script.isDigit) && isApart($0.1, in: paragraph)
    }?.0
  }

  private static let longestFormula = 160

  /// Whether a number ends its row after a wide gap.
  private func isApart(_ number: Box, in formula: Flow.Paragraph) -> Bool {
    // Boxes of two pages cannot be compared.
    guard formula.scalars.count < 4 * Self.longestFormula,
      formula.origins.first?.page == formula.origins.last?.page
    else { return false }
    var gap: Float?
    for origin in formula.origins {
      guard let own = box(origin), !own.isEmpty, own.y1 > number.y0, own.y0 < number.y1 else {
        continue
      }
      if own.x1 > number.x1 + 1 { return false }
      if own.x0 < number.x0 - 1 { gap = min(gap ?? .infinity, number.x0 - own.x1) }
    }
    return gap.map { $0 > 2 * number.height } ?? false
  }

  /// Returns the number at the end of a formula that was taken for a paragraph.
  func equationAtEnd(_ text: [UInt32]) -> PartNumber? {
    guard text.count < Self.longestFormula, text.last == 0x29, let open = text.lastIndex(of: 0x28),
      // Between two lines of a formula its number is alone.
      open == 0
        || open > 4 && Script.isBlank(text[open - 1])
          && text.contains(where: Self.relations.contains),
      let (number, end) = PartNumber.read(text[...], at: open + 1, takesLetters: open > 0),
      end == text.count - 1
    else { return nil }
    return number
  }

  fileprivate static let relations: Set<UInt32> = Set("=<>≤≥≈≡∼∝→∈".unicodeScalars.map(\.value))
}
