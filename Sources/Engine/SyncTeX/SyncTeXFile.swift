internal import CPoppler
import Wire

/// A SyncTeX file, plain or compressed with gzip.
enum SyncTeXFile {
  /// The limits on the bytes of a file, and of its text.
  private static let mostBytes = 64 << 20
  private static let mostText = 256 << 20

  static func tree(_ file: SourceFile) throws(EngineFailure) -> SyncTeXTree {
    guard file.count > 0 else { throw .empty }
    guard file.count <= mostText else { throw .tooLarge }
    let isCompressed = file.head.starts(with: [0x1F, 0x8B])
    guard !isCompressed || file.count <= mostBytes else { throw .tooLarge }
    let bytes = file.bytes(0..<file.count)
    let text = isCompressed ? try expanded(bytes) : bytes
    // Typed throws do not pass through `withUnsafeBytes`.
    let result = text.withUnsafeBytes { text -> Result<SyncTeXTree, EngineFailure> in
      do throws(EngineFailure) { return .success(try SyncTeXReader.tree(text)) } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Expands a gzip file; a damaged one as far as it can be read.
  private static func expanded(_ bytes: [UInt8]) throws(EngineFailure) -> [UInt8] {
    guard let converter = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP) else {
      throw .outOfMemory
    }
    defer { g_object_unref(UnsafeMutableRawPointer(converter)) }
    var text: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 1 << 18)
    var taken = 0
    while taken < bytes.count {
      var (read, written): (gsize, gsize) = (0, 0)
      let result = bytes[taken...].withUnsafeBytes { source in
        room.withUnsafeMutableBytes { target in
          g_converter_convert(
            converter, source.baseAddress, gsize(source.count), target.baseAddress,
            gsize(target.count), G_CONVERTER_INPUT_AT_END, &read, &written, nil)
        }
      }
      guard result != G_CONVERTER_ERROR else { break }
      taken += Int(read)
      text += room[..<Int(written)]
      guard text.count <= mostText else { throw .tooLarge }
      if result == G_CONVERTER_FINISHED || read == 0 && written == 0 { break }
    }
    guard !text.isEmpty else { throw .damaged }
    return text
  }
}
