import DocumentModel
import Library
import Services
import Text

/// `recto share keep`: brings the text of documents to this machine, to be searched while the server does not answer.
enum SharedKeep {
  static func run(_ words: [String]) throws -> Int32 {
    guard words.count == 2 else {
      throw Arguments.Mistake(
        sentence: "recto share keep needs the name of a library, and a collection or a query")
    }
    let library = try JoinedLibraries.named(words[0])
    let database = try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
      try library.open()
    }
    let searcher = SharedSearcher(database, name: library.name)
    let isCollection = try JoinedLibraries.attempt(library.name) {
      () throws(SharedLibraryError) in
      try database.collections().contains { $0.name == words[1] }
    }
    guard isCollection else {
      return try keep(try matches(words[1], searcher, library), of: library, searcher)
    }
    let (places, areAll) = try JoinedLibraries.attempt(library.name) {
      () throws(SharedLibraryError) in try searcher.places(of: words[1])
    }
    return try keep(places, all: areAll ? words[1] : nil, of: library, searcher)
  }

  /// Returns the places of documents that match a query.
  private static func matches(
    _ text: String, _ searcher: SharedSearcher, _ library: JoinedLibrary
  ) throws -> [DocumentPlace] {
    let query: LibraryQuery
    do throws(QueryMistake) { query = try LibraryQuery(text) } catch {
      throw Arguments.Mistake(sentence: Sentences.text(error))
    }
    var bounds = LibrarySearcher.Bounds()
    (bounds.mostHits, bounds.mostDocuments) = (1, 100_000)
    var places: [DocumentPlace] = []
    do throws(SharedSearcher.Failure) {
      let missing = try searcher.find(query, bounds) { places += $0.documents.map(\.place) }
      if !missing.isComplete { Output.complain(SharedStrings.text(missing, library.name)) }
    } catch {
      switch error {
      case .pattern(let error): throw CommandDocument.Failure(sentence: Sentences.text(error))
      case .library(let error):
        throw CommandDocument.Failure(sentence: SharedStrings.text(error, library.name))
      }
    }
    return places
  }

  /// Brings documents that are not kept in the same form; of a collection all, so that what is gone from it goes here, too.
  private static func keep(
    _ places: [DocumentPlace], all collection: String? = nil, of library: JoinedLibrary,
    _ searcher: SharedSearcher
  ) throws -> Int32 {
    do {
      let kept = try KeptLibrary(library.id, named: library.name)
      let known = try kept.hashes()
      var (brought, pages, gone) = (0, 0, Set<String>())
      if let collection { gone = Set(known.keys.filter { $0.hasPrefix(collection + "/") }) }
      for case .shared(let place, let hash) in places {
        let path = KeptLibrary.path(of: place)
        gone.remove(path)
        guard known[path] != hash else { continue }
        let document = try JoinedLibraries.attempt(library.name) {
          () throws(SharedLibraryError) in try searcher.whole(place, hash: hash)
        }
        guard let document else { continue }
        try kept.put(document)
        brought += 1
        pages += document.pages.count
      }
      // One that was stored again meanwhile was not listed.
      gone = try gone.filter { path in
        guard let place = SharedPlace("\(library.name):\(path)") else { return true }
        return try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
          try !searcher.has(place)
        }
      }
      try kept.remove(gone)
      let documents = "\(brought) \(brought == 1 ? "document" : "documents") brought"
      Output.write(
        "\(documents), \(pages) pages; \(places.count - brought) kept already, \(gone.count) gone\n"
      )
      return Output.status(brought + gone.count > 0 ? 0 : 1)
    } catch let failure as LibraryIndex.Failure {
      throw CommandDocument.Failure(sentence: "\(failure.file): \(failure.message)")
    }
  }
}
