import DocumentModel
import Messages
import Widgets

extension PanelSource {
  package static let facets = PanelSource(
    "Narrow",
    emptyText: { _, _ in "All results have the same folder, tags, author, year and type" }
  ) { facetRows($0) }

  /// Returns filters by folder, tag, author, year and type, each with
  /// the number of matching documents.
  static func facetRows(_ state: State) -> [Panel.Row] {
    guard let finder = state.librarySearch.finder else { return [] }
    let query = QueryText(finder.line.text)
    var rows: [Panel.Row] = []
    for facet in Facet.allCases {
      let values = facet.values(of: finder.found.documents)
      guard !values.isEmpty else { continue }
      if !rows.isEmpty { rows.append(Panel.Row(text: "", isHeading: true)) }
      rows.append(Panel.Row(text: facet.rawValue, isHeading: true))
      rows += values.map { value, count in
        let filter = QueryText.filter(
          facet.filter, facet == .folder ? state.browser.shortened(value) : value)
        let isOn = query.contains(filter)
        var row = Panel.Row(
          text: (isOn ? "● " : "  ") + facetWords(state, facet, value, finder.found.documents),
          detail: Wording.number(count),
          action: .closing { $0.librarySearch.narrow(by: filter, &$0.notices) })
        row.isCurrent = isOn
        return row
      }
    }
    return rows
  }

  fileprivate static func facetWords(
    _ state: State,
    _ facet: Facet, _ value: String, _ documents: [DocumentHits]
  ) -> String {
    switch facet {
    case .folder: return state.browser.shortened(value)
    case .year:
      let own = documents.filter { String($0.year) == value }
      let ofFile = own.count(where: \.isYearOfFile)
      return ofFile == 0
        ? value : "\(value)  date of \(ofFile < own.count ? "\(ofFile) files" : "the file")"
    case .tag, .author, .type: return value
    }
  }
}

/// A property by which the found documents can be filtered.
enum Facet: String, CaseIterable {
  case folder = "Folder"
  case tag = "Tag"
  case author = "Author"
  case year = "Year"
  case type = "Type"

  /// The most values offered for a facet.
  private static let most = 12

  /// The name of the filter in the query.
  var filter: String { self == .folder ? "in" : rawValue.lowercased() }

  /// Returns the facet's values with the number of documents that
  /// have each, the most frequent first.
  func values(of documents: [DocumentHits]) -> [(value: String, count: Int)] {
    let common = self == .folder ? Self.commonFolder(documents) : []
    var counts: [FilePath: Int] = [:]
    for document in documents {
      for value in Set(values(of: document, below: common).map { FilePath($0) }) {
        counts[value, default: 0] += 1
      }
    }
    // A folder that contains all documents narrows nothing; other values shared by
    // all documents may be active filters.
    return counts.filter { $0.value < documents.count || self != .folder }
      .sorted { one, other in
        guard one.value == other.value else { return one.value > other.value }
        return self == .year ? one.key.text > other.key.text : one.key.text < other.key.text
      }
      .prefix(Self.most).map { ($0.key.text, $0.value) }
  }

  private func values(of document: DocumentHits, below common: [Substring]) -> [String] {
    switch self {
    case .folder:
      let parts = Self.folders(of: document)
      guard parts.count > common.count else { return [] }
      let start = PathParts.isAbsolute(document.path) ? "/" : ""
      return [start + parts.prefix(common.count + 1).joined(separator: "/")]
    case .tag: return document.tags
    case .author: return document.author.isEmpty ? [] : [document.author]
    case .year: return document.year > 0 ? [String(document.year)] : []
    case .type:
      // The last word is the most informative, as in `com.adobe.pdf` and `public.plain-text`.
      let words = document.type.split { !$0.isLetter && !$0.isNumber }
      return words.last.map { [$0.lowercased()] } ?? []
    }
  }

  private static func folders(of document: DocumentHits) -> [Substring] {
    PathParts.names(of: PathParts.folder(of: document.path))
  }

  /// Returns the deepest folder that contains all documents; its subfolders are offered as values.
  private static func commonFolder(_ documents: [DocumentHits]) -> [Substring] {
    guard let first = documents.first else { return [] }
    var common = folders(of: first)
    for document in documents.dropFirst() {
      let other = folders(of: document)
      let same = zip(common, other).prefix { $0.utf8.elementsEqual($1.utf8) }.count
      common = Array(common.prefix(same))
    }
    return common
  }
}

extension LibrarySearching {
  /// Adds a filter to the query, or removes it if the query contains it.
  mutating func narrow(by filter: String, _ notices: inout Notices) -> [Effect] {
    guard let finder = self.finder else { return [] }
    self.finder?.line = .init(QueryText(finder.line.text).toggling(filter))
    return queryChanged(&notices)
  }
}
