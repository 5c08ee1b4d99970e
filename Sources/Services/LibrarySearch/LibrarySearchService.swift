import Dispatch
import DocumentModel
import Files
import FoundationEssentials
import Library
import Messages
import Text

/// Runs library searches for the screen, one at a time on its own queue; a newer search ends those before.
// Unchecked: everything but `wanted`, `shared` and `documents` is accessed on the queue only.
package final class LibrarySearchService: @unchecked Sendable {
  private let mailbox: Mailbox
  private let library: ReadingLibrary
  private let queue = DispatchQueue(label: "recto.library-search", qos: .userInitiated)
  private let wanted = WantedNumber()
  private var searcher: LibrarySearcher?
  /// The last completed query, for loading the rest of its hits.
  private var answered: (number: Int, query: LibraryQuery)?
  private let store: IndexUpdater
  private let shared: SharedSearches
  private let documents: SharedDocuments
  private let mounts: MountTable
  private let readsEncrypted: Bool

  private static let historyName = "library-searches"
  private static let savedName = "saved-searches"
  private static let longestHistory = 200
  private static let mostDocuments = 2_000

  init(_ machinery: SharedServices) {
    mailbox = machinery.mailbox
    library = machinery.library
    mounts = machinery.lanes.mounts
    readsEncrypted = machinery.preferences.indexesEncrypted
    shared = SharedSearches(machinery, isWanted: wanted.isWanted)
    documents = SharedDocuments(machinery)
    let mailbox = machinery.mailbox
    store = IndexUpdater(
      pool: machinery.pool, library: machinery.library, types: machinery.types,
      always: machinery.preferences.indexFolders,
      scans: ScanPolicy(machinery.preferences, isInBackground: true)
    ) { event in
      switch event {
      case .progress(let progress): mailbox.post(.library(.indexing(progress)))
      case .trouble(let sentence): mailbox.post(.notice(sentence, isError: true))
      }
    }
  }

  /// Posts the search history and the saved searches, and starts to keep the index up to date.
  package func begin() {
    library.state(named: Self.historyName) { [self] history in
      library.state(named: Self.savedName) { [mailbox] saved in
        mailbox.post(
          .library(
            .remembered(
              history: Self.read(history, as: [String].self) ?? [],
              saved: Self.read(saved, as: [SavedSearch].self) ?? [])))
      }
    }
    shared.begin()
    store.begin(after: .seconds(2))
  }

  package func end() { store.end() }

  func run(_ effect: LibraryEffect) {
    switch effect {
    case .find(let number, let request):
      wanted.set(number)
      queue.async { [self] in find(number, request) }
      shared.find(number, request)
    case .stopFinding: wanted.set(0)
    case .loadHits(let number, let place):
      switch place {
      case .file: queue.async { [self] in loadHits(number, place) }
      case .shared(let name, _): shared.loadHits(number, place, in: name.library)
      }
    case .locate(let request): documents.locate(request)
    case .stopLocating: documents.stop()
    case .keep(let places): documents.keep(places)
    case .saveHistory(let text): saveHistory(text)
    case .saveSearches(let searches):
      library.setState(named: Self.savedName, to: Self.written(searches))
    case .pauseIndexing(let isPaused): store.pause(isPaused)
    case .tellIndexing: store.tellCounts()
    case .index(let folder): store.add(folder)
    case .forget(let folder): store.remove(folder)
    }
  }

  /// Indexes a document that was opened with a password, if the settings allow it.
  func opened(_ path: String, password: [UInt8]) {
    if readsEncrypted, !password.isEmpty { store.read(path, password: password) }
  }

  private func saveHistory(_ text: String) {
    library.state(named: Self.historyName) { [library] content in
      var history = Self.read(content, as: [String].self) ?? []
      history.removeAll { $0 == text }
      history.append(text)
      library.setState(
        named: Self.historyName, to: Self.written(Array(history.suffix(Self.longestHistory))))
    }
  }

  private static func read<Content: Decodable>(_ text: String?, as type: Content.Type) -> Content? {
    text.flatMap { try? JSONDecoder().decode(type, from: Data($0.utf8)) }
  }

  private static func written(_ content: some Encodable) -> String? {
    (try? JSONEncoder().encode(content)).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: searches

  private func find(_ number: Int, _ request: LibraryRequest) {
    guard wanted.isWanted(number) else { return }
    var bounds = LibrarySearcher.Bounds()
    bounds.folder = request.folder
    bounds.mostDocuments = Self.mostDocuments
    bounds.look = { [mounts] in Self.look(at: $0, mounts) }
    do {
      let searcher = try opened()
      switch request.source {
      case .query(let text, let options):
        let query = try LibraryQuery(text, options: options)
        answered = (number, query)
        try searcher.find(query, bounds, while: mayGoOn(number)) { post(number, $0) }
      case .related(let text, let path):
        let (query, findings) = try searcher.related(to: text, except: path, while: mayGoOn(number))
        answered = (number, query)
        post(number, findings)
      }
    } catch let mistake as QueryMistake {
      // An empty query is not an error while the user is typing.
      fail(number, mistake == .empty ? nil : Sentences.text(mistake))
    } catch let failure as LibrarySearcher.Failure {
      if case .index = failure { searcher = nil }
      fail(number, Sentences.text(failure))
    } catch let failure as LibraryIndex.Failure {
      searcher = nil
      fail(number, "\(failure.file): \(failure.message)")
    } catch {}
  }

  /// Compares a document with its index entry; does not query a disk that may hang.
  private static func look(at entry: IndexEntry, _ mounts: MountTable) -> LibrarySearcher.Sight {
    guard case .file = entry.place, !mounts.mount(of: entry.path).mayHang else { return .same }
    guard let now = FileSighting(seeing: entry.path) else { return .gone }
    return now.size == entry.size && now.modified == entry.modified ? .same : .changed
  }

  private func mayGoOn(_ number: Int) -> () -> Bool {
    { [wanted] in wanted.isWanted(number) }
  }

  private func opened() throws(LibraryIndex.Failure) -> LibrarySearcher {
    if let searcher { return searcher }
    let opened = try LibrarySearcher()
    searcher = opened
    return opened
  }

  private func post(_ number: Int, _ findings: LibraryFindings) {
    guard wanted.isWanted(number) else { return }
    mailbox.post(.library(.found(number: number, findings)))
  }

  private func fail(_ number: Int, _ sentence: String?) {
    var findings = LibraryFindings()
    findings.isDone = true
    findings.failure = sentence
    post(number, findings)
  }

  private func loadHits(_ number: Int, _ place: DocumentPlace) {
    guard let answered, answered.number == number,
      let hits = try? opened().hits(of: place, answered.query)
    else { return }
    mailbox.post(.library(.hits(number: number, of: place, hits)))
  }
}
