import DocumentModel

/// Finds the authors between the title and the abstract of a first page.
struct FrontPageAuthors {
  /// The index of the first cell after the title; nil if the title is not found on the page.
  private(set) var start: Int?
  private(set) var names: [PersonName] = []

  private let cells: [PageCell]
  /// The cells after which no author is searched for.
  private static let farthest = 120

  init(_ cells: [PageCell], title: String) {
    self.cells = cells
    start = titleEnd(title)
    if let start { names = Self.names(in: units(from: start)) }
  }

  // MARK: the title

  /// Returns the index after the cells that spell a title.
  private func titleEnd(_ title: String) -> Int? {
    let wanted = Self.letters(title)
    guard wanted.count >= 4 else { return nil }
    for first in cells.indices.prefix(Self.farthest) {
      var spelled: [Character] = []
      var at = first
      while at < cells.count, spelled.count < wanted.count {
        let more = Self.letters(cells[at].text)
        guard wanted[min(spelled.count, wanted.count)...].starts(with: more), !more.isEmpty else {
          break
        }
        spelled += more
        at += 1
      }
      guard at > first, spelled.count * 10 >= wanted.count * 9 else { continue }
      // A subtitle may be set like the title.
      let last = cells[at - 1]
      while at < cells.count, at - first < 8, cells[at].isAlike(last),
        abs(cells[at].style.size - last.style.size) < 0.1,
        cells[at].follows(cells[at - 1], within: 1.2), NameList(cells[at].text).names.isEmpty
      {
        at += 1
      }
      return at
    }
    return nil
  }

  static func letters(_ text: String) -> [Character] {
    let folding = Folding(ignoresCase: true, ignoresAccents: true)
    return Array(folding.text(text).filter { $0.isLetter || $0.isNumber })
  }

  // MARK: lines

  /// A line, or lines that a list of names spans.
  private struct Unit {
    var text: String
    var first: PageCell
    var last: PageCell
    var list: NameList
    var hasAddress = false
  }

  private func units(from start: Int) -> [Unit] {
    var units: [Unit] = []
    for cell in cells[start...].prefix(Self.farthest) {
      let words = cell.text.split(separator: " ").map(String.init)
      if Self.endsFront(cell.text, words) { break }
      let kept = words.filter { !Self.isAddress($0) }
      let text = kept.joined(separator: " ")
      let unit = Unit(
        text: text, first: cell, last: cell, list: NameList(text),
        hasAddress: kept.count < words.count)
      if let last = units.last, let joined = Self.joined(last, unit) {
        units[units.count - 1] = joined
      } else {
        units.append(unit)
      }
    }
    return units
  }

  private static func isAddress(_ word: String) -> Bool {
    word.contains("@") || word.contains("://") || word.lowercased().hasPrefix("orcid")
      || word.lowercased().hasPrefix("www.")
  }

  /// Returns two lines as one if a list of names goes on in the second.
  private static func joined(_ a: Unit, _ b: Unit) -> Unit? {
    guard a.last.isAlike(b.first), b.first.follows(a.last, within: 0.9), !b.list.beginsWithMark,
      !a.list.beginsWithMark, !a.hasAddress, !b.hasAddress, a.list.hasSeparators,
      !a.list.names.isEmpty || a.list.firstCount == 1,
      b.text.split(separator: " ").first.map({ InstitutionWords.contains(String($0)) }) != true
    else { return nil }
    let isHyphenated = a.text.last.map { "-‐".contains($0) } == true
    let isCut =
      a.list.usesMarks || b.list.firstCount == 1 && b.list.hasSeparators
      || !a.list.isClosed && (a.list.lastCount == 1 || endsInParticle(a.text))
    let endsShort = isCut && a.text.last.map { $0.isLetter || $0 == "." } == true
    guard a.list.isOpen || isHyphenated || endsShort else { return nil }
    let text = isHyphenated ? a.text.dropLast() + b.text : a.text + " " + b.text
    return Unit(text: text, first: a.first, last: b.last, list: NameList(text))
  }

  private static func endsInParticle(_ text: String) -> Bool {
    text.split(separator: " ").last?.first?.isLowercase == true
  }

  /// Whether a line is the heading of the abstract, or running text.
  private static func endsFront(_ text: String, _ words: [String]) -> Bool {
    let head = text.lowercased()
    if ends.contains(where: { head.hasPrefix($0) }) { return true }
    if FrontHeadings.contains(text) { return true }
    let plain = words.count {
      $0.first?.isLowercase == true && !$0.contains("@") && !links.contains($0)
    }
    return plain >= 4
  }

  private static let ends = [
    "abstract", "a b s t r a c t", "keywords", "key words", "doi:", "editor:", "editors:",
    "edited by", "received", "submitted:", "copyright", "©", "categories and", "index terms",
    "zusammenfassung", "a r t i c l e", "article info", "contents",
  ]
  private static let links: Set<String> = [
    "of", "and", "for", "the", "de", "der", "des", "du", "et", "in", "at", "und", "für", "la", "le",
    "di", "del", "e", "y", "van", "von", "den", "da", "do", "dos", "zu", "zur", "ter", "ten", "on",
    "to", "am", "an", "à", "i", "with", "della", "dell",
  ]

  // MARK: names

  private static func names(in units: [Unit]) -> [PersonName] {
    var found: [[String]] = []
    var style: PageCell?
    var repeated: [String: Int] = [:]
    for unit in units { repeated[unit.text, default: 0] += 1 }
    for (index, unit) in units.enumerated() {
      guard !unit.list.names.isEmpty, !unit.list.beginsWithMark, repeated[unit.text] == 1 else {
        continue
      }
      if let style, !style.isAlike(unit.first) { continue }
      if isAddressLine(index, units) { continue }
      style = style ?? unit.first
      found += unit.list.names
    }
    var seen: Set<[String]> = []
    return found.filter { seen.insert($0).inserted }.prefix(PersonName.mostNames)
      .map { words in
        let name = words.joined(separator: " ")
        return name.hasPrefix("{")
          ? PersonName(surname: String(name.dropFirst().dropLast()))
          : PersonName(name.replacing(" , ", with: ", "))
      }
  }

  /// Whether a line goes on an affiliation above it that is set alike.
  private static func isAddressLine(_ index: Int, _ units: [Unit]) -> Bool {
    let unit = units[index]
    guard !unit.hasAddress,
      let above = units[..<index].last(where: { unit.first.follows($0.last, within: 0.9) })
    else { return false }
    let isAffiliation =
      above.list.names.isEmpty && !above.text.isEmpty && !above.hasAddress
      && !NameList.conjunctions.contains(above.text.lowercased())
    return isAffiliation && above.last.isAlike(unit.first)
  }
}
