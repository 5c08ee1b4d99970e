import Dispatch
import DocumentModel
import Synchronization
import Text

/// One search of several databases of a library at the same time, each on a thread of its own. A database that fails is left out and counted.
///
/// The candidates of a portion are read before the next portion is asked for, so that a database is used by one thread at a time.
final class SideBySideSearch: CandidateSearch {
  private let begin: @Sendable (LibraryPart) throws(SharedLibraryError) -> SharedSearch
  private let databases: SharedDatabases
  private var lanes: [Lane] = []
  /// The lane whose candidates are being read.
  private var current: Lane?
  private let answered = DispatchSemaphore(value: 0)

  /// Searches the databases that are known, and those that the first lists besides; `begin` begins the search of one, on its thread.
  init(
    _ databases: SharedDatabases,
    _ begin: @escaping @Sendable (LibraryPart) throws(SharedLibraryError) -> SharedSearch
  ) {
    (self.databases, self.begin) = (databases, begin)
    lanes = databases.parts.map { Lane($0) }
    databases.gate.share()
  }

  /// Ends the waiting for databases. What is about to be answered is taken: a connection whose answer is not awaited has no use.
  func end() {
    let limit = DispatchTime.now() + .milliseconds(50)
    while lanes.contains(where: \.isAwaited), answered.wait(timeout: limit) == .success {}
    databases.gate.end()
    for lane in lanes { lane.queue.sync {} }
    databases.gate.unshare()
  }

  /// The error if no database answers, or the first says that the role is not admitted.
  var failure: SharedLibraryError? {
    if let first = lanes[0].failure, !first.isTransient { return first }
    return lanes.allSatisfy { $0.failure != nil } ? lanes[0].failure : nil
  }

  /// Whether no database has a slice that the role may see.
  var isEmpty: Bool { lanes.allSatisfy { $0.search?.sliceCount == 0 } }

  var missing: SharedSearcher.Missing {
    let lanes = lanes.filter(\.isListed)
    return SharedSearcher.Missing(
      parts: lanes.count { $0.failure != nil || $0.search?.unanswered.isEmpty == false },
      allParts: lanes.count, unknown: lanes.count { $0.search?.unknown ?? 0 > 0 },
      waiting: lanes.reduce(0) { $0 + ($1.search?.waiting ?? 0) },
      damaged: lanes.reduce(0) { $0 + ($1.search?.damaged.count ?? 0) },
      hasOtherRights: Set(lanes.compactMap(\.rights)).count > 1,
      reason: lanes.lazy.compactMap { $0.failure ?? $0.search?.failure }.first)
  }

  /// False while a database is awaited, whose state its queue changes.
  var isComplete: Bool { !lanes.contains(where: \.isAwaited) && missing.isComplete }

  func next(
    waits: Bool, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> CandidatePortion {
    while true {
      let turn = lanes.firstIndex { $0 === current }.map { $0 + 1 } ?? 0
      current = nil
      let lanes = lanes.filter(\.isListed)
      for lane in lanes { lane.ask(begin, answered) }
      let next = lanes.indices.map { lanes[(turn + $0) % lanes.count] }.first { $0.hasAnswer }
      if let next {
        current = next
        let portion = next.take()
        addListed(by: next)
        return CandidatePortion(list: portion.list, isLast: areDone)
      }
      guard !areDone else { return CandidatePortion(isLast: true) }
      guard waits, mayGoOn() else { return CandidatePortion(isLast: false) }
      _ = answered.wait(timeout: .now() + .milliseconds(20))
    }
  }

  private var areDone: Bool { lanes.allSatisfy { $0.isDone || !$0.isListed } }

  /// Searches databases, too, that the first one lists since it was asked before.
  private func addListed(by lane: Lane) {
    guard let shards = lane.listed else { return }
    lane.listed = nil
    databases.update(shards)
    let known = lanes.map(\.part)
    for lane in lanes where !databases.parts.contains(where: { $0 === lane.part }) {
      lane.isListed = false
    }
    lanes += databases.parts.filter { part in !known.contains { $0 === part } }.map { Lane($0) }
  }

  func pages(
    of entry: IndexEntry, rows: ArraySlice<Int>?,
    _ body: (Int, String, UnsafeRawBufferPointer) -> Bool
  ) throws(LibraryIndex.Failure) {
    current?.attempt { search throws(LibraryIndex.Failure) in
      try search.pages(of: entry, rows: rows, body)
    }
  }

  func rows(
    of terms: TermSet, in entry: IndexEntry, while mayGoOn: () -> Bool
  ) throws(LibraryIndex.Failure) -> ArraySlice<Int>? {
    current?.attempt { search throws(LibraryIndex.Failure) in
      try search.rows(of: terms, in: entry, while: mayGoOn)
    } ?? []
  }

  func sections(of entry: IndexEntry) throws(LibraryIndex.Failure) -> [DocumentSection] {
    current?.attempt { search throws(LibraryIndex.Failure) in try search.sections(of: entry) }
      ?? []
  }

  func labels(
    of pages: Set<Int>, in entry: IndexEntry
  ) throws(LibraryIndex.Failure) -> [Int: String] {
    current?.attempt { search throws(LibraryIndex.Failure) in
      try search.labels(of: pages, in: entry)
    } ?? [:]
  }

  /// The search of one database.
  // Unchecked: used by its queue from `ask` until `hasAnswer`, otherwise by the thread that reads.
  private final class Lane: @unchecked Sendable {
    let part: LibraryPart
    let queue: DispatchQueue
    private(set) var search: SharedSearch?
    private(set) var failure: SharedLibraryError?
    /// The collections that the user may read there; nil before it has answered.
    private(set) var rights: String?
    /// False for a database that was listed before and is not now.
    var isListed = true
    /// The other databases, of the first.
    var listed: [SharedShard]?
    private(set) var isDone = false
    private var isAsked = false
    private var portion = CandidatePortion(isLast: true)
    private let isAnswered = Atomic<Bool>(false)

    init(_ part: LibraryPart) {
      self.part = part
      queue = DispatchQueue(label: "recto.shared-search.\(part.number)", qos: .userInitiated)
    }

    var isAwaited: Bool { isAsked && !hasAnswer }
    var hasAnswer: Bool { isAnswered.load(ordering: .acquiring) }

    /// Asks for the next candidates, unless that was done.
    func ask(
      _ begin: @escaping @Sendable (LibraryPart) throws(SharedLibraryError) -> SharedSearch,
      _ answered: DispatchSemaphore
    ) {
      guard !isAsked, !isDone else { return }
      isAsked = true
      queue.async { [self] in
        portion = answer(begin)
        isAnswered.store(true, ordering: .releasing)
        answered.signal()
      }
    }

    private func answer(
      _ begin: (LibraryPart) throws(SharedLibraryError) -> SharedSearch
    ) -> CandidatePortion {
      do throws(SharedLibraryError) {
        if search == nil {
          if part.number == 1 { listed = try part.shards() }
          rights = try part.again { database throws(SharedLibraryError) in try database.rights() }
          search = try begin(part)
        }
      } catch {
        fail(error)
        return CandidatePortion(isLast: true)
      }
      return attempt { search throws(LibraryIndex.Failure) in
        try search.next(waits: true, while: { true })
      } ?? CandidatePortion(isLast: true)
    }

    /// Returns the answer, so that the next can be asked for.
    func take() -> CandidatePortion {
      isAnswered.store(false, ordering: .relaxed)
      isAsked = false
      isDone = portion.isLast
      return portion
    }

    /// Runs a part of the search; nil if it fails, or has failed before.
    func attempt<Value>(
      _ body: (SharedSearch) throws(LibraryIndex.Failure) -> Value
    ) -> Value? {
      guard failure == nil, let search else { return nil }
      do throws(LibraryIndex.Failure) { return try body(search) } catch {
        fail(search.failure ?? .nonsense(error.message))
        return nil
      }
    }

    /// Keeps why the database is missing; a search that is ended early misses nothing.
    private func fail(_ error: SharedLibraryError) {
      if !error.isCancelled { failure = error }
    }
  }
}
