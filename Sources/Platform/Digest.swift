internal import CGLib
import DocumentModel

/// Sums that stand for bytes.
package enum Digest {
  /// The MD5 sum of a text's bytes in lower-case hexadecimal; for names, not for secrets.
  package static func md5(_ text: String) -> String {
    let bytes = PathBytes.bytes(text)
    return GText.taking(g_compute_checksum_for_data(G_CHECKSUM_MD5, bytes, gsize(bytes.count)))
      ?? ""
  }

  /// The SHA-256 sum of bytes in lower-case hexadecimal.
  package static func sha256(_ bytes: [UInt8]) -> String {
    let sum = RunningDigest()
    sum.add(bytes)
    return sum.hex
  }
}

/// A SHA-256 sum that grows, and can be gone on with from any point.
package final class RunningDigest {
  private let sum: OpaquePointer?

  package init() { sum = g_checksum_new(G_CHECKSUM_SHA256) }

  private init(_ other: RunningDigest) { sum = g_checksum_copy(other.sum) }

  deinit { g_checksum_free(sum) }

  package func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { buffer in
      g_checksum_update(sum, buffer.baseAddress, gssize(buffer.count))
    }
  }

  package func copy() -> RunningDigest { RunningDigest(self) }

  /// Lower-case hexadecimal of what was added so far.
  package var hex: String {
    guard let copy = g_checksum_copy(sum) else { return "" }
    defer { g_checksum_free(copy) }
    return g_checksum_get_string(copy).map { String(cString: $0) } ?? ""
  }
}
