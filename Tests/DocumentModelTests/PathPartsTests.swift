import DocumentModel
import Testing

@Suite struct PathPartsTests {
  @Test(arguments: [
    ("/a/b.pdf", "/a", "b.pdf"), ("/a", "/", "a"), ("/", "/", "/"), ("a", ".", "a"), ("", ".", ""),
    ("/a/b//", "/a", "b"), ("//", "/", "/"),
    // Signs that make one character with a slash before or behind them.
    ("/a/\u{301}b", "/a", "\u{301}b"), ("/a/b\u{600}/", "/a", "b\u{600}"),
  ]) func pathsHaveAFolderAndAName(_ path: String, _ folder: String, _ name: String) {
    #expect(PathParts.same(PathParts.folder(of: path), folder))
    #expect(PathParts.same(PathParts.name(of: path), name))
  }

  @Test func addressesHaveThePathsOwnBytes() {
    let path = PathBytes.text(Array("/a b/".utf8) + [0xE9] + Array("é~#\n.pdf".utf8))
    #expect(PathBytes.escaped(path) == "/a%20b/%E9%C3%A9~%23%0A.pdf")
    #expect(PathBytes.unescaped(PathBytes.escaped(path).utf8) == PathBytes.bytes(path))
    for plain in ["%", "100%", "%4", "%+5", "%-1", "% 1", "%zz"] {
      #expect(PathBytes.unescaped(plain.utf8) == Array(plain.utf8))
    }
  }
}
