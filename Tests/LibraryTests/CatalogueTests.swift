import DocumentModel
import Foundation
import Library
import Testing

@Suite struct CatalogueTests {
  private func read(_ bench: Bench, _ name: String, title: String, page: Int, of pages: Int) {
    bench.library.save(
      DocumentIdentity(permanentID: name, path: bench.path(name)), title: title, pageCount: pages,
      state: ReadingState(place: Place(page: page)))
  }

  private func catalogue(_ bench: Bench, _ names: String...) -> [CatalogueEntry] {
    let paths = names.map(bench.path)
    return Bench.wait { bench.library.catalogue(paths, completion: $0) } ?? []
  }

  @Test func catalogueEntriesFollowTheRequestedOrder() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    try bench.make("b.pdf")
    read(bench, "a.pdf", title: "Read", page: 4, of: 10)
    bench.change("a.pdf", add: ["x"])
    _ = Bench.wait { bench.library.addFavourite(bench.path("b.pdf"), completion: $0) }
    bench.library.store([
      (try bench.sighting("b.pdf"), CachedMetadata(title: "Looked into", author: "A", pageCount: 3))
    ])
    let entries = catalogue(bench, "b.pdf", "none.pdf", "a.pdf")
    #expect(entries.map(\.title) == ["Looked into", "", "Read"])
    #expect(entries.map(\.progress) == [nil, nil, 4.0 / 9])
    #expect(entries.map(\.isFavourite) == [true, false, false])
    #expect(entries[2].tags == [Tag("x")])
    #expect(entries[2].readAt != nil && entries[0].readAt == nil)
    #expect(entries[0].author == "A" && entries[0].pageCount == 3)
  }

  /// A text has no pages to count; of a page that is longer than a window the first lines are not all of it.
  @Test func progressIsTheReadShare() throws {
    let bench = try Bench()
    for (name, share) in [("a.txt", 0.25), ("b.pdf", 0), ("c.pdf", 1)] {
      try bench.make(name)
      var state = ReadingState(place: Place(page: 0))
      state.share = share
      bench.library.save(
        DocumentIdentity(path: bench.path(name)), title: "", pageCount: name == "a.txt" ? 0 : 1,
        state: state)
    }
    bench.library.flush()
    #expect(catalogue(bench, "a.txt", "b.pdf", "c.pdf").map(\.progress) == [0.25, 0, 1])
  }

  @Test func progressFollowsAMovedFile() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    bench.library.opened(DocumentIdentity(path: bench.path("a.pdf")), mimeType: "application/pdf")
    read(bench, "a.pdf", title: "T", page: 1, of: 2)
    bench.library.flush()
    try bench.move("a.pdf", "b.pdf")
    bench.library.noticed([try bench.sighting("b.pdf")])
    bench.library.flush()
    #expect(catalogue(bench, "b.pdf").first?.progress == 1)
    #expect(catalogue(bench, "a.pdf").first?.progress == nil)
  }

  /// A document that was only opened is not read.
  @Test(arguments: [(0, 2, 0.0), (1, 2, 1.0), (5, 11, 0.5), (0, 1, 1.0), (9, 3, 1.0)])
  func progressCountsThePagesBefore(_ page: Int, _ count: Int, _ progress: Double) {
    var entry = CatalogueEntry()
    entry.pageCount = count
    #expect(entry.progress == nil)
    entry.page = page
    #expect(entry.progress == progress)
  }

  @Test func metadataApplyToOneVersionOfAFile() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    let sighting = try bench.sighting("a.pdf")
    let metadata = CachedMetadata(
      title: "T", author: "A", pageCount: 7, outline: ["One", "Two \"x\""], kind: "com.adobe.pdf")
    func known(_ sighting: FileSighting) -> CachedMetadata? {
      let known = Bench.wait { bench.library.metadata(for: [sighting], completion: $0) }
      return known?.first??.metadata
    }
    #expect(known(sighting) == nil)
    bench.library.store([(sighting, metadata)])
    #expect(known(sighting) == metadata)
    var other = sighting
    // An older one is another one too.
    other.modified -= 1
    #expect(known(other) == nil)
    other = sighting
    other.size += 1
    #expect(known(other) == nil)
    other = sighting
    other.path += ".moved"
    #expect(known(other) == metadata)
    other.inode += 1
    #expect(known(other) == nil)
  }

  /// A renamed document keeps its title and pages in the list.
  @Test func metadataOfAMovedFileAreStoredAtItsNewPath() throws {
    let bench = try Bench()
    try bench.make("a.pdf")
    var sighting = try bench.sighting("a.pdf")
    bench.library.store([(sighting, CachedMetadata(title: "T", pageCount: 7))])
    sighting.path = PathParts.joined(PathParts.folder(of: sighting.path), "b.pdf")
    let known = Bench.wait { [sighting] in
      bench.library.metadata(for: [sighting], completion: $0)
    }
    #expect(known?.first??.isMoved == true)
    #expect(catalogue(bench, "b.pdf").first?.pageCount == 7)
    let again = Bench.wait { [sighting] in
      bench.library.metadata(for: [sighting], completion: $0)
    }
    #expect(again?.first??.isMoved == false)
  }

  @Test func documentsAreFoundByAFewLetters() throws {
    let bench = try Bench()
    for name in ["a.pdf", "transactions.pdf", "Überblick.pdf", "100%_sure.pdf"] {
      try bench.make(name)
    }
    read(bench, "a.pdf", title: "Flexible Transactional Storage", page: 0, of: 2)
    bench.library.store([
      (try bench.sighting("transactions.pdf"), CachedMetadata(author: "Żółć, Łukasz")),
      (try bench.sighting("100%_sure.pdf"), CachedMetadata()),
    ])
    bench.change("Überblick.pdf", add: ["x"])
    func jump(_ query: String, limit: Int = 10) -> [String] {
      let found = Bench.wait { bench.library.jump(query, limit: limit, completion: $0) } ?? []
      return found.map { URL(fileURLWithPath: $0.path).lastPathComponent }
    }
    #expect(jump("trans") == ["a.pdf", "transactions.pdf"])
    #expect(jump("ftstor") == ["a.pdf"])
    #expect(jump("uber") == ["Überblick.pdf"])
    #expect(jump("lukasz") == ["transactions.pdf"])
    #expect(jump("%_") == ["100%_sure.pdf"])
    #expect(jump("", limit: 1) == ["a.pdf"])
    #expect(jump("zzz") == [])
  }

  @Test func favouritesKeepTheirOrder() throws {
    let bench = try Bench()
    for name in ["a.pdf", "b.pdf", "c/x.pdf"] { try bench.make(name) }
    func names() -> [String] {
      (Bench.wait { bench.library.favourites(completion: $0) } ?? []).map(\.name)
    }
    func add(_ name: String, called: String? = nil, at place: Int? = nil) -> [Favourite] {
      Bench.wait {
        bench.library.addFavourite(bench.path(name), name: called, at: place, completion: $0)
      } ?? []
    }
    _ = add("a.pdf")
    _ = add("b.pdf", called: "Book")
    let list = add("c", at: 0)
    #expect(list.map(\.name) == ["c", "a.pdf", "Book"])
    #expect(list.map(\.isFolder) == [true, false, false])
    #expect(add("missing.pdf").count == 3)
    bench.library.moveFavourite(list[0].id, to: 99)
    #expect(names() == ["a.pdf", "Book", "c"])
    bench.library.renameFavourite(list[1].id, to: "First")
    bench.library.removeFavourite(list[2].id)
    #expect(names() == ["First", "c"])
    // A folder is followed as files are.
    try bench.move("c", "d")
    let mark = list[0].trace
    #expect(bench.resolve(mark) == .moved(path: bench.path("d")))
    let after = Bench.wait { bench.another().favourites(completion: $0) }
    #expect(after?.map(\.path) == [bench.path("a.pdf"), bench.path("d")])
  }

  @Test func savedScreensAreRestored() throws {
    let bench = try Bench()
    func state(_ name: String, _ library: ReadingLibrary) -> String? {
      Bench.wait { library.state(named: name, completion: $0) } ?? nil
    }
    bench.library.setState(named: "browser", to: "{\"é\":1}")
    bench.library.setState(named: "other", to: "1")
    bench.library.setState(named: "other", to: nil)
    bench.library.flush()
    #expect(state("browser", bench.another()) == "{\"é\":1}")
    #expect(state("other", bench.another()) == nil)
  }
}
