import Dispatch
import DocumentModel
import Files
import Glibc
import Interface
import Library
import Platform
import Services
import Synchronization
import Text
import Wire
import Workers

/// `recto search` over folders: from the index if possible, else by reading, with the same results.
struct LibrarySearch {
  var query: LibraryQuery
  var form: SearchForm
  /// The maximum number of matches per document.
  var most = Int.max
  var isRanked = false
  var showsSections = false
  var usesIndex = true
  /// The shared library to search, instead of this machine's.
  var share: String?
  var password: [UInt8] = []

  /// Searches folders and files as they were named; without any in all that is indexed.
  func run(_ words: [String]) throws(CommandDocument.Failure) -> Int32 {
    let pool = try CommandDocument.workers(warmUpAfter: .seconds(86_400))
    defer { pool.shutdown() }
    if pool.options.requiresSandbox, let refusal = pool.refusal {
      throw CommandDocument.Failure(sentence: refusal)
    }
    let shared = try SharedLibrarySearch(self, words)
    guard share == nil else {
      var teller = LibraryHitPrinter(self, pool, names: GivenPaths())
      let isComplete = try shared.run(&teller, isOpen: true)
      return Output.status(!isComplete ? 3 : teller.isFound ? 0 : 1)
    }
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    let places = try Places(words, mayBeNone: !shared.libraries.isEmpty)
    for trouble in places.troubles { Output.complain(trouble) }
    var teller = LibraryHitPrinter(self, pool, names: places.names)
    var hasFailed = !places.troubles.isEmpty
    let files = files(of: places, pool, types, &hasFailed)
    let searcher = try Self.searcher()
    // Documents named on the command line: failing to read one is an error.
    let named = Set(places.files.map(\.path))
    let (known, unread) = usesIndex ? try current(files, named, searcher) : ([], nil)
    var lockedCount = 0
    var isOpen = true
    let reading = LiveReading(files.filter { !known.contains($0.path) }, pool, types, password)
    do throws(LibrarySearcher.Failure) {
      var bounds = LibrarySearcher.Bounds()
      bounds.mostDocuments = .max
      bounds.mostHits = form == .counts || form == .names ? 1 : most
      bounds.isByPath = !isRanked
      bounds.places = Set(known.map { DocumentPlace($0) })
      var goesOn = true
      if !known.isEmpty {
        try searcher.find(query, bounds, while: { goesOn }) { findings in
          for hits in findings.documents where goesOn {
            goesOn = teller.tell(hits)
          }
        }
      }
      while goesOn, let (_, document) = reading.next() {
        guard let document else { continue }
        if document.state != .whole {
          let isNamed = named.contains(document.sighting.path)
          hasFailed = hasFailed || document.state == .failed || isNamed
          if document.state == .locked, !isNamed {
            lockedCount += 1
          } else {
            Output.complain(document.reason)
          }
        }
        if let hits = try searcher.hits(in: document, query, most: bounds.mostHits) {
          goesOn = teller.tell(hits)
        }
      }
      // Each search would say it again.
      if !teller.isFound, let unread { Output.complain(unread) }
      if lockedCount > 0, !teller.isFound {
        let advice =
          password.isEmpty ? "give it with --password-file FILE" : "this one does not open them"
        Output.complain(
          "\(Self.documents(lockedCount)) not searched without a password; \(advice)")
      }
      isOpen = goesOn
    } catch {
      throw CommandDocument.Failure(sentence: Sentences.text(error))
    }
    let isComplete = try shared.run(&teller, isOpen: isOpen)
    return Output.status(hasFailed ? 2 : !isComplete ? 3 : teller.isFound ? 0 : 1)
  }

  /// Opens the index for searching; a damaged one is set aside unless another program uses it.
  private static func searcher() throws(CommandDocument.Failure) -> LibrarySearcher {
    do throws(LibraryIndex.Failure) {
      do throws(LibraryIndex.Failure) {
        let searcher = try LibrarySearcher()
        _ = try searcher.documents()
        return searcher
      } catch {
        guard error.isDamage, case .success(let lock) = IndexLock.take() else { throw error }
        if let aside = try LibraryIndex().setAside {
          Output.complain("the index was damaged and is now \(aside); recto index builds a new one")
        }
        withExtendedLifetime(lock) {}
        return try LibrarySearcher()
      }
    } catch {
      throw CommandDocument.Failure(sentence: "\(error.file): \(error.message)")
    }
  }

  private static func documents(_ count: Int) -> String {
    count == 1 ? "1 document was" : "\(count) documents were"
  }

  /// The files and folders to search; by default the indexed folders.
  private struct Places {
    var files: [FileSighting] = []
    var folders: [String] = []
    /// The indexed folders among them.
    var indexed: [String] = []
    var troubles: [String] = []
    var names = GivenPaths()

    init(_ words: [String], mayBeNone: Bool) throws(CommandDocument.Failure) {
      let chosen = CommandLibrary.indexedFolders()
      if words.isEmpty {
        folders = chosen
        if let folder = CurrentFolder.path { names.add(folder, as: "") }
      }
      for word in words {
        let path = DocumentFile.absolute(word)
        guard let status = SystemPath.status(path) else {
          troubles.append("\(word): there is no such file or folder")
          continue
        }
        if status.st_mode & S_IFMT == S_IFDIR {
          folders.append(path)
          names.add(path, as: word)
        } else {
          names.add(path, as: word)
          files.append(FileSighting(path, status))
        }
      }
      guard mayBeNone || !words.isEmpty || !folders.isEmpty else {
        throw CommandDocument.Failure(
          sentence:
            "no folders are indexed yet; run recto index FOLDER, or name files to search")
      }
      indexed = folders.filter { folder in chosen.contains { PathParts.lies(folder, in: $0) } }
    }
  }

  /// Returns all documents in order of their paths, reading indexed ones that changed.
  private func files(
    of places: Places, _ pool: WorkerPool, _ types: DocumentTypes, _ hasFailed: inout Bool
  ) -> [FileSighting] {
    let refreshed = usesIndex ? refresh(places, pool, types, &hasFailed) : nil
    let rest =
      refreshed == nil ? places.folders : places.folders.filter { !places.indexed.contains($0) }
    let found = IndexWalk(types: types).find(in: rest) { true }
    for trouble in found.troubles { Output.complain(trouble) }
    complain(of: found.unread, places.names, &hasFailed)
    hasFailed = hasFailed || !found.troubles.isEmpty
    let all = Dictionary((places.files + (refreshed ?? []) + found.files).map { ($0.path, $0) }) {
      one, _ in one
    }
    return all.values.sorted { $0.path < $1.path }
  }

  /// Reads what changed in indexed folders and returns their documents; nil if another program is indexing.
  private func refresh(
    _ places: Places, _ pool: WorkerPool, _ types: DocumentTypes, _ hasFailed: inout Bool
  ) -> [FileSighting]? {
    let folders = places.indexed
    guard !folders.isEmpty, case .success(let lock) = IndexLock.take() else { return nil }
    defer { withExtendedLifetime(lock) {} }
    let indexer = Indexer(pool: pool, types: types) { _ in }
    let signals = StopSignals { indexer.stop() }
    defer { signals.end() }
    do throws(LibraryIndex.Failure) {
      let outcome = try indexer.run(folders)
      for trouble in outcome.troubles { Output.complain(trouble) }
      complain(of: outcome.unread, places.names, &hasFailed)
      return outcome.isStopped ? nil : outcome.seen
    } catch {
      Output.complain(
        "\(error.file): \(error.message); changed documents are read without the index")
      return nil
    }
  }

  /// Reports unreadable folders, which may contain the searched text.
  private func complain(
    of unread: [FilesError], _ names: GivenPaths, _ hasFailed: inout Bool
  ) {
    for error in unread { Output.complain(Sentences.text(error, file: names.shown(error.path))) }
    hasFailed = hasFailed || !unread.isEmpty
  }

  /// Returns the paths whose present contents are indexed, and how many of these documents could not be read.
  ///
  /// That includes encrypted documents while no password is given: reading them again would fail again.
  private func current(
    _ files: [FileSighting], _ named: Set<String>, _ searcher: LibrarySearcher
  ) throws(CommandDocument.Failure) -> (paths: Set<String>, unread: String?) {
    let entries: [IndexEntry]
    do throws(LibraryIndex.Failure) {
      entries = try searcher.documents()
    } catch {
      throw CommandDocument.Failure(sentence: "\(error.file): \(error.message)")
    }
    let known = Dictionary(entries.map { ($0.path, $0) }) { $1 }
    let current = files.filter { file in
      known[file.path].map {
        $0.size == file.size && $0.modified == file.modified
          && ($0.state != .locked || password.isEmpty && !named.contains(file.path))
      } ?? false
    }
    let failed = current.count { known[$0.path]?.state == .failed }
    let locked = current.count { known[$0.path]?.state == .locked }
    let wants = locked == 0 ? "" : " (\(locked) for want of a password)"
    let unread =
      failed + locked == 0
      ? nil
      : "\(failed + locked) of \(files.count) documents could not be read\(wants); recto index --status says why"
    return (Set(current.map(\.path)), unread)
  }
}

/// Documents read side by side on all processors and given out in their order.
private final class LiveReading: Sendable {
  private let files: [FileSighting]
  /// Documents read and not yet returned, by position.
  private let read = Mutex<[Int: IndexedDocument?]>([:])
  private let arrived = DispatchSemaphore(value: 0)
  private let started = Atomic(0)
  private let given = Atomic(0)

  init(_ files: [FileSighting], _ pool: WorkerPool, _ types: DocumentTypes, _ password: [UInt8]) {
    self.files = files
    let lanes = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    for _ in 0..<min(lanes, files.count) {
      DispatchQueue.global(qos: .userInitiated).async { [self] in
        let service = DocumentIndexing(pool, types: types, reader: "")
        while true {
          let place = started.add(1, ordering: .relaxed).oldValue
          guard place < files.count else { return }
          // Limit the documents read ahead, which take memory.
          while place - given.load(ordering: .relaxed) > 4 * lanes { usleep(2_000) }
          let document = service.read(files[place], password: password, while: { true })
          read.withLock { $0[place] = .some(document) }
          arrived.signal()
        }
      }
    }
  }

  /// Returns the next file and its contents; nil after the last.
  func next() -> (FileSighting, IndexedDocument?)? {
    let place = given.load(ordering: .relaxed)
    guard place < files.count else { return nil }
    while true {
      if let document = read.withLock({ $0.removeValue(forKey: place) }) {
        given.add(1, ordering: .relaxed)
        return (files[place], document)
      }
      arrived.wait()
    }
  }
}
