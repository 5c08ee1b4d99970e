import DocumentModel
import Files
import Interface
import Library
import Workers

/// What the program on the screen runs on: its workers, its memory, its disks, and what it was told of types and actions.
struct Services {
  let pool: WorkerPool
  let library: ReadingLibrary
  let mailbox: Mailbox
  /// For what waits for a disk.
  let lanes: DiskLanes
  let ahead: ReadAhead
  let types: DocumentTypes
  let actions: OwnActions
  let preferences: Preferences
}
