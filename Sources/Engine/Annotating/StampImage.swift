internal import CRaster
import DocumentModel

/// The picture of a stamp as an image XObject (PDF 32000-1, 8.9.5), with its transparency as a soft mask.
struct StampImage {
  /// The name under which the appearance draws it.
  static let name = "Im0"
  /// Compressed with `/FlateDecode`: three bytes a pixel, and one.
  let colors: [UInt8]
  /// Nil if no pixel is transparent.
  let mask: [UInt8]?
  private let width: Int
  private let height: Int

  /// Returns nil if the file is damaged.
  init?(_ picture: StampPicture) {
    let (width, height) = (picture.width, picture.height)
    let rows = PixelRows(width: width, height: height)
    var receiver = craster_receiver()
    receiver.context = Unmanaged.passUnretained(rows).toOpaque()
    receiver.begin = { context, width, height in
      PixelRows.of(context)?.accepts(Int(width), Int(height)) == true ? 0 : 1
    }
    receiver.row = { context, pixels in
      guard let rows = PixelRows.of(context), let pixels else { return 1 }
      rows.add(pixels)
      return 0
    }
    let outcome = withExtendedLifetime(rows) {
      picture.bytes.withUnsafeBufferPointer {
        craster_png($0.baseAddress, $0.count, UInt32(max(width, height)), &receiver)
      }
    }
    guard outcome == CRASTER_DONE, rows.isComplete,
      let colors = Deflate.compressed(rows.colors)
    else { return nil }
    (self.width, self.height, self.colors) = (width, height, colors)
    mask = rows.isOpaque ? nil : Deflate.compressed(rows.alpha)
  }

  /// The image's dictionary without its mask and length.
  var entries: [String: PDFObject] { entries(of: "DeviceRGB") }
  var maskEntries: [String: PDFObject] { entries(of: "DeviceGray") }

  private func entries(of space: String) -> [String: PDFObject] {
    [
      "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width),
      "Height": .integer(height), "ColorSpace": .name(space), "BitsPerComponent": .integer(8),
      "Filter": .name("FlateDecode"),
    ]
  }
}

/// The pixels of a picture as its rows are decoded.
private final class PixelRows {
  private let width: Int
  private let height: Int
  private(set) var colors: [UInt8] = []
  private(set) var alpha: [UInt8] = []

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    colors.reserveCapacity(width * height * 3)
    alpha.reserveCapacity(width * height)
  }

  static func of(_ context: UnsafeMutableRawPointer?) -> PixelRows? {
    context.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  func accepts(_ width: Int, _ height: Int) -> Bool {
    width == self.width && height == self.height
  }

  func add(_ row: UnsafePointer<UInt8>) {
    guard alpha.count < width * height else { return }
    for pixel in 0..<width {
      colors += [row[pixel * 4], row[pixel * 4 + 1], row[pixel * 4 + 2]]
      alpha.append(row[pixel * 4 + 3])
    }
  }

  var isComplete: Bool { alpha.count == width * height }
  var isOpaque: Bool { alpha.allSatisfy { $0 == 0xFF } }
}
