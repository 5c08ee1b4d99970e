import Dispatch
import DocumentModel
import Files
import Library
import Messages
import Text

/// Searches one shared library on a queue of its own, where it waits for the server.
///
/// After a failure the server is left alone for 1, 2, 4 … 60 s, and then asked again as long as the search is awaited.
// Unchecked: everything that changes is accessed on the queue only.
final class SharedLane: @unchecked Sendable {
  let library: JoinedLibrary
  private let mailbox: Mailbox
  private let isWanted: @Sendable (Int) -> Bool
  private let copies: OwnCopies
  private let queue: DispatchQueue
  private var searcher: SharedSearcher?
  /// A sentence about a collection that the user has lost, known from the last connection on.
  private var loss: String?
  /// The search that is running or was the last.
  private var current = (number: 0, query: LibraryQuery?.none)
  /// The documents that are kept here, while the server does not answer.
  private var kept: KeptLibrary?
  private var failures = 0
  /// The searches in a row that a part of the library did not answer.
  private var partFailures = 0
  /// Why the server is left alone, and until when.
  private var rest: (sentence: String, end: ContinuousClock.Instant)?
  private var lastUse = ContinuousClock.now

  /// The pause in typing after which a server is asked.
  private static let pause = Duration.milliseconds(150)
  /// The time after which an unused connection is closed.
  private static let idle = Duration.seconds(60)
  private static let longestRest = 60
  private static let mostDocuments = 1_000

  init(
    _ library: JoinedLibrary, _ mailbox: Mailbox, _ mounts: MountTable,
    isWanted: @escaping @Sendable (Int) -> Bool
  ) {
    copies = OwnCopies(mounts)
    self.library = library
    self.mailbox = mailbox
    self.isWanted = isWanted
    queue = DispatchQueue(label: "recto.shared-search." + library.name, qos: .userInitiated)
  }

  func find(_ number: Int, _ query: LibraryQuery) {
    // The screen knows from now on that answers are missing.
    post(number, LibraryFindings())
    after(Self.pause) { lane in
      guard lane.isWanted(number) else { return }
      lane.current = (number, query)
      if let rest = lane.rest, rest.end > .now {
        lane.endWithout(number, query, rest.sentence)
        lane.askAgain(number, at: rest.end)
      } else {
        lane.ask(number, query)
      }
    }
  }

  /// Posts all hits of a document for the search of that number.
  func loadHits(_ number: Int, _ place: DocumentPlace) {
    queue.async { [self] in
      guard current.number == number, let query = current.query,
        case .shared(let name, _) = place,
        let hits = kept.map({ try? $0.hits(of: name, query) })
          ?? (try? opened().hits(of: place, query))
      else { return }
      mailbox.post(.library(.hits(number: number, of: place, hits)))
    }
  }

  private func after(_ time: Duration, _ body: @escaping @Sendable (SharedLane) -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(Int(time / .milliseconds(1)))) {
      [weak self] in
      if let self { body(self) }
    }
  }

  // MARK: asking

  private func ask(_ number: Int, _ query: LibraryQuery) {
    let isReused = searcher != nil
    do throws(SharedSearcher.Failure) {
      var bounds = LibrarySearcher.Bounds()
      bounds.mostDocuments = Self.mostDocuments
      var last = LibraryFindings()
      let missing = try opened().find(query, bounds) { findings in
        last = findings
        post(number, findings, isDone: false)
      }
      (failures, rest, kept) = (0, nil, nil)
      let kept = missing.isPassing ? KeptLibrary(keptOf: library.id, named: library.name) : nil
      try? kept?.find(query, bounds, while: { isWanted(number) }) { post(number, $0) }
      last.documents = []
      last.trouble =
        missing.isComplete
        ? loss : SharedStrings.text(missing, library.name, isKept: kept != nil)
      post(number, last, isDone: true)
      // A part may come back.
      partFailures = missing.parts == 0 ? 0 : partFailures + 1
      if missing.isPassing {
        askAgain(number, at: .now + Self.pause(after: partFailures - 1))
      }
    } catch {
      searcher = nil
      guard isWanted(number) else { return }
      switch error {
      // The search of this machine says it.
      case .pattern: end(number, trouble: nil)
      // The server may have ended a connection that was idle.
      case .library(let error) where isReused && error.isTransient: ask(number, query)
      case .library(let error): fail(number, query, error)
      }
    }
  }

  private static func pause(after failures: Int) -> Duration {
    .seconds(min(longestRest, 1 << min(failures, 6)))
  }

  private func fail(_ number: Int, _ query: LibraryQuery, _ error: SharedLibraryError) {
    let pause = Self.pause(after: failures)
    failures += 1
    // Kept text is for times without an answer, not for readers who were removed.
    kept = error.isTransient ? KeptLibrary(keptOf: library.id, named: library.name) : nil
    let sentence = SharedStrings.screen(error, library.name, isKept: kept != nil)
    rest = (sentence, .now + pause)
    endWithout(number, query, sentence)
    // A wrong password would be wrong again.
    if error.isTransient { askAgain(number, at: .now + pause) }
  }

  /// Answers without the server.
  private func endWithout(_ number: Int, _ query: LibraryQuery, _ sentence: String) {
    var last = LibraryFindings()
    var bounds = LibrarySearcher.Bounds()
    bounds.mostDocuments = Self.mostDocuments
    try? kept?.find(query, bounds, while: { isWanted(number) }) { findings in
      last = findings
      post(number, findings)
    }
    last.documents = []
    last.trouble = sentence
    post(number, last, isDone: true)
  }

  private func askAgain(_ number: Int, at time: ContinuousClock.Instant) {
    after(max(.zero, time - .now)) { lane in
      guard lane.isWanted(number), lane.current.number == number, let query = lane.current.query
      else { return }
      lane.ask(number, query)
    }
  }

  /// Returns the searcher, which connects if there is none.
  private func opened() throws(SharedSearcher.Failure) -> SharedSearcher {
    lastUse = .now
    after(Self.idle) { lane in
      if .now - lane.lastUse >= Self.idle { lane.searcher = nil }
    }
    if let searcher { return searcher }
    let mayGoOn = { [weak self] in
      guard let self else { return false }
      return isWanted(current.number)
    }
    do throws(SharedLibraryError) {
      let databases = try library.openAll(while: mayGoOn)
      let opened = SharedSearcher(databases, name: library.name, while: mayGoOn)
      searcher = opened
      // The other databases answer without the first.
      let now = library.collections == nil ? nil : try? databases.first().collections()
      loss = now.flatMap { library.loss(now: $0.map(\.name)) }
      return opened
    } catch {
      throw .library(error)
    }
  }

  // MARK: answering

  private func end(_ number: Int, trouble: String?) {
    var findings = LibraryFindings()
    findings.trouble = trouble
    post(number, findings, isDone: true)
  }

  private func post(_ number: Int, _ findings: LibraryFindings, isDone: Bool = false) {
    guard isWanted(number) else { return }
    var findings = findings
    findings.library = library.name
    findings.isDone = isDone
    // Documents are shown twice rather than late.
    copies.mark(&findings.documents, within: .milliseconds(200))
    mailbox.post(.library(.found(number: number, findings)))
  }
}
