import Dispatch
import DocumentModel
import Files
import Services
import Synchronization

/// Why a request is not answered with a result.
struct ContextRefusal: Error {
  /// The codes of JSON-RPC 2.0 (5.1) and of the Model Context Protocol.
  enum Code: Int {
    case syntax = -32700
    case request = -32600
    case method = -32601
    case parameters = -32602
    case server = -32000
    case resource = -32002
  }

  var sentence: String
  var code: Code

  init(_ sentence: String, code: Code = .parameters) {
    self.sentence = CleanText.line(sentence)
    self.code = code
  }
}

/// A request that takes time, until it is answered or cancelled.
final class ContextCall: Sendable {
  let id: JSON
  let folders: ServedFolders
  private let programs: ContextPrograms
  private let body: @Sendable (ContextCall) throws(ContextRefusal) -> JSON
  private let state = Mutex(State())

  private struct State {
    /// The command that runs for it.
    var program: LineProgram?
    var isCancelled = false
    var isLate = false
  }

  /// Seconds that a command may take.
  private static let patience = 120

  init(
    _ id: JSON, _ folders: ServedFolders, _ programs: ContextPrograms,
    _ body: @escaping @Sendable (ContextCall) throws(ContextRefusal) -> JSON
  ) {
    self.id = id
    self.folders = folders
    self.programs = programs
    self.body = body
  }

  func result() throws(ContextRefusal) -> JSON { try body(self) }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.program
    }?.stop()
  }

  /// Runs a Recto command and passes on each line of its output, until `take` returns false; returns its error messages.
  ///
  /// A process of its own reads each document in workers of its own, and can be ended at any time. That of a whole document, at `path`, is
  /// kept for the next call.
  @discardableResult
  func recto(
    _ words: [String], ofAll path: String? = nil, _ take: (String) -> Bool
  ) throws(ContextRefusal) -> String {
    let key = path.flatMap { path in
      FileStamp(following: path).map { ContextPrograms.Key(path: path, stamp: $0) }
    }
    func started() -> LineProgram? {
      guard let key else { return LineProgram(["/proc/self/exe"] + words) }
      return programs.take(
        key, asking: Array(JSON.array(words.map { .string($0) }).text.utf8))
    }
    guard !isCancelled, let program = started() else {
      throw ContextRefusal("recto \(words[0]) cannot be started", code: .server)
    }
    let isCancelled = state.withLock { state in
      state.program = program
      return state.isCancelled
    }
    if isCancelled { program.stop() }
    let alarm = DispatchWorkItem { [self, weak program] in
      state.withLock { $0.isLate = true }
      program?.stop()
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.patience), execute: alarm)
    var (isEnough, hasOutput) = (false, false)
    let end = program.run { line in
      hasOutput = true
      isEnough = !take(String(decoding: line, as: UTF8.self))
      return !isEnough
    }
    alarm.cancel()
    let isLate = state.withLock { state in
      state.program = nil
      return state.isLate
    }
    if let key, let status = end.status, status < 2, !self.isCancelled, !isEnough {
      programs.put(program, key)
    }
    guard !isLate else {
      throw ContextRefusal("this took longer than \(Self.patience) seconds; ask for less")
    }
    let complaints = String(decoding: end.errors, as: UTF8.self).split(separator: "\n").map {
      Output.shown(String($0.hasPrefix("recto: ") ? $0.dropFirst(7) : $0))
    }.joined(separator: "\n")
    // Status 2 with output: some pages could not be read.
    guard isEnough || end.status == 0 || end.status == 1 || end.status == 2 && hasOutput else {
      throw ContextRefusal(complaints.isEmpty ? "recto \(words[0]) failed" : complaints)
    }
    return isEnough ? "" : complaints
  }
}
