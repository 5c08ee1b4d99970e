import Foundation
import TestSupport
import Testing

@testable import Files

/// Files that grow by lines.
@Suite struct AppendedFileTests {
  @Test func linesAreAppendedAndATornLineIsEnded() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.jsonl"
    try AppendedFile.append(Array("one\n".utf8), to: path, atMost: 100)
    try AppendedFile.append(Array("two\n".utf8), to: path, atMost: 100)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\n")
    try Data("one\ntw".utf8).write(to: URL(fileURLWithPath: path))
    try AppendedFile.append(Array("two\n".utf8), to: path, atMost: 100)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntw\ntwo\n")
  }

  @Test func aFullDiskLeavesTheFileAsItWas() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.jsonl"
    try AppendedFile.append(Array("one\n".utf8), to: path, atMost: 100)
    for call in [Disk.Call.write, .sync] {
      let disk = Disk { step, _ in step == call ? ENOSPC : nil }
      #expect(throws: FilesError(.noSpace, path)) {
        try AppendedFile.append(Array("two\n".utf8), to: path, atMost: 100, disk: disk)
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\n")
    }
    #expect(throws: FilesError(.tooLarge, path)) {
      try AppendedFile.append([UInt8](repeating: 0x61, count: 97), to: path, atMost: 100)
    }
  }

  @Test func aLinkAndAFolderAreRefused() throws {
    let folder = try TemporaryFolder()
    let (target, link) = (folder.path + "/target", folder.path + "/a.jsonl")
    try Data().write(to: URL(fileURLWithPath: target))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(throws: FilesError.self) {
      try AppendedFile.append([0x0A], to: link, atMost: 100)
    }
    #expect(throws: FilesError.self) {
      try AppendedFile.append([0x0A], to: folder.path, atMost: 100)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)).isEmpty)
  }
}

/// Fingerprints, the same on all machines.
@Suite struct DocumentFingerprintTests {
  private func fingerprint(_ bytes: [UInt8]) throws -> String? {
    let folder = try TemporaryFolder()
    let path = folder.path + "/file"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return DocumentFingerprint.of(path)
  }

  @Test func incrementalUpdatesKeepThePDFFingerprint() throws {
    let document = SmallDocument.bytes(pages: 2)
    let bytes = Array(document)
    let one = try fingerprint(bytes)
    #expect(one?.count == 64)
    #expect(try fingerprint(bytes + Array("\n9 0 obj\n<<>>\nendobj\n%%EOF\n".utf8)) == one)
    #expect(try fingerprint(Array(SmallDocument.bytes(pages: 3))) != one)
  }

  @Test func otherFilesAreFingerprintedWhole() throws {
    let one = try fingerprint(Array("a %%EOF".utf8))
    #expect(try fingerprint(Array("a %%EOF b".utf8)) != one)
    #expect(try fingerprint([]) == nil)
    #expect(DocumentFingerprint.of("/nonexistent") == nil)
    #expect(DocumentFingerprint.of("/") == nil)
  }

  @Test func theMarkerIsFoundAcrossChunks() {
    let text = Array("ab%%%EOFcd".utf8)
    for cut in 0...text.count {
      var scanner = MarkerScanner()
      let first = scanner.end(in: text[..<cut])
      #expect((first ?? scanner.end(in: text[cut...])) == 8)
    }
  }
}
