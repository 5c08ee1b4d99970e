/// The entries that names and years mean.
extension Bibliography.Section {
  /// Returns the entry that names and a year mean, and the index of the first name that belongs to them.
  func entry(of work: ReferenceMention.WorkNames) -> (BibliographyEntry, first: Int)? {
    for first in work.names.indices where work.names[first].count > 1 {
      let names = work.names[first...]
      // `(B. Smith 2001)`
      let initials = work.names[..<first].reversed().prefix { $0.count == 1 }
      let likely = (byName[work.names[first]] ?? []).prefix(Self.mostAlike).filter { index in
        let entry = entries[index]
        return names.allSatisfy { $0.count > 1 ? entry.names.contains($0) : entry.hasInitial($0) }
          && initials.allSatisfy { entry.hasInitial($0) }
      }
      let best = likely.compactMap { index in rank(entries[index], work, names).map { ($0, index) }
      }
      .min { ($0.0, $0.1) < ($1.0, $1.1) }
      if let best { return (entries[best.1], first - initials.count) }
    }
    return nil
  }

  /// Returns the only entry of a first author and a year whose other authors differ, as they do in lists with errors.
  func likelyEntry(of work: ReferenceMention.WorkNames) -> (BibliographyEntry, first: Int)? {
    for first in work.names.indices.dropLast() where work.names[first].count > 1 {
      let likely = (byName[work.names[first]] ?? []).prefix(Self.mostAlike).filter { index in
        entries[index].authorCount > 1 && entries[index].years.first == work.year
      }
      if likely.count == 1 { return (entries[likely[0]], first) }
    }
    return nil
  }

  /// Returns the only entry whose authors names mean without a year; nil if there are several or none.
  func onlyEntry(of work: ReferenceMention.WorkNames) -> BibliographyEntry? {
    guard !isNumbered, let own = work.names.first, let all = byName[own],
      all.count <= Self.mostAlike
    else { return nil }
    let likely = all.filter { index in
      let entry = entries[index]
      // Not the given name.
      return entry.names.first == own && work.names.allSatisfy(entry.names.contains)
        && (work.hasOthers || entry.authorCount <= work.names.count)
    }
    return likely.count == 1 ? entries[likely[0]] : nil
  }

  /// More works of one first author are not compared: each of very many citations asks for them.
  private static let mostAlike = 200

  /// Returns how well an entry fits, 0 for best; nil if its years are others.
  private func rank(
    _ entry: BibliographyEntry, _ work: ReferenceMention.WorkNames, _ names: ArraySlice<[UInt32]>
  ) -> Int? {
    let digits = Array(work.year.prefix(4))
    var rank: Int
    if let place = entry.years.firstIndex(of: work.year) {
      rank = 2 * min(place, 2)
    } else if work.year.count == 4,
      let place = entry.years.firstIndex(where: { $0.starts(with: digits) })
    {
      rank = 2 * min(place, 2) + 1
    } else if work.year.count > 4, !hasLetters, let place = entry.years.firstIndex(of: digits) {
      rank = 2 * min(place, 2) + 20
    } else {
      return nil
    }
    rank *= 10
    if work.hasOthers != (entry.authorCount > 2) { rank += 4 }
    if !work.hasOthers, names.count == 1, entry.authorCount > 1 { rank += 2 }
    // The second name is that of the second author.
    let surnames = names.filter { $0.count > 1 }
    if surnames.count > 1, let second = entry.names.firstIndex(of: surnames[1]) {
      rank += min(3, max(0, second - entry.firstAuthor))
    }
    // `(Hutchinson, Cagua and Stouffer 2017)` names all authors.
    if !work.hasOthers, surnames.count > 1 {
      rank += min(3, max(0, entry.authorCount - surnames.count))
    }
    return rank
  }
}
