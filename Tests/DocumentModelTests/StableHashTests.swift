import DocumentModel
import Testing

@Suite struct StableHashTests {
  /// Names of files and keys of caches on disk have these values.
  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)]) func bytesHashAsByFNV1a(_ text: String, _ value: UInt64)
  {
    #expect(StableHash(text.utf8).value == value)
  }
}
