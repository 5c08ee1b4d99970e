package import DocumentModel
package import Files
package import Library
package import Messages
package import Workers

/// The services behind the screen: workers, library, disks, types and actions.
package struct SharedServices {
  package let pool: WorkerPool
  package let library: ReadingLibrary
  package let mailbox: Mailbox
  /// For what waits for a disk.
  package let lanes: DiskLanes
  let ahead: ReadAhead
  let types: DocumentTypes
  let actions: OwnActions
  let preferences: Preferences

  package init(
    pool: WorkerPool, library: ReadingLibrary, mailbox: Mailbox, lanes: DiskLanes, ahead: ReadAhead,
    types: DocumentTypes, actions: OwnActions, preferences: Preferences
  ) {
    self.pool = pool
    self.library = library
    self.mailbox = mailbox
    self.lanes = lanes
    self.ahead = ahead
    self.types = types
    self.actions = actions
    self.preferences = preferences
  }
}
