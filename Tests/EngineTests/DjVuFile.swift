/// Writes small DjVu files, of chunks that need no compression.
struct DjVuFile: Sendable {
  /// A zone of hidden text with its place on the stored page, in pixels with y up, and its text in
  /// bytes.
  struct Zone: Sendable {
    enum Kind: UInt8, Sendable {
      case page = 1, column, region, paragraph, line, word, character
    }

    var kind: Kind
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var text: Range<Int>
    var children: [Zone] = []
  }

  var width = 100
  var height = 200
  var density = 100
  /// The orientation's flag of an INFO chunk: 1, 6, 2, 5 for 0 to 3 quarter turns
  /// counter-clockwise.
  var orientation: UInt8 = 1
  var annotations = ""
  var text = ""
  var zones: [Zone] = []

  /// The whole file.
  var bytes: [UInt8] { Array("AT&T".utf8) + Self.chunk("FORM", Array("DJVU".utf8) + chunks) }

  private var chunks: [UInt8] {
    let info =
      Self.big(width, 2) + Self.big(height, 2) + [24, 0, UInt8(density & 255), UInt8(density >> 8)]
      + [22, orientation]
    var chunks = Self.chunk("INFO", info)
    if !annotations.isEmpty { chunks += Self.chunk("ANTa", Array(annotations.utf8)) }
    if !text.isEmpty {
      var hidden = Self.big(text.utf8.count, 3) + Array(text.utf8) + [1]
      let page = Zone(
        kind: .page, x: 0, y: 0, width: width, height: height, text: 0..<text.utf8.count,
        children: zones)
      Self.write(page, in: nil, after: nil, to: &hidden)
      chunks += Self.chunk("TXTa", hidden)
    }
    return chunks
  }

  /// Places are relative to the zone before or to the one around (DjVu 3 specification, 8.3.5).
  private static func write(
    _ zone: Zone, in outer: Zone?, after last: Zone?, to bytes: inout [UInt8]
  ) {
    var (x, y, start) = (zone.x, zone.y, zone.text.lowerBound)
    if let last {
      switch zone.kind {
      case .page, .paragraph, .line: (x, y) = (x - last.x, last.y - (y + zone.height))
      default: (x, y) = (x - (last.x + last.width), y - last.y)
      }
      start -= last.text.upperBound
    } else if let outer {
      (x, y) = (x - outer.x, outer.y + outer.height - (y + zone.height))
      start -= outer.text.lowerBound
    }
    bytes.append(zone.kind.rawValue)
    for number in [x, y, zone.width, zone.height, start] { bytes += big(0x8000 + number, 2) }
    bytes += big(zone.text.count, 3) + big(zone.children.count, 3)
    var before: Zone?
    for child in zone.children {
      write(child, in: zone, after: before, to: &bytes)
      before = child
    }
  }

  static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    Array(name.utf8) + big(bytes.count, 4) + bytes + (bytes.count.isMultiple(of: 2) ? [] : [0])
  }

  static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
