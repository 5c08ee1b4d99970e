internal import CPoppler
import DocumentModel

/// Addresses that contain their data (RFC 2397), and Base64 (RFC 4648).
enum DataAddress {
  static func isImage(_ address: String) -> Bool { address.hasPrefix("data:image/") }

  /// How the address of an SVG begins.
  static let drawing = "data:image/svg+xml"

  /// The bytes of an address, in Base64 or with escapes; nil for all other addresses.
  static func bytes(_ address: String) -> [UInt8]? {
    guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else {
      return nil
    }
    let data = address[address.index(after: comma)...]
    return address[..<comma].hasSuffix(";base64")
      ? decoded(String(data)) : PathBytes.unescaped(data.utf8)
  }

  /// Decodes Base64 as GLib does: blanks and line ends are passed over.
  static func decoded(_ text: String) -> [UInt8] {
    var count: gsize = 0
    guard let bytes = g_base64_decode(text, &count) else { return [] }
    defer { g_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
