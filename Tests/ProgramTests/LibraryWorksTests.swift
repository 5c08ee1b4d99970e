import DocumentModel
import Foundation
import Library
import Messages
import Testing
import TestSupport
import Workers

@testable import Services

/// Cited works among the documents of the library.
@Suite struct LibraryWorksTests {
  private func find(
    _ title: String, _ author: String, _ address: String? = nil,
    among known: [(String, String, String)], indexed: [(String, String, String)] = []
  ) throws -> [FoundWork] {
    let folder = try TemporaryFolder()
    let library = ReadingLibrary(
      folder: folder.path + "/library", recents: folder.path + "/recent.xbel")
    for (name, title, author) in known {
      let path = folder.path + "/" + name
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
      let sighting = try #require(FileSighting(seeing: path))
      library.store([(sighting, CachedMetadata(title: title, author: author))])
    }
    library.flush()
    let index = try LibraryIndex(folder: folder.path + "/cache")
    for (name, title, doi) in indexed {
      var card = DocumentCard()
      (card.title, card.doi) = (title, doi)
      let sighting = FileSighting(
        path: folder.path + "/" + name, device: 1, inode: 1, size: 1, modified: 1)
      try index.put([
        IndexedDocument(sighting, reader: "test", type: "com.adobe.pdf", card: card)
      ])
    }
    let answer = Answer<[FoundWork]>()
    LibraryWorks.find(
      ListedWork(title: title, author: author, address: address), in: library,
      index: folder.path + "/cache"
    ) { answer.give($0) }
    return answer.wait().map {
      FoundWork(path: String($0.path.dropFirst(folder.path.count + 1)), isCertain: $0.isCertain)
    }
  }

  /// Documents that were only indexed are found, too, and a DOI is certain whatever the title.
  @Test func aWorkIsFoundInTheIndexByDOIOrTitle() throws {
    let indexed = [
      ("a.pdf", "Untitled", "10.1000/abc"), ("b.pdf", "Flexible Transactional Storage", ""),
    ]
    #expect(
      try find(
        "Flexible transactional storage", "Sears, R.", "https://doi.org/10.1000/ABC",
        among: [], indexed: indexed) == [
          FoundWork(path: "a.pdf", isCertain: true), FoundWork(path: "b.pdf", isCertain: false),
        ])
    #expect(
      try find("On", "Sears", "https://doi.org/10.1000/other", among: [], indexed: indexed) == [])
  }

  @Test func aWorkIsFoundByItsTitleAndFirstAuthor() throws {
    let known = [
      ("a.pdf", "Flexible Transactional Storage", "Russell Sears"),
      ("b.pdf", "Flexible transactional storage", ""),
      ("c.pdf", "Flexible Transactional Storage", "Jane Doe"),
      ("d.pdf", "Flexible Transactional Storage, a Survey", "Russell Sears"),
      ("e.pdf", "Introduction", "Russell Sears"),
    ]
    #expect(
      try find("Flexible transactional storage.", "Sears, R.", among: known) == [
        FoundWork(path: "a.pdf", isCertain: true), FoundWork(path: "b.pdf", isCertain: false),
      ])
    #expect(try find("Introduction", "Sears, R.", among: known) == [])
    #expect(try find("Another Title Altogether", "Sears, R.", among: known) == [])
  }
}
