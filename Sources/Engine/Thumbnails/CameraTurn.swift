import Wire

/// How a camera was held, from the file (Exif 2.3, tag 0x0112): the transformation that makes the picture upright.
struct CameraTurn: Equatable {
  /// Whether left and right are exchanged before the picture is turned.
  var isMirrored = false
  /// Quarter turns clockwise.
  var quarters = 0

  static let none = CameraTurn()

  /// The number of the tag, from 1.
  private static let byNumber: [CameraTurn] = [
    .none, CameraTurn(isMirrored: true), CameraTurn(quarters: 2),
    CameraTurn(isMirrored: true, quarters: 2), CameraTurn(isMirrored: true, quarters: 3),
    CameraTurn(quarters: 1), CameraTurn(isMirrored: true, quarters: 1), CameraTurn(quarters: 3),
  ]

  init(isMirrored: Bool = false, quarters: Int = 0) {
    self.isMirrored = isMirrored
    self.quarters = quarters
  }

  /// Reads it from the first segments of a JPEG file; none if it is missing.
  init(jpeg bytes: UnsafeRawBufferPointer) {
    self = .none
    var place = 2
    for _ in 0..<64 {
      guard let mark = Self.number(bytes, place, 2), mark >> 8 == 0xFF, mark != 0xFFDA,
        let length = Self.number(bytes, place + 2, 2), length >= 2
      else { return }
      let (start, end) = (place + 4, min(place + 2 + length, bytes.count))
      if mark == 0xFFE1, start + 6 <= end,
        bytes[start..<start + 6].elementsEqual([0x45, 0x78, 0x69, 0x66, 0, 0])
      {
        let number = Self.orientation(UnsafeRawBufferPointer(rebasing: bytes[start + 6..<end]))
        if let number, (1...8).contains(number) { self = Self.byNumber[number - 1] }
        return
      }
      place += 2 + length
    }
  }

  /// The tag's number in a block of TIFF's form.
  private static func orientation(_ block: UnsafeRawBufferPointer) -> Int? {
    guard let order = number(block, 0, 2) else { return nil }
    let isLittle = order == 0x4949
    guard isLittle || order == 0x4D4D, let first = number(block, 4, 4, isLittle),
      let count = number(block, first, 2, isLittle)
    else { return nil }
    for entry in 0..<min(count, 256) {
      let place = first + 2 + entry * 12
      if number(block, place, 2, isLittle) == 0x0112 {
        return number(block, place + 8, 2, isLittle)
      }
    }
    return nil
  }

  /// A number of so many bytes; nil where the file ends before it.
  private static func number(
    _ bytes: UnsafeRawBufferPointer, _ place: Int, _ count: Int, _ isLittle: Bool = false
  ) -> Int? {
    guard place >= 0, place <= bytes.count - count else { return nil }
    let part = bytes[place..<place + count]
    let ordered = isLittle ? Array(part.reversed()) : Array(part)
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }

  /// The picture turned so.
  func applied(to source: PixelBuffer) throws(EngineFailure) -> PixelBuffer {
    if self == .none { return source }
    let isSideways = quarters % 2 == 1
    let target = try PixelBuffer(
      width: isSideways ? source.height : source.width,
      height: isSideways ? source.width : source.height)
    for y in 0..<source.height {
      for x in 0..<source.width {
        let across = isMirrored ? source.width - 1 - x : x
        let (tx, ty) =
          switch quarters {
          case 1: (source.height - 1 - y, across)
          case 2: (source.width - 1 - across, source.height - 1 - y)
          case 3: (y, source.width - 1 - across)
          default: (across, y)
          }
        target.pixels[ty * target.width + tx] = source.pixels[y * source.width + x]
      }
    }
    return target
  }
}
