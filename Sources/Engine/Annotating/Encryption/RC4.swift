internal import CNettle

/// RC4, the cipher of PDFs up to version 1.5.
enum RC4 {
  /// Encrypts or decrypts bytes; returns them unchanged if the key is empty.
  static func applied(_ bytes: [UInt8], key: [UInt8]) -> [UInt8] {
    guard !key.isEmpty else { return bytes }
    var context = arcfour_ctx()
    nettle_arcfour_set_key(&context, key.count, key)
    var result = [UInt8](repeating: 0, count: bytes.count)
    nettle_arcfour_crypt(&context, bytes.count, &result, bytes)
    return result
  }
}
