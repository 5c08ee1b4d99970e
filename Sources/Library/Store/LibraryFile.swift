import Platform
import Store

/// The local library's file, opened or created when it is used first; used on one queue at a time.
final class LibraryFile {
  let path: String
  private let folder: String
  private let prepare: (Connection) throws(StoreError) -> Void
  private var opened: LibraryStore?

  /// `folder` is the library's; `prepare` is called with the connection once it is open.
  init(folder: String, prepare: @escaping (Connection) throws(StoreError) -> Void = { _ in }) {
    self.folder = folder
    self.prepare = prepare
    path = folder + "/library.db"
  }

  func use<Result>(
    _ body: (LibraryStore) throws(StoreError) -> Result
  ) throws(LibraryTrouble) -> Result {
    do throws(Migrations.Failure) {
      let store: LibraryStore
      if let opened { store = opened } else { store = try open() }
      opened = store
      return try Migrations.Failure.wrapped { () throws(StoreError) in try body(store) }
    } catch {
      throw LibraryTrouble(error, file: path)
    }
  }

  private func open() throws(Migrations.Failure) -> LibraryStore {
    FolderMaking.make(folder)
    let store = try LibraryStore.opened(file: path)
    try Migrations.Failure.wrapped { () throws(StoreError) in try prepare(store.connection) }
    return store
  }
}
