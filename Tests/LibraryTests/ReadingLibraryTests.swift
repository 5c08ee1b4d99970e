import DocumentModel
import Foundation
import Library
import Platform
import Testing

@Suite struct ReadingLibraryTests {
  private func withLibrary(_ body: (ReadingLibrary, String) throws -> Void) rethrows {
    let folder = FileManager.default.temporaryDirectory.path + "/recto-test-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(ReadingLibrary(folder: folder), folder)
  }

  private func load(_ library: ReadingLibrary, _ identity: DocumentIdentity) -> ReadingState? {
    Bench.wait { library.load(identity, completion: $0) }?.state
  }

  private let state = ReadingState(
    place: Place(page: 4, offset: 120),
    marks: [Mark(name: "a", place: Place(page: 1), snippet: "x")])

  @Test func aRenamedFileKeepsItsPlace() {
    withLibrary { library, _ in
      library.save(
        DocumentIdentity(contentHash: "aa", path: "/old.pdf"), title: "T", pageCount: 9,
        state: state)
      #expect(load(library, DocumentIdentity(contentHash: "aa", path: "/new.pdf")) == state)
    }
  }

  /// Tools copy the `/ID` into each part that they cut out of a document.
  @Test func partsOfADocumentHaveTheirOwnPlaces() {
    withLibrary { library, _ in
      let whole = DocumentIdentity(permanentID: "aa", contentHash: "1", path: "/whole.pdf")
      let part = DocumentIdentity(permanentID: "aa", contentHash: "2", path: "/part.pdf")
      library.save(whole, title: "T", pageCount: 9, state: state)
      #expect(load(library, part) == nil)
      library.save(part, title: "T", pageCount: 3, state: ReadingState(place: Place(page: 2)))
      #expect(load(library, whole) == state)
      #expect(load(library, part)?.place.page == 2)
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

  @Test func contentMatchesBeforeThePath() throws {
    try withLibrary { library, folder in
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      func put(_ bytes: String, _ name: String) throws -> DocumentIdentity {
        try Data(bytes.utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
        return DocumentIdentity(path: folder + "/" + name)
      }
      func read(_ identity: DocumentIdentity, to page: Int) {
        _ = load(library, identity)
        var known = identity
        known.contentHash = Digest.sha256(file: identity.path) ?? ""
        library.save(
          known, title: "T", pageCount: 90, state: ReadingState(place: Place(page: page)))
      }
      read(try put("book", "book.pdf"), to: 40)
      read(try put("part", "part.pdf"), to: 5)
      // Files put under names that others had.
      let swapped = try put("part", "book.pdf")
      #expect(load(library, swapped)?.place.page == 5)
      read(swapped, to: 6)
      #expect(load(library, DocumentIdentity(path: folder + "/part.pdf"))?.place.page == 5)
      #expect(load(library, try put("book", "book.pdf"))?.place.page == 40)
      #expect(load(library, try put("book", "moved.pdf"))?.place.page == 40)
      // A new version goes on from the place of the one before it.
      read(try put("book", "book.pdf"), to: 41)
      #expect(load(library, try put("book, revised", "book.pdf"))?.place.page == 41)
    }
  }

  @Test func anotherProgramReadsTheSavedPlace() {
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

  @Test func failedSavesAreReportedOnce() {
    nonisolated(unsafe) var troubles: [LibraryTrouble] = []
    let library = ReadingLibrary(folder: "/proc/nope") { troubles.append($0) }
    for _ in 0..<3 {
      library.save(DocumentIdentity(path: "/a.pdf"), title: "T", pageCount: 9, state: state)
    }
    library.flush()
    #expect(troubles.map(\.file) == ["/proc/nope/library.db"])
  }

  /// The mode of the file at a path, links not followed; 0 if there is none.
  private func mode(_ path: String) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int) ?? 0
  }

  @Test(arguments: ["library.db", "library.db-wal", "library.db-shm"])
  func aLinkedDatabaseIsNotFollowed(_ name: String) throws {
    try withLibrary { _, folder in
      let other = folder + "-other"
      defer { try? FileManager.default.removeItem(atPath: other) }
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let bytes = Data(repeating: 0x5A, count: 5_000)
      for target in [bytes, nil] {
        _ = target.map { FileManager.default.createFile(atPath: other, contents: $0) }
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: other)
        try? FileManager.default.removeItem(atPath: folder + "/" + name)
        try FileManager.default.createSymbolicLink(
          atPath: folder + "/" + name, withDestinationPath: target == nil ? folder + "/no" : other)
        nonisolated(unsafe) var troubles: [LibraryTrouble] = []
        let library = ReadingLibrary(folder: folder) { troubles.append($0) }
        library.save(DocumentIdentity(path: "/a.pdf"), title: "T", pageCount: 9, state: state)
        library.flush()
        #expect(troubles.count == 1)
        guard case .store(let reason)? = troubles.first?.cause else {
          Issue.record("\(troubles)")
          return
        }
        #expect(reason.contains("is a symbolic link"))
        #expect(mode(other) == 0o644)
        #expect(FileManager.default.contents(atPath: other) == bytes)
        #expect(!FileManager.default.fileExists(atPath: folder + "/no"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names == [name])
        #expect(throws: LibraryTrouble.self) {
          try AnnotationJournal(folder: folder).latest(at: "/a.pdf")
        }
      }
    }
  }

  @Test func aFolderInPlaceOfTheDatabaseIsUntouched() throws {
    try withLibrary { _, folder in
      let file = folder + "/library.db"
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
      nonisolated(unsafe) var troubles: [LibraryTrouble] = []
      let library = ReadingLibrary(folder: folder) { troubles.append($0) }
      library.setState(named: "a", to: "b")
      library.flush()
      #expect(troubles.count == 1)
      #expect(mode(file) == 0o755)
      #expect(throws: LibraryIndex.Failure.self) {
        let place = folder + "/index"
        try FileManager.default.createDirectory(
          atPath: place + "/index.db", withIntermediateDirectories: true)
        _ = try LibraryIndex(folder: place)
      }
    }
  }

  /// Managers of dotfiles make such links.
  @Test func theLibraryFolderMayBeALink() throws {
    try withLibrary { _, folder in
      let own = folder + "-own"
      defer { try? FileManager.default.removeItem(atPath: own) }
      try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: own)
      nonisolated(unsafe) var troubles: [LibraryTrouble] = []
      let library = ReadingLibrary(folder: folder) { troubles.append($0) }
      library.save(DocumentIdentity(path: "/a.pdf"), title: "T", pageCount: 9, state: state)
      #expect(load(library, DocumentIdentity(path: "/a.pdf")) == state)
      #expect(troubles.isEmpty)
      #expect(FileManager.default.fileExists(atPath: own + "/library.db"))
    }
  }

  @Test func aSetAsideDatabaseIsReportedByAnyOpener() throws {
    for isJournal in [false, true] {
      withLibrary { _, folder in
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/library.db"
        let noise = Data(repeating: 0x5A, count: 8_192)
        _ = FileManager.default.createFile(atPath: file, contents: noise)
        let reported = Bench.Troubles()
        LibraryTrouble.onDamage { if $0.file == file { reported.add($0) } }
        if isJournal {
          _ = try? AnnotationJournal(folder: folder).latest(at: "/a.pdf")
        } else {
          let library = ReadingLibrary(folder: folder)
          library.setState(named: "a", to: "b")
          library.flush()
        }
        #expect(reported.all.count == 1)
        guard case .setAside(let aside)? = reported.all.first?.cause else {
          Issue.record("\(reported.all)")
          return
        }
        #expect(FileManager.default.contents(atPath: aside) == noise)
      }
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
