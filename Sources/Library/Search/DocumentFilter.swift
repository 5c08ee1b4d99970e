import DocumentModel
import Platform
import Text

/// Applies a query's filters to documents.
struct DocumentFilter {
  private let facts: LibraryFacts
  private let home: String
  /// The folder to which the search is restricted; empty for none.
  private let folder: String

  init(_ facts: LibraryFacts, folder: String) {
    self.facts = facts
    self.folder = folder
    home = HomeFolder.path
  }

  func isInFolder(_ entry: IndexEntry) -> Bool {
    folder.isEmpty || PathParts.lies(entry.path, in: folder)
  }

  func passes(_ entry: IndexEntry, _ filter: LibraryQuery.Filter) -> Bool {
    switch filter {
    case .author(let query): has(entry.author, query)
    case .title(let query): has(entry.title, query) || has(PathParts.name(of: entry.path), query)
    case .tag(let name):
      facts.tags(of: entry).contains { Self.folded($0) == Self.folded(name) }
    case .folder(let name): lies(entry, in: name)
    case .type(let name): isOf(entry, type: name)
    case .made(let from, let to): wasMade(entry, from, to)
    }
  }

  /// Whether a document passes the filters of a clause, whatever its text.
  func mayPass(_ clause: LibraryQuery.Clause, _ entry: IndexEntry) -> Bool {
    switch clause {
    case .term, .not(.term): true
    case .filter(let request): passes(entry, request)
    case .all(let parts): parts.allSatisfy { mayPass($0, entry) }
    case .any(let parts): parts.contains { mayPass($0, entry) }
    case .not(.filter(let request)): !passes(entry, request)
    case .not: true
    }
  }

  private func has(_ text: String, _ query: SearchQuery) -> Bool {
    let found = try? LiteralMatcher(query).matches(in: text.unicodeScalars.map(\.value))
    return found?.isEmpty == false
  }

  private static func folded(_ text: String) -> String { SearchKey.folded(text) }

  /// Whether a document is below a path from the root or `~`, or below a folder with that name.
  private func lies(_ entry: IndexEntry, in name: String) -> Bool {
    let path = PathParts.trimming(PathParts.expanded(name, home: home))
    if PathParts.isAbsolute(path) { return PathParts.lies(entry.path, in: path) }
    let wanted = Self.folded(path)
    // A shared place does not begin with a slash.
    return Self.folded("/" + PathParts.folder(of: entry.path) + "/").contains("/" + wanted + "/")
  }

  /// Whether the type is the extension of the document's name or a word of its type's name.
  private func isOf(_ entry: IndexEntry, type: String) -> Bool {
    let name = PathParts.name(of: entry.path).lowercased()
    return name.hasSuffix("." + type)
      || entry.type.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0 == type }
  }

  private func wasMade(_ entry: IndexEntry, _ from: Int?, _ to: Int?) -> Bool {
    let (year, month) = Self.date(of: entry)
    guard year > 0 else { return false }
    func holds(_ bound: Int, _ compare: (Int, Int) -> Bool) -> Bool {
      bound > 9_999 ? compare(year * 100 + month, bound) : compare(year, bound)
    }
    // `after:2020` includes 2020, `before:2020` ends with 2019; a range includes both years.
    if let from, !holds(from, >=) { return false }
    guard let to else { return true }
    return from == nil ? holds(to, <) : holds(to, <=)
  }

  /// Returns the year and month of creation the document states, else of its file's modification.
  static func date(of entry: IndexEntry) -> (year: Int, month: Int) {
    let seconds = entry.created != 0 ? entry.created : entry.modified / 1_000_000_000
    guard seconds != 0 else { return (0, 0) }
    let date = CivilTime(seconds: seconds)
    return (Int(date.year), Int(date.month))
  }
}
