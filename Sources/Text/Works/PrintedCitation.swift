import DocumentModel

/// How a first page's running heads and feet name the document itself.
struct PrintedCitation {
  private(set) var fields: [BibliographicRecord.Field: String] = [:]
  /// Surnames in order.
  private(set) var surnames: [String] = []
  /// Whether the surnames end in `et al.`.
  private(set) var hasOthers = false

  init(_ cells: [PageCell], height: Double) {
    let feet = Self.paragraphs(cells.filter { $0.box.y0 > Float(height) * 0.85 })
    let heads = Self.paragraphs(cells.filter { $0.box.y1 < Float(height) * 0.15 })
    for text in feet + heads where readCitation(text) { return }
    // A journal's name may be beside its emblem.
    let upper = Self.paragraphs(cells.filter { $0.box.y1 < Float(height) * 0.2 })
    for text in heads + feet + upper where readVolume(text) { return }
    if let venue = upper.first(where: Self.isJournal) { fields[.venue] = venue }
  }

  /// Returns the lines that follow each other as one text each, without page numbers at their ends.
  static func paragraphs(_ cells: [PageCell]) -> [String] {
    var texts: [String] = []
    var last: PageCell?
    for cell in cells.prefix(200) {
      if cell.text.allSatisfy({ $0.isNumber }) { continue }
      if let initial = texts.last, initial.count == 1, initial.first?.isUppercase == true,
        cell.text.first?.isLowercase == true
      {
        // A large initial is apart from its word.
        texts[texts.count - 1] += cell.text
      } else if let last, cell.isAlike(last), cell.follows(last, within: 0.8) {
        texts[texts.count - 1] = withoutPageNumber(texts[texts.count - 1])
        let isSplit = texts[texts.count - 1].last.map { "/.:-".contains($0) } == true
        let isAddress = texts[texts.count - 1].split(separator: " ").last?.contains("http") == true
        texts[texts.count - 1] += (isSplit && isAddress ? "" : " ") + cell.text
      } else {
        texts.append(cell.text)
      }
      last = cell
    }
    return texts
  }

  /// Removes the page number at the right end of the first of several lines.
  private static func withoutPageNumber(_ text: String) -> String {
    let words = text.split(separator: " ")
    guard words.count > 3, let last = words.last, last.count < 5, last.allSatisfy(\.isNumber)
    else { return text }
    return String(text.dropLast(last.count)).trimmed
  }

  // MARK: `Author, & Other. (2025). Title. Journal, 8(87), 143. https://doi.org/…`

  private mutating func readCitation(_ text: String) -> Bool {
    guard let open = text.firstRange(of: "("), text[open.upperBound...].dropFirst(4).hasPrefix(")"),
      let year = Self.year(String(text[open.upperBound...].prefix(4))),
      text[..<open.lowerBound].count < 300
    else { return false }
    let authors = String(text[..<open.lowerBound])
    let rest = String(text[open.upperBound...].dropFirst(5)).drop { ".,: ".contains($0) }
    let scalars = rest.unicodeScalars.map(\.value)
    let dois = PrintedAddress.all(in: scalars, isJoint: { _ in false }).compactMap {
      mention -> (doi: String, start: Int)? in
      guard case .uri(let address) = mention.target, let doi = OwnIdentifiers.doi(of: address)
      else { return nil }
      return (doi, mention.range.lowerBound)
    }
    guard let doi = dois.first, dois.count == 1 else { return false }
    let before = String(
      String.UnicodeScalarView(scalars[..<doi.start].compactMap(Unicode.Scalar.init)))
    guard let (title, venue, numbers) = Self.parts(of: before) else { return false }
    fields = numbers
    fields[.year] = year
    fields[.title] = title
    fields[.venue] = venue
    fields[.doi] = doi.doi
    readSurnames(authors)
    return true
  }

  private mutating func readSurnames(_ text: String) {
    hasOthers = text.contains("et al")
    let names = text.replacing("et al", with: "").replacing(" and ", with: ",")
      .split { ",&".contains($0) }
      .map { String($0.reversed().drop { ". ".contains($0) }.reversed()).trimmed }
    surnames = names.filter { $0.count > 1 && !$0.contains(".") }
    // Initials between the names tell nothing new.
    if names.count != surnames.count, names.contains(where: { $0.count > 4 && $0.contains(".") }) {
      surnames = []
    }
  }

  /// Splits `Title. Journal, 8(87), 143.`.
  private static func parts(
    of text: String
  ) -> (title: String, venue: String, [BibliographicRecord.Field: String])? {
    let text = String(text.reversed().drop { ". ".contains($0) }.reversed())
    guard let stop = text.firstRange(of: ". ") ?? text.firstRange(of: "? ") else { return nil }
    // A title may have full stops: the venue begins after the last one.
    var cut = stop
    while let next = text[cut.upperBound...].firstRange(of: ". ") { cut = next }
    let title = String(text[..<cut.lowerBound])
    let words = text[cut.upperBound...].split(separator: ",").map { String($0).trimmed }
    guard let venue = words.first, !venue.isEmpty, title.count > 3 else { return nil }
    var numbers: [BibliographicRecord.Field: String] = [:]
    if words.count > 1 { (numbers[.volume], numbers[.issue]) = volume(words[1]) }
    if words.count > 2, let first = words[2].first, first.isNumber || first == "e" {
      numbers[.pages] = words[2]
    }
    return (title, venue, numbers)
  }

  /// Splits `8(87)`.
  private static func volume(_ text: String) -> (String?, String?) {
    let parts = text.split { "() ".contains($0) }.map(String.init)
    guard let first = parts.first, first.allSatisfy(\.isNumber) else { return (nil, nil) }
    return (first, parts.count > 1 ? parts[1] : nil)
  }

  // MARK: `Journal 133:3–26, 2021` and `Journal 716 (2012) 1–29`

  private mutating func readVolume(_ text: String) -> Bool {
    let words = text.split(separator: " ").map(String.init)
    guard
      let at = words.indices.first(where: {
        $0 > 0 && (words[$0].first?.isNumber == true || words[$0].hasPrefix("("))
      }),
      at + 1 < words.count
    else { return readProceedings(text) }
    let venue = words[..<at].joined(separator: " ")
    guard venue.count > 5, venue.first?.isUppercase == true,
      venue.allSatisfy({ $0.isLetter || " &-:’'.".contains($0) })
    else { return readProceedings(text) }
    let volume = words[at].split { ":,".contains($0) }.map(String.init)
    if words[at].contains(":"), volume.count == 2, let year = Self.year(words[at + 1]) {
      fields = [
        .venue: venue, .volume: volume[0], .pages: volume[1], .year: year,
      ]
      return true
    }
    if words[at].allSatisfy(\.isNumber), words[at + 1].hasPrefix("("),
      let year = Self.year(words[at + 1]), at + 2 < words.count,
      words[at + 2].first?.isNumber == true
    {
      fields = [
        .venue: venue, .volume: words[at], .year: year,
        .pages: String(words[at + 2].filter { $0.isNumber || "-–".contains($0) }),
      ]
      return true
    }
    if words[at].hasPrefix("("), let year = Self.year(words[at]),
      words[at + 1].first?.isNumber == true
    {
      fields = [.venue: venue, .year: year, .pages: words[at + 1]]
      return true
    }
    return readProceedings(text)
  }

  /// Whether a line is the name of a journal and nothing else: `Journal of Cosmology and Astroparticle Physics`.
  private static func isJournal(_ text: String) -> Bool {
    let opening = ["Journal of ", "The Journal of ", "Annals of ", "Transactions on "].first {
      text.hasPrefix($0)
    }
    guard let opening else { return false }
    let words = text.dropFirst(opening.count).split(separator: " ")
    return (1...7).contains(words.count)
      && words.allSatisfy { $0.first?.isUppercase == true || joins.contains($0) }
      && text.allSatisfy { $0.isLetter || " &-".contains($0) }
  }

  private static let joins: Set<Substring> = ["and", "of", "in", "the", "for"]

  /// Reads `Proc. of the 9th Int. Conference on Audio (DAFx-06), Montreal, Canada, September 18-20, 2006`.
  private mutating func readProceedings(_ text: String) -> Bool {
    let openings = ["Proc. of ", "Proceedings of ", "In Proceedings of ", "In Proc. of "]
    guard let opening = openings.first(where: { text.hasPrefix($0) }),
      let venue = text.split(separator: ",").first, venue.count > opening.count + 8,
      venue.count < 200
    else { return false }
    let years = text.split { !$0.isNumber }.compactMap { Self.year(String($0)) }
    guard Set(years).count == 1 else { return false }
    fields = [
      .venue: String(venue.hasPrefix("In ") ? venue.dropFirst(3) : venue), .year: years[0],
      .type: "paper-conference",
    ]
    return true
  }

  /// Returns the year in a word such as `(2012),`.
  static func year(_ word: String) -> String? {
    let digits = word.filter { !"(),.;".contains($0) }
    guard digits.count == 4, let value = Int(digits), (1500...2100).contains(value) else {
      return nil
    }
    return digits
  }
}
