package import DocumentModel
package import Text
import Store

extension LibrarySearcher {
  /// The number of words of a text examined, and of those used.
  private static let mostWords = 400
  private static let mostRare = 12
  private static let mostRelated = 30
  private static let shortest = 4

  /// Returns the documents most similar to a text by rare words, the most similar first, and the query that highlights these words in them.
  ///
  /// A word is weighted by inverse document frequency over pages; words found in no other document, or in most, are ignored.
  package func related(
    to text: String, except path: String, while mayGoOn: () -> Bool = { true }
  ) throws(Failure) -> (query: LibraryQuery, findings: LibraryFindings) {
    let began = ContinuousClock.now
    do throws(LibraryIndex.Failure) {
      _ = try documents()
      let pages = try local.attempt { () throws(StoreError) in try local.pageCount() }
      var weights: [(word: String, weight: Double, rows: [Int])] = []
      for word in Self.words(of: text) {
        guard mayGoOn() else { break }
        let need = GramNeed(literal: word, ignoresAccents: true)
        let matched = try local.attempt { () throws(StoreError) in
          try local.index.connection.snapshot { () throws(StoreError) in
            try local.rows(need, mayGoOn)
          }
        }
        guard let all = matched else { continue }
        let rows = local.spans(of: all).filter { local.entries[$0.place].path != path }
          .flatMap { all[$0.rows] }
        guard !rows.isEmpty, rows.count < max(4, pages / 8) else { continue }
        let weight = 1 / Double(rows.count).squareRoot()
        weights.append((word, weight, rows))
      }
      weights.sort { $0.weight > $1.weight }
      let rare = weights.prefix(Self.mostRare)
      var scores: [Int: Double] = [:]
      for (_, weight, rows) in rare {
        for span in local.spans(of: rows) {
          scores[local.entries[span.place].id, default: 0] += weight
        }
      }
      let nearest = scores.sorted { ($0.value, $1.key) > ($1.value, $0.key) }
        .prefix(Self.mostRelated).map(\.key)
      return try findings(nearest, rare.map(\.word), since: began, mayGoOn)
    } catch {
      throw .index(error)
    }
  }

  /// Returns the documents with their hits, in the given order.
  private func findings(
    _ documents: [Int], _ words: [String], since began: ContinuousClock.Instant,
    _ mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> (LibraryQuery, LibraryFindings) {
    let query = LibraryQuery(anyOf: words)
    let byID = Dictionary(try self.documents().map { ($0.id, $0) }) { $1 }
    var findings = LibraryFindings()
    var bounds = Bounds()
    bounds.places = Set(documents.compactMap { byID[$0]?.place })
    var found: [DocumentPlace: DocumentHits] = [:]
    try? find(query, bounds, while: mayGoOn) { batch in
      for document in batch.documents { found[document.place] = document }
    }
    findings.documents = documents.compactMap { id in byID[id].flatMap { found[$0.place] } }
    findings.documentCount = findings.documents.count
    findings.hitCount = findings.documents.reduce(0) { $0 + $1.count }
    findings.isDone = true
    findings.milliseconds = Int((.now - began) / .milliseconds(1))
    return (query, findings)
  }

  /// Returns the distinct words in order of appearance, folded, without digits.
  private static func words(of text: String) -> [String] {
    var seen: Set<String> = []
    var words: [String] = []
    for part in text.split(whereSeparator: { !$0.isLetter && $0 != "-" }) {
      let word = SearchKey.folded(String(part))
      let isLong = word.count >= shortest || word.unicodeScalars.contains { $0.value >= 0x2E80 }
      guard isLong, words.count < mostWords, seen.insert(word).inserted else { continue }
      words.append(word)
    }
    return words
  }
}
