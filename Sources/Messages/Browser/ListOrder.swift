package import DocumentModel
import Text

/// Filters and sorts the rows of a listing, outside the screen's thread.
package struct ListOrder: Sendable, Equatable {
  package var entries: [FolderEntry]
  package var types: [EntryType]
  package var facts: [FilePath: FileFacts]
  package var documents: [FilePath: DocumentFacts]
  package var trashed: [FilePath: TrashFacts]
  /// The sizes of the folders that were measured.
  package var folderSizes: [FilePath: FolderSize] = [:]
  package var options: ListOptions
  package var filter: String
  /// Keeps the order in which entries arrived, such as for recent documents.
  package var keepsOrder: Bool
  /// Seconds that local time is ahead of UTC.
  package var zone: Int64

  package init(
    entries: [FolderEntry], types: [EntryType], facts: [FilePath: FileFacts],
    documents: [FilePath: DocumentFacts], trashed: [FilePath: TrashFacts] = [:],
    options: ListOptions,
    filter: String, keepsOrder: Bool, zone: Int64 = 0
  ) {
    self.entries = entries
    self.types = types
    self.facts = facts
    self.documents = documents
    self.trashed = trashed
    self.options = options
    self.filter = filter
    self.keepsOrder = keepsOrder
    self.zone = zone
  }

  /// Returns indices into `entries` in row order; nil when `isStale` reports that the result is no longer
  /// needed.
  package func rows(isStale: () -> Bool = { false }) -> [Int32]? {
    let shown = entries.indices.lazy.filter { options.shows(entries[$0], types) }
      .map { Int32($0) }
    guard !filter.isEmpty else {
      let rows = Array(shown)
      return grouped(keepsOrder ? rows : sorted(rows))
    }
    let match = FuzzyMatch(filter)
    var scores: [(score: Int, row: Int32)] = []
    for (count, row) in shown.enumerated() {
      if count % 1_024 == 0, isStale() { return nil }
      let entry = entries[Int(row)]
      let byTitle = documents[entry.key].flatMap { match.score($0.title) }
      if let score = [match.score(entry.name), byTitle].compactMap(\.self).max() {
        scores.append((score, row))
      }
    }
    let order = sorted(scores.map(\.row))
    let score = Dictionary(
      scores.map { ($0.row, $0.score) }, uniquingKeysWith: { first, _ in first })
    let place = Dictionary(
      order.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    return grouped(
      order.sorted {
        (-(score[$0] ?? 0), place[$0] ?? 0) < (-(score[$1] ?? 0), place[$1] ?? 0)
      })
  }

  private func sorted(_ rows: [Int32]) -> [Int32] {
    let byName = NaturalOrder(rows.map { shownName(entries[Int($0)]) }).sorted().map { rows[$0] }
    var order = byName
    switch options.sort {
    case .name: break
    case .title: order = byText(byName) { documents[$0.key]?.title ?? "" }
    case .author: order = byText(byName) { documents[$0.key]?.author ?? "" }
    case .kind: order = byText(byName) { types[Int($0.type)].name }
    case .tags:
      order = byText(byName) { documents[$0.key]?.tags.map(\.name).joined(separator: ",") ?? "" }
    case .pages: order = byNumber(byName) { documents[$0.key]?.pages.map(Int64.init) }
    // Largest first: users look for what takes up space.
    case .size:
      order = byNumber(byName) { entry in
        entry.kind == .folder
          ? folderSizes[entry.key].map { -$0.bytes } : facts[entry.key].map { -$0.size }
      }
    case .year:
      order = byNumber(byName) {
        RowYear(documents[$0.key], facts[$0.key], zone: zone).map { -Int64($0.year) }
      }
    // Newest first: users look for recent files.
    case .modified: order = byNumber(byName) { facts[$0.key].map { -$0.modified } }
    case .deleted: order = byNumber(byName) { trashed[$0.key]?.deleted.map { -$0 } }
    case .origin: order = byText(byName) { trashed[$0.key]?.origin ?? "" }
    case .progress:
      order = byNumber(byName) { documents[$0.key]?.progress.map { -Int64($0 * 10_000) } }
    }
    if options.isReversed { order.reverse() }
    guard options.foldersFirst else { return order }
    return order.filter { entries[Int($0)].kind == .folder }
      + order.filter { entries[Int($0)].kind != .folder }
  }

  private func shownName(_ entry: FolderEntry) -> String {
    guard options.showsTitles, let title = documents[entry.key]?.title, !title.isEmpty else {
      return entry.name
    }
    return title
  }

  /// Sorts rows by a text; rows without one come last, equal ones keep their order.
  private func byText(_ rows: [Int32], _ text: (FolderEntry) -> String) -> [Int32] {
    let texts = rows.map { text(entries[Int($0)]) }
    let order = NaturalOrder(texts).sorted()
    return (order.filter { !texts[$0].isEmpty } + order.filter { texts[$0].isEmpty })
      .map { rows[$0] }
  }

  /// Sorts rows by a number; rows without one come last, equal ones keep their order.
  private func byNumber(_ rows: [Int32], _ number: (FolderEntry) -> Int64?) -> [Int32] {
    let keyed = rows.enumerated().map { place, row in
      (number(entries[Int(row)]) ?? .max, place, row)
    }
    return keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

extension ListOptions {
  /// Whether an entry has a row at all.
  package func shows(_ entry: FolderEntry, _ types: [EntryType]) -> Bool {
    if entry.isHidden, !showsHidden { return false }
    if entry.kind == .folder || entry.kind == .gone || showsAll { return true }
    let type = types[Int(entry.type)]
    return entry.kind == .file && (type.isDocument || type.isArchive)
  }
}
