package import DocumentModel

/// Work that waits in the databases of a library.
extension SharedDatabases {
  /// Returns the work of each collection in all databases.
  package func workload() throws(SharedLibraryError) -> [SharedWorkload] {
    var all: [String: SharedWorkload] = [:]
    try each { _, database throws(SharedLibraryError) in
      for own in try database.workload() {
        all[own.collection, default: SharedWorkload(collection: own.collection)].add(own)
      }
    }
    return all.values.sorted { $0.collection < $1.collection }
  }

  package func troubles() throws(SharedLibraryError) -> [SharedTrouble] {
    var all: [SharedTrouble] = []
    try each { _, database throws(SharedLibraryError) in all += try database.troubles() }
    return all.sorted { ($0.collection, $0.path) < ($1.collection, $1.path) }
  }

  /// Removes files that are gone, wherever they are.
  package func prune(_ paths: [String], from collection: String) throws(SharedLibraryError) {
    try each { _, database throws(SharedLibraryError) in
      try database.prune(paths, from: collection)
    }
  }

  /// Returns the files of a collection by database.
  package func files(of collection: String) throws(SharedLibraryError) -> [[SharedFile]] {
    var all: [[SharedFile]] = []
    try each { _, database throws(SharedLibraryError) in
      all.append(try database.files(of: collection))
    }
    return all
  }

  /// Adds files to read: each to the database that has it, by its index in `parts`, or else to the one with the fewest pages.
  package func offer(
    _ files: [(path: String, sighting: FileSighting, index: Int?)], to collection: String,
    reader: String
  ) throws(SharedLibraryError) {
    var offers = parts.map { _ in [(path: String, sighting: FileSighting)]() }
    var (loads, mean) = parts.count == 1 ? ([0], 0) : try loads()
    for file in files {
      let index = file.index ?? loads.indices.min { loads[$0] < loads[$1] } ?? 0
      offers[index].append((file.path, file.sighting))
      loads[index] += mean
    }
    for (part, own) in zip(parts, offers) where !own.isEmpty {
      try part.opened().offer(own, to: collection, reader: reader)
    }
  }

  /// Passes a leased file on to another database that stores the same bytes, or will; false if there is none.
  package func pass(
    _ file: LeasedFile, _ sighting: FileSighting, hash: String, reader: String,
    from part: LibraryPart
  ) throws(SharedLibraryError) -> Bool {
    // Other databases may be added while this machine reads.
    if listed + .seconds(30) < .now { try refresh() }
    guard parts.count > 1 else { return false }
    let home = try first().home(of: hash, in: file.collection, askedBy: part.number)
    guard home != part.number else { return false }
    if !parts.contains(where: { $0.number == home }) { try refresh() }
    guard let other = parts.first(where: { $0.number == home }) else {
      throw .nonsense("it names a database that it does not list")
    }
    // Offered first, so that a machine that ends between the two forgets nothing.
    try other.opened().offer([(file.path, sighting)], to: file.collection, reader: reader)
    try part.opened().prune([file.path], from: file.collection)
    return true
  }

  /// Returns the pages of each database, with those that files will have that wait, and the mean number of a document's pages.
  private func loads() throws(SharedLibraryError) -> (loads: [Int], mean: Int) {
    var (pages, waiting, documents) = ([Int](), [Int](), 0)
    try each { _, database throws(SharedLibraryError) in
      let collections = try database.collections()
      pages.append(collections.reduce(0) { $0 + $1.pages })
      documents += collections.reduce(0) { $0 + $1.documents }
      waiting.append(try database.workload().reduce(0) { $0 + $1.waiting + $1.leased })
    }
    let mean = max(1, pages.reduce(0, +) / max(1, documents))
    return (zip(pages, waiting).map { $0 + $1 * mean }, mean)
  }
}

extension SharedWorkload {
  fileprivate init(collection: String) {
    self.init(collection: collection, waiting: 0, leased: 0, givenUp: 0, unread: 0)
  }

  fileprivate mutating func add(_ other: SharedWorkload) {
    waiting += other.waiting
    leased += other.leased
    givenUp += other.givenUp
    unread += other.unread
  }
}
