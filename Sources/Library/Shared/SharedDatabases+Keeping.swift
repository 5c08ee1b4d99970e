import Postgres

/// Collections and members, which are the same in all databases of a library.
extension SharedDatabases {
  /// Opens a library, sets it up if there is none, and upgrades all its databases; returns whether it was set up.
  package static func settingUp(
    _ address: String, besideOthers: Bool = false
  ) throws(SharedLibraryError) -> (databases: SharedDatabases, isNew: Bool) {
    let (database, isNew) = try SharedDatabase.settingUp(address, besideOthers: besideOthers)
    guard database.part.isEmpty else { throw .notTheFirst }
    let databases = SharedDatabases(database)
    try databases.refresh()
    for part in databases.parts.dropFirst() { try part.upgrade() }
    return (databases, isNew)
  }

  /// Adds a database, which is set up if it is empty, or lists one at another place; returns its number, and the roles that are new there.
  package func add(
    _ address: String, besideOthers: Bool = false
  ) throws(SharedLibraryError) -> (number: Int, roles: [String]) {
    let own = try first()
    let address = try SharedDatabase.parsed(address)
    guard let place = address.place else {
      throw .database(
        PostgresError(
          .address,
          "name the host by which readers reach it, and the database: postgresql://keeper@db2.example/recto"
        ))
    }
    // Readers refuse some places, where nothing must be set up.
    let listed = { (part: String) in
      self.part(of: SharedShard(number: 0, part: part, place: place))
    }
    try listed("").demandAddress()
    let added = try SharedDatabase.settingUp(address, besideOthers: besideOthers).database
    try added.becomePart(of: own.id)
    var roles = try Self.alignMembers(of: added, with: own)
    // It is opened in the way readers will reach it.
    _ = try listed(added.part).opened()
    let number = try own.list(added.part, at: place)
    // Rights granted or revoked before it was listed did not reach it.
    roles.formUnion(try Self.alignMembers(of: added, with: own))
    try refresh()
    return (number, roles.sorted())
  }

  /// Gives a database the members of the first one and revokes the rights of others; returns the roles that are new there.
  private static func alignMembers(
    of added: SharedDatabase, with first: SharedDatabase
  ) throws(SharedLibraryError) -> Set<String> {
    let members = try first.members().filter { !$0.collection.isEmpty }
    var roles: Set<String> = []
    for member in members {
      try added.makeCollection(member.collection)
      let isNew = try added.admit(
        member.role, to: member.collection, mayWrite: member.mayWrite, isKeeper: member.isKeeper)
      if isNew { roles.insert(member.role) }
    }
    for other in try added.members() where !other.collection.isEmpty {
      let isMember = members.contains {
        $0.role == other.role && $0.collection == other.collection
      }
      if !isMember { _ = try added.dismiss(other.role, from: other.collection) }
    }
    return roles
  }

  package func makeCollection(_ name: String) throws(SharedLibraryError) {
    try each { _, database throws(SharedLibraryError) in try database.makeCollection(name) }
  }

  /// Admits a role to a collection in all databases; the first one must have the collection. Returns the numbers of the databases that created the
  /// role, without a password.
  package func admit(
    _ role: String, to collection: String, mayWrite: Bool, isKeeper: Bool = false
  ) throws(SharedLibraryError) -> [Int] {
    var made: [Int] = []
    func admit(_ part: LibraryPart, _ database: SharedDatabase) throws(SharedLibraryError) {
      let isNew = try database.admit(
        role, to: collection, mayWrite: mayWrite, isKeeper: isKeeper)
      if isNew { made.append(part.number) }
    }
    // A mistyped collection is refused by the first database; the others would make it.
    try each(parts.prefix(1), admit)
    try each(parts.dropFirst()) { part, database throws(SharedLibraryError) in
      try database.makeCollection(collection)
      try admit(part, database)
    }
    return made
  }

  /// Revokes a role's right to a collection, or to all, in each database that answers. Returns the largest number of rights revoked in one of them,
  /// and the databases that have not confirmed.
  package func dismiss(
    _ role: String, from collection: String?
  ) -> (count: Int, unconfirmed: [(part: LibraryPart, error: SharedLibraryError)]) {
    var (count, unconfirmed) = (0, [(part: LibraryPart, error: SharedLibraryError)]())
    for part in parts {
      do throws(SharedLibraryError) {
        count = max(
          count,
          try part.again { database throws(SharedLibraryError) in
            try database.dismiss(role, from: collection)
          })
      } catch {
        unconfirmed.append((part, error))
      }
    }
    return (count, unconfirmed)
  }

  /// A database, and the role's collections in it or why it does not answer.
  package struct PartStatus: Sendable {
    package var number: Int
    package var place: String
    package var collections: Result<[SharedCollection], SharedLibraryError>
  }

  /// Returns what each database has of the role's collections.
  package func status() -> [PartStatus] {
    parts.map { part in
      PartStatus(
        number: part.number, place: part.place,
        collections: Result { () throws(SharedLibraryError) in
          try part.again { database throws(SharedLibraryError) in try database.collections() }
        })
    }
  }

  /// Returns the collections of several databases together, by name.
  package static func collections(_ parts: [PartStatus]) -> [SharedCollection] {
    var all: [String: SharedCollection] = [:]
    for own in parts.flatMap({ (try? $0.collections.get()) ?? [] }) {
      all[
        own.name, default: SharedCollection(name: own.name, mayWrite: true, documents: 0, pages: 0)
      ]
      .add(own)
    }
    return all.values.sorted { $0.name < $1.name }
  }
}

extension SharedCollection {
  fileprivate mutating func add(_ other: SharedCollection) {
    mayWrite = mayWrite && other.mayWrite
    documents += other.documents
    pages += other.pages
  }
}
