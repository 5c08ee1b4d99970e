internal import CRaster
import DocumentModel
import Wire

/// A format of picture files: how it is recognised and decoded.
struct PictureFormat: Sendable {
  /// Its usual name.
  let name: String
  /// File name extensions, in lower case.
  private let extensions: [String]
  private let mediaTypes: Set<String>
  /// Any of these patterns is near the start of the file.
  private let signs: [Sign]
  /// Whether its library is one of the rare formats'.
  private var isRare = false
  /// Whether it has no pixels of its own, and is drawn at any size.
  private(set) var isVector = false
  private let decode:
    @Sendable (UnsafePointer<UInt8>, Int, UInt32, UnsafePointer<craster_receiver>) -> Int32
  private typealias Pages = (
    count: @Sendable (UnsafePointer<UInt8>, Int) -> Int32,
    decode:
      @Sendable (UnsafePointer<UInt8>, Int, UInt32, UInt32, UnsafePointer<craster_receiver>) ->
      Int32
  )
  /// Functions for multi-page formats.
  private var pages: Pages?

  /// Bytes at an offset.
  private struct Sign {
    var at = 0
    var bytes: [UInt8]
    /// Bytes expected at offset 8.
    var then: [UInt8] = []

    func isIn(_ head: some RandomAccessCollection<UInt8>) -> Bool {
      head.dropFirst(at).starts(with: bytes)
        && (then.isEmpty || head.dropFirst(8).starts(with: then))
    }
  }

  private static let heifPages: Pages = (
    { craster_heif_pages($0, $1) }, { craster_heif_page($0, $1, $2, $3, $4) }
  )

  private static let all: [PictureFormat] = [
    PictureFormat(
      name: "PNG", extensions: ["png"], mediaTypes: ["image/png"],
      signs: [Sign(bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])],
      decode: { craster_png($0, $1, $2, $3) }),
    PictureFormat(
      name: "JPEG", extensions: ["jpg", "jpeg", "jpe"], mediaTypes: ["image/jpeg"],
      signs: [Sign(bytes: [0xFF, 0xD8, 0xFF])], decode: { craster_jpeg($0, $1, $2, $3) }),
    PictureFormat(
      name: "WebP", extensions: ["webp"], mediaTypes: ["image/webp"],
      signs: [Sign(bytes: Array("RIFF".utf8), then: Array("WEBP".utf8))],
      decode: { craster_webp($0, $1, $2, $3) }),
    PictureFormat(
      name: "GIF", extensions: ["gif"], mediaTypes: ["image/gif"],
      signs: [Sign(bytes: Array("GIF87a".utf8)), Sign(bytes: Array("GIF89a".utf8))],
      decode: { craster_gif($0, $1, $2, $3) }),
    PictureFormat(
      name: "TIFF", extensions: ["tif", "tiff"], mediaTypes: ["image/tiff"],
      // Classic TIFF and BigTIFF.
      signs: [
        Sign(bytes: [0x49, 0x49, 0x2A, 0]), Sign(bytes: [0x4D, 0x4D, 0, 0x2A]),
        Sign(bytes: [0x49, 0x49, 0x2B, 0]), Sign(bytes: [0x4D, 0x4D, 0, 0x2B]),
      ], decode: { craster_tiff($0, $1, $2, $3) },
      pages: (
        { craster_tiff_pages($0, $1) }, { craster_tiff_page($0, $1, $2, $3, $4) }
      )),
    PictureFormat(
      name: "HEIC", extensions: ["heic", "heif"], mediaTypes: ["image/heic", "image/heif"],
      signs: ["heic", "heix", "heim", "heis", "mif1", "msf1"].map(brand), isRare: true,
      decode: { craster_heif($0, $1, $2, $3) }, pages: heifPages),
    PictureFormat(
      name: "AVIF", extensions: ["avif"], mediaTypes: ["image/avif"],
      signs: ["avif", "avis"].map(brand), isRare: true, decode: { craster_heif($0, $1, $2, $3) },
      pages: heifPages),
    PictureFormat(
      name: "JPEG XL", extensions: ["jxl"], mediaTypes: ["image/jxl"],
      signs: [
        Sign(bytes: [0xFF, 0x0A]), Sign(bytes: [0, 0, 0, 0x0C] + Array("JXL ".utf8)),
      ], isRare: true, decode: { craster_jpeg_xl($0, $1, $2, $3) }),
    PictureFormat(
      name: "SVG", extensions: ["svg", "svgz"], mediaTypes: ["image/svg+xml"], signs: [],
      isRare: true, isVector: true, decode: { craster_svg($0, $1, $2, $3) }),
  ]

  /// A file of ISO's base media format by the brand in its first box (ISO 14496-12, 4.3).
  private static func brand(_ name: String) -> Sign {
    Sign(at: 4, bytes: Array("ftyp".utf8), then: Array(name.utf8))
  }

  static let extensions = Set(all.flatMap(\.extensions))
  static let mediaTypes = Set(all.flatMap(\.mediaTypes))
  /// Media types that need the rare-format libraries.
  static let rareMediaTypes = Set(all.filter(\.isRare).flatMap(\.mediaTypes))
  static let rareExtensions = Set(all.filter(\.isRare).flatMap(\.extensions))

}

extension PictureFormat {
  /// The format of a file by its first bytes; nil if unknown.
  init?(head: some RandomAccessCollection<UInt8>) {
    if let found = Self.all.first(where: { $0.signs.contains { $0.isIn(head) } }) {
      self = found
    } else if let first = head.first, Self.svgBeginnings.contains(first), Self.isSVG(head) {
      self = Self.all[Self.all.count - 1]
    } else {
      return nil
    }
  }

  /// Whether a file is a JPEG 2000 image, alone or in a box (ISO 15444-1, annexes A and I).
  static func isJPEG2000(_ head: [UInt8]) -> Bool {
    head.starts(with: [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20])
      || head.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
  }

  /// A tag, blanks, a byte order mark, or what gzip writes first.
  private static let svgBeginnings: Set<UInt8> = [0x3C, 0x20, 0x09, 0x0A, 0x0D, 0xEF, 0x1F]
  /// Bytes in which the root element is looked for.
  private static let svgHead = 16 << 10

  private static func isSVG(_ head: some RandomAccessCollection<UInt8>) -> Bool {
    let bytes = Array(head.prefix(svgHead))
    return craster_is_svg(bytes, bytes.count) != 0
  }

  /// Decodes a picture as a thumbnail: reduced, never enlarged, with its EXIF orientation applied, on white.
  static func decode(
    _ file: FileMapping, _ request: ThumbnailRequest, page: Int = 0
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
      format.decode(base, file.bytes.count, page, UInt32(request.side), &receiver)
    }
    if let failure = failure(outcome) { throw failure }
    guard let pixels = reduction.pixels else { throw .damaged }
    return try format.turn(of: file).applied(to: pixels)
  }

  private func decode(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, _ page: Int, _ least: UInt32,
    _ receiver: UnsafePointer<craster_receiver>
  ) -> Int32 {
    pages?.decode(bytes, count, UInt32(page), least, receiver)
      ?? decode(bytes, count, least, receiver)
  }

  /// Returns the number of pages, at least 1.
  func pageCount(of file: FileMapping) -> Int {
    guard let base = file.bytes.bindMemory(to: UInt8.self).baseAddress else { return 1 }
    return max(1, Int(pages?.count(base, file.bytes.count) ?? 1))
  }

  /// Returns its EXIF orientation, which is read from JPEG files only.
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
  func size(
    of file: FileMapping, page: Int = 0
  ) throws(EngineFailure) -> (width: Int, height: Int) {
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
    let outcome = withExtendedLifetime(size) {
      decode(base, file.bytes.count, page, 0, &receiver)
    }
    guard size.width > 0, size.height > 0 else {
      throw Self.failure(outcome) ?? .damaged
    }
    return turn(of: file).quarters % 2 == 1
      ? (size.height, size.width) : (size.width, size.height)
  }

  private static func failure(_ outcome: Int32) -> EngineFailure? {
    switch Int(outcome) {
    case CRASTER_DONE: nil
    case CRASTER_NO_MEMORY, CRASTER_STOPPED: .outOfMemory
    case CRASTER_TOO_LARGE: .pictureSize
    case CRASTER_NOT_LOADED: RareFormats.failure
    default: .damaged
    }
  }
}
