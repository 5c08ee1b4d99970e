import Testing

@testable import Platform

@Suite struct SystemPathTests {
  @Test(arguments: [
    Array("caf\u{E9}.pdf".utf8), [0x63, 0x61, 0xE9, 0x2E], [0xFF, 0xE6, 0x97, 0xA5, 0xC3],
    Array("日本.pdf".utf8), [], Array("a\u{10FF80}b\u{10FFFD}".utf8), Array("\u{10FF41}".utf8),
  ]) func namesRoundTripByteForByte(_ bytes: [UInt8]) {
    let name = bytes.map { CChar(bitPattern: $0) } + [0]
    let text = name.withUnsafeBufferPointer { SystemPath.text($0.baseAddress!) }
    #expect(SystemPath.bytes(text) == bytes)
  }

  @Test func aPathWithANULIsNotTruncated() {
    #expect(SystemPath.isThere("/"))
    #expect(!SystemPath.isThere("/\0x"))
  }
}
