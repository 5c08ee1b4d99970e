package import DocumentModel
import Text

/// Puts documents in the order in which a few letters mean them: by name and title first, then author, at last the folders on the way.
package enum JumpRanking {
  /// Returns the best candidates; with nothing typed all in their own order, without folders. Those below the folder are
  /// matched by their relative path.
  package static func ranked(
    _ candidates: [JumpCandidate], query: String, below folder: String, most: Int
  ) -> [JumpCandidate] {
    guard !query.isEmpty else {
      return Array(candidates.lazy.filter { !$0.isFolder }.prefix(most))
    }
    let match = FuzzyMatch(query)
    var scored: [(score: Int, place: Int)] = []
    for (place, candidate) in candidates.enumerated() {
      guard let score = score(candidate, match, folder) else { continue }
      scored.append((score, place))
    }
    return scored.sorted { (-$0.score, $0.place) < (-$1.score, $1.place) }
      .prefix(most).map { candidates[$0.place] }
  }

  private static func score(
    _ candidate: JumpCandidate, _ match: FuzzyMatch, _ folder: String
  ) -> Int? {
    let isBelow = candidate.path.hasPrefix(folder)
    let scores = [
      match.score(PathParts.name(of: candidate.path)).map { $0 + 20 },
      candidate.title.isEmpty ? nil : match.score(candidate.title).map { $0 + 20 },
      candidate.author.isEmpty ? nil : match.score(candidate.author).map { $0 + 10 },
      match.score(isBelow ? String(candidate.path.dropFirst(folder.count)) : candidate.path),
    ]
    return scores.compactMap(\.self).max().map {
      (candidate.isFolder ? $0 - 6 : $0) + candidate.bonus
    }
  }
}
