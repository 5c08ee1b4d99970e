import Pictures

/// Whatever draws a page as pixels.
protocol PageDrawer {
  /// The bitmap of a page, counted from 0, in the size that is wanted for its width and height (in whatever units).
  func bitmap(
    page: Int, size: (_ width: Double, _ height: Double) -> PixelSize
  ) throws(CommandDocument.Failure) -> Bitmap
}

/// A picture that is drawn already: a portable pixmap (netpbm's P6), as `pdftoppm` writes it.
struct PixmapDrawer: PageDrawer {
  private let pixmap: Bitmap

  /// nil for bytes that are no pixmap of 8 bits a colour.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Array("P6".utf8)) else { return nil }
    var numbers: [Int] = []
    var at = 2
    while numbers.count < 3 {
      while at < bytes.count, Self.isBlank(bytes[at]) { at += 1 }
      if at < bytes.count, bytes[at] == UInt8(ascii: "#") {
        while at < bytes.count, bytes[at] != 0x0A { at += 1 }
        continue
      }
      let digits = bytes[at...].prefix { (0x30...0x39).contains($0) }
      guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
      numbers.append(number)
      at = digits.endIndex
    }
    // One blank, and then pixels.
    guard numbers[2] == 255, at < bytes.count, Self.isBlank(bytes[at]) else { return nil }
    let made = Bitmap(
      width: numbers[0], height: numbers[1], layout: .rgb24, bytes: Array(bytes[(at + 1)...]))
    guard let made else { return nil }
    pixmap = made
  }

  private static func isBlank(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

  func bitmap(
    page: Int, size: (_ width: Double, _ height: Double) -> PixelSize
  ) throws(CommandDocument.Failure) -> Bitmap {
    _ = size(Double(pixmap.size.width), Double(pixmap.size.height))
    guard page == 0 else { throw CommandDocument.Failure(sentence: "a pixmap has one page") }
    return pixmap
  }
}
