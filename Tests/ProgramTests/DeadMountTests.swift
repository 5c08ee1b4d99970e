import DocumentModel
import Files
import Foundation
import Library
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Interface
import Messages
@testable import Services
import Workers

/// Lanes of which one hangs: to the table a folder is a mount of a network, and its lane waits at a pipe to which nobody writes,
/// as a call into a dead mount does.
final class DeadMount: Sendable {
  let path: String
  let lanes: DiskLanes
  private let pipe: String

  init(in folder: String) async throws {
    path = folder + "/mount"
    pipe = folder + "/pipe"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    #expect(mkfifo(pipe, 0o600) == 0)
    lanes = DiskLanes(
      bound: 2, most: 2, patience: .milliseconds(20),
      mounts: MountTable(lines: "1 0 0:1 / / rw - ext4 a rw\n2 1 0:2 / \(path) rw - nfs4 b:/ rw\n"))
    for _ in 0..<2 {
      await withCheckedContinuation { continuation in
        lanes.add(at: path) { [pipe] _ in
          continuation.resume()
          let descriptor = open(pipe, O_RDONLY)
          if descriptor >= 0 { close(descriptor) }
        }
      }
    }
  }

  /// Threads that wait end with the test.
  deinit {
    let end = open(pipe, O_RDWR | O_NONBLOCK)
    unlink(pipe)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) { close(end) }
  }
}

/// Knows nothing, and says so at once.
private struct NoGathering: DocumentSources {
  var documents: [Gathered] = []

  func entries(of place: BrowserPlace, answer: @escaping @Sendable ([Gathered]) -> Void) {
    answer(documents)
  }
  func facts(
    of paths: [String], answer: @escaping @Sendable ([String], [FilePath: DocumentFacts]) -> Void
  ) { answer(paths, [:]) }
  func known(_ paths: [String], answer: @escaping @Sendable ([FilePath: DocumentFacts]) -> Void) {
    answer([:])
  }
  func notice(_ paths: [String]) {}
}

@Suite struct DeadMountTests {
  private static var types: EntryTypes {
    var problems: [String] = []
    return EntryTypes(DocumentTypeSettings.load(userFile: nil, problems: &problems))
  }

  private func listed(_ message: Message) -> [Messages.FolderEntry]? {
    if case .browser(.listed(_, _, let entries, _, isWhole: true)) = message {
      entries
    } else {
      nil
    }
  }

  @Test func aLinkIntoADeadMountDoesNotBlockTheList() async throws {
    let folder = try TemporaryFolder()
    let dead = try await DeadMount(in: folder.path)
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
    #expect(symlink(dead.path + "/b.pdf", folder.path + "/b.pdf") == 0)
    let inbox = Inbox()
    let mailbox = inbox.mailbox
    let reader = PlaceReader(
      mailbox: mailbox, types: Self.types, gatherer: NoGathering(), lanes: dead.lanes,
      ahead: ReadAhead(nil, lanes: dead.lanes)
    ) { _, _ in }
    // The dead place was requested for first.
    reader.read(tab: 1, generation: 1, .folder(dead.path))
    reader.read(tab: 2, generation: 1, .folder(folder.path))
    let entries = try inbox.first(listed)
    #expect(Set(entries.map(\.name)) == ["a.pdf", "b.pdf", "mount", "pipe"])
    #expect(entries.first { $0.name == "b.pdf" }?.isLink == true)
  }

  @Test func aLinkIntoADeadMountDoesNotBlockThePreview() async throws {
    let folder = try TemporaryFolder()
    let dead = try await DeadMount(in: folder.path)
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
    #expect(symlink(dead.path, folder.path + "/link") == 0)
    let reader = FolderReader(queue: DispatchQueue(label: "glimpse"), lanes: dead.lanes)
    func names(_ change: (inout ListOptions) -> Void) async -> [String]? {
      var look = FolderGlimpse.Look(Self.types, most: 10)
      change(&look.options)
      let found: FolderGlimpse? = await withCheckedContinuation { [look] continuation in
        let once = Once()
        FolderGlimpse.read(
          folder.path, look, SniffedTypes(), by: reader, cancellation: Cancellation()
        ) {
          if once.isFirst() { continuation.resume(returning: try? $0.get()) }
        }
      }
      return found?.names
    }
    #expect(await names { _ in } == ["mount/", "a.pdf"])
    #expect(await names { $0.showsAll = true } == ["mount/", "a.pdf", "link", "pipe"])
  }

  @Test func factsOfOtherFilesArriveDespiteADeadMount() async throws {
    let folder = try TemporaryFolder()
    let dead = try await DeadMount(in: folder.path)
    let file = folder.path + "/a.pdf"
    try Data("12345".utf8).write(to: URL(fileURLWithPath: file))
    let inbox = Inbox()
    let mailbox = inbox.mailbox
    let reader = FactReader(
      mailbox: mailbox, types: Self.types, gatherer: NoGathering(), lanes: dead.lanes
    ) { _, _, _, _ in }
    // Gathered from both.
    reader.look(
      tab: 1, generation: 1, .recents, [FilePath(dead.path + "/b.pdf"), FilePath(file)], .inSight)
    let facts = try inbox.first { message -> [FilePath: Messages.FileFacts]? in
      guard case .browser(.facts(_, _, let facts, _, _)) = message, !facts.isEmpty else {
        return nil
      }
      return facts
    }
    #expect(facts[FilePath(file)]?.size == 5)
    #expect(facts.count == 1)
  }

  @Test func aNewerRequestCancelsTheOlderOne() throws {
    let folder = try TemporaryFolder()
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
    let fetched = Mutex<[Cancellation]>([])
    let inbox = Inbox()
    let mailbox = inbox.mailbox
    let reader = FactReader(
      mailbox: mailbox, types: Self.types, gatherer: NoGathering(), lanes: DiskLanes()
    ) { _, _, token, _ in
      fetched.withLock { $0.append(token) }
      mailbox.post(.notice("fetched", isError: false))
    }
    func look(_ tab: Int, _ generation: Int) throws {
      reader.look(
        tab: tab, generation: generation, .folder(folder.path), [FilePath("a.pdf")], .inSight)
      _ = try inbox.first { if case .notice = $0 { true } else { nil } }
    }
    try look(1, 1)
    try look(2, 1)
    try look(1, 1)
    #expect(fetched.withLock { $0.map(\.isCancelled) } == [false, false, false])
    try look(1, 2)
    #expect(fetched.withLock { $0.map(\.isCancelled) } == [true, false, true, false])
  }

  @Test func recentsOnADeadMountAreListed() async throws {
    let folder = try TemporaryFolder()
    let dead = try await DeadMount(in: folder.path)
    let library = ReadingLibrary(
      folder: folder.path + "/library", recents: folder.path + "/recent.xbel")
    let (file, gone) = (folder.path + "/a.pdf", folder.path + "/gone.pdf")
    for path in [file, dead.path + "/b.pdf", gone] {
      try Data(path.utf8).write(to: URL(fileURLWithPath: path))
      library.opened(DocumentIdentity(path: path), mimeType: "application/pdf")
    }
    library.flush()
    #expect(unlink(gone) == 0)
    let gatherer = DocumentCollector(
      library: library, types: Self.types, mailbox: Mailbox(), lanes: dead.lanes)
    // A disk that is slow to answer is heard later.
    let (answers, heard) = AsyncStream.makeStream(of: [Gathered].self)
    gatherer.entries(of: .recents) { heard.yield($0) }
    for await found in answers {
      let names = Set(found.map { "\(PathParts.name(of: $0.path)) \($0.isGone)" })
      if names == ["a.pdf false", "b.pdf false", "gone.pdf true"] { break }
    }
    // Requests for files on the dead mount wait in their lane, and nothing else does.
    let reported = Mutex<[String]>([])
    gatherer.facts(of: [dead.path + "/b.pdf"]) { paths, _ in reported.withLock { $0 += paths } }
    await withCheckedContinuation { continuation in
      gatherer.facts(of: [file]) { paths, _ in
        reported.withLock { $0 += paths }
        continuation.resume()
      }
    }
    #expect(reported.withLock { $0 } == [file])
    library.flush()
  }

  @Test func aTagIsRemovedDespiteADeadMount() async throws {
    let folder = try TemporaryFolder()
    let dead = try await DeadMount(in: folder.path)
    let library = ReadingLibrary(
      folder: folder.path + "/library", recents: folder.path + "/recent.xbel")
    let (file, other) = (folder.path + "/a.pdf", dead.path + "/b.pdf")
    for path in [file, other] { try Data(path.utf8).write(to: URL(fileURLWithPath: path)) }
    let name = try #require(TagName("urgent"))
    await withCheckedContinuation { continuation in
      library.changeTags(of: [file, other], add: [name]) { _ in continuation.resume() }
    }
    let inbox = Inbox()
    let gatherer = DocumentCollector(
      library: library, types: Self.types, mailbox: inbox.mailbox, lanes: dead.lanes)
    gatherer.deleteTag("urgent") {}
    // The result for one is reported although the other is unknown.
    let sentence = try inbox.first { message -> String? in
      if case .notice(let text, isError: true) = message { text } else { nil }
    }
    #expect(sentence.contains("removed from 1 document;") && sentence.contains("does not answer"))
    // And tags of others can be changed as ever.
    await withCheckedContinuation { continuation in
      gatherer.tag([file], ["kept"], []) { continuation.resume() }
    }
    let tags: [String] = await withCheckedContinuation { continuation in
      library.tags(of: [file]) { continuation.resume(returning: ($0.first ?? []).map(\.name)) }
    }
    #expect(tags == ["kept"])
    library.flush()
  }

  @Test func systemFileSystemsAreNotSearched() throws {
    let folder = try TemporaryFolder()
    for name in ["a.pdf", "own/b.pdf", "disk/c.pdf"] {
      let path = folder.path + "/" + name
      try FileManager.default.createDirectory(
        atPath: PathParts.folder(of: path), withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    }
    let lanes = DiskLanes(
      mounts: MountTable(
        lines: """
          1 0 0:1 / / rw - ext4 a rw
          2 1 0:2 / \(folder.path)/own rw - proc proc rw
          3 1 0:3 / \(folder.path)/disk rw - vfat /dev/b rw

          """))
    let inbox = Inbox()
    let home = try TemporaryFolder()
    let finder = DocumentFinder(
      mailbox: inbox.mailbox, types: Self.types, lanes: lanes, home: home.path
    ) { $0([]) }
    func found(_ serial: Int, below folder: String) throws -> Set<String> {
      finder.find(serial: serial, query: "pdf", below: folder)
      return try inbox.first { message -> Set<String>? in
        // Other sources may answer the search before once more.
        guard case .browser(.found(serial, let found, isWhole: true)) = message else { return nil }
        return Set(found.map { PathParts.name(of: $0.path) })
      }
    }
    #expect(try found(1, below: folder.path) == ["a.pdf", "c.pdf"])
    // A search started there covers it.
    #expect(try found(2, below: folder.path + "/own") == ["b.pdf"])
  }

  @Test func documentsAreFoundAroundADeadMount() async throws {
    let folder = try TemporaryFolder()
    let dead = try await DeadMount(in: folder.path)
    for name in ["a.pdf", "z/b.pdf"] {
      let path = folder.path + "/" + name
      try FileManager.default.createDirectory(
        atPath: PathParts.folder(of: path), withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    }
    let inbox = Inbox()
    let mailbox = inbox.mailbox
    let home = try TemporaryFolder()
    let finder = DocumentFinder(
      mailbox: mailbox, types: Self.types, lanes: dead.lanes, home: home.path
    ) { $0([]) }
    finder.find(serial: 1, query: "pdf", below: folder.path)
    let found = try inbox.first { message -> (Set<String>, Bool)? in
      guard case .browser(.found(_, let found, let isWhole)) = message, found.count >= 2 else {
        return nil
      }
      return (Set(found.map { PathParts.name(of: $0.path) }), isWhole)
    }
    #expect(found.0 == ["a.pdf", "b.pdf"])
    // There may be more where nobody answers.
    #expect(!found.1)
  }

  @Test func theSidebarShowsFoldersOfADeadMount() async throws {
    let folder = try TemporaryFolder()
    let dead = try await DeadMount(in: folder.path)
    let there = folder.path + "/Documents"
    try FileManager.default.createDirectory(atPath: there, withIntermediateDirectories: false)
    let wanted = [
      SidebarReader.Folder(kind: .home, path: folder.path),
      .init(kind: .documents, path: there), .init(kind: .downloads, path: dead.path),
      .init(kind: .music, path: dead.path + "/Music"), .init(kind: .videos, path: there + "/none"),
    ]
    let items: [Sidebar.Item] = await withCheckedContinuation { continuation in
      let once = Once()
      SidebarReader.places(of: wanted, dead.lanes, on: DispatchQueue(label: "answers")) {
        if once.isFirst() { continuation.resume(returning: $0) }
      }
    }
    // A mount that does not answer does not prove that a file is missing.
    #expect(items.map(\.title) == ["Home", "Documents", "mount", "Music", "Trash"])
    #expect(items.last?.place == .trash)
  }

  @Test func aFileIsWatchedWhileAnothersMountIsDead() async throws {
    let folder = try TemporaryFolder()
    let dead = try await DeadMount(in: folder.path)
    let file = folder.path + "/a.txt"
    try Data("old".utf8).write(to: URL(fileURLWithPath: file))
    let inbox = Inbox()
    let mailbox = inbox.mailbox
    let watcher = FileWatcher(lanes: dead.lanes, mailbox: mailbox)
    watcher.expect(dead.path + "/b.txt", for: DocumentID(1))
    watcher.watch(dead.path + "/b.txt", nil, for: DocumentID(1))
    watcher.expect(file, for: DocumentID(2))
    watcher.watch(file, Files.FileStamp(following: file), for: DocumentID(2))
    try Data("newer".utf8).write(to: URL(fileURLWithPath: file))
    watcher.look(always: true)
    let changed = try inbox.first { message -> DocumentID? in
      if case .fileChanged(let id) = message { id } else { nil }
    }
    #expect(changed == DocumentID(2))
  }

  @Test func sniffedTypesAreCached() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/thesis"
    try SmallDocument.bytes(pages: 1).write(to: URL(fileURLWithPath: file))
    let inbox = Inbox()
    let mailbox = inbox.mailbox
    let reader = PlaceReader(
      mailbox: mailbox, types: Self.types, gatherer: NoGathering(), lanes: DiskLanes(),
      ahead: ReadAhead(nil, lanes: DiskLanes())
    ) { _, _ in }
    func type(_ generation: Int, isKnown: Bool) throws -> UInt16 {
      reader.read(tab: 1, generation: generation, .folder(folder.path))
      return try inbox.first { message -> UInt16? in
        guard case .browser(.listed(_, generation, let entries, _, isWhole: true)) = message,
          let type = entries.first?.type, !isKnown || type != 0
        else { return nil }
        return type
      }
    }
    #expect(try type(1, isKnown: false) == 0)
    let pdf = try type(2, isKnown: true)
    #expect(Self.types.all[Int(pdf)].isDocument)
    // No list from now on is without it.
    #expect(try type(3, isKnown: false) == pdf)
    // Until it changes; the third reading may still sniff it and see that first.
    try Data("\u{1}\u{2}\u{3}".utf8).write(to: URL(fileURLWithPath: file))
    reader.read(tab: 1, generation: 4, .folder(folder.path))
    _ = try inbox.first { message -> Bool? in
      guard case .browser(.listed(_, 4, let entries, _, isWhole: true)) = message else {
        return nil
      }
      return entries.first?.type != pdf ? true : nil
    }
  }
}

@Suite struct BudgetedCacheTests {
  @Test func theLeastRecentlyUsedValueIsEvicted() {
    var cache = BudgetedCache<String, Int>(budget: 100)
    for (index, key) in ["a", "b", "c"].enumerated() { cache.keep(index, for: key, cost: 30) }
    #expect(cache.value("a") == 0)
    cache.keep(3, for: "d", cost: 40)
    #expect(cache.value("b") == nil)
    #expect([cache.value("a"), cache.value("c"), cache.value("d")] == [0, 2, 3])
    #expect(cache.cost == 100)
    // A value stored again counts once, and one larger than the budget is not stored.
    cache.keep(4, for: "d", cost: 10)
    #expect(cache.cost == 70)
    cache.keep(5, for: "e", cost: 101)
    #expect(cache.value("e") == nil)
    #expect(cache.cost == 70)
    cache.forget("a")
    #expect(cache.cost == 40)
  }
}

@Suite struct AnswerTests {
  @Test func waitingEndsAtTheDeadline() {
    let answer = Answer<Int>()
    let begin = ContinuousClock.now
    #expect(answer.wait(until: begin + .milliseconds(30)) == nil)
    #expect(ContinuousClock.now - begin >= .milliseconds(30))
    answer.give(7)
    #expect(answer.wait(until: begin) == 7)
  }

  @Test(.timeLimit(.minutes(1))) func startingDoesNotWaitForAHangingLibrary() throws {
    let folder = try TemporaryFolder()
    // Its queue hangs, as it does while a database on a dead mount is opened.
    let library = ReadingLibrary(folder: folder.path, recents: folder.path + "/recent.xbel")
    let gate = DispatchSemaphore(value: 0)
    library.state(named: "x") { _ in gate.wait() }
    let end = ContinuousClock.now + .milliseconds(50)
    let inbox = Inbox()
    #expect(LastSession.read(library, inbox.mailbox, isWhole: true, until: end) == nil)
    #expect(ThemeMemory.load(from: library, inbox.mailbox, until: end) == .none)
    // Its later answer still reaches the screen.
    gate.signal()
    let session = try inbox.first { message -> Session? in
      if case .remembered(let session, nil, isWhole: true) = message { session } else { nil }
    }
    #expect(session == Session())
    library.flush()
  }

  @Test func aMovedDocumentOfTheLastSessionIsFollowed() async throws {
    let folder = try TemporaryFolder()
    let library = ReadingLibrary(
      folder: folder.path + "/library", recents: folder.path + "/recent.xbel")
    let (old, new) = (folder.path + "/a.pdf", folder.path + "/renamed.pdf")
    try SmallDocument.bytes(pages: 1).write(to: URL(fileURLWithPath: old))
    library.opened(DocumentIdentity(path: old), mimeType: "application/pdf")
    library.flush()
    #expect(rename(old, new) == 0)
    func follow(_ path: String) async -> String? {
      await withCheckedContinuation { continuation in
        LastSession.follow(path, library) { continuation.resume(returning: $0) }
      }
    }
    #expect(await follow(old) == new)
    #expect(await follow(folder.path + "/never.pdf") == nil)
    library.flush()
  }
}

@Suite struct ChildProgramTests {
  @Test func programsGetNamesByteForByte() async throws {
    let folder = try TemporaryFolder()
    let name = PathBytes.text([0x63, 0xE9, 0x27, 0xCC, 0x81])
    let words = try #require(
      OwnActions([
        .init(
          name: "x",
          command:
            "printf %s {file} > '\(folder.path)/part' && mv '\(folder.path)/part' '\(folder.path)/out'"
        )
      ]).words(0, ActionContext(paths: [name], page: nil, selection: "", title: "")))
    #expect(ChildProgram.start(words))
    let out = folder.path + "/out"
    let end = ContinuousClock.now + .seconds(20)
    while !FileManager.default.fileExists(atPath: out), ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(
      try Array(Data(contentsOf: URL(fileURLWithPath: out))) == [0x63, 0xE9, 0x27, 0xCC, 0x81])
  }

  @Test func quotesBeforeCombiningMarksAreEscaped() {
    #expect(Array(OwnActions.quoted("a'\u{301}b").utf8) == Array("'a'\\''\u{301}b'".utf8))
  }
}
