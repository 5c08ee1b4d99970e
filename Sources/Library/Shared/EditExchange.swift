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

  func records<Result>(
    _ body: (SharedEditRecords) throws(StoreError) -> Result
  ) throws(LibraryTrouble) -> Result {
    try file.use { store throws(StoreError) in try body(store.shared) }
  }

  func changing(
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

  /// Returns the role by which the user is a member of a document's collection; empty if it is not known here.
  package func role(in document: SharedDocument) throws(LibraryTrouble) -> String {
    try records { records throws(StoreError) in
      try records.role(in: document.library, document.collection) ?? ""
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
      if try !records.isLost(document.library, document.collection) {
        layer.collections = [document.collection]
        layer.tags = SharedTag.all(in: edits)
      }
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

  /// Forgets the other members' edits of collections to which the user is not admitted any more: all of a library but some.
  package func lose(
    _ library: String, except collections: [String] = []
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      for collection in try records.collections(of: library) where !collections.contains(collection)
      {
        try records.lose(library, collection)
      }
    }
  }

  /// Whether the user was not admitted to a document's collection when the server was asked last.
  package func isLost(_ document: SharedDocument) throws(LibraryTrouble) -> Bool {
    try records { records throws(StoreError) in
      try records.isLost(document.library, document.collection)
    }
  }

  /// Returns why edits of a document were not taken, and whether some are still to be sent.
  package func unsent(
    of document: SharedDocument
  ) throws(LibraryTrouble) -> (waiting: Set<String>, refused: [String: String]) {
    try records { records throws(StoreError) in
      (try records.waiting(of: document), try records.refusals(of: document))
    }
  }

  /// Makes annotations of this user known to the members, as they are now, also those of which the server has refused edits; others that are known stay.
  package func share(
    _ annotations: [Annotation], in document: SharedDocument
  ) throws(LibraryTrouble) {
    try changing { records throws(StoreError) in
      guard let role = try records.role(in: document.library, document.collection) else { return }
      for annotation in annotations {
        let isRefused = try records.removeRefused(annotation.id, by: role, in: document)
        let known = try Self.shared(by: role, in: document, records)
          .first { $0.id == annotation.id }
        let change = AnnotationChange(before: known, after: annotation)
        guard known == nil || isRefused, !change.isEmpty else { continue }
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
      let known = Set(try Self.shared(by: role, in: document, records).map(\.id))
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
  ) throws(StoreError) -> [Annotation] {
    SharedAnnotations(try records.edits(of: document)).made(by: role)
  }
}
