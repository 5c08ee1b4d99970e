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
}
