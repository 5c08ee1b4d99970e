import DocumentModel
package import Files
import Glibc
package import Library
import Platform
package import Sync
import Workers

/// Synchronises this machine's library with the folder of all machines.
///
/// Used on one queue at a time.
package final class Synchronizer {
  package let folder: String
  private let files: SyncFolder
  private let own: SyncLibrary
  private let library: ReadingLibrary

  private let syncsSettings: Bool
  /// Whether values wait for documents, which the index may know.
  private var isWaiting = true

  package init(
    folder: String, library: ReadingLibrary, syncsSettings: Bool = false, disk: Disk = Disk()
  ) {
    self.folder = folder
    self.syncsSettings = syncsSettings
    self.library = library
    files = SyncFolder(folder, disk: disk)
    own = SyncLibrary(folder: library.folder)
  }

  /// The circumstances of one synchronisation.
  package struct Request: Sendable {
    /// The paths of documents on the screen, whose positions are not moved.
    package var open: Set<String> = []
    /// Whether nothing is to be changed.
    package var isDry = false
    /// Whether a path may be accessed; false on disks that may never answer.
    package var mayAsk: @Sendable (String) -> Bool = { _ in true }
    package var isCancelled: @Sendable () -> Bool = { false }
    /// The most documents of the index that are read in search of those for which values wait.
    package var mostIndexed = Int.max
    /// Milliseconds since 1970-01-01 UTC.
    package var now = Synchronizer.now

    package init() {}
  }

  /// The result of one synchronisation.
  package struct Report: Sendable {
    package var machine = ""
    /// Values written into this machine's file.
    package var sent: [SyncRegister] = []
    /// Values of other machines that came into the library.
    package var received: [SyncRegister] = []
    /// The number of values for documents that are not here.
    package var waiting = 0
    /// Whether marks wait for a document on the screen that the library does not know yet.
    package var isEarly = false
    /// The PDFs whose last edits may still get into them and are not sent yet, by path.
    package var unsettled: [String] = []
    /// Positions of documents on the screen where others have read on, by path.
    package var offers: [(path: String, register: SyncRegister)] = []
    /// The machines whose files were read.
    package var machines: [String] = []
    /// A path of each document that is here, by fingerprint.
    package var paths: [String: String] = [:]
    package var troubles: [String] = []
    /// Whether the folder could not be read or written, so that changes wait in the library.
    package var isInterrupted = false
  }

  /// Synchronises once; what cannot be written waits in the library.
  package func run(_ request: Request = Request()) -> Report {
    var report = Report()
    do throws(LibraryTrouble) {
      try run(request, &report)
    } catch {
      report.troubles.append(Sentences.text(error))
      report.isInterrupted = true
    }
    return report
  }

  private func run(_ request: Request, _ report: inout Report) throws(LibraryTrouble) {
    let machine = try own.machine(host: Self.host)
    report.machine = machine
    var reading: SyncFolder.Reading?
    do throws(FilesError) {
      reading = try files.read()
    } catch {
      report.troubles.append(Self.sentence(error, folder: folder))
      report.isInterrupted = true
    }
    report.troubles += reading?.troubles ?? []
    report.machines =
      (reading?.files.keys.map { String($0.dropLast(SyncFolder.ending.count)) } ?? []).sorted()
    let fingerprints = try fingerprints(request)
    for path in fingerprints.keys.sorted(by: >) { report.paths[fingerprints[path] ?? ""] = path }
    var terms = SyncLibrary.Terms(
      machine: machine, now: request.now, fingerprints: fingerprints, home: Paths.home)
    (terms.open, terms.isDry) = (request.open, request.isDry)
    terms.settings = syncsSettings ? SyncedSettings.own() : nil
    let others = (reading?.files.values.flatMap { $0.replica.registers.values } ?? []).filter {
      $0.key.kind != .setting || SyncedSettings.isSynced($0.key.id)
    }
    var outcome = try own.compare(with: others, terms)
    if outcome.isUnfinished, !request.isDry {
      let first = outcome.applied
      outcome = try own.compare(with: others, terms)
      outcome.applied.insert(
        contentsOf: first.filter { !outcome.applied.contains($0) }, at: 0)
    }
    (report.received, report.waiting, report.offers) =
      (outcome.applied, outcome.waiting, outcome.offers)
    isWaiting = outcome.waiting > 0
    (report.unsettled, report.isEarly) = (outcome.unsettled, outcome.isEarly)
    if !request.isDry {
      try carryOut(outcome)
      writeSettings(outcome, terms, &report)
    }
    guard let reading else { return }
    report.sent = SyncFolder.owed(outcome.replica, by: machine, reading)
    guard !request.isDry, !report.sent.isEmpty else { return }
    do throws(FilesError) {
      try files.append(report.sent, for: machine)
    } catch {
      report.sent = []
      report.isInterrupted = true
      // Another Recto on this machine appends the same values.
      if error.reason != .busy { report.troubles.append(Self.sentence(error, folder: folder)) }
    }
  }

  /// Milliseconds since 1970-01-01 UTC.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.nanosecondsSince1970 / 1_000_000
  }

  private static var host: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "" }
    return withUnsafeBytes(of: &names.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  // MARK: documents

  /// Returns the fingerprints of the library's documents by path; only changed files are read.
  private func fingerprints(_ request: Request) throws(LibraryTrouble) -> [String: String] {
    let known = try own.fingerprints()
    var fingerprints: [String: String] = [:]
    let paths = Set(try own.paths()).union(request.open).sorted()
    let indexed = Set(isWaiting ? Self.indexed : []).subtracting(paths)
    var left = request.mostIndexed
    for path in paths + indexed.sorted() where request.mayAsk(path) && !request.isCancelled() {
      let stamp = SystemPath.stamp(of: path)
      guard !stamp.isEmpty else { continue }
      if let known = known[path], known.stamp == stamp {
        fingerprints[path] = known.text
        continue
      }
      if indexed.contains(path) {
        guard left > 0 else { continue }
        left -= 1
      }
      if let text = DocumentFingerprint.of(path, isCancelled: request.isCancelled) {
        fingerprints[path] = text
        if !request.isDry { try own.set(fingerprint: text, stamp: stamp, at: path) }
      }
    }
    return fingerprints
  }

  /// The paths of the documents in the index.
  private static var indexed: [String] {
    guard LibraryIndex.isThere(), let index = try? LibraryIndex(mends: false) else { return [] }
    return (try? index.files().map(\.sighting.path)) ?? []
  }

  // MARK: changes outside of the transaction

  private func carryOut(_ outcome: SyncOutcome) throws(LibraryTrouble) {
    let order = outcome.applied.filter { $0.key.kind == .favouriteOrder }
    guard !outcome.tags.isEmpty || !outcome.favourites.isEmpty || !order.isEmpty else { return }
    var failed: Set<SyncKey> = []
    for edit in outcome.tags {
      let answer = Answer<[TagChange]>()
      library.changeTags(of: [edit.path], add: edit.added, remove: edit.removed) {
        answer.give($0)
      }
      // A tag that could not be changed is tried again the next time.
      for change in answer.wait() {
        if case .failed = change.outcome { failed.insert(edit.register.key) }
      }
    }
    for (_, path, name) in outcome.favourites {
      let answer = Answer<Void>()
      library.setFavourite(path, named: name) { answer.give(()) }
      answer.wait()
    }
    if !outcome.favouriteOrder.isEmpty {
      library.orderFavourites(outcome.favouriteOrder)
      library.flush()
    }
    let done = outcome.tags.map(\.register) + outcome.favourites.map(\.register) + order
    try own.confirm(done.filter { !failed.contains($0.key) })
  }

  private func writeSettings(
    _ outcome: SyncOutcome, _ terms: SyncLibrary.Terms, _ report: inout Report
  ) {
    guard let own = terms.settings else { return }
    var isNew = false
    do throws(FilesError) {
      isNew = try SyncedSettings.write(outcome.replica, own: own, machine: terms.machine)
    } catch {
      report.troubles.append(Sentences.text(error, file: error.path) + "; settings were not taken")
    }
    // The user's own file keeps other values, which were reported before.
    if !isNew { report.received.removeAll { $0.key.kind == .setting } }
  }

  /// Says why the folder cannot be used, and that nothing is lost.
  private static func sentence(_ error: FilesError, folder: String) -> String {
    let reason =
      switch error.reason {
      case .notFound: "there is no folder \(folder)"
      case .tooLarge:
        "\(error.path) would exceed \(SyncLimits.file >> 20) MB; remove it, and it is written again"
      case .noSpace: "\(error.path): the disk is full"
      default: Sentences.text(error, file: error.path)
      }
    return "not synchronised: \(reason); changes wait in Recto's library"
  }
}
