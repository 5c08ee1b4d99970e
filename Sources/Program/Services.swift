import DocumentModel
import Files
import Interface
import Library
import Messages
import Workers

/// The services behind the screen: workers, library, disks, types and actions.
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
