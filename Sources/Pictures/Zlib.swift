internal import CZlib

/// Compresses bytes in zlib format (RFC 1950).
enum Zlib {
  /// Level 1 compresses a page to within a tenth of the best in a third of the time.
  static func packed(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let bound = compressBound(uLong(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, written in
      var length = bound
      let status = compress2(
        buffer.baseAddress, &length, bytes.bindMemory(to: UInt8.self).baseAddress,
        uLong(bytes.count), 1)
      // The buffer fits the worst case, so only memory allocation can fail; then there is no image.
      written = status == Z_OK ? Int(length) : 0
    }
  }
}
