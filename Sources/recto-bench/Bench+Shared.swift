import Dispatch
import DocumentModel
import Glibc
import Library
import Synchronization
import TestSupport
import Text

extension Bench {
  /// Measures a shared library on a PostgreSQL server of its own, filled by a folder's documents under many names up to `--pages`, by default the 250,000 of one slice:
  /// storing, sizes, first screens, many readers at once, several machines that read, and a server that ends.
  func shared() throws(ProgramRun.Failure) -> [Measurement] {
    guard PostgresCluster.isInstalled else {
      throw ProgramRun.Failure(description: PostgresCluster.missing)
    }
    let queries = try QueryLibrary(self)
    let library = try SharedBenchLibrary(queries.documents)
    defer { library.cluster.end() }
    return try storing(library) + sizes(library)
      + firstScreens(queries, library.searcher(folder), goals: (median: 10, all: 60))
      + readers(queries, library) + machines(library) + plug(queries, library)
  }

  private func storing(_ library: SharedBenchLibrary) throws(ProgramRun.Failure) -> [Measurement] {
    let log = "SELECT pg_current_wal_lsn() - '0/0'"
    let (before, server, own) = (
      try library.number(log), library.serverTime, SharedBenchLibrary.ownTime
    )
    let begin = ContinuousClock.now
    let count = try library.grow(to: pages ?? 250_000)
    let pages = Double(count)
    let time = (ContinuousClock.now - begin) / .milliseconds(1)
    let (serverTime, ownTime) = (library.serverTime - server, SharedBenchLibrary.ownTime - own)
    warn("\(count) pages are stored")
    return [
      Measurement(name: "pages stored", value: pages, unit: ""),
      Measurement(
        name: "slices", value: try library.number("SELECT count(*) FROM recto.slice"), unit: ""),
      Measurement(
        name: "storing and sealing, server's and own CPU a page",
        value: (serverTime + ownTime) / pages, unit: "ms", goal: .atMost(1.3)),
      Measurement(name: "  of it the server's", value: serverTime / pages, unit: "ms"),
      Measurement(name: "  until it is done, a page", value: time / pages, unit: "ms"),
      Measurement(
        name: "  write-ahead log a page",
        value: (try library.number(log) - before) / pages / 1_000, unit: "kB", goal: .atMost(60)),
    ]
  }

  private func sizes(_ library: SharedBenchLibrary) throws(ProgramRun.Failure) -> [Measurement] {
    let copies =
      try library.number("SELECT sum(page_count) FROM recto.document")
      / Double(library.pagesOfACopy)
    let text = Double(library.textOfACopy) * copies
    func sum(_ size: String, _ condition: String) throws(ProgramRun.Failure) -> Double {
      try library.number(
        """
        SELECT coalesce(sum(\(size)), 0) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE nspname = 'recto' AND \(condition)
        """)
    }
    let grams = try sum("pg_relation_size(c.oid)", "relname ~ '^gram_.*_(grams|sealed)$'")
    let arrays = try sum(
      "pg_total_relation_size(reltoastrelid)", "relname ~ '^gram_[0-9]+$' AND reltoastrelid <> 0")
    let all = try sum("pg_total_relation_size(c.oid)", "relkind = 'r'")
    return [
      Measurement(
        name: "index of grams ÷ text", value: grams / text, unit: "×", goal: .atMost(1.2)),
      Measurement(
        name: "all without the arrays ÷ text", value: (all - arrays) / text, unit: "×",
        goal: .atMost(2)),
      Measurement(name: "all ÷ text", value: all / text, unit: "×"),
    ]
  }

  /// Measures first screens by kind of query; goals are milliseconds, 60 for the 95th percentile of common words.
  func firstScreens(
    _ queries: QueryLibrary, _ searcher: SharedSearcher, goals: (median: Double?, all: Double?),
    prefix: String = ""
  ) throws(ProgramRun.Failure) -> [Measurement] {
    func goal(_ limit: Double?) -> Measurement.Goal { limit.map { .atMost($0) } ?? .none }
    var figures: [Measurement] = []
    // The first round brings the index into memory, as the readers before have.
    var times: [QueryLibrary.Time] = []
    for round in 0..<max(2, rounds) {
      let some = try queries.times { query, tell in
        _ = try searcher.find(query) { _ in tell() }
      }
      if round > 0 { times += some }
    }
    for (name, list) in queries.byKind(times) {
      let first = list.map(\.first)
      figures += [
        Measurement(
          name: "  \(prefix)\(name): first screen, p50", value: first.percentile(0.5), unit: "ms",
          goal: goal(name == "all" ? goals.median : nil)),
        Measurement(
          name: "  \(prefix)\(name): first screen, p95", value: first.percentile(0.95), unit: "ms",
          goal: goal(name == "all" ? goals.all : name == "common" && goals.all != nil ? 60 : nil)),
        Measurement(
          name: "  \(prefix)\(name): all hits, p95", value: list.map(\.all).percentile(0.95),
          unit: "ms"),
      ]
    }
    return figures
  }

  /// Fifty readers begin 15 searches a second, together, for twenty seconds, and stop at the first screen; they and the server have one core.
  private func readers(
    _ queries: QueryLibrary, _ library: SharedBenchLibrary
  ) throws(ProgramRun.Failure) -> [Measurement] {
    library.use(oneCore: true)
    defer { library.use(oneCore: false) }
    let wanted = queries.queries.compactMap(\.parsed)
    let (readers, rate, count) = (50, 15.0, 300)
    let next = Mutex(0)
    let times = Mutex<[Double]>([])
    let ready = Mutex(0)
    let begin = Mutex<ContinuousClock.Instant?>(nil)
    let group = DispatchGroup()
    let (address, place) = (library.address, folder)
    for reader in 0..<readers {
      // A queue of its own has a thread of its own while it waits.
      DispatchQueue(label: "reader \(reader)").async(group: group) {
        guard let database = try? SharedDatabase(address) else { return }
        ready.withLock { $0 += 1 }
        while begin.withLock({ $0 }) == nil { usleep(10_000) }
        guard let start = begin.withLock({ $0 }) else { return }
        while true {
          let number = next.withLock { number in
            defer { number += 1 }
            return number
          }
          guard number < count else { return }
          let due = start + .milliseconds(Int(Double(number) * 1_000 / rate))
          while ContinuousClock.now < due { usleep(1_000) }
          var first: ContinuousClock.Instant?
          let searcher = SharedSearcher(SharedDatabases(database), name: "bench", library: place) {
            first == nil
          }
          // Multiplied by a number without common factors, so that kinds alternate.
          let query = wanted[number * 83 % wanted.count]
          _ = try? searcher.find(query) { _ in first = first ?? .now }
          let time = ((first ?? .now) - due) / .milliseconds(1)
          times.withLock { $0.append(time) }
        }
      }
    }
    let limit = ContinuousClock.now + .seconds(60)
    while ready.withLock({ $0 }) < readers, .now < limit { usleep(10_000) }
    begin.withLock { $0 = .now }
    group.wait()
    let all = times.withLock { $0 }
    guard all.count == count else {
      throw ProgramRun.Failure(description: "\(all.count) of \(count) searches ended")
    }
    return [
      Measurement(
        name: "50 readers, 15 searches a second, p50", value: all.percentile(0.5), unit: "ms"),
      Measurement(
        name: "50 readers, 15 searches a second, p95", value: all.percentile(0.95), unit: "ms",
        goal: .atMost(100)),
    ]
  }

  /// Two machines read a folder against one; each has a core and a home of its own.
  private func machines(_ shared: SharedBenchLibrary) throws(ProgramRun.Failure) -> [Measurement] {
    let one = try reading(shared, machines: 1)
    let two = try reading(shared, machines: 2)
    return [
      Measurement(name: "a machine reads the folder", value: one, unit: "s"),
      Measurement(name: "two machines", value: two, unit: "s"),
      Measurement(name: "  two against one", value: one / two, unit: "×", goal: .atLeast(1.8)),
    ]
  }

  private func reading(
    _ shared: SharedBenchLibrary, machines: Int
  ) throws(ProgramRun.Failure) -> Double {
    let collection = "machines\(machines)"
    let paths = try ProgramRun("find", library, "-name", "*.pdf", "-type", "f").output()
      .split(separator: "\n").map(String.init)
    try ProgramRun.Failure.wrapped {
      try shared.keeper.makeCollection(collection)
      _ = try shared.keeper.admit("postgres", to: collection, mayWrite: true, isKeeper: true)
      var files: [(path: String, sighting: FileSighting)] = []
      for path in paths {
        var status = stat()
        guard stat(path, &status) == 0 else { continue }
        let modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
        files.append(
          (
            String(path.dropFirst(library.count + 1)),
            FileSighting(
              path: path, device: 0, inode: 0, size: Int64(status.st_size), modified: modified)
          ))
      }
      try shared.keeper.offer(files, to: collection, reader: "bench")
    }
    var commands: [ProgramRun] = []
    for machine in 0..<machines {
      let home = "\(folder)/machine-\(machines)-\(machine)"
      let environment = [
        "env", "HOME=\(home)", "XDG_CONFIG_HOME=", "XDG_DATA_HOME=", "XDG_CACHE_HOME=",
      ]
      _ = try ProgramRun("mkdir", "-p", home).time()
      _ = try ProgramRun(
        environment + [
          recto, "share", "join", shared.address, "--root", "\(collection)=\(library)",
        ]
      ).time()
      commands.append(
        ProgramRun(["taskset", "-c", "\(machine)"] + environment + [recto, "index", "--work"]))
    }
    let begin = ContinuousClock.now
    var running: [pid_t] = []
    for command in commands { running.append(try command.spawn(output: nil, isQuiet: true)) }
    for pid in running {
      var status: Int32 = 0
      waitpid(pid, &status, 0)
    }
    return (ContinuousClock.now - begin) / .seconds(1)
  }

  /// The server ends in the middle of a search.
  private func plug(
    _ queries: QueryLibrary, _ library: SharedBenchLibrary
  ) throws(ProgramRun.Failure) -> [Measurement] {
    let searcher = try library.searcher(folder)
    guard let query = queries.queries.first(where: { $0.kind == "common" })?.parsed else {
      return []
    }
    var ended: ContinuousClock.Instant?
    var isIncomplete = false
    do {
      let missing = try searcher.find(query) { _ in
        guard ended == nil else { return }
        library.cluster.end()
        ended = .now
      }
      isIncomplete = !missing.isComplete
    } catch {
      isIncomplete = true
    }
    guard let ended, isIncomplete else {
      throw ProgramRun.Failure(description: "the search ended before its server")
    }
    return [
      Measurement(
        name: "server ended → incomplete answer", value: (.now - ended) / .seconds(1), unit: "s",
        goal: .atMost(2.5))
    ]
  }
}
