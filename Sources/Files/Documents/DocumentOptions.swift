/// How documents are kept.
package struct DocumentOptions: Sendable {
  /// Larger files are not opened, in bytes.
  package var bound: Int
  /// For what can be taken back and reverted to, each, in bytes.
  package var memory: Int
  /// After how many milliseconds without a change it is saved.
  package var rest: Int
  /// How long, in milliseconds, a file must be unchanged before it counts as completely written.
  package var stillness: Int
  package var disk: Disk
  package var alarm: Alarm
  /// Where unsaved contents are kept; nil for nowhere.
  package var recovery: RecoveryFolder?
  /// On the document's queue; nil checks the file on request only.
  package var watch: FolderWatch?

  package init(
    bound: Int = 16 << 20, memory: Int = 64 << 20, rest: Int = 2_000, stillness: Int = 200,
    disk: Disk = Disk(), alarm: Alarm = .system, recovery: RecoveryFolder? = nil,
    watch: FolderWatch? = nil
  ) {
    self.bound = bound
    self.memory = memory
    self.rest = rest
    self.stillness = stillness
    self.disk = disk
    self.alarm = alarm
    self.recovery = recovery
    self.watch = watch
  }
}
