import DocumentModel
import Foundation
import Library
import Synchronization
import TestSupport
import Testing

@testable import Files
@testable import Services

private final class UndoItems: Sendable {
  private let actions = Mutex<[UndoableAction]>([])

  var all: [UndoableAction] { actions.withLock { $0 } }

  func note(_ action: UndoableAction) { actions.withLock { $0.append(action) } }
}

/// A gatherer on a library of its own; its actions are waited for, and their undo is recorded.
private final class Bench {
  let folder: TemporaryFolder
  let library: ReadingLibrary
  let gatherer: DocumentCollector
  let mailbox = Mailbox()
  let actions = UndoItems()

  init(_ names: [String]) throws {
    folder = try TemporaryFolder()
    library = ReadingLibrary(
      folder: folder.path + "/library", recents: folder.path + "/recent.xbel")
    var problems: [String] = []
    let types = EntryTypes(DocumentTypeSettings.load(userFile: nil, problems: &problems))
    gatherer = DocumentCollector(
      library: library, types: types, mailbox: mailbox, lanes: DiskLanes())
    for name in names {
      try FileManager.default.createDirectory(
        atPath: path(name), withIntermediateDirectories: false)
    }
  }

  func path(_ name: String) -> String { folder.path + "/" + name }

  func wait(_ body: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in
      let once = Once()
      body { if once.isFirst() { continuation.resume() } }
    }
  }

  var favourites: [String] {
    get async {
      await withCheckedContinuation { continuation in
        library.favourites { continuation.resume(returning: $0.map(\.name)) }
      }
    }
  }

  /// Reverses the last edit, and waits until the list changes.
  func reverse(isRedo: Bool) async throws {
    let before = await favourites
    try #require(actions.all.last).reverse(isRedo)
    let end = ContinuousClock.now + .seconds(20)
    while await favourites == before, ContinuousClock.now < end { await Task.yield() }
  }
}

@Suite struct FavouriteTests {
  private func bench() async throws -> Bench {
    let bench = try Bench(["one", "two", "three", "four"])
    for name in ["one", "two", "three", "four"] {
      await bench.wait {
        bench.gatherer.favour([bench.path(name)], true, noting: { _ in }, done: $0)
      }
    }
    #expect(await bench.favourites == ["one", "two", "three", "four"])
    return bench
  }

  @Test func undoRestoresAFavouritesPlaceAndName() async throws {
    let bench = try await bench()
    await bench.wait {
      bench.gatherer.renameFavourite(bench.path("two"), to: "Zwei", noting: { _ in }, done: $0)
    }
    await bench.wait { done in
      bench.gatherer.favour(
        [bench.path("two"), bench.path("three")], false,
        noting: bench.actions.note, done: done)
    }
    #expect(await bench.favourites == ["one", "four"])
    let action = try #require(bench.actions.all.last)
    action.reverse(false)
    let end = ContinuousClock.now + .seconds(20)
    while await bench.favourites.count < 4, ContinuousClock.now < end { await Task.yield() }
    #expect(await bench.favourites == ["one", "Zwei", "three", "four"])
    action.reverse(true)
    while await bench.favourites.count > 2, ContinuousClock.now < end { await Task.yield() }
    #expect(await bench.favourites == ["one", "four"])
    bench.library.flush()
  }

  @Test func favouritesFollowRenamedFolders() async throws {
    let bench = try await bench()
    await bench.wait { done in
      bench.gatherer.renameFavourite(bench.path("two"), to: "Zwei", noting: { _ in }, done: done)
    }
    for (old, new) in [("one", "uno"), ("two", "due")] {
      try FileManager.default.moveItem(atPath: bench.path(old), toPath: bench.path(new))
      bench.gatherer.moved([
        Outcome.Done(from: bench.path(old), to: bench.path(new), isMove: true)
      ])
    }
    let end = ContinuousClock.now + .seconds(20)
    while await bench.favourites.first != "uno", ContinuousClock.now < end { await Task.yield() }
    // The user's name for it stays.
    #expect(await bench.favourites == ["uno", "Zwei", "three", "four"])
    bench.library.flush()
  }

  @Test func aFavouriteIsMovedAndMovedBack() async throws {
    let bench = try await bench()
    for (other, order) in [
      ("three", ["two", "three", "one", "four"]), ("two", ["one", "two", "three", "four"]),
    ] {
      await bench.wait { done in
        bench.gatherer.moveFavourite(
          bench.path("one"), to: bench.path(other),
          noting: bench.actions.note, done: done)
      }
      #expect(await bench.favourites == order)
    }
    try await bench.reverse(isRedo: false)
    #expect(await bench.favourites == ["two", "three", "one", "four"])
    try await bench.reverse(isRedo: true)
    #expect(await bench.favourites == ["one", "two", "three", "four"])
    bench.library.flush()
  }

  @Test func renamingAFavouriteCanBeUndone() async throws {
    let bench = try await bench()
    await bench.wait { done in
      bench.gatherer.renameFavourite(
        bench.path("one"), to: "First",
        noting: bench.actions.note, done: done)
    }
    #expect(await bench.favourites.first == "First")
    try await bench.reverse(isRedo: false)
    #expect(await bench.favourites.first == "one")
    // One that is none any more is nobody's.
    await bench.wait {
      bench.gatherer.renameFavourite(bench.path("none"), to: "x", noting: { _ in }, done: $0)
    }
    #expect(bench.actions.all.count == 1)
    bench.library.flush()
  }

  @Test func removingARecentKeepsTheFile() async throws {
    let bench = try Bench([])
    for name in ["a.pdf", "b.pdf"] {
      try SmallDocument.bytes(pages: 1).write(to: URL(fileURLWithPath: bench.path(name)))
      bench.library.opened(
        DocumentIdentity(path: bench.path(name)), mimeType: "application/pdf")
    }
    bench.library.flush()
    await bench.wait { bench.gatherer.removeRecents([bench.path("a.pdf")], done: $0) }
    let left: [String] = await withCheckedContinuation { continuation in
      bench.library.recents(opens: { _, _ in true }) {
        continuation.resume(returning: $0.map { PathParts.name(of: $0.path) })
      }
    }
    #expect(left == ["b.pdf"])
    #expect(FileManager.default.fileExists(atPath: bench.path("a.pdf")))
    bench.library.flush()
  }

  @Test func deletingATagRemovesItFromAllDocuments() async throws {
    let bench = try Bench(["one", "two"])
    for name in ["one", "two"] {
      await bench.wait {
        bench.gatherer.tag([bench.path(name)], ["urgent", "kept"], [], done: $0)
      }
    }
    await bench.wait { bench.gatherer.deleteTag("urgent", done: $0) }
    let tags: [String] = await withCheckedContinuation { continuation in
      bench.library.allTags { continuation.resume(returning: $0.map(\.tag.name)) }
    }
    #expect(tags == ["kept"])
    // One that only has a colour goes too.
    bench.library.setColor(.named(.blue), ofTag: "colour alone")
    await bench.wait { bench.gatherer.deleteTag("colour alone", done: $0) }
    let left: [String] = await withCheckedContinuation { continuation in
      bench.library.allTags { continuation.resume(returning: $0.map(\.tag.name)) }
    }
    #expect(left == ["kept"])
    bench.library.flush()
  }
}
