import DocumentModel
import Files
import Library
import Services

/// The output of `recto share status`.
struct ShareStatus {
  private let libraries: [JoinedLibrary]

  init(_ name: String?) throws(CommandDocument.Failure) {
    libraries =
      try name.map { name throws(CommandDocument.Failure) in [try JoinedLibraries.named(name)] }
      ?? JoinedLibraries.all()
  }

  /// The exit status is 3 if a server does not answer.
  func tell(asJSON: Bool) throws(CommandDocument.Failure) -> Int32 {
    guard !libraries.isEmpty else {
      if asJSON {
        Output.write("[]\n")
      } else {
        Output.complain("no shared library was joined; recto share join ADDRESS joins one")
      }
      return Output.status(1)
    }
    var list: [JSON] = []
    var isComplete = true
    for library in libraries {
      let (collections, members, parts, trouble) = ask(library)
      isComplete = isComplete && trouble == nil
      guard !asJSON else {
        list.append(json(library, collections, members, parts, trouble))
        continue
      }
      Output.write(Output.line("\(library.name)  \(library.address)") + "\n")
      if let trouble { Output.complain(trouble) }
      for collection in collections {
        Output.write("  " + Self.line(collection, library) + "\n")
        let people = members.filter { $0.collection == collection.name }.map { Self.words($0) }
        if !people.isEmpty {
          Output.write(Output.line("    \(people.joined(separator: ", "))") + "\n")
        }
      }
      if parts.count > 1 {
        for part in parts { Output.write(Output.line("  " + Self.line(part)) + "\n") }
      }
      for line in Kept(library).lines { Output.write(Output.line("  \(line)") + "\n") }
    }
    if asJSON { Output.write(JSON.array(list).text + "\n") }
    return Output.status(isComplete ? 0 : 3)
  }

  /// Returns collections, their members if the user keeps the library, and why there is no answer.
  private func ask(
    _ library: JoinedLibrary
  ) -> ([SharedCollection], [SharedMember], [SharedDatabases.PartStatus], String?) {
    do throws(SharedLibraryError) {
      let databases = try library.openAll()
      let parts = databases.status()
      let failures = parts.compactMap { part in
        if case .failure(let error) = part.collections { error } else { nil }
      }
      let collections = SharedDatabases.collections(parts)
      guard failures.isEmpty else {
        let missing = SharedSearcher.Missing(
          parts: failures.count, allParts: parts.count, reason: failures[0])
        return (
          collections, [], parts,
          parts.count == 1
            ? SharedStrings.text(failures[0], library.name)
            : SharedStrings.text(missing, library.name)
        )
      }
      let names = collections.map(\.name)
      JoinedLibraries.lose(library, except: names)
      if let loss = library.loss(now: names) { Output.complain(loss) }
      JoinedLibraries.remember(names, of: library)
      let database = try databases.first()
      guard !collections.isEmpty else {
        return ([], [], parts, SharedStrings.text(.notAMember(role: database.role), library.name))
      }
      return (collections, (try? database.members()) ?? [], parts, nil)
    } catch {
      return ([], [], [], SharedStrings.text(error, library.name))
    }
  }

  /// The text of a library that is kept on this machine, by collection.
  private struct Kept {
    private var counts: [String: (documents: Int, pages: Int)] = [:]
    private var bytes = 0

    init(_ library: JoinedLibrary) {
      guard let kept = KeptLibrary(keptOf: library.id, named: library.name) else { return }
      counts = (try? kept.counts()) ?? [:]
      let folder = KeptLibrary.folder(of: library.id)
      for entry in (try? FolderReader.names(in: folder)) ?? [] {
        bytes += Int(FileStatus(PathParts.joined(folder, entry.name))?.stamp.size ?? 0)
      }
    }

    /// One line a collection, the last with the size of all.
    var lines: [String] {
      var lines = counts.sorted { $0.key < $1.key }.map { name, count in
        let documents = count.documents == 1 ? "1 document" : "\(count.documents) documents"
        return "kept here: \(name): \(documents), \(count.pages) pages"
      }
      if let last = lines.popLast() { lines.append("\(last); \(bytes / 1_000) kB in all") }
      return lines
    }

    var json: JSON {
      .object([
        (
          "collections",
          .array(
            counts.sorted { $0.key < $1.key }.map { name, count in
              .object([
                ("name", .string(name)), ("documents", .count(count.documents)),
                ("pages", .count(count.pages)),
              ])
            })
        ),
        ("bytes", .count(bytes)),
      ])
    }
  }

  /// Returns a database in a line, such as `database 2, host='db2.example': 3,412 pages`.
  private static func line(_ part: SharedDatabases.PartStatus) -> String {
    let place = part.place.isEmpty ? "" : ", \(part.place)"
    let state =
      switch part.collections {
      case .success(let collections): "\(collections.reduce(0) { $0 + $1.pages }) pages"
      case .failure: "does not answer"
      }
    return "database \(part.number)\(place): \(state)"
  }

  private static func words(_ member: SharedMember) -> String {
    let rights = member.isKeeper ? " (keeper)" : member.mayWrite ? " (may add)" : ""
    return Output.name(member.role) + rights
  }

  /// Returns a collection in a line, such as `papers: 120 documents, 3,412 pages, you may add; in /mnt/papers`.
  static func line(_ collection: SharedCollection, _ library: JoinedLibrary) -> String {
    let documents =
      "\(collection.documents) \(collection.documents == 1 ? "document" : "documents")"
    let root = library.roots[collection.name].map { "; in \(Output.name($0))" } ?? ""
    return Output.line(
      "\(collection.name): \(documents), \(collection.pages) pages\(collection.mayWrite ? ", you may add" : "")\(root)"
    )
  }

  private func json(
    _ library: JoinedLibrary, _ collections: [SharedCollection], _ members: [SharedMember],
    _ parts: [SharedDatabases.PartStatus], _ trouble: String?
  ) -> JSON {
    .object([
      ("name", .string(library.name)), ("address", .string(library.address)),
      ("answers", .bool(trouble == nil)), ("trouble", trouble.map(JSON.string) ?? .null),
      ("kept", Kept(library).json),
      (
        "databases",
        .array(
          parts.map { part in
            let collections = try? part.collections.get()
            return .object([
              ("number", .count(part.number)), ("place", .string(part.place)),
              ("answers", .bool(collections != nil)),
              ("pages", .count(collections?.reduce(0) { $0 + $1.pages } ?? 0)),
            ])
          })
      ),
      (
        "collections",
        .array(
          collections.map { collection in
            .object([
              ("name", .string(collection.name)), ("documents", .count(collection.documents)),
              ("pages", .count(collection.pages)), ("mayWrite", .bool(collection.mayWrite)),
              ("root", library.roots[collection.name].map(JSON.string) ?? .null),
              (
                "members",
                .array(
                  members.filter { $0.collection == collection.name }.map { member in
                    .object([
                      ("role", .string(member.role)), ("mayWrite", .bool(member.mayWrite)),
                      ("isKeeper", .bool(member.isKeeper)),
                    ])
                  })
              ),
            ])
          })
      ),
    ])
  }
}
