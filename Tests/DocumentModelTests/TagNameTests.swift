import DocumentModel
import Testing

@Suite struct TagNameTests {
  @Test(arguments: [
    ("Thesis", "Thesis"), ("  to read \t", "to read"), ("日本語", "日本語"), ("a,b", nil), ("", nil),
    ("  ", nil), ("a\nb", nil), ("a\u{1B}b", nil), (String(repeating: "x", count: 256), nil),
  ]) func namesStandOnOneLineWithoutComma(_ text: String, _ name: String?) {
    #expect(TagName(text)?.text == name)
  }

  @Test func attributesComeBackByteForByte() {
    let bytes = Array("a,é,".utf8) + [0xFF, 0x2C] + Array("日本".utf8)
    let names = TagName.names(inAttribute: bytes)
    #expect(names.count == 4)
    #expect(TagName.attribute(of: names) == bytes)
    #expect(TagName.names(inAttribute: Array(" a , ,a,,b\u{0}".utf8)) == ["a", "b"])
    #expect(TagName.names(inAttribute: []) == [])
  }

  @Test func completionPutsTheLikelyFirst() {
    let tags = [("thesis", 1), ("to read", 5), ("master thesis", 9), ("other hits", 2)]
      .map { TagCount(Tag($0.0), count: $0.1) }
    func names(_ typed: String) -> [String] {
      TagCount.completing(typed, among: tags).map(\.tag.name)
    }
    #expect(names("th") == ["thesis", "master thesis", "other hits"])
    #expect(names("T") == ["to read", "thesis", "master thesis", "other hits"])
    #expect(names("toread") == ["to read"])
    #expect(names("zz") == [])
    #expect(names("").count == 4)
  }

  @Test func aFileIsToldApartByMoreThanItsNumber() {
    let stamp = FileStamp(device: 1, inode: 2, birth: 3, size: 4)
    #expect(stamp.isSameFile(as: FileStamp(device: 9, inode: 2, birth: 3, size: 99)))
    #expect(!stamp.isSameFile(as: FileStamp(device: 1, inode: 2, birth: 5, size: 4)))
    let old = FileStamp(device: 1, inode: 2, size: 4)
    #expect(old.isSameFile(as: stamp))
    #expect(!old.isSameFile(as: FileStamp(device: 2, inode: 2, birth: 3, size: 4)))
    #expect(!old.isSameFile(as: FileStamp(device: 1, inode: 2, birth: 3, size: 5)))
    #expect(!FileStamp(device: 0, inode: 0).isSameFile(as: FileStamp(device: 0, inode: 0)))
  }
}
