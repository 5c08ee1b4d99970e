import Testing

@testable import Engine

@Suite struct CipherVectorTests {
  private static let zeros = [UInt8](repeating: 0, count: 16)
  private static let plain = (0..<16).map { UInt8($0 * 17) }

  /// FIPS 197, C.1 and C.3.
  @Test func aesMatchesTheTestVectors() {
    let short = AES(key: (0..<16).map { UInt8($0) })
    let long = AES(key: (0..<32).map { UInt8($0) })
    #expect(
      short.encrypted(Self.plain, start: Self.zeros) == [
        0x69, 0xC4, 0xE0, 0xD8, 0x6A, 0x7B, 0x04, 0x30, 0xD8, 0xCD, 0xB7, 0x80, 0x70, 0xB4, 0xC5,
        0x5A,
      ])
    #expect(
      long.encrypted(Self.plain, start: Self.zeros) == [
        0x8E, 0xA2, 0xB7, 0xCA, 0x51, 0x67, 0x45, 0xBF, 0xEA, 0xFC, 0x49, 0x90, 0x4B, 0x49, 0x60,
        0x89,
      ])
    let chained = long.encrypted(Self.plain + Self.plain, start: Self.plain)
    #expect(long.decrypted(chained, start: Self.plain) == Self.plain + Self.plain)
  }

  /// RFC 6229 and the vectors everybody has.
  @Test func rc4MatchesTheTestVectors() {
    #expect(
      RC4.applied(Array("Plaintext".utf8), key: Array("Key".utf8))
        == [0xBB, 0xF3, 0x16, 0xE8, 0xD9, 0x40, 0xAF, 0x0A, 0xD3])
  }

  @Test func digestsMatchTheTestVectors() {
    #expect(DigestAlgorithm.md5.digest(of: []).prefix(4) == [0xD4, 0x1D, 0x8C, 0xD9])
    #expect(DigestAlgorithm.sha384.digest(of: Array("abc".utf8)).count == 48)
    #expect(
      DigestAlgorithm.sha512.digest(of: Array("abc".utf8)).prefix(4) == [0xDD, 0xAF, 0x35, 0xA1])
  }
}
