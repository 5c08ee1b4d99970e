internal import CPoppler

/// SHA-256 over a file that is read portion by portion.
final class Fingerprinting {
  private let sum = g_checksum_new(G_CHECKSUM_SHA256)
  private var offset = 0
  private var digest: String?

  /// Bytes read at each asking: about a fiftieth of a second's work.
  private static let portion = 4 << 20

  deinit {
    g_checksum_free(sum)
  }

  /// Goes on; gives the digest in lower-case hex once the file's end is reached.
  func advance(_ bytes: UnsafeRawBufferPointer) -> String? {
    if let digest { return digest }
    let part = UnsafeRawBufferPointer(rebasing: bytes[offset...].prefix(Self.portion))
    g_checksum_update(sum, part.assumingMemoryBound(to: UInt8.self).baseAddress, gssize(part.count))
    offset += part.count
    if offset == bytes.count { digest = GLibText.copy(g_checksum_get_string(sum)) }
    return digest
  }
}

extension PopplerDocumentFile {
  package func fingerprint() -> String? {
    let running = fingerprinting ?? Fingerprinting()
    fingerprinting = running
    return running.advance(mapping.bytes)
  }
}
