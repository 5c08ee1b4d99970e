package import DocumentModel
package import Library

/// Brings the text of documents of a shared library to this machine, to be searched while its server does not answer.
package struct SharedKeeping {
  private let library: JoinedLibrary
  private let searcher: SharedSearcher

  package struct Outcome: Sendable, Hashable {
    package var documents = 0
    package var pages = 0
    /// Documents that were kept before, and those that were removed since their collection has them no more.
    package var known = 0
    package var gone = 0
  }

  /// Why it ended early; documents that were brought are kept.
  package enum Failure: Error, Sendable {
    case library(SharedLibraryError)
    case index(LibraryIndex.Failure)
  }

  package init(_ library: JoinedLibrary, _ searcher: SharedSearcher) {
    self.library = library
    self.searcher = searcher
  }

  /// Keeps documents; if they are all of a collection, those that it has no more are removed. `tell` is called after each.
  package func run(
    _ places: [DocumentPlace], all collection: String? = nil, tell: (Outcome) -> Void = { _ in }
  ) throws(Failure) -> Outcome {
    let (kept, known) = try stored { () throws(LibraryIndex.Failure) in
      let kept = try KeptLibrary(library.id, named: library.name)
      return (kept, try kept.hashes())
    }
    var outcome = Outcome()
    var gone: Set<String> = []
    if let collection { gone = Set(known.keys.filter { $0.hasPrefix(collection + "/") }) }
    for case .shared(let place, let hash) in places {
      let path = KeptLibrary.path(of: place)
      gone.remove(path)
      guard known[path] != hash else {
        outcome.known += 1
        continue
      }
      let document: IndexedDocument?
      do throws(SharedLibraryError) {
        document = try searcher.whole(place, hash: hash)
      } catch {
        throw .library(error)
      }
      guard let document else { continue }
      try stored { () throws(LibraryIndex.Failure) in try kept.put(document) }
      outcome.documents += 1
      outcome.pages += document.pages.count
      tell(outcome)
    }
    // A document may have been stored again since the listing.
    do throws(SharedLibraryError) {
      for path in gone {
        if let place = SharedPlace("\(library.name):\(path)"), try searcher.has(place) {
          gone.remove(path)
        }
      }
    } catch {
      throw .library(error)
    }
    try stored { () throws(LibraryIndex.Failure) in try kept.remove(gone) }
    outcome.gone = gone.count
    return outcome
  }

  private func stored<Result>(
    _ body: () throws(LibraryIndex.Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(LibraryIndex.Failure) { return try body() } catch { throw .index(error) }
  }

  /// Returns why it ended early, as a sentence.
  package static func text(_ failure: Failure, _ name: String) -> String {
    switch failure {
    case .library(let error): SharedStrings.text(error, name)
    case .index(let error): "\(error.file): \(error.message)"
    }
  }
}
