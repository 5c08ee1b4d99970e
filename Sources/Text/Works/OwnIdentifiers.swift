import DocumentModel

/// The identifiers that a document's first pages state of the document itself.
struct OwnIdentifiers {
  /// Empty if none is found, or if there are several that may be its own.
  private(set) var doi = ""
  private(set) var arxiv = ""
  private(set) var isbn = ""

  /// The letters that may stand beside a DOI that a line is about.
  private static let mostLetters = 24

  /// Reads the first page's cells; `cited` is the DOI in the citation of the document on its own page.
  init(_ cells: [PageCell], height: Double, cited: String) {
    let front = cells.prefix { !Self.opensBibliography($0.text) }
    var candidates: [String] = []
    for (index, cell) in front.enumerated() {
      for (address, before, rest) in Self.addresses(cell.text) {
        if let doi = Self.doi(of: address) {
          let isOwn = rest <= Self.mostLetters && Self.isLabel(before)
          if isOwn, !Self.isNote(index, cells, height: height) { candidates.append(doi) }
        } else if Self.isWithinText(index, cells) || Self.isInAbstract(index, cells) {
          continue
        } else if arxiv.isEmpty, before.isEmpty, cell.text.lowercased().hasPrefix("arxiv") {
          arxiv = Self.last(address, after: "arxiv.org/abs/")
        } else if isbn.isEmpty {
          isbn = Self.last(address, after: "/isbn/")
        }
      }
    }
    let margins = front.enumerated().filter { index, cell in
      (cell.box.y1 < Float(height) * 0.12 || cell.box.y0 > Float(height) * 0.9)
        && !Self.isNote(index, cells, height: height)
    }
    for text in PrintedCitation.paragraphs(margins.map(\.element)) {
      candidates += Self.addresses(text).compactMap { Self.doi(of: $0.address) }
    }
    doi = Self.agreed(candidates, cited)
  }

  /// Returns the DOI that all places name: the cited one, or the only one. A line end may cut one short.
  private static func agreed(_ candidates: [String], _ cited: String) -> String {
    if !cited.isEmpty {
      return candidates.filter { $0.lowercased().hasPrefix(cited.lowercased()) }
        .max { $0.count < $1.count } ?? cited
    }
    guard let longest = candidates.max(by: { $0.count < $1.count }),
      candidates.allSatisfy({ longest.lowercased().hasPrefix($0.lowercased()) })
    else { return "" }
    return longest
  }

  /// Returns the addresses of a text, each with the words before it and the number of letters around it.
  private static func addresses(
    _ text: String
  ) -> [(address: String, before: ArraySlice<UInt32>, rest: Int)] {
    let scalars = text.unicodeScalars.map(\.value)
    return PrintedAddress.all(in: scalars, isJoint: { _ in false }).compactMap { mention in
      guard case .uri(let address) = mention.target else { return nil }
      let before = scalars[..<mention.range.lowerBound]
      let after = scalars[mention.range.upperBound...]
      return (address, before, (before + after).count(where: Script.isLetter))
    }
  }

  private static func last(_ address: String, after path: String) -> String {
    guard let range = address.firstRange(of: path) else { return "" }
    return String(address[range.upperBound...])
  }

  /// Returns the DOI of an address of a resolver; nil for other addresses.
  static func doi(of address: String) -> String? {
    let doi = DOI.bare(address)
    return doi.isEmpty || isPlaceholder(doi) ? nil : doi
  }

  /// Whether a DOI is that of a template, such as `10.1145/nnnnnnn.nnnnnnn`.
  private static func isPlaceholder(_ doi: String) -> Bool {
    let parts = doi.lowercased().split(separator: "/", maxSplits: 1)
    let registrant = parts[0].dropFirst(3)
    return parts.count < 2 || registrant.allSatisfy { $0 == "0" }
      || parts[1].allSatisfy { "xn.-".contains($0) }
      || doi.hasPrefix("10.1145/1122445") || parts[1].contains("xxx")
      || !parts[1].contains(where: \.isNumber) && !parts[1].hasPrefix("osf.io/")
  }

  /// Whether the words before a DOI are at most its label.
  private static func isLabel(_ before: ArraySlice<UInt32>) -> Bool {
    let letters = before.filter(Script.isLetter).map(Script.lower)
    return letters.isEmpty || labels.contains(letters)
  }

  private static let labels: Set<[UInt32]> = Set(
    ["doi", "digitalobjectidentifier", "https", "http", "articledoi", "availableathttps"].map {
      $0.unicodeScalars.map(\.value)
    })

  static func opensBibliography(_ text: String) -> Bool {
    ReferenceWord.opensBibliography(text.unicodeScalars.map(\.value))
  }

  /// Whether a line goes on a sentence of the lines above it.
  private static func isWithinText(_ index: Int, _ cells: [PageCell]) -> Bool {
    for at in stride(from: index, to: max(0, index - 4), by: -1) {
      let above = cells[at - 1]
      guard cells[at].isAlike(above), cells[at].follows(above, within: 0.8),
        let last = above.text.last, last.isLetter || last == ","
      else { return false }
      let words = above.text.split(separator: " ")
      if words.count(where: { $0.first?.isLowercase == true }) > 2 { return true }
    }
    return false
  }

  /// Whether all from the heading of the abstract to a cell is set alike.
  private static func isInAbstract(_ index: Int, _ cells: [PageCell]) -> Bool {
    let heading = cells[..<index].lastIndex {
      $0.text.lowercased().filter(\.isLetter) == "abstract"
    }
    guard let heading else { return false }
    return cells[(heading + 1)...index].allSatisfy { $0.isAlike(cells[index]) }
  }

  /// Whether a cell belongs to a footnote: it, or a line set alike above it, begins with a mark.
  private static func isNote(_ index: Int, _ cells: [PageCell], height: Double) -> Bool {
    var at = index
    if index > 0, isLabel(cells[index - 1].text.unicodeScalars.map(\.value)[...]) { return false }
    for _ in 0..<8 where cells[at].box.y0 > Float(height) * 0.5 {
      let text = cells[at].text
      if !text.hasPrefix("10."), let first = text.first, NameList.isMark(first) { return true }
      guard at > 0, cells[at].isAlike(cells[at - 1]),
        cells[at].follows(cells[at - 1], within: 0.8)
      else { return false }
      at -= 1
    }
    return false
  }
}
