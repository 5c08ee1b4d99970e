internal import CNettle

/// The digest algorithms of PDF signatures and encryption (PDF 32000-2, 7.6 and table 260).
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

  /// Finds an algorithm by its object identifier in DER; nil if it is not supported.
  init?(_ identifier: ArraySlice<UInt8>) {
    guard let found = Self.identifiers.first(where: { identifier.elementsEqual($0.0) }) else {
      return nil
    }
    self = found.1
  }

  fileprivate var functions: nettle_hash {
    switch self {
    case .md5: nettle_md5
    case .sha1: nettle_sha1
    case .sha256: nettle_sha256
    case .sha384: nettle_sha384
    case .sha512: nettle_sha512
    }
  }

  /// Returns the digest of some bytes.
  func digest(of bytes: [UInt8]) -> [UInt8] {
    let digest = IncrementalDigest(self)
    bytes.withUnsafeBytes { digest.add($0) }
    return digest.finish()
  }
}

/// Computes a digest over bytes that arrive in portions.
final class IncrementalDigest {
  private let functions: nettle_hash
  private let context: UnsafeMutableRawPointer

  init(_ algorithm: DigestAlgorithm) {
    functions = algorithm.functions
    context = .allocate(byteCount: Int(functions.context_size), alignment: 16)
    functions.`init`(context)
  }

  deinit { context.deallocate() }

  func add(_ bytes: UnsafeRawBufferPointer) {
    guard !bytes.isEmpty else { return }
    functions.update(context, bytes.count, bytes.assumingMemoryBound(to: UInt8.self).baseAddress)
  }

  /// Returns the digest and starts again with no bytes.
  func finish() -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: Int(functions.digest_size))
    functions.digest(context, digest.count, &digest)
    return digest
  }
}
