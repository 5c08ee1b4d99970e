internal import CRaster
import DocumentModel
import Wire

/// A format of picture files: how it is recognised and decoded.
struct PictureFormat: Sendable {
  /// As people call it.
  let name: String
  /// Bytes at offsets near the start of the file.
  private let signs: [(at: Int, bytes: [UInt8])]
  private let decode:
    @Sendable (UnsafePointer<UInt8>, Int, UInt32, UnsafePointer<craster_receiver>) -> Int32

  private static let all: [PictureFormat] = [
    PictureFormat(
      name: "PNG", signs: [(0, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])],
      decode: { craster_png($0, $1, $2, $3) }),
    PictureFormat(
      name: "JPEG", signs: [(0, [0xFF, 0xD8, 0xFF])], decode: { craster_jpeg($0, $1, $2, $3) }),
    PictureFormat(
      name: "WebP", signs: [(0, Array("RIFF".utf8)), (8, Array("WEBP".utf8))],
      decode: { craster_webp($0, $1, $2, $3) }),
  ]

  private init(
    name: String, signs: [(at: Int, bytes: [UInt8])],
    decode:
      @escaping @Sendable (UnsafePointer<UInt8>, Int, UInt32, UnsafePointer<craster_receiver>) ->
      Int32
  ) {
    self.name = name
    self.signs = signs
    self.decode = decode
  }

  /// The format of a file by its first bytes; nil if unknown.
  init?(head: some RandomAccessCollection<UInt8>) {
    let found = Self.all.first { format in
      format.signs.allSatisfy { head.dropFirst($0.at).starts(with: $0.bytes) }
    }
    guard let found else { return nil }
    self = found
  }

  /// A picture as a thumbnail: made smaller, never larger, upright as its camera was held, on white.
  static func decode(
    _ file: FileMapping, _ request: ThumbnailRequest
  ) throws(EngineFailure) -> PixelBuffer {
    guard let format = PictureFormat(head: file.bytes),
      let base = file.bytes.bindMemory(to: UInt8.self).baseAddress
    else { throw .notADocument }
    let reduction = PictureReduction(request)
    var receiver = craster_receiver(
      context: Unmanaged.passUnretained(reduction).toOpaque(), learn: nil,
      begin: { context, width, height in
        guard let context else { return 1 }
        let reduction = Unmanaged<PictureReduction>.fromOpaque(context).takeUnretainedValue()
        return reduction.begin(width: Int(width), height: Int(height)) ? 0 : 1
      },
      row: { context, row in
        guard let context, let row else { return 1 }
        Unmanaged<PictureReduction>.fromOpaque(context).takeUnretainedValue().add(row)
        return 0
      })
    let outcome = withExtendedLifetime(reduction) {
      format.decode(base, file.bytes.count, UInt32(request.side), &receiver)
    }
    if let failure = failures[Int(outcome)] { throw failure }
    guard let pixels = reduction.pixels else { throw .damaged }
    return try format.turn(of: file).applied(to: pixels)
  }

  /// Returns how its camera was held.
  private func turn(of file: FileMapping) -> CameraTurn {
    name == "JPEG" ? CameraTurn(jpeg: file.bytes) : .none
  }

  /// Returns the size of the upright picture that begins with these bytes; nil if they are no picture.
  static func size(_ head: [UInt8]) -> (width: Int, height: Int)? {
    guard let format = PictureFormat(head: head), let mapping = try? FileMapping(copying: head)
    else { return nil }
    return try? format.size(of: mapping)
  }

  /// Returns the size of the upright picture from its header, without decoding it.
  func size(of file: FileMapping) throws(EngineFailure) -> (width: Int, height: Int) {
    guard let base = file.bytes.bindMemory(to: UInt8.self).baseAddress else { throw .empty }
    final class Size {
      var width = 0
      var height = 0
    }
    let size = Size()
    var receiver = craster_receiver(
      context: Unmanaged.passUnretained(size).toOpaque(),
      learn: { context, width, height in
        guard let context else { return 1 }
        let size = Unmanaged<Size>.fromOpaque(context).takeUnretainedValue()
        (size.width, size.height) = (Int(width), Int(height))
        return 1
      }, begin: { _, _, _ in 1 }, row: { _, _ in 1 })
    let outcome = withExtendedLifetime(size) { decode(base, file.bytes.count, 0, &receiver) }
    guard size.width > 0, size.height > 0 else {
      throw Self.failures[Int(outcome)] ?? .damaged
    }
    return turn(of: file).quarters % 2 == 1
      ? (size.height, size.width) : (size.width, size.height)
  }

  private static let failures: [Int: EngineFailure] = [
    CRASTER_DAMAGED: .damaged, CRASTER_NO_MEMORY: .outOfMemory, CRASTER_TOO_LARGE: .pictureSize,
    CRASTER_STOPPED: .outOfMemory,
  ]
}
