import DocumentModel
import Foundation
import Library
import Testing

@Suite struct ReadingLibraryTests {
  private func withLibrary(_ body: (ReadingLibrary, String) -> Void) {
    let folder = FileManager.default.temporaryDirectory.path + "/recto-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    body(ReadingLibrary(folder: folder), folder)
  }

  private func load(_ library: ReadingLibrary, _ identity: DocumentIdentity) -> ReadingState? {
    nonisolated(unsafe) var found: ReadingState?
    library.load(identity) { found = $0 }
    library.flush()
    return found
  }

  private let state = ReadingState(
    place: Place(page: 4, offset: 120),
    marks: [Mark(name: "a", place: Place(page: 1), snippet: "x")])

  @Test func aRenamedFileKeepsItsPlace() {
    withLibrary { library, _ in
      library.save(
        DocumentIdentity(permanentID: "aa", path: "/old.pdf"), title: "T", pageCount: 9,
        state: state)
      #expect(load(library, DocumentIdentity(permanentID: "aa", path: "/new.pdf")) == state)
    }
  }

  @Test func aRebuiltFileKeepsItsPlace() {
    withLibrary { library, _ in
      library.save(
        DocumentIdentity(permanentID: "aa", path: "/a.pdf"), title: "T", pageCount: 9, state: state)
      #expect(load(library, DocumentIdentity(permanentID: "bb", path: "/a.pdf")) == state)
      #expect(load(library, DocumentIdentity(permanentID: "cc", path: "/c.pdf")) == nil)
    }
  }

  @Test func anotherProgramSeesIt() {
    withLibrary { library, folder in
      library.save(DocumentIdentity(path: "/a.pdf"), title: "T", pageCount: 9, state: state)
      library.flush()
      #expect(load(ReadingLibrary(folder: folder), DocumentIdentity(path: "/a.pdf")) == state)
    }
  }

  @Test func twoProgramsKeepBothTheirMarks() {
    withLibrary { first, folder in
      let second = ReadingLibrary(folder: folder)
      let identity = DocumentIdentity(path: "/a.pdf")
      func save(_ library: ReadingLibrary, _ names: String...) {
        let marks = names.map { Mark(name: $0, place: Place(page: 1), snippet: "") }
        library.save(identity, title: "T", pageCount: 9, state: ReadingState(marks: marks))
        library.flush()
      }
      save(first, "x")
      _ = load(first, identity)
      _ = load(second, identity)
      save(first, "a", "x")
      save(second, "b", "x")
      save(first, "a", "x")
      #expect(load(second, identity)?.marks.map(\.name) == ["a", "b", "x"])
      // Taken away by one of them it is gone for both.
      save(first, "a")
      #expect(load(second, identity)?.marks.map(\.name) == ["a", "b"])
    }
  }

  @Test func whatCannotBeKeptIsToldOnce() {
    nonisolated(unsafe) var troubles: [LibraryTrouble] = []
    let library = ReadingLibrary(folder: "/proc/nope") { troubles.append($0) }
    for _ in 0..<3 {
      library.save(DocumentIdentity(path: "/a.pdf"), title: "T", pageCount: 9, state: state)
    }
    library.flush()
    #expect(troubles.map(\.file) == ["/proc/nope/library.db"])
  }

  @Test func aDamagedDatabaseIsSetAside() throws {
    withLibrary { _, folder in
      try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let noise = Data(repeating: 0x5A, count: 8_192)
      _ = FileManager.default.createFile(atPath: folder + "/library.db", contents: noise)
      let library = ReadingLibrary(folder: folder)
      library.save(DocumentIdentity(path: "/a.pdf"), title: "T", pageCount: 9, state: state)
      #expect(load(library, DocumentIdentity(path: "/a.pdf")) == state)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      #expect(names.contains { $0.contains("damaged") })
    }
  }
}
