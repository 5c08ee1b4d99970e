import DocumentModel
import Files
import Foundation
import Interface
import Messages
import Synchronization
import TestSupport
import Testing

@testable import Services

/// A library that knows the documents it was given.
private final class Knowledge: DocumentSources {
  let known: Mutex<[FilePath: DocumentFacts]>

  init(_ known: [FilePath: DocumentFacts]) { self.known = Mutex(known) }

  func entries(of place: BrowserPlace, answer: @escaping @Sendable ([Gathered]) -> Void) {
    answer([])
  }
  func facts(
    of paths: [String], answer: @escaping @Sendable ([String], [FilePath: DocumentFacts]) -> Void
  ) { known(paths) { answer(paths, $0) } }
  func known(_ paths: [String], answer: @escaping @Sendable ([FilePath: DocumentFacts]) -> Void) {
    let keys = Set(paths.map { FilePath($0) })
    answer(known.withLock { $0.filter { keys.contains($0.key) } })
  }
  func notice(_ paths: [String]) {}
}

@Suite struct FactReaderTests {
  /// Sorting by document contents reads all unread documents, after the visible ones.
  @Test func unreadDocumentsAreReadForTheOrderOneByOne() throws {
    let folder = try TemporaryFolder()
    for name in ["a.pdf", "b.pdf", "c.pdf", "d.zip"] {
      try Data(name.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    func path(_ name: String) -> String { folder.path + "/" + name }
    var problems: [String] = []
    let types = EntryTypes(DocumentTypeSettings.load(problems: &problems))
    let library = Knowledge([FilePath(path("a.pdf")): DocumentFacts(pages: 3)])
    let inbox = Inbox()
    let wanted = Mutex<[[String]]>([])
    let reader = FactReader(
      mailbox: inbox.mailbox, types: types, gatherer: library, lanes: DiskLanes()
    ) { paths, canWait, _, done in
      #expect(canWait)
      wanted.withLock { $0.append(paths) }
      for path in paths {
        library.known.withLock { $0[FilePath(path)] = DocumentFacts(pages: 7) }
        done(path)
      }
    }
    let keys: [FilePath] = ["a.pdf", "b.pdf", "c.pdf", "d.zip"]
    reader.look(tab: 1, generation: 1, .folder(folder.path), keys, .allContents)
    func reported(areAll: Bool) throws -> [FilePath: DocumentFacts] {
      try inbox.first { message in
        guard case .browser(.facts(1, 1, _, let documents, areAll)) = message else { return nil }
        return documents
      }
    }
    #expect(try reported(areAll: true)["a.pdf"]?.pages == 3)
    #expect(try reported(areAll: false)["b.pdf"]?.pages == 7)
    #expect(try reported(areAll: false)["c.pdf"]?.pages == 7)
    #expect(wanted.withLock(\.self) == [[path("b.pdf"), path("c.pdf")]])
    // The library's facts are enough for the others.
    reader.look(tab: 1, generation: 1, .folder(folder.path), keys, .allDocuments)
    #expect(try reported(areAll: true)["b.pdf"]?.pages == 7)
    #expect(wanted.withLock(\.count) == 1)
  }

  /// Sorting by name while a folder is read for its order by pages cancels the reading; sorting by pages resumes it.
  @Test func changingTheOrderCancelsItsReading() throws {
    let folder = try TemporaryFolder()
    try Data("x".utf8).write(to: URL(fileURLWithPath: folder.path + "/a.pdf"))
    var problems: [String] = []
    let types = EntryTypes(DocumentTypeSettings.load(problems: &problems))
    let inbox = Inbox()
    let mailbox = inbox.mailbox
    let asked = Mutex<[(Cancellation, Bool)]>([])
    let reader = FactReader(
      mailbox: mailbox, types: types, gatherer: Knowledge([:]), lanes: DiskLanes()
    ) { _, canWait, token, _ in
      asked.withLock { $0.append((token, canWait)) }
      mailbox.post(.notice("asked", isError: false))
    }
    func look(_ scope: FactScope) throws -> Cancellation {
      let before = asked.withLock(\.count)
      reader.look(tab: 1, generation: 1, .folder(folder.path), ["a.pdf"], scope)
      _ = try inbox.first { message -> Bool? in
        guard case .notice("asked", _) = message else { return nil }
        return true
      }
      return try #require(asked.withLock { $0.dropFirst(before).first }).0
    }
    let forOrder = try look(.allContents)
    let inSight = try look(.inSight)
    reader.leaveUnread(tab: 1)
    #expect(forOrder.isCancelled)
    #expect(!inSight.isCancelled)
    #expect(try !look(.allContents).isCancelled)
  }
}
