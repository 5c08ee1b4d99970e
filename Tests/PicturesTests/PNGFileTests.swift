import DocumentModel
import Foundation
import Pictures
import Testing

/// PNG files, read back chunk by chunk.
@Suite struct PNGFileTests {
  private static func file(
    _ facts: PictureFacts, _ pixels: [UInt8], texts: [(keyword: String, text: String)] = []
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try pixels.withUnsafeBytes {
      try PNGFile.write(facts, $0, dotsPerInch: 254, texts: texts) { more in
        bytes += more
        return true
      }
    }
    return bytes
  }

  /// The chunks of a file, each with its name.
  private static func chunks(_ file: [UInt8]) -> [(name: String, data: [UInt8])] {
    var rest = file.dropFirst(8)
    var chunks: [(String, [UInt8])] = []
    while rest.count >= 12 {
      let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let body = rest.dropFirst(4)
      chunks.append(
        (String(decoding: body.prefix(4), as: UTF8.self), Array(body.dropFirst(4).prefix(count))))
      rest = rest.dropFirst(12 + count)
    }
    return chunks
  }

  @Test func writtenFilesHaveCorrectChunks() throws {
    let facts = PictureFacts(width: 3, height: 2)
    let file = try Self.file(
      facts, (0..<24).map { UInt8($0) }, texts: [("Thumb::URI", "file:///a.pdf")])
    #expect(Array(file.prefix(8)) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    let chunks = Self.chunks(file)
    #expect(chunks.first?.name == "IHDR")
    // Width, height, eight bits, colours without alpha, not interlaced.
    #expect(chunks.first?.data == [0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0])
    #expect(chunks.last?.name == "IEND")
    #expect(chunks.first { $0.name == "tEXt" }?.data == Array("Thumb::URI\0file:///a.pdf".utf8))
    // 254 dots an inch are ten a millimetre.
    #expect(chunks.first { $0.name == "pHYs" }?.data == [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 1])
  }

  @Test func greyPicturesAreWrittenAsGreyscale() throws {
    let gray = PictureFacts(width: 2, height: 1, isGray: true)
    let header = Self.chunks(try Self.file(gray, [9, 9, 9, 255, 7, 7, 7, 255])).first?.data
    #expect(header?[9] == 0)
  }

  @Test func fewerBytesThanPixelsAreRefused() {
    #expect(throws: PNGFile.Failure.tooFewBytes) {
      _ = try Self.file(PictureFacts(width: 2, height: 2), [0, 0, 0, 0])
    }
    #expect(throws: PNGFile.Failure.tooFewBytes) {
      _ = try Self.file(PictureFacts(width: 0, height: 2), [])
    }
  }

  @Test func aFalseFromTheWriterStopsEncoding() {
    let facts = PictureFacts(width: 64, height: 64)
    let pixels = [UInt8](repeating: 1, count: facts.byteCount)
    var pieces = 0
    #expect(throws: PNGFile.Failure.stopped) {
      try pixels.withUnsafeBytes { (bytes) throws in
        try PNGFile.write(facts, bytes) { _ in
          pieces += 1
          return pieces < 2
        }
      }
    }
    #expect(pieces == 2)
  }
}
