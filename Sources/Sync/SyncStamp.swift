/// The logical time of a change; any two are ordered the same way on all machines.
package struct SyncStamp: Sendable, Hashable, Comparable {
  /// The revision of the replaced value plus one; 0 if only the time decides.
  package var revision: Int
  /// Milliseconds since 1970-01-01 UTC, later than that of the value that the change replaced even if the clock is wrong.
  package var time: Int64
  /// The id of the machine where the change was made.
  package var machine: String

  package init(revision: Int, time: Int64, machine: String) {
    self.revision = revision
    self.time = time
    self.machine = machine
  }

  /// Returns the stamp of a change at a clock's time that replaces the value with the stamp `known`.
  package init(
    after known: SyncStamp?, time: Int64, machine: String, of kind: SyncKind
  ) {
    revision = kind.isOrderedByTime ? 0 : min((known?.revision ?? 0) + 1, SyncLimits.revision)
    self.time = min(max(time, (known?.time ?? -1) + 1), SyncLimits.time)
    self.machine = machine
  }

  package static func < (a: SyncStamp, b: SyncStamp) -> Bool {
    (a.revision, a.time, a.machine) < (b.revision, b.time, b.machine)
  }
}

/// Bounds of what is read from a synchronised folder.
package enum SyncLimits {
  package static let revision = 1 << 31
  /// In milliseconds, some 30,000 years.
  package static let time: Int64 = 1 << 50
  /// The longest line, in bytes.
  package static let line = 1 << 20
  /// The largest file of one machine, in bytes.
  package static let file = 64 << 20
  /// The longest file of one machine, in lines.
  package static let lines = 500_000
  /// The most values of all files together.
  package static let registers = 1_000_000
  /// The most files that are read.
  package static let files = 64
  /// The most favourites whose order is kept: a line has them all.
  package static let favourites = 500
  /// The longest id, in bytes.
  package static let id = 1_024
}
