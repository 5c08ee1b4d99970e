package import DocumentModel

/// Reads a document's own bibliographic data from the text of its first page.
///
/// A field that is not certain is left out: a wrong one is worse than none.
package enum FirstPageRecord {
  /// Returns the data on a first page; `title` is one from elsewhere, which is taken if the page has it too.
  package static func read(
    _ page: PageText, title known: String = "",
    from source: BibliographicRecord.Source = .information
  ) -> BibliographicRecord {
    var record = BibliographicRecord()
    // Texts without positions have no front page.
    guard page.blocks == nil else { return record }
    let cells = PageCell.cells(of: page)
    let citation = PrintedCitation(cells, height: page.size.height)
    let printed = whole(
      DocumentTitle.telling(FirstPageTitle.title(on: page)), citation.fields[.title] ?? "")
    var authors = FrontPageAuthors(cells, title: known)
    let isKnown = authors.start != nil
    if !isKnown { authors = FrontPageAuthors(cells, title: printed) }
    // The same title in the metadata has no line ends and no lost accents.
    record.add(.title, isKnown ? known : printed, from: isKnown ? source : .firstPage)
    for (field, value) in citation.fields where field != .doi && field != .title {
      record.add(field, value, from: .firstPage)
    }
    let own = OwnIdentifiers(
      cells, height: page.size.height, cited: citation.fields[.doi] ?? "")
    add(own, to: &record)
    record.add(.year, year(cells, arxiv: own.arxiv), from: .firstPage)
    record.add(.year, date(cells), from: .firstPage)
    record.add(authors: confirmed(authors.names, by: citation), from: .firstPage)
    return record
  }

  /// Returns only the DOI, the arXiv number and the ISBN, which need no composed page.
  package static func identifiers(_ page: PageText) -> BibliographicRecord {
    var record = BibliographicRecord()
    guard page.blocks == nil else { return record }
    let cells = PageCell.cells(of: page)
    let citation = PrintedCitation(cells, height: page.size.height)
    let own = OwnIdentifiers(
      cells, height: page.size.height, cited: citation.fields[.doi] ?? "")
    add(own, to: &record)
    return record
  }

  private static func add(_ own: OwnIdentifiers, to record: inout BibliographicRecord) {
    record.add(.doi, own.doi, from: .firstPage)
    record.add(.arxiv, own.arxiv, from: .firstPage)
    record.add(.isbn, own.isbn, from: .firstPage)
  }

  /// Returns names with the surnames of the printed citation; empty if the two contradict each other.
  private static func confirmed(
    _ names: [PersonName], by citation: PrintedCitation
  ) -> [PersonName] {
    let surnames = citation.surnames
    guard !surnames.isEmpty else { return names }
    guard names.count >= surnames.count, citation.hasOthers || names.count == surnames.count else {
      return citation.hasOthers ? [] : surnames.map { PersonName(surname: $0) }
    }
    var result = names
    for (index, surname) in surnames.enumerated() {
      let plain = names[index].plain
      guard plain.lowercased().hasSuffix(surname.lowercased()) else {
        return citation.hasOthers ? [] : surnames.map { PersonName(surname: $0) }
      }
      result[index] = PersonName(
        surname: String(plain.suffix(surname.count)),
        given: String(plain.dropLast(surname.count)).trimmed)
    }
    return result
  }

  /// Returns the title in the printed citation if the largest text on the page is its beginning.
  private static func whole(_ printed: String, _ cited: String) -> String {
    let (part, all) = (FrontPageAuthors.letters(printed), FrontPageAuthors.letters(cited))
    return part.count < all.count && all.starts(with: part) ? cited : printed
  }

  // MARK: the year

  /// Returns the year that a page states as that of its publication; empty if there is none.
  private static func year(_ cells: [PageCell], arxiv: String) -> String {
    for label in ["published", "publication date", "copyright", "©", "(c)", "c⃝"] {
      for cell in cells {
        if OwnIdentifiers.opensBibliography(cell.text) { break }
        let text = cell.text.lowercased()
        guard text.hasPrefix(label), text.count < 300 else { continue }
        let years = text.prefix(100).split { !$0.isNumber }.compactMap {
          PrintedCitation.year(String($0))
        }
        if Set(years).count == 1 { return years[0] }
      }
    }
    // `2101.00001`: numbers begin with the year and the month since April 2007.
    let digits = arxiv.prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isNumber), let value = Int(digits.prefix(2)),
      value >= 7
    else { return "" }
    return "20" + digits.prefix(2)
  }
  /// Returns the year of a date that has a line of its own above the abstract, such as `March 2021`; empty if there is none.
  private static func date(_ cells: [PageCell]) -> String {
    for cell in cells.prefix(farthest) {
      let words = cell.text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      if words.first == "abstract" { break }
      guard (2...4).contains(words.count), let year = words.last, PrintedCitation.year(year) != nil,
        words.dropLast().contains(where: months.contains),
        words.dropLast().allSatisfy({ months.contains($0) || $0.first?.isNumber == true })
      else { continue }
      return year
    }
    return ""
  }

  /// The number of cells among which a date is.
  private static let farthest = 30

  private static let months = Set(
    """
    january february march april may june july august september october november december \
    januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août \
    septembre octobre novembre décembre
    """.split(separator: " ").map(String.init))
}
