internal import CGLib

/// Keeps GLib's warnings off standard error, where they would corrupt the screen.
package enum QuietGLib {
  private static let isQuiet: Bool = {
    // Not the writer of structured messages: that may be set once in a process, and a test's has the worker's rooms in it too.
    g_log_set_default_handler({ _, _, _, _ in }, nil)
    g_set_printerr_handler { _ in }
    g_set_print_handler { _ in }
    return true
  }()

  /// Takes hold at the first call.
  @discardableResult package static func begin() -> Bool { isQuiet }

  /// Has GLib complain, for tests: a warning, a critical, and a word to standard error.
  package static func provoke() {
    begin()
    g_return_if_fail_warning("recto", "provoke", "a test")
    g_warn_message("recto", "QuietGLib.swift", 0, "provoke", "a test")
    _ = g_content_type_is_a(nil, nil)
  }
}
