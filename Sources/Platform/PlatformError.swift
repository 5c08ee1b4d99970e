internal import CGLib

/// An error of GLib or GIO.
package struct PlatformError: Error, Sendable, Hashable {
  package enum Reason: Sendable, Hashable {
    case notFound, denied, readOnly, noSpace
    /// The file system, or the desktop, has no such thing: no trash on this volume, no program of that name.
    case notSupported
    /// The program wants a terminal: these are the words to run it with.
    case needsTerminal([String])
    case other
  }

  package var reason: Reason
  /// GLib's own words, for a log: they come in the user's language.
  package var message: String

  package init(_ reason: Reason, _ message: String = "") {
    self.reason = reason
    self.message = message
  }

  private static let reasons: [UInt32: Reason] = [
    G_IO_ERROR_NOT_FOUND.rawValue: .notFound, G_IO_ERROR_PERMISSION_DENIED.rawValue: .denied,
    G_IO_ERROR_READ_ONLY.rawValue: .readOnly, G_IO_ERROR_NO_SPACE.rawValue: .noSpace,
    G_IO_ERROR_NOT_SUPPORTED.rawValue: .notSupported,
  ]

  /// Takes the error and frees it.
  init(taking error: inout UnsafeMutablePointer<GError>?) {
    defer { g_clear_error(&error) }
    guard let error else {
      self.init(.other)
      return
    }
    let message = error.pointee.message.map { String(cString: $0) } ?? ""
    let isOfFiles = error.pointee.domain == g_io_error_quark()
    self.init(
      isOfFiles ? Self.reasons[UInt32(bitPattern: error.pointee.code)] ?? .other : .other, message)
  }
}
