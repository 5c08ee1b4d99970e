import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Messages
import Platform
import Program
import Services
import Synchronization
import Workers

/// `recto index`: indexes documents for library searches.
enum IndexCommand {
  static let details =
    [
      "FOLDER…              folders to index with all below them, now and at each `recto index`; default: the folders indexed before",
      "--status             what is indexed, and which documents and folders could not be read, and why",
      "--rebuild            discards the index and reads everything again",
      "--forget FOLDER      removes FOLDER and all below it from the index",
      "--watch              keeps running and indexes changes until interrupted",
    ] + SharedIndexRun.details + [
      "--json               a JSON line per step",
      "",
      "The index is in $XDG_CACHE_HOME/recto and can be rebuilt at any time. Unchanged documents are not read again. Ctrl-C interrupts; the",
      "next run continues from there. Encrypted documents are listed only. Exit status: 0, 1 if there was nothing to do, 2 after an error.",
    ]

  static let form = OptionForm(
    command: "index", flags: ["status", "rebuild", "watch", "json"], valued: ["forget": .folder]
  ).with(SharedIndexRun.form)

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      if let status = try SharedIndexRun.run(parsed) { return status }
      let isJSON = parsed.options["json"] != nil
      let watches = parsed.options["watch"] != nil
      if parsed.options["status"] != nil {
        let folders = CommandLibrary.indexedFolders()
        var problems: [String] = []
        let types = DocumentTypeSettings.load(problems: &problems)
        for problem in problems { Output.complain(problem) }
        return try IndexStatus(folders, types).tell(asJSON: isJSON)
      }
      let (folders, forgotten) = try choose(parsed)
      let run = IndexRun(folders, forgotten: forgotten, asJSON: isJSON)
      // With --watch, folders may be added later.
      if watches, folders.isEmpty, forgotten.isEmpty { return try run.watch() }
      guard !folders.isEmpty || !forgotten.isEmpty else {
        throw CommandDocument.Failure(
          sentence: "no folders are indexed yet; recto index FOLDER indexes one")
      }
      let (status, isStopped) = try run.once(isRebuilt: parsed.options["rebuild"] != nil)
      return watches && !isStopped ? try run.watch() : status
    }
  }

  /// Adds and removes the folders that the arguments name; returns the folders to read, and those to forget.
  private static func choose(
    _ parsed: Arguments
  ) throws(CommandDocument.Failure) -> (folders: [String], forgotten: [String]) {
    let library = CommandLibrary()
    let always = IndexFolders.settings()
    let known: [String] = library.ask { IndexFolders.load(from: $1, and: [], completion: $0) }
    var chosen = known
    for word in parsed.words {
      let folder = DocumentFile.absolute(Paths.typed(word))
      guard let status = SystemPath.status(folder), status.st_mode & S_IFMT == S_IFDIR else {
        throw CommandDocument.Failure(sentence: "\(word) is not a folder; name folders to index")
      }
      chosen = IndexFolders.adding(folder, to: chosen)
    }
    var forgotten: [String] = []
    for word in parsed.values(of: "forget") {
      let folder = DocumentFile.absolute(Paths.typed(word))
      chosen = IndexFolders.removing(folder, from: chosen)
      if let above = (chosen + always).first(where: { PathParts.lies(folder, in: $0) }) {
        throw CommandDocument.Failure(
          sentence: always.contains(above)
            ? "\(above) is in the settings (indexFolders); remove it there"
            : "\(word) is in \(above), which is indexed as a whole; forget that, or index its other folders"
        )
      }
      forgotten.append(folder)
    }
    if chosen != known {
      let saved = chosen
      _ = library.ask { (done: @escaping @Sendable (Bool) -> Void, library) in
        IndexFolders.save(saved, in: library)
        done(true)
      }
    }
    return (IndexWalk.apart(chosen + always), forgotten)
  }
}

/// One run of `recto index`, reported line by line.
struct IndexRun {
  private let folders: [String]
  private let forgotten: [String]
  private let teller: IndexReporter
  private let asJSON: Bool

  init(_ folders: [String], forgotten: [String], asJSON: Bool) {
    self.folders = folders
    self.forgotten = forgotten
    self.asJSON = asJSON
    teller = IndexReporter(asJSON: asJSON)
  }

  /// Brings the index up to what lies in the folders now; the exit status, and whether it was stopped.
  func once(
    isRebuilt: Bool
  ) throws(CommandDocument.Failure) -> (status: Int32, isStopped: Bool) {
    let lock = try take()
    teller.lock.withLock { $0 = lock }
    defer { teller.lock.withLock { $0 = nil } }
    let pool = try CommandDocument.workers()
    defer { pool.shutdown() }
    if let refusal = pool.refusal { throw CommandDocument.Failure(sentence: refusal) }
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    for problem in problems { Output.complain(problem) }
    let indexer = Indexer(
      pool: pool, types: types, scans: ScanPolicy(Self.preferences(), isInBackground: false)
    ) { [teller] in teller.tell($0) }
    let signals = StopSignals { indexer.stop() }
    defer { signals.end() }
    do throws(LibraryIndex.Failure) {
      if isRebuilt { try change { index throws(LibraryIndex.Failure) in try index.clear() } }
      let gone = try forget()
      if !forgotten.isEmpty, !asJSON {
        Output.write("\(gone) \(gone == 1 ? "document" : "documents") forgotten\n")
        if folders.isEmpty { return (Output.status(gone > 0 ? 0 : 1), false) }
      }
      var outcome = try indexer.run(folders, retriesLost: true)
      outcome.gone += gone
      return (tell(outcome), outcome.isStopped)
    } catch {
      teller.end()
      throw CommandDocument.Failure(
        sentence: "\(error.file): \(error.message); the existing index is kept")
    }
  }

  /// Indexes changes as they happen, until the user stops it.
  func watch() throws(CommandDocument.Failure) -> Int32 {
    let pool = try CommandDocument.workers(warmUpAfter: .seconds(86_400))
    defer { pool.shutdown() }
    if pool.options.requiresSandbox, let refusal = pool.refusal {
      throw CommandDocument.Failure(sentence: refusal)
    }
    let library = ReadingLibrary(folder: ReadingLibrary.defaultFolder()) { trouble in
      Output.complain(Sentences.text(trouble))
    }
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    let preferences = Self.preferences()
    let store = IndexUpdater(
      pool: pool, library: library, types: types, always: preferences.indexFolders,
      scans: ScanPolicy(preferences, isInBackground: true)
    ) {
      [teller] event in
      switch event {
      case .progress(let progress): teller.tell(progress)
      case .trouble(let sentence): Output.complain(sentence)
      }
    }
    let stop = DispatchSemaphore(value: 0)
    let signals = StopSignals { stop.signal() }
    defer { signals.end() }
    store.begin(after: .milliseconds(0))
    stop.wait()
    store.end()
    teller.end()
    return 0
  }

  private static func preferences() -> Preferences {
    var problems: [String] = []
    return Settings.load(problems: &problems).preferences
  }

  /// Takes the lock for writing; waits for another program that has it.
  private func take() throws(CommandDocument.Failure) -> IndexLock {
    var isReported = false
    while true {
      switch IndexLock.take() {
      case .success(let lock): return lock
      case .failure(.system(let number)):
        let reason = String(cString: strerror(number))
        throw CommandDocument.Failure(sentence: "\(LibraryIndex.defaultFolder()): \(reason)")
      case .failure(.taken):
        if !isReported { Output.complain("another recto is indexing; waiting for it") }
        isReported = true
        usleep(200_000)
      }
    }
  }

  /// Returns the number of documents forgotten.
  private func forget() throws(LibraryIndex.Failure) -> Int {
    guard !forgotten.isEmpty else { return 0 }
    return try change { index throws(LibraryIndex.Failure) in
      let gone = try index.files().filter { file in
        forgotten.contains { PathParts.lies(file.sighting.path, in: $0) }
          && !folders.contains { PathParts.lies(file.sighting.path, in: $0) }
      }
      try index.remove(gone.map(\.id))
      return gone.count
    }
  }

  /// Changes the index, and reports the new name of a damaged one.
  private func change<Result>(
    _ body: (LibraryIndex) throws(LibraryIndex.Failure) -> Result
  ) throws(LibraryIndex.Failure) -> Result {
    let index = try LibraryIndex()
    defer {
      if let aside = index.setAside {
        Output.complain("the index was damaged and is now \(Output.name(aside))")
      }
    }
    return try body(index)
  }

  private func tell(_ outcome: Indexer.Outcome) -> Int32 {
    teller.end()
    for trouble in outcome.troubles { Output.complain(trouble) }
    for error in outcome.unread { Output.complain(Sentences.text(error, file: error.path)) }
    if outcome.untried > 0 {
      let documents = outcome.untried == 1 ? "document was" : "documents were"
      Output.complain(
        "\(outcome.untried) \(documents) not read: workers cannot run here; recto index retries"
      )
    }
    if asJSON {
      Output.write(
        JSON.object([
          ("read", .count(outcome.read)), ("failed", .count(outcome.failed)),
          ("pages", .count(outcome.pages)),
          ("moved", .count(outcome.moved)), ("gone", .count(outcome.gone)),
          ("stopped", .bool(outcome.isStopped)),
        ]).text + "\n")
    } else {
      var parts = ["\(outcome.read) \(outcome.read == 1 ? "document" : "documents") read"]
      if outcome.pages > 0 { parts.append("\(outcome.pages) pages") }
      if outcome.failed > 0 { parts.append("\(outcome.failed) could not be read") }
      if outcome.moved > 0 { parts.append("\(outcome.moved) moved") }
      if outcome.gone > 0 { parts.append("\(outcome.gone) gone") }
      Output.write(parts.joined(separator: ", ") + (outcome.isStopped ? "; stopped\n" : "\n"))
    }
    if outcome.isStopped || !outcome.unread.isEmpty || outcome.untried > 0 {
      return Output.status(2)
    }
    return Output.status(outcome.read + outcome.failed + outcome.moved + outcome.gone > 0 ? 0 : 1)
  }
}
