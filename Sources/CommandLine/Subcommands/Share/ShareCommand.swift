import DocumentModel
import Files
import Glibc
import Library
import Platform
import Services

/// `recto share`: sets up, joins and keeps shared libraries.
enum ShareCommand {
  static let details = [
    "init ADDRESS         sets up a library in a PostgreSQL database, once, as a role that may make roles; again, it adds collections",
    "join ADDRESS         joins a library; recto search searches it from then on",
    "status [NAME]        the libraries that were joined, their collections, and whether their servers answer (the default)",
    "keep NAME COLLECTION keeps the text of a collection on this machine, or of documents that match --query TEXT; recto search and S",
    "                     search it while the server does not answer; again: brings what is new",
    "leave NAME           forgets a library and what is kept and cached of it here; nothing on its server changes",
    "grant NAME ROLE…     admits people to --collection; those without a role get one, whose password you set in PostgreSQL",
    "revoke NAME ROLE…    takes people's rights to --collection, or to all collections; fails until all databases have confirmed it",
    "add-shard NAME ADDRESS",
    "                     adds an empty database, which takes new documents; readers need not join again",
    "text PLACE           prints a document as it was read, where its file is not within reach; PLACE is NAME:COLLECTION/PATH, as recto search",
    "                     shows it; --page N: one page",
    "annotations NAME FILE",
    "                     the annotations that members have made of a document, with their IDs",
    "hide NAME FILE ID…   hides annotations from all members; for keepers; show NAME FILE ID… shows them again",
    "",
    "ADDRESS is one of PostgreSQL's, such as postgresql://ada@db.example/recto; passwords belong in ~/.pgpass. Connections are encrypted and",
    "the server's certificate is checked, unless the server is this machine or ADDRESS has another sslmode.",
    "",
    "--collection NAME    the collection; may be repeated with init",
    "--readers ADA,BEN    init: people to admit as readers",
    "--write              grant: they may add documents, too; --keeper: and admit others, to all collections",
    "--force              init, add-shard: sets the library up although the database has other tables",
    "--name NAME          join, init: the name of the library on this machine",
    "--root NAME=FOLDER   join: where a collection's files are on this machine; may be repeated",
    "--json               status: JSON output",
    "",
    "recto index --share NAME FOLDER adds documents; recto guide shared-library explains it. Exit status: 0, 1 if there was nothing to do or",
    "to show, 2 after an error; of status 3 if a server does not answer.",
  ]

  static let form = OptionForm(
    command: "share", flags: ["json", "write", "keeper", "force"],
    valued: [
      "collection": .text, "readers": .text, "name": .text, "root": .text, "page": .text,
      "query": .text,
    ])

  /// The options of each action.
  private static let options: [String: Set<String>] = [
    "init": ["collection", "readers", "name", "force"], "join": ["name", "root"],
    "status": ["json"],
    "leave": [], "keep": ["query"], "grant": ["collection", "write", "keeper"],
    "revoke": ["collection"], "add-shard": ["force"],
    "text": ["page"], "annotations": [], "hide": [], "show": [],
  ]

  static func run(_ arguments: [String]) -> Int32 {
    CommandDocument.attempt {
      let parsed = try Arguments(arguments, form)
      let action = parsed.words.first ?? "status"
      let words = Array(parsed.words.dropFirst())
      guard let allowed = options[action] else {
        throw Arguments.Mistake(
          sentence: "recto share has no \(action); \(form.help) lists what it does")
      }
      if let other = parsed.given.first(where: { !allowed.contains($0.name) }) {
        throw Arguments.Mistake(
          sentence: "--\(other.name) does not go with recto share \(action)")
      }
      func one(_ what: String) throws(Arguments.Mistake) -> String {
        guard words.count == 1 else {
          throw Arguments.Mistake(sentence: "recto share \(action) needs \(what)")
        }
        return words[0]
      }
      switch action {
      case "init": return try setUp(try one("the address of a database"), parsed)
      case "join": return try join(try one("the address of a library"), parsed)
      case "text":
        return try SharedText.run(try one("a place, such as lab:papers/raft.pdf"), parsed)
      case "keep": return try SharedKeep.run(words, parsed.options["query"])
      case "annotations", "hide", "show": return try ShareAnnotations.run(action, words)
      case "leave": return try leave(try one("the name of a library"))
      case "grant": return try grant(words, parsed)
      case "revoke": return try revoke(words, parsed)
      case "add-shard": return try addShard(words, isForced: parsed.options["force"] != nil)
      default:
        guard words.count < 2 else {
          throw Arguments.Mistake(sentence: "recto share status takes one name at most")
        }
        return try ShareStatus(words.first).tell(asJSON: parsed.options["json"] != nil)
      }
    }
  }

  // MARK: setting up and joining

  private static func setUp(_ address: String, _ parsed: Arguments) throws -> Int32 {
    let collections = try names(parsed.values(of: "collection"), "collection")
    guard !collections.isEmpty else {
      throw Arguments.Mistake(
        sentence: "name a collection for the documents, such as --collection papers")
    }
    let readers = roles(parsed.values(of: "readers"))
    try JoinedLibraries.attempt(address) { () throws(SharedLibraryError) in
      let (databases, isNew) = try SharedDatabases.settingUp(
        address, besideOthers: parsed.options["force"] != nil)
      Output.write(isNew ? "the library is set up\n" : "the library is there already\n")
      for collection in collections {
        try databases.makeCollection(collection)
        _ = try databases.admit(
          try databases.first().role, to: collection, mayWrite: true, isKeeper: true)
        try admit(readers, to: collection, mayWrite: false, isKeeper: false, in: databases)
      }
    }
    let name = try keep(address, parsed)
    Output.write("joined as \(name); recto index --share \(name) FOLDER adds documents\n")
    Output.write(
      "readers: recto share join \(quoted(JoinedLibraries.address(address, for: readers.first)))\n")
    return Output.status(0)
  }

  private static func join(_ address: String, _ parsed: Arguments) throws -> Int32 {
    let name = try keep(address, parsed)
    let library = try JoinedLibraries.named(name)
    let collections = try JoinedLibraries.attempt(name) { () throws(SharedLibraryError) in
      let parts = try library.openAll().status()
      if case .failure(let error) = parts[0].collections { throw error }
      return SharedDatabases.collections(parts)
    }
    JoinedLibraries.remember(collections.map(\.name), of: library)
    Output.write("joined as \(name)\n")
    for collection in collections { Output.write(ShareStatus.line(collection, library) + "\n") }
    for root in library.roots.keys.sorted()
    where !collections.contains(where: { $0.name == root }) {
      Output.complain("\(name): you are admitted to no collection \(root); its --root is kept")
    }
    if collections.isEmpty {
      Output.complain(
        "\(name): you are admitted to no collection; its keeper admits you with recto share grant")
    }
    return Output.status(0)
  }

  /// Joins a library, or changes how it was joined; returns its name here.
  private static func keep(_ address: String, _ parsed: Arguments) throws -> String {
    let id = try JoinedLibraries.attempt(address) { () throws(SharedLibraryError) in
      let database = try SharedDatabase(address)
      guard database.part.isEmpty else { throw .notTheFirst }
      return database.id
    }
    var roots: [String: String] = [:]
    for root in parsed.values(of: "root") {
      let parts = root.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, SharedPlace.isName(parts[0]) else {
        throw Arguments.Mistake(sentence: "--root needs NAME=FOLDER, such as papers=/mnt/papers")
      }
      let folder = DocumentFile.absolute(Paths.typed(parts[1]))
      guard let status = SystemPath.status(folder), status.st_mode & S_IFMT == S_IFDIR else {
        throw CommandDocument.Failure(sentence: "\(parts[1]) is not a folder")
      }
      roots[parts[0]] = folder
    }
    let known = JoinedLibraries.all()
    let same = known.first { $0.id == id }
    var name = parsed.options["name"] ?? same?.name ?? JoinedLibrary.name(for: address)
    _ = try names([name], "library")
    if let other = known.first(where: { $0.name == name && $0.id != id }) {
      guard parsed.options["name"] == nil else {
        throw Arguments.Mistake(
          sentence: "\(other.name) is another library here; choose another --name")
      }
      name += "-\(id.prefix(4))"
    }
    let joined = JoinedLibrary(
      name: name, address: address, id: id,
      roots: (same?.roots ?? [:]).merging(roots) { $1 }, collections: same?.collections)
    JoinedLibraries.change { libraries in
      if let index = libraries.firstIndex(where: { $0.id == id }) {
        libraries[index] = joined
      } else {
        libraries.append(joined)
      }
    }
    if let same, same.name != name {
      Output.complain("\(same.name) is called \(name) here from now on")
    }
    return name
  }

  private static func leave(_ name: String) throws -> Int32 {
    let library = try JoinedLibraries.named(name)
    JoinedLibraries.change { $0.removeAll { $0.id == library.id } }
    let count = library.removeCached()
    JoinedLibraries.dropKept(of: library)
    try? EditExchange(folder: ReadingLibrary.defaultFolder()).leave(library.id)
    let cached = count == 1 ? "1 document" : "\(count) documents"
    Output.write(
      "left \(name); its server keeps everything\(count > 0 ? "; \(cached) removed from the cache" : "")\n"
    )
    return Output.status(0)
  }

  // MARK: members

  private static func grant(_ words: [String], _ parsed: Arguments) throws -> Int32 {
    let (library, roles) = try libraryAndRoles(words, "grant")
    let collections = parsed.values(of: "collection")
    guard !collections.isEmpty else {
      throw Arguments.Mistake(sentence: "name the collection, such as --collection papers")
    }
    let isKeeper = parsed.options["keeper"] != nil
    try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
      let databases = try library.openAll()
      for collection in collections {
        try admit(
          roles, to: collection, mayWrite: isKeeper || parsed.options["write"] != nil,
          isKeeper: isKeeper, in: databases)
      }
    }
    return Output.status(0)
  }

  private static func revoke(_ words: [String], _ parsed: Arguments) throws -> Int32 {
    let (library, roles) = try libraryAndRoles(words, "revoke")
    var (isDone, isConfirmed) = (false, true)
    let databases = try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
      try library.openAll()
    }
    let collections = parsed.values(of: "collection").map(Optional.some)
    for role in roles {
      var count = 0
      var unconfirmed: [Int: String] = [:]
      for collection in collections.isEmpty ? [nil] : collections {
        let (taken, others) = databases.dismiss(role, from: collection)
        count += taken
        for (part, error) in others {
          unconfirmed[part.number] = SharedStrings.text(error, library.name)
        }
      }
      isDone = isDone || count > 0
      // A refusal of the only database says all.
      if unconfirmed.count == databases.parts.count, let reason = unconfirmed[1] {
        throw CommandDocument.Failure(sentence: reason)
      }
      Output.write(
        Output.line(
          count > 0
            ? "\(role): \(count == 1 ? "1 right" : "\(count) rights") taken"
            : "\(role): there was no right to take") + "\n")
      for (number, reason) in unconfirmed.sorted(by: { $0.key < $1.key }) {
        isConfirmed = false
        Output.complain(
          "\(role): database \(number) has not confirmed it; run this again: \(reason)")
      }
    }
    return Output.status(!isConfirmed ? 2 : isDone ? 0 : 1)
  }

  private static func addShard(_ words: [String], isForced: Bool) throws -> Int32 {
    guard words.count == 2 else {
      throw Arguments.Mistake(
        sentence: "recto share add-shard needs a library's name and the address of a database")
    }
    let library = try JoinedLibraries.named(words[0])
    let (number, roles, isKnown) = try JoinedLibraries.attempt(library.name) {
      () throws(SharedLibraryError) in
      let databases = try library.openAll()
      let known = Set(databases.parts.map(\.number))
      let added = try databases.add(words[1], besideOthers: isForced)
      return (added.number, added.roles, known.contains(added.number))
    }
    Output.write(
      isKnown
        ? "database \(number) of \(library.name) is at this address now\n"
        : "added as database \(number) of \(library.name); new documents go to the one with the fewest pages\n"
    )
    if !roles.isEmpty {
      Output.write(
        Output.line(
          "new roles there: \(roles.joined(separator: ", ")); set their passwords with psql's \\password"
        ) + "\n")
    }
    return Output.status(0)
  }

  private static func admit(
    _ roles: [String], to collection: String, mayWrite: Bool, isKeeper: Bool,
    in databases: SharedDatabases
  ) throws(SharedLibraryError) {
    for role in roles {
      let made = try databases.admit(
        role, to: collection, mayWrite: mayWrite, isKeeper: isKeeper)
      let places =
        databases.parts.count == 1
        ? "" : " in database \(made.map { String($0) }.joined(separator: ", "))"
      let right = mayWrite ? "may read and add to" : "may read"
      Output.write(
        Output.line(
          "\(role) \(right) \(collection)"
            + (isKeeper ? ", and admits people to all collections" : ""))
          + (made.isEmpty
            ? "\n" : "; the role is new\(places): set its password with psql's \\password\n"))
    }
  }

  private static func libraryAndRoles(
    _ words: [String], _ action: String
  ) throws -> (JoinedLibrary, [String]) {
    let roles = roles(Array(words.dropFirst()))
    guard let name = words.first, !roles.isEmpty else {
      throw Arguments.Mistake(
        sentence: "recto share \(action) needs a library's name and people's roles")
    }
    return (try JoinedLibraries.named(name), roles)
  }

  private static func roles(_ given: [String]) -> [String] {
    given.flatMap { $0.split(separator: ",").map(String.init) }
  }

  private static func names(_ given: [String], _ what: String) throws -> [String] {
    for name in given where !SharedPlace.isName(name) {
      throw Arguments.Mistake(
        sentence: "“\(name)” cannot name a \(what): use letters, digits, _ . and -, at most 64")
    }
    return given
  }

  private static func quoted(_ text: String) -> String { "'\(Output.line(text))'" }
}
