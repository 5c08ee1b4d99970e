import DocumentModel
import Foundation
import Library
import Testing

@Suite struct TagTests {
  @Test(.enabled(if: Bench.hasAttributes)) func tagsAreStoredInTheFileAndTheLibrary() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    let change = bench.change("a.pdf", add: ["Thesis", "to read"])
    #expect(change?.outcome == .inAttribute)
    #expect(change?.tags.map(\.name) == ["Thesis", "to read"])
    #expect(bench.attribute("a.pdf") == "Thesis,to read")
    #expect(bench.tags("a.pdf") == [["Thesis", "to read"]])
    #expect(bench.counts() == ["Thesis": 1, "to read": 1])
    #expect(bench.tagged("Thesis").map(\.path) == [bench.path("a.pdf")])
    bench.change("a.pdf", remove: ["Thesis", "to read"])
    #expect(bench.attribute("a.pdf") == nil)
    #expect(bench.counts() == [:])
  }

  @Test(.enabled(if: Bench.hasAttributes)) func tagsSetByAnotherProgramWin() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    bench.setAttribute("Dolphin, second ,,Dolphin", of: "a.pdf")
    #expect(bench.tags("a.pdf") == [["Dolphin", "second"]])
    #expect(bench.counts()["Dolphin"] == 1)
    bench.change("a.pdf", add: ["mine"])
    #expect(bench.attribute("a.pdf") == "Dolphin,second,mine")
    bench.setAttribute("mine", of: "a.pdf")
    #expect(bench.tags("a.pdf") == [["mine"]])
    #expect(bench.counts() == ["mine": 1])
    bench.setAttribute(nil, of: "a.pdf")
    #expect(bench.tags("a.pdf") == [[]])
    #expect(bench.counts() == [:])
  }

  @Test(.enabled(if: Bench.hasAttributes)) func tagsOfInvalidUTF8AreKept() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    let bytes: [UInt8] = [0x63, 0xE9, 0x2C, 0x62]
    bench.setBytes(bytes, of: "a.pdf")
    bench.change("a.pdf", add: ["x"])
    #expect(bench.attributeBytes("a.pdf") == bytes + [0x2C, 0x78])
  }

  @Test(.enabled(if: Bench.hasAttributes)) func aFileSavedByRenameKeepsItsTags() throws {
    let bench = try Bench()
    try bench.make("a.md")
    bench.change("a.md", add: ["note"])
    try bench.make("a.md.tmp", "a new version")
    try bench.move("a.md.tmp", "a.md")
    #expect(bench.attribute("a.md") == nil)
    #expect(bench.tags("a.md") == [["note"]])
    // Once more, since the library's row has the new file now.
    #expect(bench.tags("a.md") == [["note"]])
    bench.change("a.md", add: ["b"])
    #expect(bench.attribute("a.md") == "note,b")
    // And a copy has only what was copied with it.
    try bench.make("copy.md")
    #expect(bench.tags("copy.md") == [[]])
  }

  @Test(.enabled(if: Bench.hasAttributes)) func aMovedFileKeepsItsTags() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    bench.change("a.pdf", add: ["x"])
    try bench.move("a.pdf", "sub/b.pdf")
    #expect(bench.tags("sub/b.pdf") == [["x"]])
    #expect(bench.tagged("x").map(\.path) == [bench.path("sub/b.pdf")])
  }

  @Test(.enabled(if: Bench.hasAttributes)) func anEditorsBackupKeepsTheTags() throws {
    let bench = try Bench()
    try bench.make("a.md")
    bench.change("a.md", add: ["x"])
    try bench.move("a.md", "a.md~")
    try bench.make("a.md", "a new version")
    #expect(bench.tags("a.md~", "a.md") == [["x"], ["x"]])
    #expect(bench.tagged("x").count == 2)
  }

  @Test func filesWithoutAttributesAreTaggedInTheLibrary() throws {
    let bench = try Bench()
    // Nobody can give this one an attribute.
    let path = "/proc/version"
    let changes = Bench.wait {
      bench.library.changeTags(
        of: [path], add: [TagName("kernel")].compactMap(\.self), completion: $0)
    }
    #expect(changes?.first?.tags.map(\.name) == ["kernel"])
    guard case .inLibrary = changes?.first?.outcome else {
      Issue.record("\(String(describing: changes))")
      return
    }
    let tags = Bench.wait { bench.another().tags(of: [path, "/nowhere"], completion: $0) }
    #expect(tags?.map { $0.map(\.name) } == [["kernel"], []])
  }

  @Test func aMissingFileIsNotTagged() throws {
    let bench = try Bench()
    #expect(bench.change("none.pdf", add: ["x"])?.outcome == .failed(ENOENT))
    #expect(bench.counts() == [:])
  }

  @Test(.enabled(if: Bench.hasAttributes)) func tagsAreRenamedAndMerged() throws {
    let bench = try Bench()
    for name in ["a.pdf", "b.pdf", "c.pdf", "gone.pdf"] { try bench.make(name) }
    bench.change("a.pdf", add: ["1", "old", "2"])
    bench.change("b.pdf", add: ["old", "new"])
    bench.change("c.pdf", add: ["new"])
    bench.change("gone.pdf", add: ["old"])
    bench.library.setColor(.named(.green), ofTag: "old")
    // Found where it is now, and not found at all.
    try bench.move("b.pdf", "sub/b.pdf")
    try FileManager.default.removeItem(atPath: bench.path("gone.pdf"))
    let name = try #require(TagName("new"))
    let result = Bench.wait { bench.library.renameTag("old", to: name, completion: $0) }
    #expect(result?.changed == 2)
    #expect(result?.unreached == [.init(path: bench.path("gone.pdf"), reason: ENOENT)])
    #expect(bench.attribute("a.pdf") == "1,new,2")
    #expect(bench.attribute("sub/b.pdf") == "new")
    #expect(bench.counts() == ["1": 1, "2": 1, "new": 3, "old": 1])
    let tags = Bench.wait { bench.library.allTags(completion: $0) }
    #expect(tags?.first { $0.tag.name == "new" }?.tag.color == .named(.green))
    let library = bench.library
    let deleted = Bench.wait { done in
      library.documents(tagged: "new") {
        library.replaceTag("new", with: nil, of: $0, completion: done)
      }
    }
    #expect(deleted?.changed == 3)
    #expect(bench.attribute("sub/b.pdf") == nil)
    #expect(bench.counts() == ["1": 1, "2": 1, "old": 1])
  }

  @Test func coloursBelongToTagNames() throws {
    let bench = try Bench()
    bench.library.setColor(.named(.purple), ofTag: "Thesis")
    bench.library.setColor(nil, ofTag: "Red")
    bench.library.setColor(TagColor("#F80"), ofTag: "own")
    try bench.make("a.pdf")
    bench.change("a.pdf", add: ["Thesis", "Red", "own", "plain"])
    let path = bench.path("a.pdf")
    let tags = Bench.wait { bench.another().tags(of: [path], completion: $0) }
    #expect(tags?.first?.map(\.color) == [.named(.purple), .named(.red), .rgb(0xFF_8800), nil])
  }

  @Test func concurrentProgramsLoseNoTag() async throws {
    let bench = try Bench()
    let names = (0..<6).map { "\($0).pdf" }
    for name in names { try bench.make(name) }
    let paths = names.map(bench.path)
    let libraries = [bench.library, bench.another(), bench.another()]
    await withTaskGroup(of: Void.self) { group in
      for (owner, library) in libraries.enumerated() {
        for round in 0..<4 {
          group.addTask {
            let tags = [TagName("\(owner)-\(round)")].compactMap(\.self)
            await withCheckedContinuation { done in
              library.changeTags(of: paths, add: tags) { changes in
                #expect(changes.allSatisfy { if case .failed = $0.outcome { false } else { true } })
                done.resume()
              }
            }
          }
        }
      }
    }
    let expected = Set((0..<3).flatMap { owner in (0..<4).map { "\(owner)-\($0)" } })
    for name in names { #expect(bench.tags(name).first.map { Set($0) } == expected) }
    #expect(bench.counts() == Dictionary(uniqueKeysWithValues: expected.map { ($0, 6) }))
    #expect(bench.troubles.all.isEmpty)
  }

  @Test(.timeLimit(.minutes(1))) func tagsOfAHundredRowsAreReadQuickly() throws {
    let bench = try Bench()
    let names = (0..<100).map { "\($0).pdf" }
    for name in names { try bench.make(name) }
    for name in names.prefix(10) { bench.change(name, add: ["x"]) }
    let paths = names.map(bench.path)
    let tags = Bench.wait { bench.library.tags(of: paths, completion: $0) }
    #expect(tags?.filter { !$0.isEmpty }.count == 10)
  }
}
