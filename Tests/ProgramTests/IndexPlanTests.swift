import DocumentModel
import Library
import Testing

@testable import Services

@Suite struct IndexPlanTests {
  private func sighting(_ path: String, size: Int64 = 1, modified: Int64 = 1, inode: UInt64 = 1)
    -> FileSighting
  {
    FileSighting(path: path, device: 1, inode: inode, size: size, modified: modified)
  }

  private func known(
    _ id: Int, _ sighting: FileSighting, _ state: IndexedState = .whole, reader: String = "now"
  ) -> IndexedFile {
    IndexedFile(id: id, sighting: sighting, state: state, reader: reader)
  }

  private func plan(
    _ seen: [FileSighting], _ known: [IndexedFile], whole: [String] = ["/"]
  ) -> IndexPlan { IndexPlan(seen: seen, known: known, whole: whole, reader: "now") }

  @Test func onlyChangedFilesAreRead() {
    let (a, b) = (sighting("/a"), sighting("/b", inode: 2))
    #expect(plan([a, b], [known(1, a), known(2, b)]) == plan([], []))
    #expect(plan([a, b], [known(1, a)]).read == [b])
    #expect(plan([sighting("/a", size: 2)], [known(1, a)]).read.count == 1)
    #expect(plan([sighting("/a", modified: 2)], [known(1, a)]).read.count == 1)
    // Another file of the same size and time was put there.
    #expect(plan([sighting("/a", inode: 9)], [known(1, a)]).read.count == 1)
  }

  @Test func filesThatCrashedWorkersAreRetriedOnRequest() {
    let a = sighting("/a")
    for state in [IndexedState.failed, .partly] {
      let lost = known(1, a, state, reader: IndexPlan.losing("now"))
      #expect(plan([a], [lost]).read.isEmpty)
      #expect(
        IndexPlan(seen: [a], known: [lost], whole: ["/"], reader: "now", retriesLost: true).read
          == [a])
      // Failures of the document itself are final.
      let broken = known(1, a, state)
      #expect(
        IndexPlan(seen: [a], known: [broken], whole: ["/"], reader: "now", retriesLost: true).read
          .isEmpty)
      #expect(plan([a], [known(1, a, state, reader: IndexPlan.losing("before"))]).read == [a])
    }
  }

  @Test func movedFilesAreNotReadAgain() {
    let moved = plan([sighting("/new/a")], [known(1, sighting("/old/a"))])
    #expect(moved.read.isEmpty && moved.gone.isEmpty && moved.moved.map(\.id) == [1])
  }

  @Test func renamedFilesAreNotReadAgainAndCopiesAre() {
    let renamed = plan([sighting("/papers/new name")], [known(1, sighting("/papers/a"))])
    #expect(renamed.moved.map(\.id) == [1] && renamed.read.isEmpty)
    // Nobody looked where the original lies.
    let copy = plan(
      [sighting("/sub/a", inode: 2)], [known(1, sighting("/papers/a"))], whole: ["/sub"])
    #expect(copy.moved.isEmpty && copy.read.count == 1 && copy.gone.isEmpty)
  }

  @Test func missingFilesAreRemovedFromFullyScannedFolders() {
    let file = known(1, sighting("/papers/a"))
    #expect(plan([], [file], whole: ["/papers"]).gone == [1])
    #expect(plan([], [file], whole: ["/papers2"]).gone.isEmpty)
    #expect(plan([], [file], whole: []).gone.isEmpty)
  }

  @Test func failedFilesAreRetriedByAnotherReaderVersion() {
    let a = sighting("/a")
    #expect(plan([a], [known(1, a, .failed)]).read.isEmpty)
    #expect(plan([a], [known(1, a, .locked)]).read.isEmpty)
    #expect(plan([a], [known(1, a, .failed, reader: "older")]).read == [a])
    #expect(plan([a], [known(1, a, .whole, reader: "older")]).read.isEmpty)
  }

  @Test func nestedFoldersAreScannedOnce() {
    #expect(IndexWalk.apart(["/b/c", "/b", "/bc", "/a"]) == ["/a", "/b", "/bc"])
  }

  @Test("the libraries' versions are asked for only if a file failed")
  func readerOnDemand() {
    let a = sighting("/a")
    var asked = 0
    func reader() -> String {
      asked += 1
      return "now"
    }
    func plan(_ file: IndexedFile) -> IndexPlan {
      IndexPlan(seen: [a], known: [file], whole: ["/"], reader: reader())
    }
    #expect(plan(known(1, a)).read.isEmpty && asked == 0)
    #expect(plan(known(1, a, .failed, reader: "before")).read == [a] && asked == 1)
  }
}
