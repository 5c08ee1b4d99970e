package import Foundation

/// A zip archive whose files are stored as they are (APPNOTE.TXT of PKWARE, 4.3).
package struct ZipArchive {
  private var body = Data()
  private var directory = Data()
  private var count = 0

  package init() {}

  /// An archive of files by their paths.
  package init(_ files: [(path: String, text: String)]) {
    for file in files { add(file.path, Data(file.text.utf8)) }
  }

  /// `claimed` is the size the directory tells.
  package mutating func add(_ path: String, _ bytes: Data, claimed: Int? = nil) {
    let name = Data(path.utf8)
    let size = UInt32(claimed ?? bytes.count)
    var fields = Data()
    // Version 2.0, names in UTF-8, stored, no time.
    fields.put(UInt16(20), UInt16(0x800), UInt16(0), UInt16(0), UInt16(0))
    fields.put(Self.checksum(bytes), size, size)
    fields.put(UInt16(name.count), UInt16(0))
    let offset = UInt32(body.count)
    body += Data([0x50, 0x4B, 3, 4]) + fields + name + bytes
    directory += Data([0x50, 0x4B, 1, 2])
    directory.put(UInt16(20))
    directory += fields
    directory.put(UInt16(0), UInt16(0), UInt16(0))
    directory.put(UInt32(0), offset)
    directory += name
    count += 1
  }

  package var data: Data {
    var end = Data([0x50, 0x4B, 5, 6])
    end.put(
      UInt16(0), UInt16(0), UInt16(truncatingIfNeeded: count), UInt16(truncatingIfNeeded: count))
    end.put(UInt32(directory.count), UInt32(body.count))
    end.put(UInt16(0))
    return body + directory + end
  }

  /// CRC-32 (ISO 3309).
  private static func checksum(_ bytes: Data) -> UInt32 {
    var sum = ~UInt32(0)
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
    return ~sum
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
    }
  }
}

extension Data {
  fileprivate mutating func put<Number: FixedWidthInteger>(_ numbers: Number...) {
    for number in numbers {
      Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
  }
}
