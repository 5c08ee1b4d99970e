import DocumentModel
import Glibc
import Library
import TestSupport
import Text

/// A shared library on a PostgreSQL server of its own, filled by the same documents under many names.
final class SharedBenchLibrary {
  private(set) var cluster: PostgresCluster
  let database: String
  let keeper: SharedDatabase
  private let documents: [IndexedDocument]
  private var copies = 0

  static let collection = "papers"

  /// Settings of a server with 4 GB of memory or more; commits are durable, as they are by default.
  private static let settings = [
    "shared_buffers=1GB", "maintenance_work_mem=512MB", "max_wal_size=4GB", "max_connections=80",
  ]

  init(_ documents: [IndexedDocument]) throws(ProgramRun.Failure) {
    self.documents = documents
    (cluster, database, keeper) = try ProgramRun.Failure.wrapped {
      let cluster = try PostgresCluster(settings: Self.settings)
      let database = try cluster.makeDatabase()
      let keeper = try SharedDatabase.settingUp(cluster.address(database)).database
      try keeper.makeCollection(Self.collection)
      _ = try keeper.admit(
        "postgres", to: Self.collection, mayWrite: true, isKeeper: true)
      return (cluster, database, keeper)
    }
  }

  var address: String { cluster.address(database) }

  /// The pages of all documents once.
  var pagesOfACopy: Int { documents.reduce(0) { $0 + $1.pages.count } }

  /// The bytes of text of all documents once, UTF-8.
  var textOfACopy: Int {
    documents.reduce(0) { sum, document in
      sum
        + document.pages.reduce(0) { sum, page in
          var flat = FlatText()
          page.passages.withUnsafeBytes { _ = flat.add(packed: $0, page: page.number) }
          return sum + flat.text.utf8.count
        }
    }
  }

  /// Returns a number that a statement answers.
  func number(_ statement: String) throws(ProgramRun.Failure) -> Double {
    try ProgramRun.Failure.wrapped {
      Double(try cluster.run(script: statement, in: database)) ?? .nan
    }
  }

  /// Stores copies until there are so many pages, as an indexing machine does once it has read them, and seals full slices; returns the number of pages.
  func grow(to pages: Int) throws(ProgramRun.Failure) -> Int {
    try ProgramRun.Failure.wrapped {
      while copies * pagesOfACopy < pages {
        var waiting: [String: IndexedDocument] = [:]
        for document in documents {
          waiting["\(copies)\(document.sighting.path)"] = document
        }
        try keeper.offer(
          waiting.map { ($0.key, $0.value.sighting) }, to: Self.collection, reader: "bench")
        while case let files = try keeper.lease(from: [Self.collection], machine: "bench"),
          !files.isEmpty
        {
          for file in files {
            guard let document = waiting[file.path], try keeper.begin(file) else { continue }
            _ = try keeper.store(document, hash: file.path, of: file)
          }
        }
        try keeper.tidy()
        copies += 1
      }
    }
    return copies * pagesOfACopy
  }

  func searcher(_ library: String) throws(ProgramRun.Failure) -> SharedSearcher {
    try ProgramRun.Failure.wrapped {
      SharedSearcher(SharedDatabases(try SharedDatabase(address)), name: "bench", library: library)
    }
  }

  /// The milliseconds of CPU time of all the server's processes since it was started.
  var serverTime: Double {
    let pid = cluster.processIdentifier
    // Of a parent, the fields cutime and cstime are of children that have ended (proc(5)).
    return Self.time(of: pid, fields: 13..<17)
      + TerminalSession.children(of: pid).reduce(0) { $0 + Self.time(of: $1, fields: 13..<15) }
  }

  private static func time(of pid: pid_t, fields: Range<Int>) -> Double {
    let fromState = TerminalSession.text("/proc/\(pid)/stat").split(separator: ")").last ?? ""
    // The first field after the name is the third of the line.
    let ticks = fromState.split(separator: " ").dropFirst(fields.lowerBound - 2)
      .prefix(fields.count)
    return ticks.reduce(0) { $0 + (Double($1) ?? 0) } * 1_000 / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The milliseconds of CPU time of this process.
  static var ownTime: Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func milliseconds(_ time: timeval) -> Double {
      Double(time.tv_sec) * 1_000 + Double(time.tv_usec) / 1_000
    }
    return milliseconds(usage.ru_utime) + milliseconds(usage.ru_stime)
  }

  /// Keeps this process and the server, with all connections from now on, to one core or lets them use all.
  func use(oneCore: Bool) {
    let cores = oneCore ? "0" : "0-\(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) - 1)"
    for pid in [getpid(), cluster.processIdentifier] {
      _ = ProgramRun("taskset", "-a", "-p", "-c", cores, "\(pid)").timeAtAnyEnd()
    }
  }
}

extension ProgramRun.Failure {
  /// Runs a body and throws its errors as failures of the measure.
  static func wrapped<Result>(
    _ body: () throws -> Result
  ) throws(ProgramRun.Failure) -> Result {
    do { return try body() } catch { throw ProgramRun.Failure(description: "\(error)") }
  }
}
