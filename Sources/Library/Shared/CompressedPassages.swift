internal import CZlib

/// The packed passages of a page as a shared library stores them since form 6: a zero, the number of their bytes in four (big-endian), and these in zlib's format
/// (RFC 1950). Packed passages begin with their number, so that those which were stored before differ.
enum CompressedPassages {
  private static let head = 5
  /// The largest size; larger passages are stored as they are, and a server that claims more is wrong.
  private static let most = 4 << 20

  /// Returns passages in the shorter of both forms.
  static func compressed(_ packed: [UInt8]) -> [UInt8] {
    guard packed.count > head, packed.count <= most else { return packed }
    var length = compressBound(uLong(packed.count))
    let capacity = head + Int(length)
    let result = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, written in
      let size = UInt32(packed.count)
      for index in 0..<head { buffer[index] = UInt8(truncatingIfNeeded: size >> (32 - 8 * index)) }
      let status = compress2(
        buffer.baseAddress.map { $0 + head }, &length, packed, uLong(packed.count),
        Z_DEFAULT_COMPRESSION)
      written = status == Z_OK ? head + Int(length) : capacity
    }
    return result.count < packed.count ? result : packed
  }

  /// Lends passages as they were packed; returns nil if they are damaged.
  static func lend<Result>(
    _ stored: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard stored.count > head, stored[0] == 0 else { return body(stored) }
    let size = Int(UInt32(bigEndian: stored.loadUnaligned(fromByteOffset: 1, as: UInt32.self)))
    guard size <= most else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: 1) { buffer in
      var length = uLong(size)
      let status = uncompress(
        buffer.bindMemory(to: UInt8.self).baseAddress, &length,
        stored.bindMemory(to: UInt8.self).baseAddress.map { $0 + head },
        uLong(stored.count - head))
      guard status == Z_OK, length == uLong(size) else { return nil }
      return body(UnsafeRawBufferPointer(buffer))
    }
  }
}
