import Annotating
import DocumentModel
import Foundation
import Library
import Platform
import Annotating
import StandIn
import TestSupport

/// Rounds of edits killed at random points, with a check of the result after each.
struct FaultRounds {
  private let folder: String
  private let file: String
  private var library: String
  private var random: SeededGenerator
  private let seed: UInt64
  private let format: any ProbedFormat
  /// The longest run so far, in calls: so that the end is hit too.
  private var mostCalls = 60
  private var killed = 0
  private var kept = 0
  private var failures: [String] = []

  init(seed: UInt64, _ format: any ProbedFormat) {
    self.seed = seed
    self.format = format
    random = SeededGenerator(seed: seed)
    let memory = "/dev/shm"
    let place =
      access(memory, W_OK) == 0 ? memory : FileManager.default.temporaryDirectory.path
    folder = place + "/recto-faults-\(UUID().uuidString)"
    file = folder + "/paper.pdf"
    library = folder + "/library"
  }

  mutating func run(_ rounds: Int) -> Bool {
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for round in 0..<rounds {
      if round % 25 == 0 { beginAnew(round) }
      self.round(round)
      if failures.count > 5 { break }
    }
    print("rounds \(rounds) killed \(killed) kept \(kept) failures \(failures.count)")
    for failure in failures { print(failure) }
    return failures.isEmpty
  }

  /// Begins with a library of its own: a connection to the last one may still be closing, and a folder that loses files meanwhile is not removed.
  private mutating func beginAnew(_ round: Int) {
    library = folder + "/library-\(round)"
    try? Data(format.document(round)).write(to: URL(fileURLWithPath: file))
  }

  private var bytes: [UInt8] { Array(FileManager.default.contents(atPath: file) ?? Data()) }

  /// Returns the row of the document at the file's path; nil if it has none yet.
  private func row() -> Int? { try? AnnotationJournal(folder: library).latest(at: file)?.id }

  /// Returns the journal of a row; nil if it cannot be read.
  private func history(of row: Int?) -> AnnotationHistory? {
    var history = AnnotationHistory()
    guard let row else { return history }
    let journal = AnnotationJournal(folder: library)
    guard (try? journal.catchUp(&history, of: row)) != nil else { return nil }
    return history
  }

  private mutating func round(_ round: Int) {
    let old = row()
    let before = history(of: old)?.entries.count ?? 0
    let killAt = Int.random(in: 1...mostCalls, using: &random)
    let lines = child(
      ["edit", file, library, "\(seed &* 1_000_003 &+ UInt64(round))", "6"]
        + (format is ProbedPDF ? ["real"] : []), killAt: killAt)
    let acknowledged = lines.count { $0.hasPrefix("kept ") }
    kept += acknowledged
    if let end = lines.last, end.hasPrefix("end ") {
      mostCalls = max(mostCalls, (Int(end.dropFirst(4)) ?? 0) + 2)
    } else {
      killed += 1
    }
    let row = row()
    guard let history = history(of: row), let earlier = self.history(of: old ?? row) else {
      return failures.append("round \(round): no journal")
    }
    // A file that another program has rewritten without any of ours is another document until the user agrees.
    let isSame = old == nil || row == old
    if earlier.entries.count < before
      || history.entries.count < acknowledged + (isSame ? before : 0)
    {
      failures.append(
        "round \(round): \(history.entries.count) entries, \(before) before, \(acknowledged) acknowledged"
          + (isSame ? "" : ", in another row"))
    }
    guard let annotations = format.annotations(in: bytes) else {
      return failures.append("round \(round): the file is not whole")
    }
    checkFile(annotations, history, round)
    checkReopened(history, round)
    outside(round)
  }

  /// Whether the file is what the journal was at some moment, and nothing in between.
  private mutating func checkFile(
    _ annotations: [Annotation], _ history: AnnotationHistory, _ round: Int
  ) {
    let found = format.gists(annotations.filter { !$0.id.name.hasPrefix("foreign") })
    let moments = [0] + history.entries.map(\.number)
    let isMoment = moments.reversed().contains { moment in
      let then = history.changes(after: 0, through: moment).compactMap(\.after)
        .filter { !$0.id.name.hasPrefix("foreign") }
      return format.gists(then) == found
    }
    if !isMoment { failures.append("round \(round): the file is of no moment of the journal") }
  }

  /// Whether all is there for the next program, and gets into the file.
  private mutating func checkReopened(_ history: AnnotationHistory, _ round: Int) {
    let listener = KeptListener()
    var options = AnnotationOptions()
    // It is idle when this returns: later work would affect another round's file.
    let saves = Bool.random(using: &random)
    options.saving = saves ? .onQuit : .never
    let store = AnnotationStore(
      folder: library, worker: format.worker, options: options, tell: listener.tell)
    store.open(file)
    guard listener.loaded() != nil else {
      return failures.append("round \(round): not opened")
    }
    // A version another program rewrote without any of our edits is new: the user agrees to it here.
    let compared = DispatchSemaphore(value: 0)
    store.whenCompared(file) { compared.signal() }
    compared.wait()
    store.carryOver(file) { _ in compared.signal() }
    compared.wait()
    let heard = listener.all.count
    store.tellAll(file)
    guard let annotations = listener.loaded(from: heard) else {
      return failures.append("round \(round): not told again")
    }
    let shown = format.gists(annotations)
    for wanted in history.annotations where shown[wanted.id] != format.gist(wanted) {
      failures.append("round \(round): missing \(wanted.id.name)")
    }
    if saves { store.settle(file) { _ in compared.signal() } }
    if saves { compared.wait() }
    store.flush()
    guard saves else { return }
    let saved = format.gists(format.annotations(in: bytes) ?? [])
    if saved != shown { failures.append("round \(round): saved \(saved.count) of \(shown.count)") }
    if FileManager.default.contents(atPath: file) == nil {
      failures.append("round \(round): no file")
    }
  }

  /// Simulates other programs between two of our processes.
  private mutating func outside(_ round: Int) {
    guard Int.random(in: 0..<4, using: &random) == 0 else { return }
    let old = bytes
    var new: [UInt8]?
    switch Int.random(in: 0..<2, using: &random) {
    case 0:
      let foreign = format.mark(in: old, id: "foreign-\(round)", contents: "", &random)
      new = foreign.flatMap { format.adding($0, to: old) }
    default: new = format.rewritten(old)
    }
    guard let new else { return }
    try? Data(new).write(to: URL(fileURLWithPath: file), options: .atomic)
  }

  private func child(_ arguments: [String], killAt: Int) -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["PROBE_KILL": "\(killAt)", "SWIFT_BACKTRACE": "enable=no"]) { $1 }
    let out = Pipe()
    process.standardOutput = out
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return [] }
    let output = String(
      decoding: out.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return output.split(separator: "\n").map(String.init)
  }
}
