import DocumentModel
import Postgres
import Text

/// One search of a shared library: its candidates in portions, the most likely first, with their texts.
///
/// First come documents with a match in the title or file name, then the slices, the newest first, then documents that have all terms, but on no page
/// together. A slice that fails or takes too long is left out and counted: what is found elsewhere is still right.
///
/// It is asked alone, and waits for its answers always.
final class SharedSearch: CandidateSearch {
  private enum Stage {
    /// The documents that the bounds name.
    case named
    /// The documents with a term in front, by its place in `QueryPlan.frontTerms`.
    case front(Int, before: Int?)
    case slice(Int, before: Int?)
    case scattered(Int)
    case end
  }

  let source: SharedCandidates
  let plan: QueryPlan
  private let named: Set<DocumentPlace>
  private let filter: DocumentFilter
  private let slices: [Int]
  private var stage: Stage
  /// The candidates that were asked for and not yet returned, and their slice; the number to ask for next.
  private var queue: ArraySlice<SharedCandidate> = []
  private var queued = 0
  private var size = firstPortion
  /// Documents that were candidates.
  private var known: Set<Int> = []
  /// The parts that were fetched with the last portion.
  private(set) var contents = SharedCandidates.Contents()
  /// The slices of the last portion's documents.
  private(set) var places: [Int: Int] = [:]
  /// The number of slices, of those that could not be searched, and of those in a form that this version does not know.
  let sliceCount: Int
  private(set) var unanswered: Set<Int> = []
  let unknown: Int
  /// Documents with a page whose text cannot be read.
  private(set) var damaged: Set<Int> = []
  /// The number of files that waited to be read when the search began.
  let waiting: Int
  /// The last error, of a slice that could not be searched or of the search.
  private(set) var failure: SharedLibraryError?

  private static let firstPortion = 14
  private static let largestPortion = 16_384
  /// The documents and rows fetched at a time.
  private static let mostDocuments = 224
  static let mostRows = 1_000

  init(
    _ source: SharedCandidates, _ request: CandidateRequest
  ) throws(SharedLibraryError) {
    self.source = source
    plan = request.plan
    named = request.bounds.places
    filter = DocumentFilter(request.facts, folder: "")
    let (all, waiting) = try source.opening()
    self.waiting = waiting
    slices = all.filter { $0.grams == SharedSchema.grams }.map(\.number)
    sliceCount = all.count
    unknown = all.count - slices.count
    stage = slices.isEmpty ? .end : named.isEmpty ? .front(0, before: nil) : .named
  }

  var isComplete: Bool {
    unanswered.isEmpty && unknown == 0 && waiting == 0 && damaged.isEmpty
  }

  /// Counts a document with a damaged page. The search goes on: one member could end those of all otherwise.
  func noteDamage(of entry: IndexEntry) { damaged.insert(entry.id) }

  func next(
    waits: Bool, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> CandidatePortion {
    try wrapped { () throws(SharedLibraryError) in
      guard let list = try next() else { return CandidatePortion(isLast: true) }
      return CandidatePortion(list: list, isLast: false)
    }
  }

  /// Keeps the error of a request, which says more than the one of local searches.
  func wrapped<Result>(
    _ body: () throws(SharedLibraryError) -> Result
  ) throws(LibraryIndex.Failure) -> Result {
    do throws(SharedLibraryError) {
      return try body()
    } catch {
      failure = error
      throw LibraryIndex.Failure(library: source.name)
    }
  }

  /// Returns the next candidates, which may be none; nil after the last.
  private func next() throws(SharedLibraryError) -> [Candidate]? {
    (contents, places) = (.init(), [:])
    if !queue.isEmpty {
      return try attempt(queued, orGoOn: stage) { () throws(SharedLibraryError) in
        try takeQueued()
      }
    }
    switch stage {
    case .named:
      stage = .end
      return try namedDocuments()
    case .front(let index, let before): return try fronts(index, before)
    case .slice(let index, let before):
      queued = slices[index]
      return try attempt(queued, orGoOn: after(index)) { () throws(SharedLibraryError) in
        try ask(index, before)
      }
    case .scattered(let index):
      stage = index + 1 < slices.count ? .scattered(index + 1) : .end
      return try attempt(slices[index], orGoOn: stage) { () throws(SharedLibraryError) in
        try scattered(slices[index])
      }
    case .end: return nil
    }
  }

  private func after(_ index: Int) -> Stage {
    index + 1 < slices.count
      ? .slice(index + 1, before: nil) : plan.isOfOnePage ? .end : .scattered(0)
  }

  /// Runs a part of the search; one that fails is left out, if the server can be asked for the others.
  private func attempt(
    _ slice: Int, orGoOn next: Stage,
    _ body: () throws(SharedLibraryError) -> [Candidate]
  ) throws(SharedLibraryError) -> [Candidate] {
    let before = (queue, size)
    do throws(SharedLibraryError) {
      return try body()
    } catch {
      guard error.isTransient else { throw error }
      failure = error
    }
    do throws(SharedLibraryError) {
      if source.database.isBroken { try source.database.reconnect(within: Self.reconnection) }
    } catch {
      (queue, stage) = ([], .end)
      unanswered.formUnion(slices.filter { $0 <= slice })
      return []
    }
    if failure?.isLate == false {
      // The server was restarted, or a standby has taken its place.
      (queue, size) = before
      do throws(SharedLibraryError) {
        let answer = try body()
        failure = nil
        return answer
      } catch {
        guard error.isTransient else { throw error }
        failure = error
      }
    }
    (queue, stage) = ([], next)
    unanswered.insert(slice)
    return []
  }

  /// The time to connect again in the middle of a search.
  private static let reconnection = Duration.milliseconds(600)

  private func namedDocuments() throws(SharedLibraryError) -> [Candidate] {
    var list: [Candidate] = []
    for case .shared(let place, _) in named {
      let documents = try source.documents(at: place.path, of: place.collection)
      list += try source.entries(of: documents).values.filter { named.contains($0.entry.place) }
        .map { candidate($0, rows: nil, front(of: $0)) }
    }
    return accept(list)
  }

  private func fronts(
    _ index: Int, _ before: Int?
  ) throws(SharedLibraryError) -> [Candidate] {
    stage = .slice(0, before: nil)
    guard index < plan.frontTerms.count else { return [] }
    stage = .front(index + 1, before: nil)
    guard let need = plan.termNeeds[plan.frontTerms[index]].json else { return [] }
    let most = before == nil ? Self.firstPortion : Self.mostDocuments
    let (documents, entries) = try source.fronts(need, before: before, most: most)
    if documents.count == most { stage = .front(index, before: documents.last) }
    return accept(
      documents.compactMap { document in
        guard !known.contains(document), let entry = entries[document], mayPass(entry) else {
          return nil
        }
        let front = front(of: entry)
        return front.isEmpty ? nil : candidate(entry, rows: nil, front)
      })
  }

  /// Asks a slice for more candidates and returns the first.
  private func ask(_ index: Int, _ before: Int?) throws(SharedLibraryError) -> [Candidate] {
    let found = try source.candidates(
      plan.need.json, in: slices[index], before: before, most: size)
    queue = found[...]
    if let last = found.last, found.count == size {
      stage = .slice(index, before: last.document)
      size = min(size * 4, Self.largestPortion)
    } else {
      stage = after(index)
    }
    return try takeQueued()
  }

  /// Returns some of the candidates that were asked for, with their texts.
  private func takeQueued() throws(SharedLibraryError) -> [Candidate] {
    var rows = 0
    let part = queue.prefix(Self.mostDocuments).prefix { candidate in
      defer { rows += candidate.pages?.count ?? 0 }
      return rows < Self.mostRows
    }
    queue = queue.dropFirst(part.count)
    var wanted = part.filter { !known.contains($0.document) }
    var inFront: Set<Int> = []
    if plan.hasFilters {
      // The texts of documents that cannot match are not fetched.
      let entries = try source.entries(of: wanted.map(\.document))
      wanted.removeAll { candidate in entries[candidate.document].map { !mayPass($0) } ?? true }
      // These are read from their first row on.
      inFront = Set(entries.filter { !front(of: $0.value).isEmpty }.keys)
    }
    var asked: [Int] = []
    for candidate in wanted where !inFront.contains(candidate.document) {
      let own = rowsToRead(of: candidate) ?? []
      if asked.count + own.count <= Self.mostRows { asked += own }
    }
    contents = try source.contents(of: wanted.map(\.document), asked, in: queued)
    return accept(
      wanted.compactMap { candidate -> Candidate? in
        guard let entry = contents.entries[candidate.document], mayPass(entry) else { return nil }
        return self.candidate(entry, rows: rowsToRead(of: candidate), front(of: entry))
      })
  }

  /// The rows of a candidate that are searched; nil for all.
  private func rowsToRead(of candidate: SharedCandidate) -> [Int]? {
    guard plan.hasPlaces else { return [] }
    return candidate.pages?.map { candidate.document << SharedSchema.pageBits + $0 }
  }

  /// Returns the documents of a slice that have all terms though on no page together.
  private func scattered(_ slice: Int) throws(SharedLibraryError) -> [Candidate] {
    var present: [Int: TermSet] = [:]
    var everywhere = TermSet()
    for term in plan.query.terms.indices where plan.wanted.contains(term) {
      guard let need = plan.termNeeds[term].json else {
        everywhere.insert(term)
        continue
      }
      var before: Int?
      repeat {
        let found = try source.candidates(
          need, in: slice, before: before, most: Self.largestPortion)
        for candidate in found { present[candidate.document, default: TermSet()].insert(term) }
        before = found.count == Self.largestPortion ? found.last?.document : nil
      } while before != nil
    }
    let wanted = present.keys.filter { !known.contains($0) }.sorted(by: >)
    var list: [Candidate] = []
    for start in stride(from: 0, to: wanted.count, by: Self.mostDocuments) {
      let part = Array(wanted[start..<min(wanted.count, start + Self.mostDocuments)])
      // Filters and titles may decide only for documents that lack nothing but them.
      let entries = try source.entries(of: part)
      for document in part {
        guard let entry = entries[document] else { continue }
        let own = front(of: entry)
        let all = (present[document] ?? TermSet()).union(everywhere).union(TermSet(own))
        guard
          plan.holds(
            plan.query.clause, all, isWhole: false, { filter.passes(entry.entry, $0) })
        else { continue }
        list.append(candidate(entry, rows: [], own))
      }
    }
    return accept(list)
  }

  private func accept(_ candidates: [Candidate]) -> [Candidate] {
    for candidate in candidates { known.insert(candidate.entry.id) }
    return candidates
  }

  /// A match in the title may supply a term that is missing on a page, so that any row may match then.
  private func candidate(
    _ document: SharedEntry, rows: [Int]?, _ front: Set<Int>
  ) -> Candidate {
    places[document.entry.id] = document.slice
    return Candidate(
      entry: document.entry, rows: front.isEmpty ? rows.map { $0[...] } : nil, front: front)
  }

  private func mayPass(_ document: SharedEntry) -> Bool {
    filter.mayPass(plan.query.clause, document.entry)
  }

  private func front(of document: SharedEntry) -> Set<Int> {
    Set(plan.frontTerms.filter { plan.isInFront($0, of: document.entry) })
  }
}
