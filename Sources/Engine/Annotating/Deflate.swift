internal import CPoppler

/// Compresses streams for `/FlateDecode` (PDF 32000-1, 7.4.4).
enum Deflate {
  /// Returns the compressed bytes; nil if they cannot be made.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 6) else {
      return nil
    }
    defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
    var made: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 16)
    var taken = 0
    while true {
      var (read, written): (gsize, gsize) = (0, 0)
      let result = bytes[taken...].withUnsafeBytes { source in
        room.withUnsafeMutableBytes { target in
          g_converter_convert(
            compressor, source.baseAddress, gsize(source.count), target.baseAddress,
            gsize(target.count), G_CONVERTER_INPUT_AT_END, &read, &written, nil)
        }
      }
      guard result != G_CONVERTER_ERROR else { return nil }
      taken += Int(read)
      made += room[..<Int(written)]
      if result == G_CONVERTER_FINISHED { return made }
    }
  }
}
