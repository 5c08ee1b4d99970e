import Files
import Library
import Services

/// The shared libraries that this machine has joined.
enum JoinedLibraries {
  static func all() -> [JoinedLibrary] {
    guard ReadingLibrary.isThere else { return [] }
    return CommandLibrary().ask { JoinedLibrary.load(from: $1, completion: $0) }
  }

  static func change(_ change: @escaping @Sendable (inout [JoinedLibrary]) -> Void) {
    _ = CommandLibrary().ask { (done: @escaping @Sendable (Bool) -> Void, library) in
      JoinedLibrary.change(in: library, change)
      done(true)
    }
  }

  static func named(_ name: String) throws(CommandDocument.Failure) -> JoinedLibrary {
    let libraries = all()
    guard let library = libraries.first(where: { $0.name == name }) else {
      let names = libraries.map(\.name).joined(separator: ", ")
      throw CommandDocument.Failure(
        sentence: names.isEmpty
          ? "no shared library was joined; recto share join ADDRESS joins one"
          : "there is no shared library \(name) here; there is \(names)")
    }
    return library
  }

  /// Remembers to which collections of a library the user is admitted, so that a loss is noticed.
  static func remember(_ collections: [String], of library: JoinedLibrary) {
    guard library.collections != collections else { return }
    change { libraries in
      guard let index = libraries.firstIndex(where: { $0.id == library.id }) else { return }
      libraries[index].collections = collections
    }
  }

  /// Runs a body; its errors become sentences about a library.
  @discardableResult
  static func attempt<Result>(
    _ name: String, _ body: () throws(SharedLibraryError) -> Result
  ) throws(CommandDocument.Failure) -> Result {
    do throws(SharedLibraryError) {
      return try body()
    } catch {
      throw CommandDocument.Failure(sentence: SharedStrings.text(error, name))
    }
  }

  /// Removes the data of a library's collections to which the user is no longer admitted: kept documents, and the members' annotations and tags.
  static func lose(_ library: JoinedLibrary, except collections: [String] = []) {
    dropKept(of: library, except: collections)
    try? EditExchange(folder: ReadingLibrary.defaultFolder()).lose(
      library.id, except: collections)
  }

  /// Removes the documents kept of a library, except those of some collections: a revoked right ends the use of what was kept by it.
  static func dropKept(of library: JoinedLibrary, except collections: [String] = []) {
    if collections.isEmpty {
      try? TreeRemoval.remove(KeptLibrary.folder(of: library.id))
    } else {
      try? KeptLibrary(keptOf: library.id, named: library.name)?.remove(except: collections)
      // The cache does not know the collections of its documents.
      guard library.loss(now: collections) != nil else { return }
    }
    library.removeCached()
  }

  /// Returns an address with another role, as the line for other people has it.
  static func address(_ address: String, for role: String?) -> String {
    let schemes = ["postgresql://", "postgres://"]
    guard let scheme = schemes.first(where: address.hasPrefix) else { return address }
    let rest = address.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" && $0 != "?" }
    let place = host.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return "\(scheme)\(role ?? "ROLE")@\(place)\(rest.dropFirst(host.count))"
  }
}
