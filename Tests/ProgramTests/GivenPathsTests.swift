import Testing

@testable import CommandLine

@Suite struct GivenPathsTests {
  @Test(arguments: [
    ("/home/me/papers", "papers", "/home/me/papers/a.pdf", "papers/a.pdf"),
    ("/home/me/papers", "papers/", "/home/me/papers/sub/a.pdf", "papers/sub/a.pdf"),
    ("/home/me", ".", "/home/me/a.pdf", "./a.pdf"), ("/home/me", "..", "/home/me/x/a", "../x/a"),
    // Nothing was given: relative to the current folder, and absolute elsewhere.
    ("/home/me", "", "/home/me/sub/a.pdf", "sub/a.pdf"),
    ("/home/me", "", "/data/a.pdf", "/data/a.pdf"),
    ("/home/me", "/home/me", "/home/me/a.pdf", "/home/me/a.pdf"), ("/", "/", "/a.pdf", "/a.pdf"),
    ("/home/me/a.pdf", "a.pdf", "/home/me/a.pdf", "a.pdf"),
    // A folder whose name begins alike is another.
    ("/home/me", "me", "/home/mexico/a.pdf", "/home/mexico/a.pdf"),
    ("/e\u{301}", "x", "/\u{E9}/a.pdf", "/\u{E9}/a.pdf"),
  ]) func pathsAreShownAsTheyWereGiven(
    _ path: String, _ word: String, _ file: String, _ shown: String
  ) {
    var given = GivenPaths()
    given.add(path, as: word)
    #expect(Array(given.shown(file).utf8) == Array(shown.utf8))
  }

  @Test func theFirstMatchingArgumentNamesAPath() {
    var given = GivenPaths()
    given.add("/home/me/papers", as: "papers")
    given.add("/home/me", as: ".")
    #expect(given.shown("/home/me/papers/a.pdf") == "papers/a.pdf")
    #expect(given.shown("/home/me/b.pdf") == "./b.pdf")
  }
}
