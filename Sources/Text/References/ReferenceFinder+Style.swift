import DocumentModel

/// The style of citation, which tells whether doubtful forms cite.
extension ReferenceFinder {
  /// The numbers in brackets outside of the bibliography.
  func labels() -> Set<Int> {
    var labels: Set<Int> = []
    for mention in found where !bibliography.serials.contains(mention.serial) {
      if mention.doubt == nil, case .entry(let label) = mention.target,
        let number = PartNumber(scalars: label).value
      {
        labels.insert(number)
      }
    }
    return labels
  }

  /// Finds out whether more works are cited by numbers in brackets than by raised ones, and which brackets and parentheses cite.
  mutating func readCitationStyle() {
    var (bracketed, raised): (Set<[UInt32]>, Set<[UInt32]>) = ([], [])
    var (after, free) = (0, 0)
    var round = RoundCitations()
    var (dated, undated): (Set<Destination>, Set<Destination>) = ([], [])
    for mention in found where !bibliography.serials.contains(mention.serial) {
      guard let page = mention.pieces.first?.page, let section = bibliography.section(for: page)
      else {
        continue
      }
      switch mention.target {
      case .entry(let label) where mention.doubt == .round:
        round.add(label, of: section, mention)
      case .entry where mention.doubt != nil: break
      case .entry(let label) where section.labels[label] != nil:
        bracketed.insert(label)
        if mention.isAfterWord {
          after += 1
        } else {
          free += 1
          citedApart.insert(label)
        }
      case .entry:
        if dated.count <= RoundCitations.least, let work = mention.work,
          let (entry, _) = section.entry(of: work)
        {
          dated.insert(entry.place)
        }
      case .raised(let label) where section.labels[label] != nil: raised.insert(label)
      case .work(let work) where mention.doubt == .undated:
        if let entry = section.onlyEntry(of: work) { undated.insert(entry.place) }
      case .work(let work) where dated.count <= RoundCitations.least:
        if let (entry, _) = section.entry(of: work) { dated.insert(entry.place) }
      default: break
      }
    }
    // `E = mc²` alone cites nothing.
    citesInBrackets = raised.count < 3 || bracketed.count >= raised.count
    citesAfterWords = after * 3 >= free
    let entries = bibliography.sections.reduce(0) { $0 + $1.labels.count }
    if undated.count >= RoundCitations.least, dated.count < RoundCitations.least {
      cites.insert(.undated)
    }
    if after >= RoundCitations.least, citesAfterWords { cites.insert(.joined) }
    if bracketed.count >= RoundCitations.least {
      cites.insert(.interval)
    } else if raised.count < RoundCitations.least, round.areCitations(of: entries) {
      cites.insert(.round)
    }
  }
}
