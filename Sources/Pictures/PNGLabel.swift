import DocumentModel
import Glibc

/// The size and texts of a PNG file (ISO/IEC 15948, 11.2.2 and 11.3.4.3).
///
/// Parsed chunk by chunk without libpng: nothing is decoded, so untrusted files are safe.
package struct PNGLabel: Sendable, Hashable {
  package var width: Int
  package var height: Int
  /// By keyword, in Latin-1 as in the file; of several the first.
  package var texts: [String: String] = [:]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// The limits on chunks examined and on the bytes of a text.
  private static let (mostChunks, longestText) = (4_096, 16_384)
  private static let head = 4_096

  /// Reads an open file to its last chunk; nil if it is no PNG file or incomplete.
  package init?(descriptor: Int32) {
    let window = Window(descriptor)
    guard let start = window.bytes(0, 8), start == Self.signature else { return nil }
    (width, height) = (0, 0)
    var place = 8
    for index in 0..<Self.mostChunks {
      guard let head = window.bytes(place, 8) else { return nil }
      let count = Self.number(head[..<4])
      let kind = head[4...]
      if index == 0 {
        guard kind.elementsEqual("IHDR".utf8), let sizes = window.bytes(place + 8, 8) else {
          return nil
        }
        (width, height) = (Self.number(sizes[..<4]), Self.number(sizes[4...]))
      } else if kind.elementsEqual("tEXt".utf8), count <= Self.longestText {
        guard let text = window.bytes(place + 8, count) else { return nil }
        take(text)
      } else if kind.elementsEqual("IEND".utf8) {
        guard window.bytes(place + 8, 4) != nil, width > 0, height > 0 else { return nil }
        return
      }
      place += 12 + count
    }
    return nil
  }

  private mutating func take(_ text: [UInt8]) {
    guard let end = text.firstIndex(of: 0) else { return }
    func words(_ bytes: ArraySlice<UInt8>) -> String {
      String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
    let keyword = words(text[..<end])
    if texts[keyword] == nil { texts[keyword] = words(text[(end + 1)...]) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads bytes of a file, with its beginning buffered.
  private struct Window {
    private let descriptor: Int32
    private let head: [UInt8]

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
      head = Self.read(descriptor, 0, PNGLabel.head)
    }

    /// Returns bytes at an offset; nil if there are fewer.
    func bytes(_ place: Int, _ count: Int) -> [UInt8]? {
      if place + count <= head.count { return Array(head[place..<place + count]) }
      let bytes = Self.read(descriptor, place, count)
      return bytes.count == count ? bytes : nil
    }

    private static func read(_ descriptor: Int32, _ place: Int, _ count: Int) -> [UInt8] {
      [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        while filled < count {
          let got = pread(
            descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
            off_t(place + filled))
          if got < 0, errno == EINTR { continue }
          guard got > 0 else { return }
          filled += got
        }
      }
    }
  }
}
