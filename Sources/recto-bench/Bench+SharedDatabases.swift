import DocumentModel
import Library
import TestSupport
import Text

extension Bench {
  /// Measures a shared library of two databases with two slices each, on servers of their own, at 10⁴, 10⁵ … pages up to `--pages`, by default 10⁶: first screens,
  /// the size of the index of grams, a standby that takes over, and a database that ends.
  func sharedDatabases() throws(ProgramRun.Failure) -> [Measurement] {
    guard PostgresCluster.isInstalled else {
      throw ProgramRun.Failure(description: PostgresCluster.missing)
    }
    let queries = try QueryLibrary(self)
    let most = pages ?? 1_000_000
    let library = try SeveralDatabases(queries.documents, slicePages: most / 4, folder)
    defer { library.end() }
    var figures: [Measurement] = []
    var size = min(10_000, most)
    while size <= most {
      let count = try library.grow(to: size)
      warn("\(count) pages are stored")
      let prefix = "\(size) pages, "
      figures.append(
        Measurement(name: "\(prefix)slices", value: Double(try library.sliceCount()), unit: ""))
      figures.append(
        Measurement(
          name: "  \(prefix)index of grams a page", value: try library.indexSize() / Double(count),
          unit: "B"))
      let isLast = size * 10 > most
      figures += try firstScreens(
        queries, library.searcher, goals: (median: nil, all: isLast ? 200 : nil), prefix: prefix)
      size *= 10
    }
    guard let query = queries.queries.first(where: { $0.kind == "common" })?.parsed else {
      return figures
    }
    return try figures + library.failures(query)
  }
}

/// A shared library of two databases, each on a server of its own; a standby follows the second.
private final class SeveralDatabases {
  private let clusters: [PostgresCluster]
  private let names: [String]
  private let databases: SharedDatabases
  private let documents: [IndexedDocument]
  let searcher: SharedSearcher
  private var copies = 0

  private static let settings = [
    "shared_buffers=512MB", "maintenance_work_mem=256MB", "max_wal_size=4GB",
  ]

  init(
    _ documents: [IndexedDocument], slicePages: Int, _ folder: String
  ) throws(ProgramRun.Failure) {
    self.documents = documents
    (clusters, names, databases) = try ProgramRun.Failure.wrapped {
      let first = try PostgresCluster(settings: Self.settings)
      let clusters = [first, try PostgresCluster(settings: Self.settings, beside: first)]
      let names = try clusters.map { try $0.makeDatabase() }
      let (databases, _) = try SharedDatabases.settingUp(first.address(names[0]))
      try databases.makeCollection("papers")
      _ = try databases.admit("postgres", to: "papers", mayWrite: true, isKeeper: true)
      _ = try databases.add(clusters[1].address(names[1]))
      for (cluster, name) in zip(clusters, names) {
        try cluster.run(script: "UPDATE recto.library SET slice_pages = \(slicePages)", in: name)
      }
      return (clusters, names, databases)
    }
    searcher = SharedSearcher(databases, name: "bench", library: folder)
  }

  func end() { for cluster in clusters { cluster.end() } }

  /// Stores copies of the documents until there are so many pages; returns their number.
  func grow(to pages: Int) throws(ProgramRun.Failure) -> Int {
    let pagesOfACopy = max(1, documents.reduce(0) { $0 + $1.pages.count })
    try ProgramRun.Failure.wrapped {
      while copies * pagesOfACopy < pages {
        var waiting: [String: IndexedDocument] = [:]
        for document in documents { waiting["\(copies)\(document.sighting.path)"] = document }
        try databases.offer(
          waiting.map { ($0.key, $0.value.sighting, nil) }, to: "papers", reader: "bench")
        try databases.each { part, database throws(SharedLibraryError) in
          while case let files = try database.lease(from: ["papers"], machine: "bench"),
            !files.isEmpty
          {
            for file in files {
              guard let document = waiting[file.path], try database.begin(file) else { continue }
              _ = try databases.first().home(of: file.path, in: "papers", askedBy: part.number)
              _ = try database.store(document, hash: file.path, of: file)
            }
          }
          try database.tidy()
        }
        copies += 1
      }
    }
    return copies * pagesOfACopy
  }

  func sliceCount() throws(ProgramRun.Failure) -> Int {
    Int(try sum("SELECT count(*) FROM recto.slice"))
  }

  func indexSize() throws(ProgramRun.Failure) -> Double {
    try sum(
      "SELECT coalesce(sum(pg_relation_size(oid)), 0) FROM pg_class WHERE relname ~ '^gram_.*_(grams|sealed)$'"
    )
  }

  private func sum(_ statement: String) throws(ProgramRun.Failure) -> Double {
    try ProgramRun.Failure.wrapped {
      try zip(clusters, names).reduce(0) { sum, database in
        sum + (Double(try database.0.run(script: statement, in: database.1)) ?? .nan)
      }
    }
  }

  /// The second server ends, so that its standby answers; then that ends, too.
  func failures(_ query: LibraryQuery) throws(ProgramRun.Failure) -> [Measurement] {
    try ProgramRun.Failure.wrapped {
      let standby = try PostgresCluster(
        settings: Self.settings, beside: clusters[1], following: clusters[1])
      _ = try databases.add(clusters[1].address(names[1], orOf: standby))
      func time(isComplete: Bool) throws -> Double {
        let begin = ContinuousClock.now
        while try searcher.find(query, found: { _ in }).isComplete != isComplete {
          guard .now - begin < .seconds(30) else {
            throw ProgramRun.Failure(description: "no answer became \(isComplete)")
          }
        }
        return (ContinuousClock.now - begin) / .seconds(1)
      }
      _ = try time(isComplete: true)
      clusters[1].end()
      let complete = try time(isComplete: true)
      standby.end()
      let incomplete = try time(isComplete: false)
      return [
        Measurement(
          name: "database ended → its standby's complete answer", value: complete, unit: "s",
          goal: .atMost(1)),
        Measurement(
          name: "standby ended → incomplete answer", value: incomplete, unit: "s",
          goal: .atMost(2.5)),
      ]
    }
  }
}
