import DocumentModel
import Testing

@Suite struct PathPartsTests {
  @Test(arguments: [
    ("/a/b.pdf", "/a", "b.pdf"), ("/a", "/", "a"), ("/", "/", "/"), ("a", ".", "a"), ("", ".", ""),
    ("/a/b//", "/a", "b"), ("//", "/", "/"),
    // Combining characters before or after a slash.
    ("/a/\u{301}b", "/a", "\u{301}b"), ("/a/b\u{600}/", "/a", "b\u{600}"),
  ]) func pathsHaveAFolderAndAName(_ path: String, _ folder: String, _ name: String) {
    #expect(PathParts.same(PathParts.folder(of: path), folder))
    #expect(PathParts.same(PathParts.name(of: path), name))
  }

  @Test func pathsAreSplitByBytes() {
    #expect(PathParts.isAbsolute("/\u{301}a") && !PathParts.isAbsolute("a/\u{301}"))
    #expect(PathParts.endsWithSlash("a\u{600}/") && !PathParts.endsWithSlash("/\u{301}"))
    #expect(
      PathParts.names(of: "/a//\u{301}b/../c\u{600}/") == ["a", "\u{301}b", "..", "c\u{600}"])
    #expect(PathParts.names(of: "/").isEmpty && PathParts.names(of: "").isEmpty)
    #expect(PathParts.lies("/a/\u{301}b", in: "/a") && PathParts.lies("/a", in: "/a"))
    #expect(PathParts.lies("/a/b", in: "/a/") && PathParts.lies("/a", in: "/"))
    #expect(!PathParts.lies("/ab", in: "/a") && !PathParts.lies("/e\u{301}", in: "/\u{e9}"))
    #expect(PathParts.same(PathParts.shortened("/home/\u{301}b", home: "/home"), "~/\u{301}b"))
    #expect(PathParts.shortened("/home", home: "/home") == "~")
    #expect(PathParts.shortened("/home/a", home: "/home/") == "~/a")
    #expect(PathParts.same(PathParts.expanded("~/\u{301}b", home: "/home"), "/home/\u{301}b"))
    #expect(PathParts.expanded("~a", home: "/home") == "~a")
    #expect(PathParts.shortened("/homes", home: "/home") == "/homes")
    #expect(PathParts.shortened("/a", home: "/") == "/a")
  }

  @Test func addressesKeepTheBytesOfThePath() {
    let path = PathBytes.text(Array("/a b/".utf8) + [0xE9] + Array("é~#\n.pdf".utf8))
    #expect(PathBytes.escaped(path) == "/a%20b/%E9%C3%A9~%23%0A.pdf")
    #expect(PathBytes.unescaped(PathBytes.escaped(path).utf8) == PathBytes.bytes(path))
    for plain in ["%", "100%", "%4", "%+5", "%-1", "% 1", "%zz"] {
      #expect(PathBytes.unescaped(plain.utf8) == Array(plain.utf8))
    }
  }

  /// A pasted path is one word for the shell and names the same file.
  @Test func pastedPathsAreOneShellWord() {
    #expect(PathBytes.pasted("/a b/Müller’s.pdf") == "/a b/Müller’s.pdf")
    #expect(PathBytes.pasted("/it's\n\\.pdf") == #"$'/it\'s\x0a\\.pdf'"#)
    #expect(PathBytes.pasted(PathBytes.text([0x2F, 0x9B, 0x41])) == #"$'/\x9bA'"#)
    #expect(PathBytes.pasted("/\u{9B}\u{202E}") == #"$'/\xc2\x9b\xe2\x80\xae'"#)
  }
}
