import Foundation
import Testing

@testable import Files

@Suite("Documents read from pipes")
struct PipedDocumentTests {
  @Test("input from a pipe is read up to a limit")
  func limit() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(repeating: 0x61, count: 1_000))
    try pipe.fileHandleForWriting.close()
    let source = pipe.fileHandleForReading.fileDescriptor
    let file = FileHandle(
      fileDescriptor: try DocumentFile.copy(of: source, most: 1_000).get(), closeOnDealloc: true)
    #expect(try file.readToEnd()?.count == 1_000)
  }

  @Test("a pipe without an end is given up")
  func endless() throws {
    let zeros = try #require(FileHandle(forReadingAtPath: "/dev/zero"))
    let result = DocumentFile.copy(of: zeros.fileDescriptor, most: 1 << 20)
    guard case .failure(let error) = result else {
      Issue.record("all of /dev/zero was read")
      return
    }
    #expect(error.number == EFBIG)
  }
}
