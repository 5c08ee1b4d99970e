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

  /// A lease lasts 120 s.
  private static let renewal = Duration.seconds(40)

  /// Reads files of the collections whose folders are known here; `onProgress` is called on any thread with the name of a file.
  package init(
    _ library: JoinedLibrary, _ collections: [String], pool: WorkerPool, types: DocumentTypes,
    lanes: Int = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))),
    onProgress: @escaping @Sendable (Outcome, String) -> Void
  ) {
    self.library = library
    self.collections = collections.filter { library.roots[$0] != nil }
    self.pool = pool
    self.types = types
    self.lanes = lanes
    self.onProgress = onProgress
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
    if state.withLock({ $0.read > 0 }), let database = try? library.open() {
      try? database.tidy()
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

  /// One lane: a connection and a reader of documents.
  private final class SharedLane {
    let indexing: SharedIndexing
    let reader: String
    let database: SharedDatabase
    let service: DocumentIndexing
    private var renewed = ContinuousClock.now

    init(_ indexing: SharedIndexing, _ reader: String) throws(SharedLibraryError) {
      self.indexing = indexing
      self.reader = reader
      database = try indexing.library.open { [indexing] in indexing.mayGoOn() }
      service = DocumentIndexing(indexing.pool, types: indexing.types, reader: reader)
    }

    func run() throws(SharedLibraryError) {
      var lease: String?
      var failures = 0
      while indexing.mayGoOn() {
        do throws(SharedLibraryError) {
          let files = try database.lease(
            from: indexing.collections, machine: SharedIndexing.machine)
          lease = files.first?.lease
          guard let lease else { return }
          defer { giveBack(lease) }
          for file in files where indexing.mayGoOn() { try read(file) }
          failures = 0
        } catch {
          guard indexing.mayGoOn() else { return }
          failures += 1
          guard error.isTransient, failures <= Self.mostFailures else { throw error }
          pause(1 << failures)
          try reconnect(after: error)
          // The server lost the connection, not the document its reader.
          if let lease { try? database.release(lease) }
        }
      }
    }

    /// Gives back what was leased and not finished; after a stop the connection waits for nothing more, so another one is used.
    private func giveBack(_ lease: String) {
      let database = indexing.mayGoOn() ? database : try? indexing.library.open()
      try? database?.release(lease)
    }

    /// The attempts after which the library gives a file up.
    private static let mostAttempts = 3

    /// Errors in a row, such as those of a full disk, after which the run ends.
    private static let mostFailures = 5

    /// Waits unless the run is stopped.
    private func pause(_ seconds: Int) {
      for _ in 0..<seconds * 20 where indexing.mayGoOn() { usleep(50_000) }
    }

    /// Tries again after 1, 2, 4 … 32 s; throws the first error if the server stays away.
    private func reconnect(after first: SharedLibraryError) throws(SharedLibraryError) {
      var seconds = 1
      while indexing.mayGoOn() {
        do throws(SharedLibraryError) { return try database.reconnect() } catch {
          guard error.isTransient, seconds <= 32 else { throw first }
        }
        pause(seconds)
        seconds *= 2
      }
    }

    private func read(_ file: LeasedFile) throws(SharedLibraryError) {
      indexing.onProgress(indexing.state.withLock(\.self), PathParts.name(of: file.path))
      // A server could ask for a file outside the collection's folder.
      guard let root = indexing.library.roots[file.collection],
        let path = SharedPlace.path(file.path, below: root)
      else { throw .nonsense("a path leads out of the collection's folder") }
      guard try database.begin(file) else { return }
      renewed = .now
      guard let sighting = FileSighting(seeing: path), sighting.size == file.size,
        SharedFile.isSame(sighting.modified, file.modified), Self.isInside(path, root),
        let hash = Digest.sha256(file: path)
      else {
        guard SharedIndexing.isMounted(root) else { throw .folderMissing(root) }
        return try passOver(file)
      }
      if try database.adopt(file, hash: hash, reader: reader) {
        return indexing.state.withLock { $0.copies += 1 }
      }
      let document = service.read(sighting, while: { self.renew(file) && self.indexing.mayGoOn() })
      guard var document else {
        guard indexing.mayGoOn() else { return }
        throw .noWorker
      }
      if service.hasLostWorkers {
        indexing.state.withLock { $0.lost += 1 }
        // The last attempt keeps the pages before and after those that ended its worker.
        guard file.attempts + 1 >= Self.mostAttempts, !document.pages.isEmpty else {
          return try database.fail(file, document.reason)
        }
      }
      if document.reader.isEmpty { document.reader = Indexer.reader(indexing.pool) }
      guard FileSighting(seeing: path) == sighting else {
        return try passOver(file)
      }
      if try database.store(document, hash: hash, of: file) {
        indexing.state.withLock {
          $0.read += 1
          $0.pages += document.pages.count
        }
      }
    }

    private func passOver(_ file: LeasedFile) throws(SharedLibraryError) {
      indexing.state.withLock { $0.passedOver += 1 }
      try database.forget(file)
    }

    /// Whether a path leads to a file in a folder, not through a link to one of the user's other files.
    private static func isInside(_ path: String, _ root: String) -> Bool {
      guard let file = SystemPath.resolved(path), let root = SystemPath.resolved(root) else {
        return false
      }
      return PathParts.lies(file, in: root)
    }

    /// Renews the lease from time to time; a server that is away for a moment is asked again later.
    private func renew(_ file: LeasedFile) -> Bool {
      if .now - renewed > SharedIndexing.renewal {
        renewed = .now
        try? database.renew(file)
      }
      return true
    }
  }
}
