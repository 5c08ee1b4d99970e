/// A document recently opened by Recto or another program.
package struct Recent: Sendable, Hashable {
  package var trace: FileTrace
  /// Empty if not known.
  package var mimeType: String
  /// When it was last opened, in seconds since 1970-01-01 UTC.
  package var opened: Int64
  /// Names of the programs that opened it, from the desktop's list of recent files.
  package var applications: [String]

  package var path: String { trace.path }

  package init(trace: FileTrace, mimeType: String, opened: Int64, applications: [String]) {
    self.trace = trace
    self.mimeType = mimeType
    self.opened = opened
    self.applications = applications
  }
}
