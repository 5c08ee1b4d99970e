import Annotating
import Dispatch
import DocumentModel
import Files
import Library
import Platform
import Synchronization

/// Exchanges annotations with the members of shared libraries while documents are open, on its own queue.
///
/// Without a joined library it does nothing. A server is asked every two seconds while one of its documents is open, otherwise every minute; edits are sent at once.
// Unchecked: everything but `ending`, `store`, `isEdited` and `known` is used on the queue only.
final class AnnotationSharing: @unchecked Sendable {
  private let queue = DispatchQueue(label: "recto.sharing", qos: .utility)
  private let library: ReadingLibrary
  private let exchange: EditExchange
  private let tell: @Sendable (_ path: String, SharedLayer) -> Void
  /// It gives members the edits that are for them.
  private let store = Mutex<AnnotationStore?>(nil)
  private var servers: [SharedServer] = []
  private var documents: [FilePath: OpenDocument] = [:]
  /// The number of the round that is planned last; earlier plans do nothing.
  private var plan = 0
  private let ending = Cancellation()
  /// The collections of the open documents.
  private let known = Mutex<[FilePath: [SharedDocument]]>([:])
  /// Whether a round for edits waits for the queue.
  private let isEdited = Atomic<Bool>(false)

  private static let often = Duration.seconds(2)
  private static let seldom = Duration.seconds(60)

  private struct OpenDocument {
    var path: String
    /// The stamp of the file when it was read.
    var stamp: String
    var hash: String
    var places: [SharedDocument] = []
    /// The ids of the libraries that were asked for it.
    var asked: Set<String> = []
    /// The versions of its edits that were reported last.
    var reported: [[Int]] = []
    var trouble = ""
  }

  /// `tell` is called on the queue whenever the annotations of a document's collections change.
  init(
    _ library: ReadingLibrary, tell: @escaping @Sendable (_ path: String, SharedLayer) -> Void
  ) {
    self.library = library
    self.tell = tell
    exchange = EditExchange(folder: library.folder)
  }

  func attach(_ store: AnnotationStore) {
    self.store.withLock { $0 = store }
  }

  /// A document was opened, or opened again after its file changed.
  func opened(_ path: String) {
    JoinedLibrary.load(from: library) { [self] joined in
      queue.async { [self] in
        let known = Dictionary(servers.map { ($0.library, $0) }) { first, _ in first }
        servers = joined.map { known[$0] ?? SharedServer($0) }
        guard !servers.isEmpty else { return }
        recognise(path)
        run()
      }
    }
  }

  func closed(_ path: String) {
    queue.async { [self] in
      forget(FilePath(path))
      schedule()
    }
  }

  /// Edits were kept, which may be for members.
  func edited(_ path: String) {
    guard known.withLock({ $0[FilePath(path)]?.isEmpty == false }),
      !isEdited.exchange(true, ordering: .acquiringAndReleasing)
    else { return }
    queue.async { [self] in
      isEdited.store(false, ordering: .releasing)
      run()
    }
  }

  /// Ends the exchange; unsent edits are sent the next time.
  func end() { ending.cancel() }

  // MARK: the user's choice

  func share(_ annotations: [Annotation], of path: String, isShared: Bool) {
    change(path) { exchange, place throws(LibraryTrouble) in
      if isShared {
        try exchange.share(annotations, in: place)
      } else {
        try exchange.withdraw(annotations, from: place)
      }
    }
  }

  func shareNew(_ isOpen: Bool, of path: String) {
    change(path) { exchange, place throws(LibraryTrouble) in
      try exchange.set(isOpen: isOpen, place)
    }
  }

  /// Stores a choice before the edits that the user makes after it, which it may keep from the members.
  private func change(
    _ path: String,
    _ body: @escaping @Sendable (EditExchange, SharedDocument) throws(LibraryTrouble) -> Void
  ) {
    let places = known.withLock { $0[FilePath(path)] } ?? []
    store.withLock(\.self)?.perform { [self] _ in
      let exchange = EditExchange(folder: library.folder)
      var trouble: LibraryTrouble?
      for place in places {
        do throws(LibraryTrouble) { try body(exchange, place) } catch { trouble = error }
      }
      queue.async { [self, trouble] in
        documents[FilePath(path)]?.reported = []
        if let trouble {
          documents[FilePath(path)]?.trouble =
            "not stored, so nothing was changed: \(trouble.file) cannot be written"
        }
        report()
        run()
      }
    }
  }

  // MARK: rounds

  /// Finds the collections that are known to have a file, without a server.
  private func recognise(_ path: String) {
    let stamp = SystemPath.stamp(of: path)
    guard documents[FilePath(path)]?.stamp != stamp else {
      documents[FilePath(path)]?.reported = []
      return
    }
    forget(FilePath(path))
    guard let hash = Digest.sha256(file: path, while: { [ending] in !ending.isCancelled }) else {
      return
    }
    documents[FilePath(path)] = OpenDocument(path: path, stamp: stamp, hash: hash)
  }

  private func forget(_ path: FilePath) {
    documents[path] = nil
    known.withLock { $0[path] = nil }
  }

  private func run() {
    guard !ending.isCancelled else { return }
    report()
    for server in servers {
      let failure = server.attempt(while: { [ending] in !ending.isCancelled }) {
        database throws(EditExchange.Failure) in
        for (key, document) in documents where !document.asked.contains(database.id) {
          try exchange.find(document.hash, at: document.path, in: database)
          documents[key]?.asked.insert(database.id)
        }
        try exchange.run(with: database)
      }
      if server.isDismissed { try? exchange.lose(server.library.id) }
      if let failure { tellTrouble(failure, of: server) } else { tellTrouble("", of: server) }
    }
    report()
    schedule()
  }

  private func tellTrouble(_ words: String, of server: SharedServer) {
    for (key, document) in documents
    where document.places.contains(where: { $0.library == server.library.id })
      && document.trouble != words
    {
      documents[key]?.trouble = words
      documents[key]?.reported = []
    }
  }

  /// Tells the annotations of documents whose edits have changed, whichever process brought them.
  private func report() {
    // Another file at a path is in other collections, or in none.
    for document in documents.values
    where SystemPath.stamp(of: document.path) != document.stamp {
      recognise(document.path)
    }
    for (key, document) in documents {
      guard let places = try? exchange.places(of: document.hash, at: document.path) else {
        continue
      }
      let joined = places.filter { place in servers.contains { $0.library.id == place.library } }
      documents[key]?.places = joined
      known.withLock { $0[key] = joined }
      // Again each time: the store forgets them when it reads another document at this path.
      store.withLock(\.self)?.set(
        joined, isInFolder: servers.contains { $0.library.hasFolder(of: document.path) },
        of: document.path)
      guard !joined.isEmpty else { continue }
      let versions = joined.map { (try? exchange.version(of: $0)) ?? [] }
      guard versions != documents[key]?.reported else { continue }
      documents[key]?.reported = versions
      tell(document.path, layer(of: joined, trouble: documents[key]?.trouble ?? ""))
    }
  }

  private func layer(of places: [SharedDocument], trouble: String) -> SharedLayer {
    var layer = SharedLayer()
    layer.trouble = trouble
    for place in places {
      guard let known = try? exchange.layer(of: place) else { continue }
      let ids = Set(layer.annotations.map(\.id))
      layer.collections += known.collections
      layer.tags += known.tags
      // Another member may have given an annotation in another collection the identifier of an own one.
      let own = known.own.subtracting(layer.own)
      layer.annotations.removeAll { own.contains($0.id) }
      layer.annotations += known.annotations.filter {
        own.contains($0.id) || !ids.contains($0.id)
      }
      layer.isOpen = layer.isOpen || known.isOpen
      layer.own.formUnion(own)
      layer.withdrawn += known.withdrawn
      layer.refusals.merge(known.refusals) { first, _ in first }
    }
    // An annotation that another collection still has was not withdrawn.
    layer.withdrawn.removeAll { layer.own.contains($0.id) }
    return layer
  }

  private func schedule() {
    guard !servers.isEmpty else { return }
    plan += 1
    guard !documents.isEmpty else {
      for server in servers { server.close() }
      return
    }
    let (number, isUsed) = (plan, documents.values.contains { !$0.places.isEmpty })
    let pause = isUsed ? Self.often : Self.seldom
    queue.asyncAfter(deadline: .now() + pause / .seconds(1)) { [weak self] in
      guard let self, plan == number else { return }
      run()
    }
  }
}

/// A shared library's server in the background: one connection, made again after failures, each time later.
final class SharedServer {
  let library: JoinedLibrary
  private var database: SharedDatabase?
  private var failures = 0
  private var next = ContinuousClock.now
  private var last: String?
  /// Whether the server said last that the user is not admitted to the library.
  private(set) var isDismissed = false

  init(_ library: JoinedLibrary) { self.library = library }

  /// Ends the connection until the next attempt.
  func close() { database = nil }

  /// Runs a body with a connection; returns why it failed, or last failed if it is too early to try again.
  func attempt(
    while mayGoOn: @escaping () -> Bool,
    _ body: (SharedDatabase) throws(EditExchange.Failure) -> Void
  ) -> String? {
    guard .now >= next else { return last }
    do throws(EditExchange.Failure) {
      let database: SharedDatabase
      if let open = self.database, !open.isBroken {
        database = open
      } else {
        database = try EditExchange.open(library, while: mayGoOn)
        self.database = database
      }
      try body(database)
      (failures, last, isDismissed) = (0, nil, false)
    } catch {
      // A right that is missing in one collection keeps the others waiting for nothing.
      if database?.isBroken != false || error.isTransient {
        next = .now + .seconds(1 << min(failures, 6))
        failures += 1
      }
      if case .server(.notAMember) = error { isDismissed = true }
      let rest = error.isTransient ? "; its members' annotations are as they were" : ""
      last = SharedStrings.text(error, library.name) + rest
    }
    return last
  }
}
