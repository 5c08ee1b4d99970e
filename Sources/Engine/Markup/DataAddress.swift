internal import CPoppler
import DocumentModel

/// Addresses that contain their data (RFC 2397), and Base64 (RFC 4648).
enum DataAddress {
  static func isImage(_ address: String) -> Bool { address.hasPrefix("data:image/") }

  private static let drawing = Array("data:image/svg+xml".utf8)

  /// Whether a file of markup has the address of an SVG.
  ///
  /// `contains` takes 0.2 s for a megabyte, this a millisecond.
  static func areDrawings(in bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while let start = rest.firstIndex(of: drawing[0]) {
      if rest[start...].starts(with: drawing) { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }

  /// The bytes of an address, in Base64 or with escapes; nil for all other addresses.
  static func bytes(_ address: String) -> [UInt8]? {
    guard address.hasPrefix("data:"), let comma = address.firstIndex(of: ",") else {
      return nil
    }
    let data = address[address.index(after: comma)...]
    return address[..<comma].hasSuffix(";base64")
      ? decoded(String(data)) : PathBytes.unescaped(data.utf8)
  }

  /// Returns bytes in Base64.
  static func encoded(_ bytes: [UInt8]) -> String {
    GLibText.take(g_base64_encode(bytes, gsize(bytes.count)))
  }

  /// Decodes Base64 as GLib does: blanks and line ends are passed over.
  static func decoded(_ text: String) -> [UInt8] {
    var count: gsize = 0
    guard let bytes = g_base64_decode(text, &count) else { return [] }
    defer { g_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
  }
}
