import Dispatch
package import DocumentModel
import Files
import Glibc
package import Library
import Platform
import Synchronization
package import Workers

/// Reads files that wait in shared libraries, on this machine, as `Indexer` reads those of the local index; several machines may do so at once.
package final class SharedIndexing: Sendable {
  package struct Outcome: Sendable {
    package var read = 0
    package var pages = 0
    /// Files whose bytes were stored already.
    package var copies = 0
    /// Attempts that cost a sandboxed worker.
    package var lost = 0
    /// Files that are not here, or changed while they were read; others, or a later run, read them.
    package var passedOver = 0
    package var isStopped = false
    package var failure: SharedLibraryError?
  }

  private let pool: WorkerPool
  private let types: DocumentTypes
  private let library: JoinedLibrary
  private let collections: [String]
  private let lanes: Int
  private let state = Mutex(Outcome())
  private let onProgress: @Sendable (Outcome, String) -> Void
  private let onWaiting: @Sendable (SharedLibraryError) -> Void
  /// When the wait for each database was reported last, by its number: all lanes wait for it.
  private let waits = Mutex<[Int: ContinuousClock.Instant]>([:])

  /// A lease lasts 120 s.
  private static let renewal = Duration.seconds(40)

  /// Reads files of the collections whose folders are known here; `onProgress` is called on any thread with the name of a file, `onWaiting` with why a database
  /// is waited for.
  package init(
    _ library: JoinedLibrary, _ collections: [String], pool: WorkerPool, types: DocumentTypes,
    lanes: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
    onWaiting: @escaping @Sendable (SharedLibraryError) -> Void = { _ in },
    onProgress: @escaping @Sendable (Outcome, String) -> Void
  ) {
    self.library = library
    self.collections = collections.filter { library.roots[$0] != nil }
    self.pool = pool
    self.types = types
    self.lanes = lanes
    self.onProgress = onProgress
    self.onWaiting = onWaiting
  }

  /// Reports that a database is waited for, unless another lane has done so just now.
  private func wait(for part: LibraryPart, _ error: SharedLibraryError) {
    let isNew = waits.withLock { waits in
      let isNew = waits[part.number].map { .now - $0 > .seconds(1) } ?? true
      if isNew { waits[part.number] = .now }
      return isNew
    }
    if isNew { onWaiting(error) }
  }

  package func stop() { state.withLock { $0.isStopped = true } }

  private func mayGoOn() -> Bool { state.withLock { !$0.isStopped && $0.failure == nil } }

  /// Returns the libraries that read documents, with their versions.
  package static func reader(_ pool: WorkerPool) -> String { Indexer.reader(pool) }

  /// The name of this machine, for the list of files that were given up.
  private static let machine: String = {
    var names = utsname()
    guard uname(&names) == 0 else { return "" }
    return withUnsafeBytes(of: names.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }()

  /// Reads until nothing waits. Blocks.
  package func run() -> Outcome {
    let reader = Self.reader(pool)
    DispatchQueue.concurrentPerform(iterations: lanes) { _ in
      do throws(SharedLibraryError) {
        try SharedLane(self, reader).run()
      } catch {
        state.withLock { $0.failure = $0.failure ?? error }
      }
    }
    if state.withLock({ $0.read > 0 }), let databases = try? library.openAll() {
      try? databases.each { _, database throws(SharedLibraryError) in try database.tidy() }
    }
    return state.withLock(\.self)
  }

  /// Whether a folder is there and has anything in it: an empty one is where a disk or share is usually mounted.
  static func isMounted(_ folder: String) -> Bool {
    guard let stream = SystemPath.lend(folder, { opendir($0) }) else { return false }
    defer { closedir(stream) }
    for _ in 0..<2 where readdir(stream) == nil { return false }
    return readdir(stream) != nil
  }

  /// Whether a path leads to a file in a folder, not through a link to one of the user's other files.
  static func isInside(_ path: String, _ root: String) -> Bool {
    guard let file = SystemPath.resolved(path), let root = SystemPath.resolved(root) else {
      return false
    }
    return PathParts.lies(file, in: root)
  }

  /// One lane: connections to the library's databases and a reader of documents.
  private final class SharedLane {
    /// A database, and what this lane has leased from it.
    private final class Source {
      let part: LibraryPart
      var lease: String?
      var failures = 0
      var rest = ContinuousClock.now

      init(_ part: LibraryPart) { self.part = part }
    }

    let indexing: SharedIndexing
    let reader: String
    let databases: SharedDatabases
    let service: DocumentIndexing
    private var renewed = ContinuousClock.now

    init(_ indexing: SharedIndexing, _ reader: String) throws(SharedLibraryError) {
      self.indexing = indexing
      self.reader = reader
      databases = try indexing.library.openAll { [indexing] in indexing.mayGoOn() }
      service = DocumentIndexing(indexing.pool, types: indexing.types, reader: reader)
    }

    /// Reads until nothing waits in any database. One that does not answer is asked again after 2, 4 … 32 s, while the others are read.
    func run() throws(SharedLibraryError) {
      var sources = databases.parts.map { Source($0) }
      var failure: SharedLibraryError?
      while indexing.mayGoOn(), !sources.isEmpty {
        var hasRead = false
        for source in sources where source.rest <= .now && indexing.mayGoOn() {
          do throws(SharedLibraryError) {
            if try readSome(of: source) {
              hasRead = true
            } else if sources.contains(where: { $0.failures > 0 }) {
              source.rest = .now + Self.idle
            }
            source.failures = 0
          } catch {
            giveBack(source)
            guard indexing.mayGoOn() else { return }
            guard error.isTransient else { throw error }
            source.failures += 1
            source.rest = .now + .seconds(1 << source.failures)
            let reported =
              databases.parts.count > 1
              ? SharedLibraryError.part(number: source.part.number, error) : error
            failure = reported
            if source.failures <= Self.mostFailures { indexing.wait(for: source.part, reported) }
          }
        }
        sources.removeAll { $0.failures > Self.mostFailures }
        guard !hasRead else { continue }
        if sources.allSatisfy({ $0.failures == 0 }) { break }
        usleep(50_000)
      }
      if let failure, sources.count < databases.parts.count { throw failure }
    }

    /// Reads a few files; false if none waits.
    private func readSome(of source: Source) throws(SharedLibraryError) -> Bool {
      let database = try source.part.opened()
      // The server lost the connection, not the document its reader.
      if let lease = source.lease { try database.release(lease) }
      let files = try database.lease(
        from: indexing.collections, machine: SharedIndexing.machine)
      source.lease = files.first?.lease
      for file in files where indexing.mayGoOn() { try read(file, of: source.part, database) }
      giveBack(source)
      return !files.isEmpty
    }

    /// Gives back what was leased and not finished; after a stop the connection waits for nothing more, so another one is used.
    private func giveBack(_ source: Source) {
      guard let lease = source.lease else { return }
      let part =
        indexing.mayGoOn()
        ? source.part
        : (try? indexing.library.openAll())?.parts.first { $0.number == source.part.number }
      do throws(SharedLibraryError) {
        try part?.opened().release(lease)
        source.lease = nil
      } catch {}
    }

    /// The lost workers after which the library gives a file up.
    private static let mostLosses = 3

    /// The pause before a database without work is asked again while another one does not answer.
    private static let idle = Duration.seconds(1)

    /// Errors in a row, such as those of a full disk, after which the run ends.
    private static let mostFailures = 5

    private func read(
      _ file: LeasedFile, of part: LibraryPart, _ database: SharedDatabase
    ) throws(SharedLibraryError) {
      indexing.onProgress(indexing.state.withLock(\.self), PathParts.name(of: file.path))
      // A server could ask for a file outside the collection's folder.
      guard let root = indexing.library.roots[file.collection],
        let path = SharedPlace.path(file.path, below: root)
      else { throw .nonsense("a path leads out of the collection's folder") }
      guard try database.begin(file) else { return }
      renewed = .now
      guard let sighting = FileSighting(seeing: path), sighting.size == file.size,
        SharedFile.isSame(sighting.modified, file.modified), SharedIndexing.isInside(path, root),
        let hash = Digest.sha256(file: path)
      else {
        guard SharedIndexing.isMounted(root) else { throw .folderMissing(root) }
        return try passOver(file, database)
      }
      if try database.adopt(file, hash: hash, reader: reader) {
        return indexing.state.withLock { $0.copies += 1 }
      }
      if try databases.pass(file, sighting, hash: hash, reader: reader, from: part) { return }
      let document = service.read(
        sighting, while: { self.renew(file, database) && self.indexing.mayGoOn() })
      guard var document else {
        guard indexing.mayGoOn() else { return }
        throw .noWorker
      }
      if service.hasLostWorkers {
        indexing.state.withLock { $0.lost += 1 }
        // The last attempt keeps the pages before and after those that ended its worker.
        guard file.losses + 1 >= Self.mostLosses, !document.pages.isEmpty else {
          return try database.fail(file, document.reason)
        }
      }
      if document.reader.isEmpty { document.reader = Indexer.reader(indexing.pool) }
      guard FileSighting(seeing: path) == sighting else {
        return try passOver(file, database)
      }
      if try database.store(document, hash: hash, of: file) {
        indexing.state.withLock {
          $0.read += 1
          $0.pages +=
            document.state == .whole ? document.card.pageCount : document.pages.count
        }
      }
    }

    private func passOver(_ file: LeasedFile, _ database: SharedDatabase) throws(SharedLibraryError)
    {
      indexing.state.withLock { $0.passedOver += 1 }
      try database.forget(file)
    }

    /// Renews the lease from time to time; a server that is away for a moment is asked again later.
    private func renew(_ file: LeasedFile, _ database: SharedDatabase) -> Bool {
      if .now - renewed > SharedIndexing.renewal {
        renewed = .now
        try? database.renew(file)
      }
      return true
    }
  }
}
