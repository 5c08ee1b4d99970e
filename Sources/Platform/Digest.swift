internal import CGLib
internal import CNettle
import DocumentModel
import Glibc

/// Message digests.
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

  /// The SHA-256 sum of a file's bytes in lower-case hexadecimal; nil if it cannot be read, or `mayGoOn` has returned false.
  package static func sha256(
    file path: String, while mayGoOn: () -> Bool = { true }
  ) -> String? {
    let descriptor = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let sum = RunningDigest()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while mayGoOn() {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return sum.hex }
      sum.add(count == buffer.count ? buffer : Array(buffer[..<count]))
    }
    return nil
  }
}

/// A SHA-256 sum that grows. By nettle, which uses the processor's own instructions: GLib's takes five
/// times as long.
package final class RunningDigest {
  private var state = sha256_ctx()

  package init() { nettle_sha256_init(&state) }

  package func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { nettle_sha256_update(&state, $0.count, $0.baseAddress) }
  }

  /// The digest so far in lower-case hexadecimal.
  package var hex: String {
    // Finishing a digest resets it, so a copy is finished.
    var ended = state
    var sum = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&ended, sum.count, &sum)
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: sum.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
