import DocumentModel
import FoundationEssentials
package import Library

/// A shared library that this machine has joined; kept in the local library.
package struct JoinedLibrary: Sendable, Hashable, Codable {
  /// The name by which it is spoken of here.
  package var name: String
  /// The address of its server, without a password.
  package var address: String
  /// Identifies the library wherever its server moves.
  package var id: String
  /// The folders of its collections on this machine, by collection.
  package var roots: [String: String] = [:]
  /// The collections to which the user was admitted when the server was asked last; nil if it never was.
  package var collections: [String]?

  package init(
    name: String, address: String, id: String, roots: [String: String] = [:],
    collections: [String]? = nil
  ) {
    self.name = name
    self.address = address
    self.id = id
    self.roots = roots
    self.collections = collections
  }

  /// Opens the library; `mayGoOn` is asked several times a second while waiting.
  package func open(
    while mayGoOn: @escaping () -> Bool = { true }
  ) throws(SharedLibraryError) -> SharedDatabase {
    let database = try SharedDatabase(address, while: mayGoOn)
    guard database.id == id else { throw .another }
    guard database.part.isEmpty else { throw .notTheFirst }
    return database
  }

  /// Whether a file lies in the folder of one of its collections.
  package func hasFolder(of path: String) -> Bool {
    roots.values.contains { PathParts.lies(path, in: $0) }
  }

  /// Removes the library's documents from the cache, unless another library has them, and returns how many.
  @discardableResult
  package func removeCached() -> Int { SharedCache().leave(id) }

  /// Returns a sentence about collections to which the user is not admitted any more; nil if there is none.
  package func loss(now: [String]) -> String? {
    let lost = (collections ?? []).filter { !now.contains($0) }
    guard !lost.isEmpty else { return nil }
    return
      "\(name): you are not admitted to \(lost.joined(separator: ", ")) any more; what is in there is missing here"
  }

  /// Opens all its databases: those that the first lists, or has listed before if it does not answer.
  package func openAll(
    while mayGoOn: @escaping () -> Bool = { true }
  ) throws(SharedLibraryError) -> SharedDatabases {
    let folder = KeptLibrary.folder(of: id)
    let list = URL(fileURLWithPath: folder + "/databases.json")
    let known = (try? Data(contentsOf: list)).flatMap {
      try? JSONDecoder().decode([SharedShard].self, from: $0)
    }
    return try SharedDatabases(
      address, id: id, known: known ?? [],
      keep: { shards in
        LibraryIndex.makeFolder(folder)
        try? JSONEncoder().encode(shards).write(to: list, options: .atomic)
      }, while: mayGoOn)
  }

  private static let state = "shared-libraries"

  /// Loads the libraries that were joined, in order.
  package static func load(
    from library: ReadingLibrary, completion: @escaping @Sendable ([JoinedLibrary]) -> Void
  ) {
    library.state(named: state) { completion(decoded($0)) }
  }

  /// Changes the list of joined libraries atomically.
  package static func change(
    in library: ReadingLibrary,
    _ change: @escaping @Sendable (inout [JoinedLibrary]) -> Void
  ) {
    library.changeState(named: state) { text in
      var libraries = decoded(text)
      change(&libraries)
      return libraries.isEmpty
        ? nil : (try? JSONEncoder().encode(libraries)).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private static func decoded(_ text: String?) -> [JoinedLibrary] {
    text.flatMap { try? JSONDecoder().decode([JoinedLibrary].self, from: Data($0.utf8)) } ?? []
  }

  /// Returns a name for an address: that of its database, or of its host if the database is called `recto`.
  package static func name(for address: String) -> String {
    let bare = address.split(separator: "?", maxSplits: 1).first.map(String.init) ?? address
    let parts = bare.replacing("postgresql://", with: "").replacing("postgres://", with: "")
      .split(separator: "/", omittingEmptySubsequences: false)
    let database = parts.count > 1 ? String(parts[1]) : ""
    let host =
      parts.first?.split(separator: "@", omittingEmptySubsequences: false).last?
      .split(separator: ":").first ?? ""
    for name in [database == "recto" ? "" : database, String(host), database]
    where SharedPlace.isName(name) { return name }
    return "shared"
  }
}

extension EditExchange {
  /// Opens a library's first database for an exchange.
  package static func open(
    _ library: JoinedLibrary, while mayGoOn: @escaping () -> Bool = { true }
  ) throws(Failure) -> SharedDatabase {
    try Failure.ofServer { () throws(SharedLibraryError) in try library.open(while: mayGoOn) }
  }
}
