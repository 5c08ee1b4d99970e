import DocumentModel
import Testing

@Suite struct ByteSearchTests {
  @Test func theFirstMatchUsesIndicesOfTheSlice() {
    let bytes = Array("aab aabc".utf8)
    #expect(bytes.firstPlace(of: Array("aabc".utf8)) == 4..<8)
    #expect(bytes[2...].firstPlace(of: Array("aab".utf8)) == 4..<7)
    #expect(bytes[..<7].firstPlace(of: Array("aabc".utf8)) == nil)
    #expect(bytes.firstPlace(of: Array("abd".utf8)) == nil)
    #expect(bytes.firstPlace(of: []) == nil && [].firstPlace(of: bytes) == nil)
  }
}
