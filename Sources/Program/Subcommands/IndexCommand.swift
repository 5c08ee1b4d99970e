import Dispatch
import DocumentModel
import Files
import Glibc
import Library
import Platform
import Synchronization
import Workers

/// `recto index`: reads documents for searches over all of them.
enum IndexCommand {
  static let details = [
    "FOLDER…              are read with all below them, now and whenever `recto index` is run; without: those chosen before",
    "--status             what is indexed, and what could not be read and why, documents and folders",
    "--rebuild            forgets all and reads everything again",
    "--forget FOLDER      FOLDER and what lies below it is not searched any more",
    "--watch              goes on, and reads what changes, until it is stopped",
    "--json               for programs, a line for each step",
    "",
    "The index lies in $XDG_CACHE_HOME/recto and can be made again at any time. What did not change is not read again; Ctrl-C stops, and the",
    "next time goes on from there. Encrypted documents are only noted. Exit status: 0, 1 where nothing was to be done, 2 after an error.",
  ]

  static let form = OptionForm(
    command: "index", flags: ["status", "rebuild", "watch", "json"], valued: ["forget": .folder])

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let isJSON = parsed.options["json"] != nil
      let watches = parsed.options["watch"] != nil
      if parsed.options["status"] != nil {
        let folders: [String] = CommandLibrary().ask { IndexFolders.load(from: $1, completion: $0) }
        var problems: [String] = []
        let types = DocumentTypeSettings.load(problems: &problems)
        for problem in problems { Output.complain(problem) }
        return try IndexStatus(folders, types).tell(asJSON: isJSON)
      }
      let (folders, forgotten) = try choose(parsed)
      let run = IndexRun(folders, forgotten: forgotten, asJSON: isJSON)
      // Who watches may choose folders later.
      if watches, folders.isEmpty, forgotten.isEmpty { return try run.watch() }
      guard !folders.isEmpty || !forgotten.isEmpty else {
        throw CommandDocument.Failure(
          sentence: "no folders are chosen yet; recto index FOLDER reads what lies below it")
      }
      let (status, isStopped) = try run.once(isRebuilt: parsed.options["rebuild"] != nil)
      return watches && !isStopped ? try run.watch() : status
    }
  }

  /// Takes folders in and out as the words want it; all that are read now, and those that are to be forgotten.
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
        throw CommandDocument.Failure(sentence: "\(word) is no folder; name folders to be read")
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
            ? "\(above) stands in the settings (indexFolders); take it out there"
            : "\(word) lies in \(above), which is chosen as a whole; forget that, or choose its other folders"
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

/// One run of `recto index`, told line by line.
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
    let indexer = Indexer(pool: pool, types: types) { [teller] in teller.tell($0) }
    let signals = StopSignals { indexer.stop() }
    defer { signals.end() }
    do throws(LibraryIndex.Failure) {
      if isRebuilt { try LibraryIndex().clear() }
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
        sentence: "\(error.file): \(error.message); what was read before is kept")
    }
  }

  /// Goes on with what changes, until it is stopped.
  func watch() throws(CommandDocument.Failure) -> Int32 {
    let pool = try CommandDocument.workers(warmUpAfter: .seconds(86_400))
    defer { pool.shutdown() }
    if pool.options.requiresCage, let refusal = pool.refusal {
      throw CommandDocument.Failure(sentence: refusal)
    }
    let library = ReadingLibrary(folder: ReadingLibrary.defaultFolder()) { trouble in
      Output.complain(Sentences.text(trouble))
    }
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    let keeper = IndexUpdater(
      pool: pool, library: library, types: types, always: IndexFolders.settings()
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
    keeper.begin(after: .milliseconds(0))
    stop.wait()
    keeper.end()
    teller.end()
    return 0
  }

  /// The right to write; waits for another program that has it.
  private func take() throws(CommandDocument.Failure) -> IndexLock {
    var isTold = false
    while true {
      switch IndexLock.take() {
      case .success(let lock): return lock
      case .failure(.system(let number)):
        let reason = String(cString: strerror(number))
        throw CommandDocument.Failure(sentence: "\(LibraryIndex.defaultFolder()): \(reason)")
      case .failure(.taken):
        if !isTold { Output.complain("another recto is reading for the index; waiting for it") }
        isTold = true
        usleep(200_000)
      }
    }
  }

  /// How many documents were forgotten.
  private func forget() throws(LibraryIndex.Failure) -> Int {
    guard !forgotten.isEmpty else { return 0 }
    let index = try LibraryIndex()
    let gone = try index.files().filter { file in
      forgotten.contains { PathParts.lies(file.sighting.path, in: $0) }
        && !folders.contains { PathParts.lies(file.sighting.path, in: $0) }
    }
    try index.remove(gone.map(\.id))
    return gone.count
  }

  private func tell(_ outcome: Indexer.Outcome) -> Int32 {
    teller.end()
    for trouble in outcome.troubles { Output.complain(trouble) }
    for error in outcome.unread { Output.complain(Sentences.text(error, file: error.path)) }
    if outcome.untried > 0 {
      let documents = outcome.untried == 1 ? "document was" : "documents were"
      Output.complain(
        "\(outcome.untried) \(documents) not read: what reads them cannot be kept running here; recto index tries again"
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
