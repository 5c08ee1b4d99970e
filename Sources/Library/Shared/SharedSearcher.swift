package import DocumentModel
import Platform
package import Text

/// Searches a shared library and verifies each hit on the text, as `LibrarySearcher` does; used from one thread at a time.
package final class SharedSearcher {
  let databases: SharedDatabases
  private let name: String
  private let roots: [String: String]
  private let library: String
  private let exchange: EditExchange
  let mayGoOn: () -> Bool

  /// Why a search failed.
  package enum Failure: Error, Sendable {
    case pattern(PatternError)
    case library(SharedLibraryError)
  }

  /// The parts that could not be searched.
  package struct Missing: Sendable, Hashable {
    package var parts: Int
    package var allParts: Int
    /// Parts whose form this version does not know.
    package var unknown: Int
    /// Files that wait to be read.
    package var waiting: Int
    /// Documents with a page whose text is damaged.
    package var damaged: Int
    /// Whether the members' tags, which the query names, are not known here.
    package var lacksTags = false
    /// Whether the databases differ in what the user may read.
    package var hasOtherRights: Bool
    /// Why a part did not answer.
    package var reason: SharedLibraryError?

    package var isComplete: Bool {
      parts == 0 && unknown == 0 && waiting == 0 && damaged == 0 && !lacksTags && !hasOtherRights
    }

    /// Whether a part does not answer now, and may later.
    package var isPassing: Bool { parts > 0 && reason?.isTransient != false }

    package init(
      parts: Int = 0, allParts: Int, unknown: Int = 0, waiting: Int = 0, damaged: Int = 0,
      hasOtherRights: Bool = false, reason: SharedLibraryError? = nil
    ) {
      (self.parts, self.allParts, self.unknown) = (parts, allParts, unknown)
      (self.waiting, self.damaged) = (waiting, damaged)
      (self.hasOtherRights, self.reason) = (hasOtherRights, reason)
    }
  }

  /// `name` is the one under which this machine has joined the library, `roots` the folders of its collections here; `library` has the local data.
  package init(
    _ databases: SharedDatabases, name: String, roots: [String: String] = [:],
    library: String = ReadingLibrary.defaultFolder(), while mayGoOn: @escaping () -> Bool = { true }
  ) {
    (self.databases, self.name, self.roots) = (databases, name, roots)
    self.library = library
    exchange = EditExchange(folder: library)
    self.mayGoOn = mayGoOn
  }

  /// Runs a search and reports results as they are found, the likeliest first; returns the parts that are missing.
  package func find(
    _ query: LibraryQuery, _ bounds: LibrarySearcher.Bounds = .init(),
    found tell: (LibraryFindings) -> Void
  ) throws(Failure) -> Missing {
    let plan: QueryPlan
    do throws(PatternError) { plan = try QueryPlan(query) } catch { throw .pattern(error) }
    // Unchecked: nothing in it changes.
    nonisolated(unsafe) let request = CandidateRequest(
      plan: plan, bounds: bounds, facts: LibraryFacts(file: library + "/library.db"), notes: nil)
    let known: (tags: [SharedDocument: [String]], areAll: Bool)
    do throws(SharedLibraryError) {
      // The first of several is asked for the list with the search.
      if databases.parts.count == 1 { try databases.refresh() }
      known = try tags(for: query.clause)
    } catch {
      throw .library(error)
    }
    let begin: @Sendable (LibraryPart) throws(SharedLibraryError) -> SharedSearch = {
      [name, roots] part throws(SharedLibraryError) in
      try part.again { database throws(SharedLibraryError) in
        let source = SharedCandidates(
          database: database, name: name, roots: roots, tags: known.tags)
        return try SharedSearch(source, request)
      }
    }
    var missing =
      databases.parts.count == 1
      ? try findAlone(request, begin, tell) : try findSideBySide(request, begin, tell)
    missing.lacksTags = !known.areAll
    return missing
  }

  private func findAlone(
    _ request: CandidateRequest,
    _ begin: (LibraryPart) throws(SharedLibraryError) -> SharedSearch,
    _ tell: (LibraryFindings) -> Void
  ) throws(Failure) -> Missing {
    let search: SharedSearch
    do throws(SharedLibraryError) {
      search = try begin(databases.parts[0])
      if search.sliceCount == 0 { try demandMember() }
    } catch {
      throw .library(error)
    }
    try run(search, request, tell) { search.failure }
    return Missing(
      parts: search.unanswered.count, allParts: search.sliceCount, unknown: search.unknown,
      waiting: search.waiting, damaged: search.damaged.count, reason: search.failure)
  }

  private func findSideBySide(
    _ request: CandidateRequest,
    _ begin: @escaping @Sendable (LibraryPart) throws(SharedLibraryError) -> SharedSearch,
    _ tell: (LibraryFindings) -> Void
  ) throws(Failure) -> Missing {
    let search = SideBySideSearch(databases, begin)
    do throws(Failure) { try run(search, request, tell) { nil } } catch {
      search.end()
      throw error
    }
    search.end()
    do throws(SharedLibraryError) {
      if let failure = search.failure { throw failure }
      if search.isEmpty { try demandMember() }
    } catch {
      throw .library(error)
    }
    return search.missing
  }

  /// An empty answer of a library without any collection for this role would look complete.
  private func demandMember() throws(SharedLibraryError) {
    let first = try databases.first()
    if try first.collections().isEmpty { throw .notAMember(role: first.role) }
  }

  private func run(
    _ search: any CandidateSearch, _ request: CandidateRequest,
    _ tell: (LibraryFindings) -> Void, _ reason: () -> SharedLibraryError?
  ) throws(Failure) {
    do throws(LibrarySearcher.Failure) {
      try CandidateReader(request: request).run([search], while: mayGoOn, found: tell)
    } catch {
      switch error {
      case .pattern(let error): throw .pattern(error)
      case .index(let failure): throw .library(reason() ?? .nonsense(failure.message))
      }
    }
  }

  /// Asks the databases in order and returns the first answer; throws the first error if none has an answer.
  func first<Value>(
    _ body: (Int, SharedCandidates) throws(SharedLibraryError) -> Value?
  ) throws(SharedLibraryError) -> Value? {
    var failure: SharedLibraryError?
    for (index, part) in databases.parts.enumerated() {
      do throws(SharedLibraryError) {
        let value = try part.again { database throws(SharedLibraryError) in
          try body(index, SharedCandidates(database: database, name: name, roots: roots))
        }
        if let value { return value }
      } catch {
        failure = failure ?? error
        if error.isLate { part.rest(after: error) }
      }
    }
    if let failure { throw failure }
    return nil
  }

  func source(_ index: Int) throws(SharedLibraryError) -> SharedCandidates {
    SharedCandidates(database: try databases.parts[index].opened(), name: name, roots: roots)
  }

  /// Returns the tags that members have given documents, those of now if the query names one, and whether they are all.
  private func tags(
    for clause: LibraryQuery.Clause
  ) throws(SharedLibraryError) -> (tags: [SharedDocument: [String]], areAll: Bool) {
    let areNew = Self.namesTag(clause)
    guard areNew || SystemPath.isThere(library + "/library.db") else { return ([:], true) }
    do throws(EditExchange.Failure) {
      if areNew {
        let first: SharedDatabase
        do throws(SharedLibraryError) { first = try databases.first() } catch {
          throw .server(error)
        }
        try exchange.bring(from: first)
      }
      return (try exchange.tags(of: databases.id), true)
    } catch {
      // The other databases are searched without the first, which has the tags.
      if case .server(let error) = error, databases.parts.count == 1 { throw error }
      return ((try? exchange.tags(of: databases.id)) ?? [:], !areNew)
    }
  }

  private static func namesTag(_ clause: LibraryQuery.Clause) -> Bool {
    switch clause {
    case .filter(.tag): true
    case .filter, .term: false
    case .not(let part): namesTag(part)
    case .all(let parts), .any(let parts): parts.contains(where: namesTag)
    }
  }

  /// Returns the hits of one document, up to a maximum.
  package func hits(
    of place: DocumentPlace, _ query: LibraryQuery, most: Int = 5_000
  ) throws(Failure) -> [LibraryHit] {
    var bounds = LibrarySearcher.Bounds()
    bounds.places = [place]
    bounds.mostHits = most
    var found: [LibraryHit] = []
    _ = try find(query, bounds) { found += $0.documents.flatMap(\.hits) }
    return found
  }
}
