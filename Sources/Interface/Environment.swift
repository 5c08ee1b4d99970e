package import Canvas

/// Facts about the machine and the terminal that the program finds out for the state.
package struct Environment: Sendable {
  /// Seconds since 1970, and the offset of local time.
  package var now: Int64 = 0
  package var zone: Int64 = 0
  /// How the terminal treats right-to-left text.
  package var bidi = Bidi.none
  package var installed = InstalledPaths()

  package init() {}
}
