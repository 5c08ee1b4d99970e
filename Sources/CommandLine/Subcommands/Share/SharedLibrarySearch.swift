import DocumentModel
import Files
import Library
import Services
import Text

/// The part of `recto search` that asks shared libraries.
struct SharedLibrarySearch {
  private let search: LibrarySearch
  let libraries: [JoinedLibrary]

  /// Shared libraries are searched if one is named, or no folder or file is.
  init(_ search: LibrarySearch, _ words: [String]) throws(CommandDocument.Failure) {
    self.search = search
    if let name = search.share {
      guard words.isEmpty else {
        throw CommandDocument.Failure(sentence: "--share searches a library; name no files")
      }
      libraries = [try JoinedLibraries.named(name)]
    } else {
      libraries = words.isEmpty && search.usesIndex ? JoinedLibraries.all() : []
    }
  }

  /// Searches and writes matches, unless output is closed; returns whether all parts answered.
  func run(
    _ printer: inout LibraryHitPrinter, isOpen: Bool
  ) throws(CommandDocument.Failure) -> Bool {
    guard !libraries.isEmpty, isOpen else { return true }
    // Matches of this machine are not repeated.
    let known = printer.found
    let copies = OwnCopies(MountTable())
    var troubles: [String] = []
    for library in libraries {
      var goesOn = true
      var found: [DocumentHits] = []
      var places: Set<DocumentPlace> = []
      func show(_ findings: LibraryFindings) {
        var documents = findings.documents
        if !known.isEmpty { copies.mark(&documents) }
        for hits in documents
        where goesOn && !known.contains(hits.path) && !known.contains(hits.copy) {
          if places.insert(hits.place).inserted { found.append(hits) }
        }
        if findings.isCapped {
          troubles.append(
            "\(library.name): more than \(Self.mostDocuments) documents match; the others are not shown"
          )
        }
      }
      var bounds = LibrarySearcher.Bounds()
      bounds.mostDocuments = Self.mostDocuments
      bounds.mostHits =
        search.form == .counts || search.form == .names ? 1 : search.most
      do throws(SharedSearcher.Failure) {
        let databases = try open(library)
        let searcher = SharedSearcher(
          databases, name: library.name, roots: library.roots, while: { goesOn })
        let missing = try searcher.find(search.query, bounds, found: show)
        let kept = missing.isPassing ? KeptLibrary(keptOf: library.id, named: library.name) : nil
        try? kept?.find(search.query, bounds, while: { goesOn }, found: show)
        if !missing.isComplete {
          troubles.append(SharedStrings.text(missing, library.name, isKept: kept != nil))
        }
        if let now = try? databases.first().collections().map(\.name) {
          if let loss = library.loss(now: now) {
            troubles.append(loss)
            JoinedLibraries.lose(library, except: now)
          } else {
            JoinedLibraries.remember(now, of: library)
          }
        }
      } catch {
        switch error {
        case .pattern(let error): throw CommandDocument.Failure(sentence: Sentences.text(error))
        case .library(let error):
          if error.isTransient, let kept = KeptLibrary(keptOf: library.id, named: library.name) {
            troubles.append(SharedStrings.screen(error, library.name, isKept: true))
            try? kept.find(search.query, bounds, while: { goesOn }, found: show)
          } else {
            if case .notAMember = error { JoinedLibraries.lose(library) }
            troubles.append(SharedStrings.text(error, library.name))
          }
        }
      }
      // Databases answer in any order.
      func isBefore(_ one: DocumentHits, _ other: DocumentHits) -> Bool {
        search.isRanked && (one.rank, -one.count) != (other.rank, -other.count)
          ? (one.rank, -one.count) < (other.rank, -other.count) : one.path < other.path
      }
      for hits in found.sorted(by: isBefore) where goesOn {
        goesOn = printer.tell(hits)
      }
      guard goesOn else { return true }
    }
    for trouble in troubles { Output.complain(trouble) }
    if search.form == .json {
      Output.write(
        JSON.object([
          ("isComplete", .bool(troubles.isEmpty)),
          ("missing", .array(troubles.map(JSON.string))),
        ]).text + "\n")
    }
    return troubles.isEmpty
  }

  private static let mostDocuments = 10_000

  private func open(_ library: JoinedLibrary) throws(SharedSearcher.Failure) -> SharedDatabases {
    do throws(SharedLibraryError) { return try library.openAll() } catch { throw .library(error) }
  }
}
