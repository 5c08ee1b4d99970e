/// A document's own bibliographic data, with the source of each field.
package struct BibliographicRecord: Sendable, Hashable {
  package enum Field: String, Sendable, Hashable, CaseIterable {
    case title, year, venue, volume, issue, pages, publisher, doi, arxiv, isbn
    /// A type of CSL, such as `article-journal`.
    case type
    /// The citation key of an entry in a file beside the document.
    case key
    case authors
  }

  /// Where a field was read, the most reliable first.
  package enum Source: String, Sendable, Hashable, CaseIterable {
    case sidecar, xmp
    case firstPage = "first-page"
    case information
  }

  /// An empty list if they are not known.
  package private(set) var authors: [PersonName] = []
  private var values: [Field: String] = [:]
  private var sources: [Field: Source] = [:]

  package init() {}

  /// The value of a field other than the authors; empty if it is not known.
  package subscript(field: Field) -> String { values[field] ?? "" }

  package func source(of field: Field) -> Source? { sources[field] }

  /// Whether it has all that a citation needs.
  package var isComplete: Bool {
    let hasPublication = [.venue, .publisher, .doi, .arxiv, .isbn].contains { !self[$0].isEmpty }
    return !self[.title].isEmpty && !self[.year].isEmpty && !authors.isEmpty && hasPublication
  }

  /// Whether nothing tells the work from others: a year or a publisher alone does not.
  package var isEmpty: Bool {
    authors.isEmpty && [.title, .doi, .arxiv, .isbn].allSatisfy { self[$0].isEmpty }
  }

  /// Sets a field that is not known yet; an empty value changes nothing.
  package mutating func add(_ field: Field, _ value: String, from source: Source) {
    let clean = CleanText.line(value).trimmed
    guard values[field] == nil, !clean.isEmpty else { return }
    values[field] = String(clean.prefix(Self.longest))
    sources[field] = source
  }

  /// Sets the authors if none are known.
  package mutating func add(authors names: [PersonName], from source: Source) {
    guard authors.isEmpty else { return }
    authors = names.prefix(PersonName.mostNames).map {
      PersonName(
        surname: CleanText.line($0.surname).trimmed, given: CleanText.line($0.given).trimmed)
    }.filter { !$0.surname.isEmpty }
    if !authors.isEmpty { sources[.authors] = source }
  }

  /// Changes all texts, such as for a format that they are written in.
  mutating func rewrite(_ change: (String) -> String) {
    values = values.mapValues(change)
    authors = authors.map {
      PersonName(surname: change($0.surname), given: change($0.given))
    }
  }

  /// Adds the fields of a less reliable record that are not known here.
  package mutating func merge(_ other: BibliographicRecord) {
    // A volume belongs to its venue, and a preprint has none.
    let isOther =
      !self[.venue].isEmpty && !other[.venue].isEmpty
      && self[.venue].lowercased() != other[.venue].lowercased()
    for field in Field.allCases where !(isOther && Self.ofVenue.contains(field)) {
      if let source = other.source(of: field) { add(field, other[field], from: source) }
    }
    if let source = other.source(of: .authors) { add(authors: other.authors, from: source) }
  }

  private static let ofVenue: Set<Field> = [.volume, .issue, .pages]
  /// In characters: longer values are no bibliographic data.
  private static let longest = 2_000

  /// The type of CSL, derived from other fields if none is stated.
  package var type: String {
    if !self[.type].isEmpty { return self[.type] }
    if !self[.venue].isEmpty { return "article-journal" }
    return self[.isbn].isEmpty ? "article" : "book"
  }
}
