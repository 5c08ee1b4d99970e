import DocumentModel
import Text

extension ListOrder {
  /// Groups rows by section; the rows of each keep their order.
  func grouped(_ rows: [Int32]) -> [Int32] {
    guard let grouping = options.grouping else { return rows }
    let keys = rows.map { key(of: entries[Int($0)], grouping) }
    let rank = ranks(of: Set(keys))
    var sections = [[Int32]](repeating: [], count: rank.count)
    for (row, key) in zip(rows, keys) {
      if let place = rank[key] { sections[place].append(row) }
    }
    return sections.flatMap(\.self)
  }

  /// Returns the sections of rows in order; none if rows are not grouped.
  package func sections(of rows: [Int32]) -> [GallerySection] {
    guard let grouping = options.grouping else { return [] }
    var sections: [GallerySection] = []
    for (place, row) in rows.enumerated() {
      let key = key(of: entries[Int(row)], grouping)
      if sections.last?.key == key {
        sections[sections.count - 1].count += 1
      } else {
        sections.append(GallerySection(key: key, first: place, count: 1))
      }
    }
    return sections
  }

  private func key(of entry: FolderEntry, _ grouping: Grouping) -> SectionKey {
    if options.foldersFirst, entry.kind == .folder { return .folders }
    return SectionKey(
      entry, grouping, facts[entry.key], documents[entry.key], zone: zone)
  }

  /// Ranks sections: names in natural order, years descending, unknown values last.
  private func ranks(of keys: Set<SectionKey>) -> [SectionKey: Int] {
    let oldestFirst = [.modified, .year].contains(options.sort) && options.isReversed
    let years = keys.compactMap(\.year).sorted { one, other in
      guard one.year == other.year else { return (one.year < other.year) == oldestFirst }
      return !one.isOfFile && other.isOfFile
    }
    let named = keys.compactMap { key in key.text.map { (key: key, text: $0) } }
      // Of equal names always the same comes first.
      .sorted { $0.text < $1.text }
    let names = NaturalOrder(named.map(\.text)).sorted().map { named[$0].key }
    var order: [SectionKey] = keys.contains(.folders) ? [.folders] : []
    order += names + years.map { .year($0) }
    if keys.contains(.unknown) { order.append(.unknown) }
    return Dictionary(
      order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }
}

extension SectionKey {
  /// `zone`: seconds that local time is ahead of UTC.
  package init(
    _ entry: FolderEntry, _ grouping: Grouping, _ facts: FileFacts?, _ document: DocumentFacts?,
    zone: Int64
  ) {
    switch grouping {
    case .folder:
      self = .folder(FilePath(entry.path.isEmpty ? "" : PathParts.folder(of: entry.path)))
    case .tag:
      // A document appears once, under its first tag.
      let first = document?.tags.map(\.name).min()
      self = first.map { .named($0) } ?? .unknown
    case .author:
      let author = document?.author.trimmed ?? ""
      self = author.isEmpty ? .unknown : .named(author)
    case .year: self = RowYear(document, facts, zone: zone).map { .year($0) } ?? .unknown
    }
  }

  fileprivate var year: RowYear? { if case .year(let year) = self { year } else { nil } }

  fileprivate var text: String? {
    switch self {
    case .folder(let path): path.text
    case .named(let name): name
    case .folders, .year, .unknown: nil
    }
  }
}
