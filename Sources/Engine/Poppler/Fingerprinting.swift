/// Computes the SHA-256 of a file portion by portion.
final class Fingerprinting {
  private let sum = IncrementalDigest(.sha256)
  private var offset = 0
  private var digest: String?

  /// Bytes per call: about a hundredth of a second's work.
  private static let portion = 4 << 20

  /// Reads the next portion; returns the digest in lower-case hexadecimal once the end is reached.
  func advance(_ bytes: UnsafeRawBufferPointer) -> String? {
    if let digest { return digest }
    let part = UnsafeRawBufferPointer(rebasing: bytes[offset...].prefix(Self.portion))
    add(part, isLast: offset + part.count == bytes.count)
    return digest
  }

  /// Continues with a file that is read; a truncated one ends where it ends now.
  func advance(_ file: SourceFile) -> String? {
    if let digest { return digest }
    let part = file.bytes(offset..<min(file.count, offset + Self.portion))
    part.withUnsafeBytes { add($0, isLast: offset + $0.count >= file.count || $0.isEmpty) }
    return digest
  }

  private func add(_ part: UnsafeRawBufferPointer, isLast: Bool) {
    sum.add(part)
    offset += part.count
    guard isLast else { return }
    digest = sum.finish().map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }
}
