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
    add(part, isLast: offset + part.count == bytes.count)
    return digest
  }

  /// The same over a file that is read; one that was cut short meanwhile ends where it ends now.
  func advance(_ file: SourceFile) -> String? {
    if let digest { return digest }
    let part = file.bytes(offset..<min(file.count, offset + Self.portion))
    part.withUnsafeBytes { add($0, isLast: offset + $0.count >= file.count || $0.isEmpty) }
    return digest
  }

  private func add(_ part: UnsafeRawBufferPointer, isLast: Bool) {
    g_checksum_update(sum, part.assumingMemoryBound(to: UInt8.self).baseAddress, gssize(part.count))
    offset += part.count
    if isLast { digest = GLibText.copy(g_checksum_get_string(sum)) }
  }
}
