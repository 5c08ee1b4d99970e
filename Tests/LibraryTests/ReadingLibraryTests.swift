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
