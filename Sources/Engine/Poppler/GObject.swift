internal import CPoppler

/// Owns one reference to a GObject.
final class GObjectReference {
  let pointer: OpaquePointer

  /// Takes over the reference the caller has.
  init(adopting pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    g_object_unref(UnsafeMutableRawPointer(pointer))
  }

  /// Passes the object to C and keeps it alive during the call.
  func lend<Result>(_ body: (OpaquePointer) -> Result) -> Result {
    withExtendedLifetime(self) { body(pointer) }
  }
}

enum GLibText {
  /// A string the caller owns, as a value; the C string is freed.
  static func take(_ text: UnsafeMutablePointer<CChar>?) -> String {
    guard let text else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// Copies a string with another owner.
  static func copy(_ text: UnsafePointer<CChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }
}
