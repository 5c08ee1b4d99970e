import Glibc
import Store

/// The open library: one connection shared by all kinds of records.
final class LibraryStore {
  let connection: Connection

  /// Opens or creates `library.db`; migrates an older form and leaves a newer one unchanged.
  init(file: String) throws(Migrations.Failure) {
    let connection = try Migrations.Failure.wrapped { () throws(StoreError) in
      try Connection(file: file)
    }
    self.connection = connection
    try LibrarySchema.migrations.apply(to: connection)
    try Migrations.Failure.wrapped { () throws(StoreError) in try connection.useWriteAheadLog() }
    try Migrations.Failure.wrapped { () throws(StoreError) in try files.completeKeys() }
  }

  /// Like `init`, but a damaged file is set aside first; it is never deleted, since it may be repairable.
  static func opened(file: String) throws(Migrations.Failure) -> LibraryStore {
    do throws(Migrations.Failure) { return try LibraryStore(file: file) } catch {
      guard case .store(let reason) = error, reason.isDamage else { throw error }
      let aside = file + ".damaged-\(time(nil))"
      // The log too: SQLite would replay it into the new file.
      for part in ["", "-wal", "-shm"] { rename(file + part, aside + part) }
      let store = try LibraryStore(file: file)
      LibraryTrouble.tellDamage(of: file, aside: aside)
      return store
    }
  }

  var reading: ReadingRecords { ReadingRecords(connection: connection) }
  var files: FileRecords { FileRecords(connection: connection) }
  var tags: TagRecords { TagRecords(connection: connection) }
  var recents: RecentRecords { RecentRecords(connection: connection) }
  var favourites: FavouriteRecords { FavouriteRecords(connection: connection) }
  var metadata: MetadataRecords { MetadataRecords(connection: connection) }
  var catalogue: CatalogueRecords { CatalogueRecords(connection: connection) }
  var states: StateRecords { StateRecords(connection: connection) }
  var shared: SharedEditRecords { SharedEditRecords(connection: connection) }
  var annotations: AnnotationRecords { AnnotationRecords(connection: connection) }
}
