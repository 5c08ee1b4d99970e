import Messages
import DocumentModel
import Files
import Foundation
import Interface
import TestSupport
import Testing

@testable import Services

/// Changes of an open document by other programs are reported; changes by this one are not.
@Suite struct FileWatcherTests {
  @Test func ownWritesAreNotReported() throws {
    let folder = try TemporaryFolder()
    let files = ["a.txt", "b.txt"].map { folder.path + "/" + $0 }
    let inbox = Inbox()
    let watcher = FileWatcher(lanes: DiskLanes(), mailbox: inbox.mailbox)
    for (number, file) in files.enumerated() {
      try Data("old".utf8).write(to: URL(fileURLWithPath: file))
      watcher.expect(file, for: DocumentID(number + 1))
      watcher.watch(file, Files.FileStamp(following: file), for: DocumentID(number + 1))
    }
    let writing = try SafeWrite(files[0], .replace(expecting: nil))
    try writing.append(Array("newer".utf8))
    _ = try writing.finish { watcher.expectOwn(files[0], $0) }
    watcher.look(always: true)
    try Data("newer".utf8).write(to: URL(fileURLWithPath: files[1]))
    watcher.look(always: true)
    let changed = try inbox.first { message -> DocumentID? in
      if case .fileChanged(let id) = message { id } else { nil }
    }
    #expect(changed == DocumentID(2))
    // A later change by another program is reported.
    try Data("by another".utf8).write(to: URL(fileURLWithPath: files[0]))
    watcher.look(always: true)
    let next = try inbox.first { message -> DocumentID? in
      if case .fileChanged(let id) = message { id } else { nil }
    }
    #expect(next == DocumentID(1))
  }

  /// A folder read as a comic book is read again for the images that are added, once no more are.
  @Test func aGrowingFolderIsReported() throws {
    let folder = try TemporaryFolder()
    let inbox = Inbox()
    let watcher = FileWatcher(lanes: DiskLanes(), mailbox: inbox.mailbox)
    watcher.expect(folder.path, for: DocumentID(1))
    watcher.watch(
      folder.path, FileStamp(following: folder.path), isFolder: true, for: DocumentID(1))
    try Data("image".utf8).write(to: URL(fileURLWithPath: folder.path + "/b.png"))
    watcher.look(always: true)
    let changed = try inbox.first { message -> DocumentID? in
      if case .fileChanged(let id) = message { id } else { nil }
    }
    #expect(changed == DocumentID(1))
  }
}
