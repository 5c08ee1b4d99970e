import DocumentModel
import Foundation
import Postgres
import TestSupport
import Testing
import Text

@testable import Library

/// Texts of a shared library are compressed by those that store them.
struct CompressedPassagesTests {
  private static func expanded(_ stored: [UInt8]) -> [UInt8]? {
    stored.withUnsafeBytes { CompressedPassages.lend($0) { Array($0) } }
  }

  @Test func compressedPassagesAreReadBack() throws {
    var generator = SeededGenerator(seed: 6)
    let text = Array(String(repeating: "raft consensus ", count: 200).utf8)
    for size in [1, 2, 5, 6, 50, 300, 3_000, 100_000] {
      let noise = [1] + (1..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let words = [1] + (1..<size).map { text[$0 % text.count] }
      for packed in [noise, words] {
        let stored = CompressedPassages.compressed(packed)
        #expect(stored.count <= packed.count)
        #expect(Self.expanded(stored) == packed)
      }
      if size >= 300 { #expect(CompressedPassages.compressed(words).count < size / 2) }
    }
    #expect(Self.expanded([0]) == [0])
    #expect(Self.expanded([]) == [])
  }

  @Test func damagedPassagesAreRefused() throws {
    let packed = [UInt8](repeating: 7, count: 1_000)
    let stored = CompressedPassages.compressed(packed)
    #expect(stored.first == 0)
    for length in 6..<stored.count { #expect(Self.expanded(Array(stored[..<length])) == nil) }
    for (index, value) in [(1, 255), (3, 0), (4, 1), (9, 99), (stored.count - 1, 3)] {
      var damaged = stored
      damaged[index] ^= UInt8(value)
      #expect(Self.expanded(damaged) == nil || damaged == stored, "\(index)")
    }
  }

  /// Pages that earlier versions stored are as they were packed.
  @Test(.enabled(if: PostgresCluster.isInstalled, "\(PostgresCluster.missing)"))
  func pagesOfBothFormsAreFound() throws {
    let ground = try SharedLibraryBench()
    let text = String(repeating: "raft consensus and the log of its leader ", count: 40)
    let documents = ["a.pdf", "b.pdf"].map { path in
      (path, IndexTests.document("/root/\(path)", ["\(path) \(text) needle", text]))
    }
    try ground.store(Dictionary(documents) { $1 })
    let expected = ["lab:papers/a.pdf: 1", "lab:papers/b.pdf: 1"]
    #expect(try ground.find("needle") == expected)
    let compressed = "SELECT count(*) FROM recto.page_1 WHERE get_byte(passages, 0) = 0"
    #expect(try ground.number(compressed) == 4)
    for (path, document) in documents where path == "a.pdf" {
      for page in document.pages {
        let hex = page.passages.map { String(format: "%02x", $0) }.joined()
        try ground.cluster.run(
          script: """
            UPDATE recto.page_1 SET passages = '\\x\(hex)' WHERE id = \(page.number) +
              (SELECT document << 24 FROM recto.copy WHERE path = '\(path)')
            """, in: ground.name)
      }
    }
    #expect(try ground.number(compressed) == 2)
    #expect(try ground.find("needle") == expected)
    let place = SharedPlace(library: "lab", collection: "papers", path: "a.pdf")
    let searcher = SharedSearcher(
      SharedDatabases(ground.keeper), name: "lab", library: "/nonexistent")
    let stored = try #require(try searcher.document(at: place))
    var pages = 0
    try searcher.pages(of: stored, from: 0) { _, _, flat in
      pages += 1
      return flat.text.contains("consensus")
    }
    #expect(pages == 2)
    // A damaged text is reported, and hides no other document; the document itself cannot be read.
    try ground.cluster.run(
      script: """
        UPDATE recto.page_1 SET passages = '\\x000000100000'
        WHERE id >> 24 = (SELECT document FROM recto.copy WHERE path = 'a.pdf')
        """, in: ground.name)
    #expect(try ground.find("needle") == ["lab:papers/b.pdf: 1"])
    let missing = try searcher.find(try LibraryQuery("needle")) { _ in }
    #expect(missing.damaged == 1 && !missing.isComplete && !missing.isPassing)
    #expect(throws: SharedLibraryError.nonsense("the text of a page is damaged")) {
      try searcher.pages(of: stored, from: 0) { _, _, _ in true }
    }
  }
}
