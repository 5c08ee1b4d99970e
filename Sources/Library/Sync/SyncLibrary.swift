package import DocumentModel
import Glibc
import Platform
import Store
package import Sync

/// Compares the library with the values of other machines.
///
/// It has its own connection and is used on one queue at a time, so that nobody else waits for a comparison.
package final class SyncLibrary {
  private let file: LibraryFile

  package init(folder: String) { file = LibraryFile(folder: folder) }

  private func withStore<Result>(
    _ body: (LibraryStore) throws(StoreError) -> Result
  ) throws(LibraryTrouble) -> Result {
    try file.use(body)
  }

  private static let machineName = "sync-machine"

  /// Returns this machine's id, and makes one from the host's name if there is none.
  package func machine(host: String) throws(LibraryTrouble) -> String {
    try withStore { store throws(StoreError) in
      if let known = try store.states.content(Self.machineName), MachineName.isValid(known) {
        return known
      }
      let new = MachineName.make(host: host)
      try store.states.set(new, named: Self.machineName)
      return new
    }
  }

  // MARK: fingerprints

  /// Returns the paths of all documents with something to synchronise, and of those opened last.
  package func paths() throws(LibraryTrouble) -> [String] {
    try withStore { store throws(StoreError) in
      try store.connection.statement(
        """
        SELECT path FROM document WHERE path <> ''
        UNION SELECT file.path FROM file JOIN tagging ON tagging.file = file.id
        UNION SELECT file.path FROM file JOIN favourite ON favourite.file = file.id
          WHERE NOT favourite.is_folder
        UNION SELECT file.path FROM file JOIN recent ON recent.file = file.id
        UNION SELECT path FROM annotated WHERE path <> ''
          AND EXISTS (SELECT 1 FROM deed WHERE document = annotated.id)
        """
      ).run { $0.text(0) }
    }
  }

  /// Returns the known fingerprints by path, each with the stamp of the file it was made from.
  package func fingerprints() throws(LibraryTrouble) -> [String: (stamp: String, text: String)] {
    try withStore { store throws(StoreError) in
      try SyncRecords(connection: store.connection).fingerprints()
    }
  }

  package func set(
    fingerprint: String, stamp: String, at path: String
  ) throws(LibraryTrouble) {
    try withStore { store throws(StoreError) in
      try SyncRecords(connection: store.connection).set(
        fingerprint: fingerprint, stamp: stamp, at: path)
    }
  }

  /// Records that the library has values, so that the user's next change of them is known as such.
  package func confirm(_ registers: [SyncRegister]) throws(LibraryTrouble) {
    try withStore { store throws(StoreError) in
      try store.connection.transaction { () throws(StoreError) in
        let records = SyncRecords(connection: store.connection)
        for register in registers {
          try records.set(shadow: SyncDecision.Shadow(register.value), of: register.key)
        }
      }
    }
  }

  // MARK: comparing

  /// The facts of this machine that a comparison needs.
  package struct Terms: Sendable {
    package var machine: String
    /// Milliseconds since 1970-01-01 UTC.
    package var now: Int64
    /// The fingerprints of existing files by path.
    package var fingerprints: [String: String]
    /// The paths of documents on the screen, whose positions are not moved.
    package var open: Set<String> = []
    package var home: String
    /// The values of settings by name; nil if they are not synchronised.
    package var settings: [String: String]?
    /// Whether nothing is to be changed.
    package var isDry = false

    package init(
      machine: String, now: Int64, fingerprints: [String: String], home: String
    ) {
      self.machine = machine
      self.now = now
      self.fingerprints = fingerprints
      self.home = home
    }
  }

  /// Takes the values of other machines in, records what the user has changed here, and applies what others have changed, in one transaction.
  package func compare(
    with others: [SyncRegister], _ terms: Terms
  ) throws(LibraryTrouble) -> SyncOutcome {
    try withStore { store throws(StoreError) in
      var comparison = SyncComparison(store, terms)
      if terms.isDry {
        try comparison.run(others)
      } else {
        try store.connection.transaction { () throws(StoreError) in
          try comparison.run(others)
          try comparison.write()
        }
      }
      return comparison.outcome
    }
  }
}

/// The result of a comparison.
package struct SyncOutcome: Sendable {
  /// Values of other machines that this library lacked.
  package var applied: [SyncRegister] = []
  /// The number of values for documents that are not here.
  package var waiting = 0
  /// Whether marks wait for a document on the screen that the library does not know yet.
  package var isEarly = false
  /// The PDFs whose last edits may still get into them and are not sent yet, by path.
  package var unsettled: [String] = []
  /// Tags to set, which are in the files' attributes as well.
  package var tags: [TagEdit] = []
  /// Favourites to add or to rename; nil as name: to remove.
  package var favourites: [(register: SyncRegister, path: String, name: String?)] = []
  /// The paths of favourites in the order of all machines, if this machine's may differ.
  package var favouriteOrder: [String] = []
  /// Positions in documents on the screen, by path.
  package var offers: [(path: String, register: SyncRegister)] = []
  package var replica = SyncReplica()
  /// Whether both texts of an annotation were kept, which the next comparison sends.
  package var isUnfinished = false

  /// A change of a file's tags.
  package struct TagEdit: Sendable, Hashable {
    package var register: SyncRegister
    package var path: String
    package var added: [TagName] = []
    package var removed: [String] = []
  }
}
