import DocumentModel
import Files
import Foundation
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Interface
@testable import Services

@Suite struct PromiseTests {
  private struct NoContents: ContentReading {
    func text(
      of path: String, cancellation: Cancellation,
      write: ([UInt8], _ share: Double) throws(FilesError) -> Void
    ) throws(FilesError) {}

    func portions(
      of archive: String, namesOnly: Bool, cancellation: Cancellation,
      take: (ArchivePortion) throws(FilesError) -> Void
    ) throws(FilesError) {}
  }

  private func tasks() -> FileTasks {
    var problems: [String] = []
    let types = EntryTypes(DocumentTypeSettings.load(userFile: nil, problems: &problems))
    return FileTasks(mailbox: Mailbox(), types: types, contents: NoContents()) { _ in }
  }

  /// Quitting between the key and the disk's answer does not lose the request.
  @Test func aPromiseCountsAsARunningTask() {
    let tasks = tasks()
    #expect(!tasks.isBusy)
    var promise: FileTasks.Promise? = tasks.promise()
    #expect(tasks.isBusy)
    let other = tasks.promise()
    promise = nil
    #expect(promise == nil && tasks.isBusy)
    withExtendedLifetime(other) {}
  }

  @Test func aDroppedPromiseEnds() {
    let tasks = tasks()
    do { _ = tasks.promise() }
    #expect(!tasks.isBusy)
  }
}

@Suite struct AnswersInOrderTests {
  @Test func outdatedAnswersAreDropped() {
    let given = Mutex<[String]>([])
    let answers = AnswersInOrder<String> { answer in given.withLock { $0.append(answer) } }
    let (first, second) = (answers.begin(), answers.begin())
    answers.give("b", of: second)
    answers.give("a", of: first)
    answers.give("b again", of: second)
    answers.give("c", of: answers.begin())
    #expect(given.withLock { $0 } == ["b", "b again", "c"])
  }
}

@Suite struct OpenStampTests {
  @Test func aStampOfAnOpenFileIsNotThatOfItsReplacement() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a"
    try Data("one".utf8).write(to: URL(fileURLWithPath: path))
    let file = open(path, O_RDONLY)
    defer { close(file) }
    let stamp = Files.FileStamp(open: file)
    #expect(stamp != nil && stamp == Files.FileStamp(following: path))
    // Another takes its place.
    try Data("three".utf8).write(to: URL(fileURLWithPath: path + "2"))
    #expect(rename(path + "2", path) == 0)
    #expect(Files.FileStamp(open: file) == stamp)
    #expect(Files.FileStamp(following: path) != stamp)
    #expect(Files.FileStamp(open: -1) == nil)
  }
}
