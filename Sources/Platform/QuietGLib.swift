internal import CGLib

/// Keeps GLib's warnings off standard error, where they would corrupt the screen.
package enum QuietGLib {
  private static let isQuiet: Bool = {
    // The writer of structured messages is not set, since a process can set it only once, and a test process contains the worker, too.
    g_log_set_default_handler({ _, _, _, _ in }, nil)
    g_set_printerr_handler { _ in }
    g_set_print_handler { _ in }
    return true
  }()

  /// Takes hold at the first call.
  @discardableResult package static func begin() -> Bool { isQuiet }

  /// Provokes a warning, a critical message and a text on standard error from GLib, for tests.
  package static func provoke() {
    begin()
    g_return_if_fail_warning("recto", "provoke", "a test")
    g_warn_message("recto", "QuietGLib.swift", 0, "provoke", "a test")
    _ = g_content_type_is_a(nil, nil)
  }
}
