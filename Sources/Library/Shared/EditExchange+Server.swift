import DocumentModel
import Postgres
import Store

/// The exchange with servers.
extension EditExchange {
  /// Why an exchange failed.
  package enum Failure: Error, Sendable {
    case library(LibraryTrouble)
    case server(SharedLibraryError)

    /// Whether the same may succeed later.
    package var isTransient: Bool {
      if case .server(let error) = self { error.isTransient } else { true }
    }

    /// Whether the user is not admitted any more.
    var isForbidden: Bool {
      guard case .server(.database(let error)) = self else { return false }
      return error.isForbidden
    }

    static func ofLibrary<Result>(
      _ body: () throws(LibraryTrouble) -> Result
    ) throws(Failure) -> Result {
      do throws(LibraryTrouble) { return try body() } catch { throw .library(error) }
    }

    package static func ofServer<Result>(
      _ body: () throws(SharedLibraryError) -> Result
    ) throws(Failure) -> Result {
      do throws(SharedLibraryError) { return try body() } catch { throw .server(error) }
    }
  }

  /// The edits of one request, each of at most 1 MB.
  private static let portion = 100
  /// The bytes after which no edit is added to a request, so that a slow line brings it through in time.
  private static let mostBytes = 256 << 10

  /// Sends the user's edits to a server and brings the others', of all collections in which the user has documents.
  package func run(with database: SharedDatabase) throws(Failure) {
    let collections = try Failure.ofLibrary { () throws(LibraryTrouble) in
      try records { records throws(StoreError) in try records.collections(of: database.id) }
    }
    try followKeeping(of: database)
    var failure: Failure?
    for collection in collections {
      do throws(Failure) {
        // First, so that sending, which may fail on a slow line, holds up nothing.
        try pull(from: collection, of: database)
        try push(to: collection, of: database)
        try pull(from: collection, of: database)
      } catch {
        // The others go on unless the connection is gone.
        failure = failure ?? error
        if error.isForbidden { try lost(collection, of: database) }
        if database.isBroken { break }
      }
    }
    if let failure { throw failure }
  }

  /// Brings the members' edits of all collections to which the user is admitted.
  package func bring(from database: SharedDatabase) throws(Failure) {
    let collections = try Failure.ofServer { () throws(SharedLibraryError) in
      try database.collections().map(\.name)
    }
    for collection in collections {
      try Failure.ofLibrary { () throws(LibraryTrouble) in
        try changing { records throws(StoreError) in
          try records.know(collection, of: database.id, as: database.role)
        }
      }
    }
    try followKeeping(of: database)
    for collection in collections {
      try pull(from: collection, of: database)
    }
  }

  private func lost(_ collection: String, of database: SharedDatabase) throws(Failure) {
    try Failure.ofLibrary { () throws(LibraryTrouble) in
      try changing { records throws(StoreError) in
        try records.lose(database.id, collection)
      }
    }
  }

  private func push(to collection: String, of database: SharedDatabase) throws(Failure) {
    var sent: Set<String> = []
    while true {
      let edits = try Failure.ofLibrary { () throws(LibraryTrouble) in
        try records { records throws(StoreError) in
          try records.unsent(database.id, collection, by: database.role, most: Self.portion)
        }
      }
      var size = 0
      let new = edits.filter { !sent.contains($0.id) }.prefix { edit in
        defer { size += SharedChangeText.of(edit.change).utf8.count }
        return size < Self.mostBytes
      }
      sent.formUnion(new.map(\.id))
      guard !new.isEmpty else { return }
      try Failure.ofLibrary { () throws(LibraryTrouble) in
        try changing { records throws(StoreError) in
          try records.setSent(Array(new), in: database.id, collection)
        }
      }
      let reasons = try Failure.ofServer { () throws(SharedLibraryError) in
        try database.push(Array(new), to: collection)
      }
      try Failure.ofLibrary { () throws(LibraryTrouble) in
        try changing { records throws(StoreError) in
          for edit in new {
            guard let reason = reasons[edit.id] else { continue }
            try records.refuse(edit.id, reason, in: database.id, collection)
          }
        }
      }
      guard edits.count == Self.portion || new.count < edits.count else { return }
      // The numbers, by which they are no longer unsent, come with the edits that are brought.
      try pull(from: collection, of: database)
    }
  }

  private struct Item: Hashable {
    var document: String
    var name: String
  }

  /// The portions that are brought at once, so that a server which has edits without end holds nothing up.
  private static let mostPortions = 1_000

  private func pull(from collection: String, of database: SharedDatabase) throws(Failure) {
    var portions = Self.mostPortions
    while portions > 0 {
      portions -= 1
      let last = try Failure.ofLibrary { () throws(LibraryTrouble) in
        try records { records throws(StoreError) in try records.last(of: database.id, collection) }
      }
      let pulled = try Failure.ofServer { () throws(SharedLibraryError) in
        try database.pull(from: collection, after: last, most: Self.portion)
      }
      guard let next = pulled.last ?? (last < 0 ? 0 : nil) else { return }
      try add(pulled, from: collection, of: database)
      // Which edits of an annotation the server gives changes when a keeper hides it or shows it again.
      let items = Set(
        pulled.edits.filter { [.hide, .show].contains($0.kind) }.map { edit in
          Item(document: edit.document, name: edit.item)
        })
      for item in items {
        try pull(item, from: collection, of: database, &portions)
      }
      try Failure.ofLibrary { () throws(LibraryTrouble) in
        try changing { records throws(StoreError) in
          try records.set(last: next, of: database.id, collection)
        }
      }
    }
  }

  /// Brings the edits of one annotation, or forgets the others' if the server gives none. Each portion is stored alone: only one is in memory, and what
  /// another process stores meanwhile stays.
  private func pull(
    _ item: Item, from collection: String, of database: SharedDatabase, _ portions: inout Int
  ) throws(Failure) {
    var last = 0
    repeat {
      portions -= 1
      let given = try Failure.ofServer { () throws(SharedLibraryError) in
        try database.edits(
          of: item.name, in: item.document, of: collection, after: last, most: Self.portion)
      }
      guard let next = given.last else { break }
      try add(given, from: collection, of: database)
      last = next
    } while portions > 0
    guard last == 0 else { return }
    try Failure.ofLibrary { () throws(LibraryTrouble) in
      try changing { records throws(StoreError) in
        try records.removeOthers(
          item.name,
          in: SharedDocument(
            library: database.id, collection: collection, hash: item.document))
      }
    }
  }

  private func add(
    _ pulled: SharedDatabase.PulledEdits, from collection: String, of database: SharedDatabase
  ) throws(Failure) {
    try Failure.ofLibrary { () throws(LibraryTrouble) in
      try changing { records throws(StoreError) in
        for edit in pulled.edits { try records.add(edit, in: database.id, collection) }
      }
    }
  }

  /// Brings all edits again if the user keeps the library now and did not before, or the other way round: hidden ones are for keepers.
  private func followKeeping(of database: SharedDatabase) throws(Failure) {
    // Why it cannot be asked is seen with the collections.
    guard let keeps = try? database.keeps() else { return }
    try Failure.ofLibrary { () throws(LibraryTrouble) in
      let isOther = try records { records throws(StoreError) in
        try records.hasCollections(of: database.id, keeping: !keeps)
      }
      guard isOther else { return }
      try changing { records throws(StoreError) in
        try records.set(keeps: keeps, of: database.id)
      }
    }
  }
}
