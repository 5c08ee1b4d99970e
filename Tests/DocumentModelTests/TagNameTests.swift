import DocumentModel
import Testing

@Suite struct TagNameTests {
  @Test(arguments: [
    ("Thesis", "Thesis"), ("  to read \t", "to read"), ("日本語", "日本語"), ("a,b", nil), ("", nil),
    ("  ", nil), ("a\nb", nil), ("a\u{1B}b", nil), (String(repeating: "x", count: 256), nil),
  ]) func namesHaveNoLineBreakOrComma(_ text: String, _ name: String?) {
    #expect(TagName(text)?.text == name)
  }

  @Test func attributesRoundTripByteForByte() {
    let bytes = Array("a,é,".utf8) + [0xFF, 0x2C] + Array("日本".utf8)
    let names = TagName.names(inAttribute: bytes)
    #expect(names.count == 4)
    #expect(TagName.attribute(of: names) == bytes)
    #expect(TagName.names(inAttribute: Array(" a , ,a,,b\u{0}".utf8)) == ["a", "b"])
    #expect(TagName.names(inAttribute: []) == [])
  }

  @Test func filesAreIdentifiedByMoreThanTheInode() {
    let file = FileIdentity(device: 1, inode: 2, birth: 3, size: 4)
    #expect(file.isSameFile(as: FileIdentity(device: 9, inode: 2, birth: 3, size: 99)))
    #expect(!file.isSameFile(as: FileIdentity(device: 1, inode: 2, birth: 5, size: 4)))
    let old = FileIdentity(device: 1, inode: 2, size: 4)
    #expect(old.isSameFile(as: file))
    #expect(!old.isSameFile(as: FileIdentity(device: 2, inode: 2, birth: 3, size: 4)))
    #expect(!old.isSameFile(as: FileIdentity(device: 1, inode: 2, birth: 3, size: 5)))
    #expect(!FileIdentity(device: 0, inode: 0).isSameFile(as: FileIdentity(device: 0, inode: 0)))
  }
}
