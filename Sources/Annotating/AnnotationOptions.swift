package import DocumentModel
package import Files

/// How annotations are kept and saved.
package struct AnnotationOptions: Sendable {
  package var saving = AnnotationSaving.afterMoment
  /// Milliseconds without an edit before the file is written.
  package var rest = 1_000
  /// Larger files are not written, in bytes.
  package var bound = 1 << 30
  package var disk = Disk()
  /// Carries annotations over without asking for files the user chose that for.
  package var carriesOver = true
  package var alarm = Alarm.system
  /// Called before a file is written, with its old and new stamp, so that the change is not taken for another program's.
  package var announce: @Sendable (_ path: String, _ from: FileStamp, _ to: FileStamp) -> Void = {
    _, _, _ in
  }
  /// Annotations of other programs whose words are remembered: of a document with more a command that ends soon remembers none.
  package var mostForeign = 5_000
  package var leavesManyForeign = false
  /// Returns the names of pages and sections of a document, if known without opening it.
  package var waymarks: @Sendable (_ path: String) -> DocumentWaymarks? = { _ in nil }
  /// Called in front of each step of keeping and saving; a test ends the process there.
  package var step: @Sendable (String) -> Void = { _ in }

  package init() {}
}
