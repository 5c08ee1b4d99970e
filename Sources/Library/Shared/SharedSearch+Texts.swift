import DocumentModel
import Text

/// The texts of candidates.
extension SharedSearch {
  func pages(
    of entry: IndexEntry, rows: ArraySlice<Int>?,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Bool
  ) throws(LibraryIndex.Failure) {
    try wrapped { () throws(SharedLibraryError) in try each(rows, of: entry, body) }
  }

  private func each(
    _ rows: ArraySlice<Int>?, of entry: IndexEntry,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Bool
  ) throws(SharedLibraryError) {
    guard let slice = places[entry.id] else { return }
    let mask = 1 << SharedSchema.pageBits - 1
    var goesOn = true
    func lend(_ id: Int, _ label: String, _ stored: UnsafeRawBufferPointer) {
      guard goesOn else { return }
      if let mayGoOn = CompressedPassages.lend(stored, { body(id & mask, label, $0) }) {
        goesOn = mayGoOn
      } else {
        noteDamage(of: entry)
      }
    }
    guard let rows else {
      var first = 0
      while goesOn,
        let last = try source.texts(
          of: entry.id, in: slice, from: first, most: Self.mostRows, lend)
      {
        first = last + 1
      }
      return
    }
    for start in stride(from: 0, to: rows.count, by: Self.mostRows) where goesOn {
      let part = Array(rows.dropFirst(start).prefix(Self.mostRows))
      if part.allSatisfy({ contents.texts[$0] != nil }) {
        for row in part {
          guard let text = contents.texts[row] else { continue }
          text.passages.withUnsafeBytes { lend(row, text.label, $0) }
        }
      } else {
        try source.texts(part, in: slice, lend)
      }
    }
  }

  func rows(
    of terms: TermSet, in entry: IndexEntry, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> ArraySlice<Int>? {
    try wrapped { () throws(SharedLibraryError) in
      guard let slice = places[entry.id] else { return [] }
      var rows: Set<Int> = []
      for term in plan.query.terms.indices where terms.contains(term) {
        guard let need = plan.termNeeds[term].json else { return nil }
        rows.formUnion(try source.rows(need, of: entry.id, in: slice))
      }
      return rows.sorted()[...]
    }
  }

  func sections(of entry: IndexEntry) throws(LibraryIndex.Failure) -> [DocumentSection] {
    if let sections = contents.sections[entry.id] { return SharedCandidates.sections(sections) }
    return try wrapped { () throws(SharedLibraryError) in
      try source.sections(of: [entry.id])[entry.id] ?? []
    }
  }

  func labels(
    of pages: Set<Int>, in entry: IndexEntry
  ) throws(LibraryIndex.Failure) -> [Int: String] {
    var labels: [Int: String] = [:]
    let rows = pages.sorted().map { entry.id << SharedSchema.pageBits + $0 }
    try self.pages(of: entry, rows: rows[...]) { page, label, _ in
      labels[page] = label
      return true
    }
    return labels
  }
}
