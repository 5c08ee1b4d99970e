import Testing

@testable import CommandLine
import Platform

/// Commands run while the current folder is gone.
@Suite struct CurrentFolderTests {
  private func obstacle(_ words: String...) throws -> String? {
    let subcommand = Subcommand.all.first { $0.name == words.first }
    let form = subcommand?.form ?? Recto.form
    let rest = subcommand == nil ? words : Array(words.dropFirst())
    return CurrentFolder.obstacle(try Arguments(rest, form), form, subcommand)
  }

  @Test func relativePathsAreRefusedInADeletedFolder() throws {
    for words in [
      ["."], [".."], ["a.pdf"], ["--reveal", "a.pdf"], [], ["--choose"], ["--plain", "."],
    ] {
      let form = Recto.form
      let sentence = CurrentFolder.obstacle(try Arguments(words, form), form)
      #expect(sentence?.contains("the current folder is gone") == true, "\(words)")
    }
    for sentence in [
      try obstacle("search", "a", "."), try obstacle("search", "a", "/tmp", "b"),
      try obstacle("index", "."), try obstacle("index", "--forget", "x"),
      try obstacle("text", "a.pdf"), try obstacle("render", "/a.pdf"),
      try obstacle("render", "/a.pdf", "-o", "b.png"),
      try obstacle("pages", "/a.pdf", "--remove", "1", "-o", "b"),
      try obstacle("text", "/a.pdf", "--password-file", "b"), try obstacle("tag", "."),
    ] {
      #expect(sentence?.contains("the current folder is gone") == true)
    }
    #expect(try obstacle("text", "a.pdf")?.hasPrefix("a.pdf: ") == true)
  }

  @Test func absolutePathsAreAcceptedInADeletedFolder() throws {
    let form = Recto.form
    for words in [["/a.pdf"], ["~/a.pdf"], ["~"], ["-"], ["file:///a.pdf"], ["--reveal", "/a"]] {
      #expect(CurrentFolder.obstacle(try Arguments(words, form), form) == nil, "\(words)")
    }
    #expect(try obstacle("search", "a") == nil)
    #expect(try obstacle("search", "a", "/tmp") == nil)
    #expect(try obstacle("index") == nil)
    #expect(try obstacle("recents") == nil)
    #expect(try obstacle("render", "/a.pdf", "-o", "/b.png") == nil)
    #expect(try obstacle("text", "-") == nil)
    #expect(try obstacle("outline", "/a.pdf", "--add", "Title") == nil)
  }
}
