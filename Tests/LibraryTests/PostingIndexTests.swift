import DocumentModel
import Foundation
import Store
import TestSupport
import Testing
import Text

@testable import Library

/// The lists of rows by gram, compared with the words of the rows themselves.
@Suite struct PostingIndexTests {
  private static let words = (0..<60).map { "word\($0)x" } + ["日本語", "Straße", "naïve"]

  /// An index with the words of its rows.
  private struct Bench {
    let index: PostingIndex
    var rows: [Int: Set<String>] = [:]
    private var state: UInt64 = 7

    init(_ folder: String) throws {
      index = PostingIndex(connection: try IndexStore(folder: folder).connection)
    }

    mutating func random(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    /// Adds a document of some pages; returns its rows.
    mutating func add(_ pages: Int) throws -> Range<Int> {
      let first = try index.nextRow()
      var document: [IndexedPage] = []
      for number in 0..<pages {
        let own = Set(
          (0..<random(12)).map { _ in PostingIndexTests.words[random(PostingIndexTests.words.count)]
          })
        rows[first + number] = own
        var grams = Grams()
        for word in own { grams.add(word.unicodeScalars.map(\.value)) }
        document.append(
          IndexedPage(number: number, label: "", passages: [], grams: Array(grams.list.words.utf8)))
      }
      try index.add(document, from: first)
      try index.mergeLevels()
      return first..<first + pages
    }

    mutating func remove(_ gone: Range<Int>) throws {
      try index.remove(gone)
      for row in gone { rows[row] = nil }
    }

    /// The rows found that are those of a document.
    func found(_ need: GramNeed) throws -> [Int]? {
      try index.rows(need) { true }?.filter { rows[$0] != nil }
    }

    func rows(where has: (Set<String>) -> Bool) -> [Int] {
      rows.filter { has($0.value) }.map(\.key).sorted()
    }
  }

  private static func need(_ word: String) -> GramNeed { GramNeed(literal: word) }

  private static func check(_ bench: Bench) throws {
    for word in words {
      #expect(try bench.found(need(word)) == bench.rows { $0.contains(word) }, "\(word)")
    }
    let (one, other) = (words[3], words[60])
    #expect(
      try bench.found(.all([need(one), .nothing, need(other)]))
        == bench.rows { $0.contains(one) && $0.contains(other) })
    #expect(
      try bench.found(.either([need(one), need(other)]))
        == bench.rows { $0.contains(one) || $0.contains(other) })
    #expect(try bench.found(.either([need(one), .nothing])) == nil)
    #expect(try bench.found(need("absent word")) == [])
  }

  @Test func rowsAreThoseWithTheGrams() throws {
    let folder = try TemporaryFolder()
    var bench = try Bench(folder.path)
    #expect(try bench.found(Self.need("word1x")) == [])
    var documents: [Range<Int>] = []
    for _ in 0..<150 { documents.append(try bench.add(1 + bench.random(5))) }
    // Merged eight by eight, twice.
    #expect(try bench.index.segments().map(\.level).max() == 2)
    #expect(try bench.index.segments().count < 25)
    try Self.check(bench)
    for (index, rows) in documents.enumerated() where index % 3 == 0 { try bench.remove(rows) }
    try bench.remove(documents[149])
    try Self.check(bench)
    // The row of a removed document is no other's.
    let next = try bench.add(2)
    #expect(next.lowerBound == documents[149].upperBound)
    try Self.check(bench)
    try bench.index.mergeAll()
    #expect(try bench.index.segments().count == 1)
    try Self.check(bench)
    let all = try #require(try bench.index.rows(Self.need("word1x")) { true })
    #expect(all.allSatisfy { bench.rows[$0] != nil })
  }

  /// A document without grams has rows and no segment.
  @Test func rowsOfRemovedDocumentsAreNotUsedAgain() throws {
    let folder = try TemporaryFolder()
    var bench = try Bench(folder.path)
    let last = try bench.add(3)
    let empty = last.upperBound..<last.upperBound + 2
    try bench.remove(empty)
    #expect(try bench.add(2).lowerBound == empty.upperBound)
    try bench.index.mergeAll()
    try Self.check(bench)
    #expect(
      try bench.index.connection.statement("SELECT 1 FROM removed").run { _ in true }.isEmpty)
  }

  /// A damaged index is rebuilt sooner or later; until then nothing crashes.
  @Test func damagedListsAreLeftOut() throws {
    let folder = try TemporaryFolder()
    var bench = try Bench(folder.path)
    for _ in 0..<7 { _ = try bench.add(3) }
    let connection = bench.index.connection
    let ids = try connection.statement("SELECT id FROM posting").run { $0.integer(0) }
    for (index, id) in ids.enumerated() {
      let bytes = (0..<400).map { _ in UInt8(bench.random(index % 2 == 0 ? 256 : 8)) }
      try connection.statement("UPDATE posting SET lists = ?1 WHERE id = ?2").run([
        .bytes(bytes), .integer(Int64(id)),
      ])
    }
    try connection.execute("UPDATE segment SET last_row = -5, level = 9 WHERE id = 2")
    try connection.execute("INSERT INTO removed VALUES (9223372036854775807, 1)")
    for word in Self.words { _ = try bench.index.rows(Self.need(word)) { true } }
    _ = try bench.add(1)
    try bench.index.mergeAll()
    _ = try bench.index.rows(Self.need("word1x")) { true }
  }
}
