import DocumentModel
import Files
import Glibc
import Library
import Platform
import Program
import Services
import Synchronization
import Workers

/// `recto index --share` and `recto index --work`: adds documents to shared libraries, and reads those that wait there.
struct SharedIndexRun {
  let asJSON: Bool

  static let details = [
    "--share NAME         adds FOLDER… to a shared library (recto share), reads what waits there, and removes what is gone; without",
    "                     FOLDER, the folders added before from this machine; with --status what waits, and what could not be read",
    "--collection NAME    the library's collection; default: the only one you may add to",
    "--files GB           with --share, also stores the files themselves, for readers without the folder, until those of a database have GB gigabytes",
    "--work               only reads what waits in shared libraries whose folders are known here; several machines may do so at once",
  ]

  static let form = OptionForm(
    flags: ["work"], valued: ["share": .text, "collection": .text, "files": .text],
    alternatives: OptionForm.excluding("share", ["rebuild", "watch", "forget"])
      + OptionForm.excluding(
        "work", ["rebuild", "watch", "forget", "status", "collection", "files"]),
    dependent: ["collection": ["share"], "files": ["share"]])

  /// Runs if the options ask for a shared library; returns the exit status, nil if they do not.
  static func run(_ parsed: Arguments) throws -> Int32? {
    let name = parsed.options["share"]
    let isWorkOnly = parsed.options["work"] != nil
    guard name != nil || isWorkOnly else { return nil }
    let libraries = try name.map { [try JoinedLibraries.named($0)] } ?? JoinedLibraries.all()
    let run = SharedIndexRun(asJSON: parsed.options["json"] != nil)
    if parsed.options["status"] != nil { return try run.status(libraries[0]) }
    guard !isWorkOnly else {
      guard parsed.words.isEmpty else {
        throw Arguments.Mistake(sentence: "--work takes no folders; --share NAME FOLDER adds them")
      }
      return try run.work(libraries)
    }
    let collections = try run.chosen(parsed.options["collection"], parsed.words, of: libraries[0])
    let budget = try budget(parsed)
    var status: Int32 = 1
    for collection in collections {
      status = worse(status, try run.add(parsed.words, collection, to: libraries[0], budget))
    }
    return status
  }

  // MARK: adding

  /// Returns the exit status of two runs: that of an error, or of something done.
  private static func worse(_ one: Int32, _ other: Int32) -> Int32 {
    one == 2 || other == 2 ? 2 : min(one, other)
  }

  private func add(
    _ words: [String], _ collection: String, to library: JoinedLibrary, _ budget: Int?
  ) throws -> Int32 {
    var folders: [String] = []
    for word in words {
      let folder = DocumentFile.absolute(Paths.typed(word))
      guard let status = SystemPath.status(folder), status.st_mode & S_IFMT == S_IFDIR else {
        throw CommandDocument.Failure(sentence: "\(word) is not a folder; name folders to add")
      }
      folders.append(folder)
    }
    var library = library
    if let first = folders.first, library.roots[collection] == nil {
      library.roots[collection] = first
      let (id, root) = (library.id, first)
      JoinedLibraries.change { libraries in
        guard let index = libraries.firstIndex(where: { $0.id == id }) else { return }
        libraries[index].roots[collection] = root
      }
    }
    guard let root = library.roots[collection] else {
      throw CommandDocument.Failure(
        sentence: "\(library.name): name the folder of \(collection) on this machine once")
    }
    if folders.isEmpty { folders = [root] }
    for folder in folders where !PathParts.lies(folder, in: root) {
      throw CommandDocument.Failure(
        sentence:
          "\(folder) is not in \(root), the folder of \(collection) here; add it to another collection, or change the folder with recto share join --root"
      )
    }
    return try withPool { pool, types, stop in
      let walk = SharedWalk(types: types, root: root)
      let reader = SharedIndexing.reader(pool)
      var (added, gone, hasFailed) = (0, [String](), false)
      for folder in IndexWalk.apart(folders) {
        let outcome = try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
          try walk.run(
            folder, collection, in: try library.openAll(), reader: reader,
            while: { !stop.isSet })
        }
        for trouble in outcome.troubles { Output.complain(trouble) }
        for error in outcome.unread { Output.complain(Sentences.text(error, file: error.path)) }
        for path in outcome.nameless {
          Output.complain(
            "\(Output.name(path)): left out, as its name is no UTF-8; rename it to add it")
        }
        hasFailed = hasFailed || !outcome.unread.isEmpty || !outcome.nameless.isEmpty
        added += outcome.added
        gone += outcome.gone
      }
      if !asJSON {
        Output.write("\(added) \(added == 1 ? "file" : "files") to read, \(gone.count) gone\n")
      }
      let status = try read(
        library, [collection], pool, types, stop, changes: added + gone.count)
      // After reading, so that a moved document is known as a copy and not read again.
      try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
        if !stop.isSet, !gone.isEmpty { try library.openAll().prune(gone, from: collection) }
      }
      let last = hasFailed ? Output.status(2) : status
      guard let budget, !stop.isSet else { return last }
      return Self.worse(
        last, try file(collection, of: library, budget: budget, while: { !stop.isSet }))
    }
  }

  private static let refusal =
    "you may not add documents; its keeper permits it with recto share grant --write"

  /// Returns the collection to add to; without folders, all whose folder is known here.
  private func chosen(
    _ name: String?, _ words: [String], of library: JoinedLibrary
  ) throws -> [String] {
    let writable = try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
      try library.open().collections()
    }.filter(\.mayWrite).map(\.name)
    if let name {
      guard writable.contains(name) else {
        throw CommandDocument.Failure(
          sentence: "\(library.name): you may not add documents to \(name)")
      }
      return [name]
    }
    // The folder says which, once it is known.
    let folders = words.map { DocumentFile.absolute(Paths.typed($0)) }
    let known = writable.filter { name in
      library.roots[name].map { root in folders.allSatisfy { PathParts.lies($0, in: root) } }
        ?? false
    }
    if known.count == 1 || folders.isEmpty && !known.isEmpty { return known }
    guard writable.count == 1 else {
      throw CommandDocument.Failure(
        sentence: writable.isEmpty
          ? "\(library.name): \(Self.refusal)"
          : "\(library.name): name the collection with --collection: \(writable.joined(separator: ", "))"
      )
    }
    return writable
  }

  // MARK: reading

  private func work(_ libraries: [JoinedLibrary]) throws -> Int32 {
    let able = libraries.filter { !$0.roots.isEmpty }
    guard !able.isEmpty else {
      throw CommandDocument.Failure(
        sentence:
          "no collection's folder is known here; name it with recto share join ADDRESS --root NAME=FOLDER"
      )
    }
    return try withPool { pool, types, stop in
      var status: Int32 = 1
      for library in able where !stop.isSet {
        let writable = try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
          try library.open().collections()
        }.filter(\.mayWrite).map(\.name)
        guard !writable.isEmpty else {
          Output.complain("\(library.name): \(Self.refusal)")
          status = 2
          continue
        }
        let own = try read(library, writable, pool, types, stop, changes: 0)
        status = Self.worse(status, own)
      }
      return status
    }
  }

  private func read(
    _ library: JoinedLibrary, _ collections: [String], _ pool: WorkerPool, _ types: DocumentTypes,
    _ stop: StopFlag, changes: Int
  ) throws -> Int32 {
    let asJSON = asJSON
    let isShown = isatty(STDERR_FILENO) == 1 && !asJSON
    let indexing = SharedIndexing(
      library, collections, pool: pool, types: types,
      onWaiting: { Output.complain(SharedStrings.text($0, library.name) + "; asked again") }
    ) { outcome, name in
      guard isShown else { return }
      let line = Output.shown("\(outcome.read) read, \(outcome.pages) pages  \(name)")
      let bytes = Array("\r\u{1B}[K\(line.prefix(76))".utf8)
      _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
    stop.set { indexing.stop() }
    let outcome = indexing.run()
    if isShown { _ = Glibc.write(STDERR_FILENO, "\r\u{1B}[K", 4) }
    if asJSON {
      Output.write(
        JSON.object([
          ("library", .string(library.name)), ("read", .count(outcome.read)),
          ("pages", .count(outcome.pages)), ("copies", .count(outcome.copies)),
          ("lost", .count(outcome.lost)), ("passedOver", .count(outcome.passedOver)),
          ("stopped", .bool(outcome.isStopped)),
        ]).text + "\n")
    } else {
      var parts = ["\(outcome.read) \(outcome.read == 1 ? "document" : "documents") read"]
      if outcome.pages > 0 {
        parts.append("\(outcome.pages) \(outcome.pages == 1 ? "page" : "pages")")
      }
      if outcome.copies > 0 { parts.append("\(outcome.copies) stored already") }
      if outcome.lost > 0 { parts.append("\(outcome.lost) attempts lost their worker") }
      if outcome.passedOver > 0 { parts.append("\(outcome.passedOver) changed or not here") }
      Output.write(parts.joined(separator: ", ") + (outcome.isStopped ? "; stopped\n" : "\n"))
    }
    if let failure = outcome.failure {
      throw CommandDocument.Failure(sentence: SharedStrings.text(failure, library.name))
    }
    if outcome.isStopped { return Output.status(2) }
    return Output.status(changes + outcome.read + outcome.copies + outcome.lost > 0 ? 0 : 1)
  }

  /// Runs a body with workers and a request to stop.
  private func withPool(
    _ body: (WorkerPool, DocumentTypes, StopFlag) throws -> Int32
  ) throws -> Int32 {
    let pool = try CommandDocument.workers()
    defer { pool.shutdown() }
    if let refusal = pool.refusal { throw CommandDocument.Failure(sentence: refusal) }
    var problems: [String] = []
    let types = DocumentTypeSettings.load(problems: &problems)
    for problem in problems { Output.complain(problem) }
    let stop = StopFlag()
    let signals = StopSignals { stop.raise() }
    defer { signals.end() }
    return try body(pool, types, stop)
  }

  // MARK: status

  private func status(_ library: JoinedLibrary) throws -> Int32 {
    let (work, troubles) = try JoinedLibraries.attempt(library.name) {
      () throws(SharedLibraryError) in
      let databases = try library.openAll()
      return (try databases.workload(), try databases.troubles())
    }
    if asJSON {
      Output.write(
        JSON.object([
          (
            "collections",
            .array(
              work.map {
                .object([
                  ("name", .string($0.collection)), ("waiting", .count($0.waiting)),
                  ("leased", .count($0.leased)), ("givenUp", .count($0.givenUp)),
                  ("unread", .count($0.unread)),
                ])
              })
          ),
          (
            "troubles",
            .array(
              troubles.map {
                .object([
                  ("collection", .string($0.collection)), ("path", .string($0.path)),
                  ("givenUp", .bool($0.isGivenUp)), ("attempts", .count($0.attempts)),
                  ("machine", .string($0.machine)), ("reason", .string($0.reason)),
                ])
              })
          ),
        ]).text + "\n")
      return Output.status(0)
    }
    for own in work {
      Output.write(
        "\(Output.line(own.collection)): \(own.waiting) waiting, \(own.leased) being read, \(own.givenUp) given up, \(own.unread) not read completely\n"
      )
    }
    for trouble in troubles {
      let attempts = trouble.isGivenUp ? "given up after \(trouble.attempts) attempts; " : ""
      Output.write(
        Output.line(
          "\(trouble.collection)/\(trouble.path): \(attempts)\(trouble.reason) (\(trouble.machine))"
        )
          + "\n")
    }
    return Output.status(work.isEmpty ? 1 : 0)
  }
}

/// A request to stop, with the action that stops the current work.
private final class StopFlag: Sendable {
  private let state = Mutex<(isSet: Bool, action: (@Sendable () -> Void)?)>((false, nil))

  var isSet: Bool { state.withLock { $0.isSet } }

  func raise() {
    state.withLock {
      $0.isSet = true
      return $0.action
    }?()
  }

  /// Sets the action that a request to stop runs from now on.
  func set(_ action: @escaping @Sendable () -> Void) {
    let isSet = state.withLock {
      $0.action = action
      return $0.isSet
    }
    if isSet { action() }
  }
}
