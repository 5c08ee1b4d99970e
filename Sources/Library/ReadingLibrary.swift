import Dispatch
import DocumentModel
import Glibc
import Platform
import Store
import Text

/// The persistent library of reading states, tags, favourites and recents; works on a queue of its own.
// Unchecked: mutable state is accessed on the queue only.
package final class ReadingLibrary: @unchecked Sendable {
  let queue = DispatchQueue(label: "recto.library")
  /// For accessing documents' files, which may be on slow file systems: only the callers concerned wait for it.
  let disk = DispatchQueue(label: "recto.library.disk", attributes: .concurrent)
  package let folder: String
  /// The desktop's list of recent documents.
  let desktop: RecentDocuments
  private var opened: LibraryStore?
  /// The reading state of each document, by path, as last loaded or saved by this process; nil if it had none.
  var known: [String: ReadingState?] = [:]
  /// The stamps of documents' files when their reading states were loaded, by path.
  var stamps: [String: String] = [:]
  /// Samples of the texts of documents, by path, to be stored with their reading states.
  var samples: [String: TextSample] = [:]
  /// When this process last added each document to the desktop's list, by path.
  var noted: [String: Int64] = [:]
  var storedSincePruning = 0
  /// Disk work whose result has not reached the library's queue yet.
  let underway = DispatchGroup()
  /// After a failure, opening is retried only after this time.
  private var restsUntil: ContinuousClock.Instant?
  private var reported: Set<LibraryTrouble> = []
  private let onTrouble: @Sendable (LibraryTrouble) -> Void
  /// Whether a path may be accessed in the search for a file that was near another path; false on file systems that may never answer.
  let mayAsk: MayAsk

  package typealias MayAsk = @Sendable (_ path: String, _ near: String) -> Bool

  /// `onTrouble` is called on the library's queue, once for each trouble. `mayAsk` excludes disks that may not answer from the search for moved files.
  package init(
    folder: String, recents: String = RecentDocuments.defaultFile(),
    onTrouble: @escaping @Sendable (LibraryTrouble) -> Void = { _ in },
    mayAsk: @escaping MayAsk = { _, _ in true }
  ) {
    self.folder = folder
    desktop = RecentDocuments(file: recents)
    self.onTrouble = onTrouble
    self.mayAsk = mayAsk
  }

  package static var storeVersion: String { Connection.libraryVersion }

  /// Returns `$XDG_DATA_HOME/recto`; relative values are ignored (XDG Base Directory Specification).
  package static func defaultFolder() -> String {
    HomeFolder.folder("XDG_DATA_HOME", else: ".local/share") + "/recto"
  }

  /// Whether the user has a library; opening it would create one.
  package static var isThere: Bool { SystemPath.isThere(defaultFolder() + "/library.db") }

  /// Opens the database in advance, so that the first query is fast.
  package func prepare() {
    queue.async { _ = self.store() }
  }

  /// Waits until all pending changes are stored, for at most six seconds.
  package func flush() {
    // Limited, since a file system may never answer.
    _ = underway.wait(timeout: .now() + .seconds(1))
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .seconds(5))
  }

  /// Runs `look` off the library's queue, then passes its result to `then` on that queue.
  func onDisk<Sight: Sendable>(
    _ look: @escaping @Sendable () -> Sight, then: @escaping @Sendable (Sight) -> Void
  ) {
    underway.enter()
    disk.async {
      let sight = look()
      self.queue.async {
        then(sight)
        self.underway.leave()
      }
    }
  }

  /// Runs a body on the library's queue with the open library. Returns nil if there is none or the body fails; the failure is reported.
  func withStore<Result: Sendable>(
    _ body: (LibraryStore) throws(StoreError) -> Result
  ) -> Result? {
    guard let store = store() else { return nil }
    do throws(StoreError) { return try body(store) } catch {
      tell(LibraryTrouble(file: error.file, cause: .store(error.message)))
      return nil
    }
  }

  /// Like `withStore`, in one transaction that is rolled back on failure.
  func inTransaction(_ body: (LibraryStore) throws(StoreError) -> Void) {
    _ = withStore { store throws(StoreError) in
      try store.connection.transaction { () throws(StoreError) in try body(store) }
    }
  }

  func attempt(_ body: () throws(StoreError) -> Void) {
    do throws(StoreError) { try body() } catch {
      tell(LibraryTrouble(file: error.file, cause: .store(error.message)))
    }
  }

  /// Reports a trouble the first time it occurs.
  func tell(_ trouble: LibraryTrouble) {
    guard reported.insert(trouble).inserted else { return }
    onTrouble(trouble)
  }

  /// Returns the open library; nil if it cannot be opened, which is reported.
  func store() -> LibraryStore? {
    if let opened { return opened }
    if let restsUntil, restsUntil > .now { return nil }
    FolderMaking.make(folder)
    let file = folder + "/library.db"
    do throws(Migrations.Failure) {
      opened = try LibraryStore.opened(file: file)
    } catch {
      restsUntil = .now + .seconds(5)
      tell(LibraryTrouble(error, file: file))
    }
    return opened
  }
}
