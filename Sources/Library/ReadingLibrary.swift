import Dispatch
import DocumentModel
import Glibc
import Platform
import Store

/// Remembers the reading of documents across programs and days; works on a queue of its own.
// Unchecked: what can change is touched on the queue only.
package final class ReadingLibrary: @unchecked Sendable {
  let queue = DispatchQueue(label: "recto.library")
  /// For documents' files, which may lie on slow file systems: nobody waits for it but those who asked.
  let disk = DispatchQueue(label: "recto.library.disk", attributes: .concurrent)
  package let folder: String
  /// The desktop's list of recent documents.
  let desktop: RecentDocuments
  private var opened: LibraryStore?
  /// The marks this program had of each document when they were loaded or saved last, by its path.
  var known: [String: [Mark]] = [:]
  /// When this program told the desktop of each document, by path.
  var noted: [String: Int64] = [:]
  var storedSincePruning = 0
  /// Work on the disk that has not come to the library's queue yet.
  let underway = DispatchGroup()
  /// What went wrong is tried again after this.
  private var restsUntil: ContinuousClock.Instant?
  private var told: Set<LibraryTrouble> = []
  private let onTrouble: @Sendable (LibraryTrouble) -> Void
  /// Whether a path may be asked for while something is looked for that was near another one: not where nobody may ever answer.
  let mayAsk: MayAsk

  package typealias MayAsk = @Sendable (_ path: String, _ near: String) -> Bool

  /// `onTrouble` learns, once for each and on the library's queue, what cannot be remembered. `mayAsk` keeps the search for files
  /// that were moved away from disks that may not answer.
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

  /// `$XDG_DATA_HOME/recto`; relative values count as none (XDG base directories).
  package static func defaultFolder() -> String {
    HomeFolder.folder("XDG_DATA_HOME", else: ".local/share") + "/recto"
  }

  /// Opens the database, so that the first question need not wait for that.
  package func prepare() {
    queue.async { _ = self.store() }
  }

  /// Waits until all that was saved is safe.
  package func flush() {
    // Not for ever: a file system that does not answer holds up nothing but itself.
    _ = underway.wait(timeout: .now() + .seconds(1))
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .seconds(5))
  }

  /// Looks at files away from the library's queue, then goes on with what was seen on that queue.
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

  /// Runs a body on the library's queue with the open library; nil where there is none or it fails, which is told.
  func withStore<Result: Sendable>(
    _ body: (LibraryStore) throws(StoreError) -> Result
  ) -> Result? {
    guard let store = store() else { return nil }
    do throws(StoreError) { return try body(store) } catch {
      tell(LibraryTrouble(file: error.file, cause: .store(error.message)))
      return nil
    }
  }

  /// As `withStore`, in one transaction that is undone when it fails.
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

  /// Tells of a trouble, the first time it is met.
  func tell(_ trouble: LibraryTrouble) {
    guard told.insert(trouble).inserted else { return }
    onTrouble(trouble)
  }

  /// The open library; nil where it cannot be opened, which is told.
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
