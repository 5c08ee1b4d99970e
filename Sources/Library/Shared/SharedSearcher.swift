package import DocumentModel
import Platform
package import Text

/// Searches a shared library and verifies each hit on the text, as `LibrarySearcher` does; used from one thread at a time.
package final class SharedSearcher {
  let source: SharedCandidates
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
    package var parts = 0
    package var allParts = 0
    /// Parts whose form this version does not know.
    package var unknown = 0
    /// Files that wait to be read.
    package var waiting = 0
    /// Whether the members' tags, which the query names, cannot be stored on this machine.
    package var lacksTags = false
    /// Why a part did not answer.
    package var reason: SharedLibraryError?

    package var isComplete: Bool { parts == 0 && unknown == 0 && waiting == 0 && !lacksTags }
  }

  /// `name` is the one under which this machine has joined the library, `roots` the folders of its collections here; `library` has the local data.
  package init(
    _ database: SharedDatabase, name: String, roots: [String: String] = [:],
    library: String = ReadingLibrary.defaultFolder(), while mayGoOn: @escaping () -> Bool = { true }
  ) {
    source = SharedCandidates(database: database, name: name, roots: roots)
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
    let request = CandidateRequest(
      plan: plan, bounds: bounds, facts: LibraryFacts(file: library + "/library.db"), notes: nil)
    let search: SharedSearch
    var (source, lacksTags) = (source, false)
    do throws(SharedLibraryError) {
      if let tags = try tags(bringing: Self.namesTag(query.clause)) {
        source.tags = tags
      } else {
        lacksTags = Self.namesTag(query.clause)
      }
      search = try SharedSearch(source, request)
      // An empty answer of a library without any collection for this role would look complete.
      if search.sliceCount == 0, try source.database.collections().isEmpty {
        throw .notAMember(role: source.database.role)
      }
    } catch {
      throw .library(error)
    }
    do throws(LibrarySearcher.Failure) {
      try CandidateReader(request: request).run([search], while: mayGoOn, found: tell)
    } catch {
      switch error {
      case .pattern(let error): throw .pattern(error)
      case .index(let failure):
        throw .library(search.failure ?? .nonsense(failure.message))
      }
    }
    return Missing(
      parts: search.unanswered.count, allParts: search.sliceCount, unknown: search.unknown,
      waiting: search.waiting, lacksTags: lacksTags, reason: search.failure)
  }

  /// Returns the tags that members have given documents, as far as they are known here or are brought first; nil if they cannot be stored.
  private func tags(
    bringing areNew: Bool
  ) throws(SharedLibraryError) -> [SharedDocument: [String]]? {
    guard areNew || SystemPath.isThere(library + "/library.db") else { return [:] }
    do throws(EditExchange.Failure) {
      if areNew { try exchange.bring(from: source.database) }
      return try exchange.tags(of: source.database.id)
    } catch {
      guard case .server(let error) = error else { return nil }
      throw error
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
