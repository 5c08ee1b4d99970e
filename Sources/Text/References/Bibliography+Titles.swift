import DocumentModel

/// Works that are cited by authors and titles.
extension Bibliography {
  /// Returns the entry that names and the beginning of a title mean on a page, and the index of the first name that belongs to them.
  mutating func entry(
    of work: ReferenceMention.WorkNames, _ title: ReferenceMention.Title, for page: Int
  ) -> (BibliographyEntry, first: Int)? {
    let own = sections.firstIndex { $0.page >= page } ?? sections.count - 1
    for index in [own, own + 1, own - 1] where sections.indices.contains(index) {
      if let found = sections[index].entry(of: work, title) { return found }
    }
    return nil
  }
}

extension Bibliography.Section {
  fileprivate mutating func entry(
    of work: ReferenceMention.WorkNames, _ title: ReferenceMention.Title
  ) -> (BibliographyEntry, first: Int)? {
    for first in work.names.indices where work.names[first].count > 1 {
      let found = (byName[work.names[first]] ?? []).prefix(Self.mostAlike).first { index in
        let words = titleKey(index)
        return title.isQuoted ? Self.contains(words, title.key) : words.starts(with: title.key)
      }
      if let found { return (entries[found], first) }
    }
    return nil
  }

  /// More works of one author are not compared.
  private static let mostAlike = 20

  /// Returns the letters and digits of an entry after its authors and the article of its title.
  private mutating func titleKey(_ index: Int) -> [UInt32] {
    if let known = titleKeys[index] { return known }
    let text = Array(entries[index].text.unicodeScalars.prefix(Self.longestEntry).map(\.value))
    let end = min(EntryAuthors(text).end, text.count)
    let rest = ReferenceMention.Title.withoutArticle(
      text[end...].drop { !Script.isLetter($0) && !Script.isIdeographic($0) })
    let folded = Folding(ignoresCase: true, ignoresAccents: true).fold(Array(rest)).scalars
    let key = folded.filter {
      Script.isLetter($0) || Script.isDigit($0) || Script.isIdeographic($0)
    }
    titleKeys[index] = key
    return key
  }

  private static let longestEntry = 600

  private static func contains(_ words: [UInt32], _ key: [UInt32]) -> Bool {
    guard let first = key.first, words.count >= key.count else { return false }
    return (0...(words.count - key.count)).contains {
      words[$0] == first && words[$0...].starts(with: key)
    }
  }
}
