/// Decodes sixels as a terminal does (DEC STD 070): pixels as 0xRRGGBB, nil where none was set.
struct SixelDecoder {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var pixels: [UInt32?] = []
  /// The parameters before `q`.
  private(set) var parameters = ""
  private var registers: [Int: UInt32] = [:]

  init?(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("\u{1b}P"), text.hasSuffix("\u{1b}\\"), let q = text.firstIndex(of: "q")
    else { return nil }
    parameters = String(text[..<q].dropFirst(2))
    var body = Array(text[text.index(after: q)...].utf8.dropLast(2))[...]
    guard body.popFirst() == UInt8(ascii: "\"") else { return nil }
    let raster = Self.numbers(&body)
    guard raster.count == 4 else { return nil }
    (width, height) = (raster[2], raster[3])
    pixels = Array(repeating: nil, count: width * height)
    draw(&body)
  }

  private static func numbers(_ body: inout ArraySlice<UInt8>) -> [Int] {
    let part = body.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
    body = body.dropFirst(part.count)
    return String(decoding: part, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
  }

  private mutating func draw(_ body: inout ArraySlice<UInt8>) {
    var (x, y, color, count) = (0, 0, 0, 1)
    while let sign = body.popFirst() {
      switch sign {
      case UInt8(ascii: "#"):
        let values = Self.numbers(&body)
        color = values[0]
        if values.count == 5 {
          let parts = values[2...].map { UInt32($0 * 255 + 50) / 100 }
          registers[color] = parts[0] << 16 | parts[1] << 8 | parts[2]
        }
      case UInt8(ascii: "!"): count = Self.numbers(&body)[0]
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"):
        x = 0
        y += 6
      case 63...126:
        for _ in 0..<count {
          for row in 0..<6 where (sign - 63) >> UInt8(row) & 1 == 1 {
            if x < width, y + row < height { pixels[(y + row) * width + x] = registers[color] }
          }
          x += 1
        }
        count = 1
      default: break
      }
    }
  }
}
