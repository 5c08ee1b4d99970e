internal import CZlib

/// Bytes packed as zlib does (RFC 1950).
enum Zlib {
  /// Level 1 packs a page to within a tenth of the best in a third of the time.
  static func packed(_ bytes: UnsafeRawBufferPointer, level: Int32 = 1) -> [UInt8] {
    let bound = compressBound(uLong(bytes.count))
    return [UInt8](unsafeUninitializedCapacity: Int(bound)) { buffer, written in
      var length = bound
      let status = compress2(
        buffer.baseAddress, &length, bytes.bindMemory(to: UInt8.self).baseAddress,
        uLong(bytes.count), level)
      // There is room for the worst; only memory can fail, and then there is no picture.
      written = status == Z_OK ? Int(length) : 0
    }
  }
}
