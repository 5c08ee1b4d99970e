internal import CPoppler

/// Sums of bytes, by GLib.
enum Digest {
  case md5, sha256, sha384, sha512

  func of(_ bytes: [UInt8]) -> [UInt8] {
    let kind =
      switch self {
      case .md5: G_CHECKSUM_MD5
      case .sha256: G_CHECKSUM_SHA256
      case .sha384: G_CHECKSUM_SHA384
      case .sha512: G_CHECKSUM_SHA512
      }
    guard let sum = g_checksum_new(kind) else { return [] }
    defer { g_checksum_free(sum) }
    g_checksum_update(sum, bytes, gssize(bytes.count))
    var count = gsize(64)
    var result = [UInt8](repeating: 0, count: 64)
    g_checksum_get_digest(sum, &result, &count)
    return Array(result.prefix(Int(count)))
  }
}
