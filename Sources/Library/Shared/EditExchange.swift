package import DocumentModel
import Platform
import Store

/// The members' edits of annotations on this machine, and their exchange with the server of a shared library.
///
/// The user's own edits are stored here with the journal entry that they are part of, and sent later; others' arrive in the order of the server. It has its
/// own connection to the local library and blocks, so it is used on one background queue.
package final class EditExchange {
  private let file: LibraryFile

  /// `folder` is the local library's.
  package init(folder: String) { file = LibraryFile(folder: folder) }

  private func records<Result>(
    _ body: (SharedEditRecords) throws(StoreError) -> Result
  ) throws(LibraryTrouble) -> Result {
    try file.use { store throws(StoreError) in try body(store.shared) }
  }

  private func changing(
    _ body: (SharedEditRecords) throws(StoreError) -> Void
  ) throws(LibraryTrouble) {
    try records { records throws(StoreError) in
      try records.connection.transaction { () throws(StoreError) in try body(records) }
    }
  }

  // MARK: documents

  /// Returns the collections that a file is known to be in, by its bytes or those before annotations were written into it; works without a server.
  package func places(of hash: String, at path: String) throws(LibraryTrouble) -> [SharedDocument] {
    try records { records throws(StoreError) in
      let own = try records.places(of: hash)
      guard own.isEmpty, let original = try records.original(of: hash, at: path) else { return own }
      return try records.places(of: original)
    }
  }

  /// Returns the collections that a file is known to be in; reads it only if any document is known to be in one.
  package func places(at path: String) throws(LibraryTrouble) -> [SharedDocument] {
    let isAny = try records { records throws(StoreError) in try records.knowsDocuments() }
    guard isAny, let hash = Digest.sha256(file: path) else { return [] }
    return try places(of: hash, at: path)
  }

  /// Asks a server for the collections that have a file, and remembers the answer.
  package func find(
    _ hash: String, at path: String, in database: SharedDatabase
  ) throws(Failure) {
    let original = try Failure.ofLibrary { () throws(LibraryTrouble) in
      try records { records throws(StoreError) in try records.original(of: hash, at: path) }
    }
    for hash in [hash, original].compactMap(\.self) {
      let found = try Failure.ofServer { () throws(SharedLibraryError) in
        try database.collections(holding: hash)
      }
      try Failure.ofLibrary { () throws(LibraryTrouble) in
        try changing { records throws(StoreError) in
          for collection in found {
            try records.know(collection, of: database.id, as: database.role)
            try records.know(
              SharedDocument(library: database.id, collection: collection, hash: hash))
          }
        }
      }
    }
  }

  /// Returns the annotations that the members have made of a document, unsent ones of this user included.
  package func annotations(
    of document: SharedDocument
  ) throws(LibraryTrouble) -> SharedAnnotations {
    SharedAnnotations(
      try records { records throws(StoreError) in try records.edits(of: document) })
  }

  /// Returns the tags that members have given a document, by name, each with these members.
  package func tags(of document: SharedDocument) throws(LibraryTrouble) -> [SharedTag] {
    SharedTag.all(in: try records { records throws(StoreError) in try records.edits(of: document) })
  }

  /// Returns the tags that members have given the documents of a library, by name.
  package func tags(of library: String) throws(Failure) -> [SharedDocument: [String]] {
    try Failure.ofLibrary { () throws(LibraryTrouble) in
      try records { records throws(StoreError) in try records.tagEdits(of: library) }
    }.mapValues { SharedTag.all(in: $0).map(\.name) }
  }

  /// Gives a document tags as this user, and takes some away.
  package func tag(
    _ document: SharedDocument, add: [TagName], remove: [String]
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      guard let role = try records.role(in: document.library, document.collection) else { return }
      var own = Set(
        SharedTag.all(in: try records.edits(of: document)).filter { $0.members.contains(role) }
          .map(\.name))
      let old = remove.filter { own.remove($0) != nil }
      let new = add.map(\.text).filter { own.insert($0).inserted }
      for (names, kind) in [(old, SharedEdit.Kind.untag), (new, .tag)] {
        for name in names {
          try records.add(
            SharedEdit(who: role, document: document.hash, item: name, kind: kind),
            in: document.library, document.collection)
        }
      }
    }
  }

  /// Returns numbers that change whenever the known edits of a document do, whichever process brought or made them.
  package func version(of document: SharedDocument) throws(LibraryTrouble) -> [Int] {
    try records { records throws(StoreError) in try records.version(of: document) }
  }

  /// Returns what a reader shows of a document's collection.
  package func layer(of document: SharedDocument) throws(LibraryTrouble) -> SharedLayer {
    try records { records throws(StoreError) in
      let edits = try records.edits(of: document)
      let all = SharedAnnotations(edits)
      var layer = SharedLayer()
      let role = try records.role(in: document.library, document.collection)
      let own = all.made(by: role ?? "")
      layer.own = Set(own.map(\.id))
      layer.withdrawn = all.withdrawn(by: role ?? "")
      // The user's own state the same author whichever machine they were made on.
      let authors = Dictionary(own.map { ($0.id, $0.author) }) { first, _ in first }
      layer.annotations = all.shown(to: role).map { annotation in
        var annotation = annotation
        annotation.author = authors[annotation.id] ?? annotation.author
        return annotation
      }
      layer.collections = [document.collection]
      layer.tags = SharedTag.all(in: edits)
      layer.isOpen = try records.isOpen(document.library, document.collection)
      for (name, reason) in try records.refusals(of: document) {
        layer.refusals[AnnotationID(name)] = reason
      }
      return layer
    }
  }

  // MARK: the user's choice

  /// Chooses whether new annotations in a document's collection are for its members.
  package func set(isOpen: Bool, _ document: SharedDocument) throws(LibraryTrouble) {
    try records { records throws(StoreError) in
      try records.set(isOpen: isOpen, document.library, document.collection)
    }
  }

  /// Makes new annotations private in all collections of a library that is left: joining it again shares nothing unasked.
  package func leave(_ library: String) throws(LibraryTrouble) {
    try records { records throws(StoreError) in try records.close(library) }
  }

  /// Makes annotations of this user known to the members, as they are now; those that are known stay.
  package func share(
    _ annotations: [Annotation], in document: SharedDocument
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      guard let role = try records.role(in: document.library, document.collection) else { return }
      let known = try Self.shared(by: role, in: document, records)
      for annotation in annotations where !known.contains(annotation.id) {
        let change = AnnotationChange(before: nil, after: annotation)
        try records.add(
          SharedEdit(
            who: role, document: document.hash, item: annotation.id.name, change: change),
          in: document.library, document.collection)
      }
    }
  }

  /// Withdraws annotations of this user from the members; they stay on this machine. Edits that were not sent never are.
  package func withdraw(
    _ annotations: [Annotation], from document: SharedDocument
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      guard let role = try records.role(in: document.library, document.collection) else { return }
      for annotation in annotations {
        try records.removeUnsent(annotation.id, by: role, in: document)
      }
      let known = try Self.shared(by: role, in: document, records)
      for annotation in annotations where known.contains(annotation.id) {
        let change = AnnotationChange(before: annotation, after: nil)
        try records.add(
          SharedEdit(
            who: role, document: document.hash, item: annotation.id.name, change: change),
          in: document.library, document.collection)
      }
      for annotation in annotations {
        try records.setWithdrawn(annotation.id, by: role, in: document)
      }
    }
  }

  private static func shared(
    by role: String, in document: SharedDocument, _ records: SharedEditRecords
  ) throws(StoreError) -> Set<AnnotationID> {
    Set(SharedAnnotations(try records.edits(of: document)).made(by: role).map(\.id))
  }

  // MARK: exchange

  /// Why an exchange failed.
  package enum Failure: Error, Sendable {
    case library(LibraryTrouble)
    case server(SharedLibraryError)

    /// Whether the same may succeed later.
    package var isTransient: Bool {
      if case .server(let error) = self { error.isTransient } else { true }
    }

    fileprivate static func ofLibrary<Result>(
      _ body: () throws(LibraryTrouble) -> Result
    ) throws(Failure) -> Result {
      do throws(LibraryTrouble) { return try body() } catch { throw .library(error) }
    }

    fileprivate static func ofServer<Result>(
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
      try pull(from: collection, of: database)
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

  /// The portions that are brought at once, so that a server which has edits without end holds nothing up.
  private static let mostPortions = 1_000

  private func pull(from collection: String, of database: SharedDatabase) throws(Failure) {
    for _ in 0..<Self.mostPortions {
      let last = try Failure.ofLibrary { () throws(LibraryTrouble) in
        try records { records throws(StoreError) in try records.last(of: database.id, collection) }
      }
      let pulled = try Failure.ofServer { () throws(SharedLibraryError) in
        try database.pull(from: collection, after: last, most: Self.portion)
      }
      guard let next = pulled.last else { return }
      try Failure.ofLibrary { () throws(LibraryTrouble) in
        try changing { records throws(StoreError) in
          for edit in pulled.edits { try records.add(edit, in: database.id, collection) }
          try records.set(last: next, of: database.id, collection)
        }
      }
    }
  }
}
