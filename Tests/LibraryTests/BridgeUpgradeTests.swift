import DocumentModel
import Foundation
import Library
import Store
import Testing
import TestSupport
import Text

/// An index made before there were bridges is kept, searched as it is, and given its bridges later.
@Suite struct BridgeUpgradeTests: ~Copyable {
  private let folder: TemporaryFolder
  private static let documents = [
    IndexTests.document(
      "/a.pdf", ["deep neural network", "a network that is deep, and neural deep"],
      title: "Slow Light Guides"),
    IndexTests.document("/b.pdf", ["nothing but a neural network", "語 日本語の本 neural"]),
  ]

  init() throws { folder = try TemporaryFolder() }

  private func find(_ text: String) throws -> [String] {
    let searcher = try LibrarySearcher(folder: folder.path, library: folder.path + "/library")
    var found: [String] = []
    try searcher.find(LibraryQuery(text)) {
      found += $0.documents.map { "\($0.path): \($0.count)" }
    }
    return found.sorted()
  }

  /// Makes the index one of the form before bridges.
  private func makeOld() throws {
    let connection = try Connection(file: folder.path + "/index.db")
    try connection.execute("INSERT INTO gram (gram) VALUES ('delete-all'); DROP TABLE unbridged")
    let gram = try connection.statement("INSERT INTO gram (rowid, words) VALUES (?1, ?2)")
    let pages = try connection.statement("SELECT id, passages FROM page").run { row in
      var flat = FlatText()
      row.withBytes(1) { _ = flat.add(packed: $0, page: 0) }
      var grams = Grams()
      flat.gather(&grams, of: 0..<flat.count)
      return (row.integer(0), grams.list.filter { !$0.isBridge }.words)
    }
    for (row, words) in pages { try gram.run([.integer(Int64(row)), .text(words)]) }
    try connection.execute("PRAGMA user_version = 9")
  }

  private func check() throws {
    #expect(try find("\"deep neural network\"") == ["/a.pdf: 1"])
    #expect(try find("\"neural network\"") == ["/a.pdf: 1", "/b.pdf: 1"])
    #expect(try find("/neural (network|deep)/") == ["/a.pdf: 2", "/b.pdf: 1"])
    #expect(try find("\"slow light guides\"") == ["/a.pdf: 1"])
    #expect(try find("本語") == ["/b.pdf: 1"])
  }

  @Test func isSearchedBeforeAndAfter() throws {
    do { try LibraryIndex(folder: folder.path).put(Self.documents) }
    try check()
    try makeOld()
    try check()
    let index = try LibraryIndex(folder: folder.path)
    #expect(try index.counts().documents == 2)
    #expect(try index.addBridges { true })
    #expect(try !index.addBridges { true })
    try check()
  }

  @Test func mayChangeInBetween() throws {
    do { try LibraryIndex(folder: folder.path).put(Self.documents) }
    try makeOld()
    let index = try LibraryIndex(folder: folder.path)
    // Rows without bridges are removed, and new ones take their numbers.
    try index.put(Self.documents.reversed())
    try check()
    #expect(try index.addBridges { false })
    try index.put([Self.documents[0]])
    while try index.addBridges(while: { true }) {}
    try check()
    try index.put(Self.documents)
    try index.settle()
    try check()
    try index.remove(index.files().map(\.id))
    #expect(try find("\"neural network\"") == [])
    try index.put(Self.documents)
    try check()
  }
}
