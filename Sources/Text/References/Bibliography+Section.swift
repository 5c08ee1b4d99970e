import DocumentModel

extension Bibliography {
  /// Returns the entry that names and a year mean on a page, and the index of the first name that belongs to them.
  ///
  /// A work missing from the page's own list may be in a neighbouring chapter's, and a table may have looked like a list.
  mutating func entry(
    of work: ReferenceMention.WorkNames, for page: Int
  ) -> (BibliographyEntry, first: Int)? {
    guard !sections.isEmpty else { return nil }
    let own = sections.firstIndex { $0.page >= page } ?? sections.count - 1
    if let found = sections[own].entry(of: work) { return found }
    // A letter counts the works of its own list.
    guard work.year.count <= 4 else { return sections[own].likelyEntry(of: work) }
    var words = work
    words.starts = []
    let missing = MissingWork(section: own, work: words)
    guard !self.missing.contains(missing) else { return nil }
    for distance in 1..<min(sections.count, Self.farthest) + 1 {
      for index in [own + distance, own - distance] where sections.indices.contains(index) {
        if let found = sections[index].entry(of: work) { return found }
      }
    }
    if let likely = sections[own].likelyEntry(of: work) { return likely }
    self.missing.insert(missing)
    return nil
  }

  /// A work that neither a list nor those beside it have.
  struct MissingWork: Hashable {
    var section: Int
    var work: ReferenceMention.WorkNames
  }

  /// Lists that are farther from their citation are not searched.
  private static let farthest = 8

  /// Entries below one heading.
  struct Section: Sendable {
    var entries: [BibliographyEntry] = []
    /// The last page of the section.
    var page = 0
    var labels: [[UInt32]: Int] = [:]
    /// Entries by the words of their first author.
    var byName: [[UInt32]: [Int]] = [:]
    /// The results of `titleKey` by entry.
    var titleKeys: [Int: [UInt32]] = [:]
    /// Whether letters tell works of one year apart: `2014a`.
    var hasLetters = false
    var isNumbered: Bool { !labels.isEmpty }

    mutating func add(_ scalars: [UInt32], _ label: [UInt32], at place: Destination) {
      let name = String(String.UnicodeScalarView(label.compactMap(Unicode.Scalar.init)))
      var made = BibliographyEntry(label: name, scalars: scalars, place: place)
      // `——— (2017)`
      if let last = entries.last,
        EntryLabel.repeatsAuthors(scalars, anywhere: !EntryLabel.beginsWithDash(entries[0].text))
      {
        (made.names, made.firstAuthor) = (last.names, last.firstAuthor)
        made.authorCount = last.authorCount
      }
      if !label.isEmpty, labels[label] == nil { labels[label] = entries.count }
      for name in Set(made.names.prefix(made.firstAuthor)) {
        byName[name, default: []].append(entries.count)
      }
      if let acronym = made.acronym {
        if made.names.count == made.firstAuthor { made.names.append(acronym) }
        // Those that a dash repeats have it already.
        if made.names.dropFirst(made.firstAuthor) == [acronym] {
          byName[acronym, default: []].append(entries.count)
        }
      }
      hasLetters = hasLetters || made.years.contains { $0.count == 5 }
      entries.append(made)
    }

    /// Whether entries are as short as works are; text after the heading `References` in a table of contents is not.
    var isList: Bool {
      let lengths = entries.map(\.text.utf8.count).sorted()
      return lengths[lengths.count / 2] <= Self.longestWork
    }

    /// Bytes of most entries, also of those with remarks.
    private static let longestWork = 3_000

    /// The number of entries that are a list of works, which mostly have years: all, or those before other text; 0 if they are none.
    var datedCount: Int {
      var dated = 0
      var best = 0
      for (index, entry) in entries.enumerated() {
        guard !entry.years.isEmpty else { continue }
        dated += 1
        if index + 1 >= Bibliography.leastDated, dated * 4 >= (index + 1) * 3 { best = index + 1 }
      }
      return dated * 2 >= entries.count ? entries.count : best
    }
  }
}
