import DocumentModel
import Library
import Services
import Text

/// `recto share keep`: brings the text of documents to this machine, to be searched while the server does not answer.
enum SharedKeep {
  static func run(_ words: [String], _ query: String?) throws -> Int32 {
    guard words.count == (query == nil ? 2 : 1) else {
      throw Arguments.Mistake(
        sentence: "recto share keep needs the name of a library, and a collection or --query TEXT")
    }
    let library = try JoinedLibraries.named(words[0])
    let databases = try JoinedLibraries.attempt(library.name) { () throws(SharedLibraryError) in
      try library.openAll()
    }
    let searcher = SharedSearcher(databases, name: library.name)
    let collections = try JoinedLibraries.attempt(library.name) {
      () throws(SharedLibraryError) in try databases.first().collections().map(\.name)
    }
    JoinedLibraries.lose(library, except: collections)
    let (places, areAll): ([DocumentPlace], Bool)
    if let query {
      (places, areAll) = (try matches(query, searcher, library), false)
    } else {
      guard collections.contains(words[1]) else {
        let names = collections.isEmpty ? "" : "; there is \(collections.joined(separator: ", "))"
        throw CommandDocument.Failure(
          sentence: "\(library.name): you are admitted to no collection \(words[1])\(names)")
      }
      (places, areAll) = try JoinedLibraries.attempt(library.name) {
        () throws(SharedLibraryError) in try searcher.places(of: words[1])
      }
    }
    let outcome: SharedKeeping.Outcome
    do throws(SharedKeeping.Failure) {
      outcome = try SharedKeeping(library, searcher).run(
        places, all: areAll ? words.last : nil)
    } catch {
      throw CommandDocument.Failure(sentence: SharedKeeping.text(error, library.name))
    }
    let documents = "\(outcome.documents) \(outcome.documents == 1 ? "document" : "documents")"
    Output.write(
      "\(documents) brought, \(outcome.pages) pages; \(outcome.known) kept already, \(outcome.gone) gone\n"
    )
    return Output.status(outcome.documents + outcome.gone > 0 ? 0 : 1)
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
}
