import DocumentModel
import Library
import Messages
import Platform
import Text

/// Finds cited works among the documents of the library and the index, by DOI, or by title and first author.
enum LibraryWorks {
  private static let folding = Folding(ignoresCase: true, ignoresAccents: true)
  /// Shorter titles, such as `Introduction`, are those of many documents.
  private static let leastLetters = 16
  /// Letters by which candidates are looked up.
  private static let mostLetters = 40
  private static let mostCandidates = 50

  /// Returns the documents that may be a work, certain ones first, to `completion` on the library's queue.
  static func find(
    _ work: ListedWork, in library: ReadingLibrary,
    index folder: String = LibraryIndex.defaultFolder(),
    completion: @escaping @Sendable ([FoundWork]) -> Void
  ) {
    let title = letters(work.title)
    library.jump(String(title.prefix(mostLetters)), limit: mostCandidates) { candidates in
      let index =
        LibraryIndex.isThere(folder) ? try? LibraryIndex(folder: folder, mends: false) : nil
      let same = work.doi.flatMap { try? index?.works(doi: $0) } ?? []
      var found = same.map { FoundWork(path: $0.path, isCertain: true) }
      if title.count >= leastLetters {
        // Those with blanks and punctuation, and without.
        let length = title.count...2 * title.count
        let titled = candidates + ((try? index?.works(ofTitle: length)) ?? [])
        found += titled.compactMap { match($0, work, title) }.sorted {
          $0.isCertain && !$1.isCertain
        }
      }
      var seen: Set<String> = []
      completion(found.filter { seen.insert($0.path).inserted })
    }
  }

  private static func match(
    _ candidate: JumpCandidate, _ work: ListedWork, _ title: String
  ) -> FoundWork? {
    guard letters(candidate.title) == title else { return nil }
    let author = words(candidate.author)
    guard !author.isEmpty else { return FoundWork(path: candidate.path, isCertain: false) }
    let isSame = !author.isDisjoint(with: words(work.author).filter { $0.count > 1 })
    return isSame ? FoundWork(path: candidate.path, isCertain: true) : nil
  }

  /// The letters and digits of a title, without case and accents.
  private static func letters(_ text: String) -> String {
    folding.text(text).filter { $0.isLetter || $0.isNumber }
  }

  private static func words(_ text: String) -> Set<Substring> {
    Set(folding.text(text).split { !$0.isLetter })
  }
}
