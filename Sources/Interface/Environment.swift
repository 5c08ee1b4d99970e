package import Canvas
import DocumentModel

/// Facts about the machine and the terminal that the program finds out for the state.
package struct Environment: Sendable {
  /// Seconds since 1970, and the offset of local time.
  package var now: Int64 = 0
  package var zone: Int64 = 0
  /// How the terminal treats right-to-left text.
  package var bidi = Bidi.none
  package var installed = InstalledPaths()

  /// Whether dates are written with day and year, for files that are read for years.
  var writesWholeDates = false

  package init() {}

  /// Returns a date as lists show it, or with day and year.
  func date(_ seconds: Int64) -> String {
    writesWholeDates
      ? CalendarDate.isoDay(seconds + zone) : CalendarDate.short(seconds + zone, now: now + zone)
  }
}
