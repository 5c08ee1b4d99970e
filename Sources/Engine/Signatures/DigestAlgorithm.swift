internal import CPoppler

/// The digests that signatures of PDFs use and GLib computes (PDF 32000-2, table 260).
enum DigestAlgorithm: String {
  case md5 = "MD5"
  case sha1 = "SHA-1"
  case sha256 = "SHA-256"
  case sha384 = "SHA-384"
  case sha512 = "SHA-512"

  private static let identifiers: [([UInt8], DigestAlgorithm)] = [
    ([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x02, 0x05], .md5),
    ([0x2B, 0x0E, 0x03, 0x02, 0x1A], .sha1),
    ([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01], .sha256),
    ([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02], .sha384),
    ([0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03], .sha512),
  ]

  /// By its object identifier.
  init?(_ identifier: ArraySlice<UInt8>) {
    guard let found = Self.identifiers.first(where: { identifier.elementsEqual($0.0) }) else {
      return nil
    }
    self = found.1
  }

  fileprivate var kind: GChecksumType {
    switch self {
    case .md5: G_CHECKSUM_MD5
    case .sha1: G_CHECKSUM_SHA1
    case .sha256: G_CHECKSUM_SHA256
    case .sha384: G_CHECKSUM_SHA384
    case .sha512: G_CHECKSUM_SHA512
    }
  }

  /// Returns the digest of some bytes.
  func digest(of bytes: [UInt8]) -> [UInt8] {
    let sum = RunningDigest(self)
    bytes.withUnsafeBytes { sum.add($0) }
    return sum.finish()
  }
}

/// A digest of bytes that come portion by portion.
final class RunningDigest {
  private let sum: OpaquePointer?

  init(_ algorithm: DigestAlgorithm) { sum = g_checksum_new(algorithm.kind) }

  deinit { g_checksum_free(sum) }

  func add(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    g_checksum_update(
      sum, bytes.assumingMemoryBound(to: UInt8.self).baseAddress, gssize(bytes.count))
  }

  /// Returns the digest; nothing may be added behind it.
  func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 64)
    var count = gsize(digest.count)
    g_checksum_get_digest(sum, &digest, &count)
    return Array(digest.prefix(Int(count)))
  }
}
