import Dispatch
import DocumentModel
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
    _ id: JSON, _ folders: ServedFolders,
    _ body: @escaping @Sendable (ContextCall) throws(ContextRefusal) -> JSON
  ) {
    self.id = id
    self.folders = folders
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

  /// Runs a command of Recto and passes on each line of its output, until `take` returns false; returns what it complained about.
  ///
  /// A command of its own reads each document in workers of its own, and can be ended at any time.
  @discardableResult
  func recto(
    _ words: [String], _ take: (String) -> Bool
  ) throws(ContextRefusal) -> String {
    // This program itself, also once another version of it has been installed.
    guard !isCancelled, let program = LineProgram(["/proc/self/exe"] + words) else {
      throw ContextRefusal("recto \(words[0]) cannot be started", code: .server)
    }
    let isCancelled = state.withLock { state in
      state.program = program
      return state.isCancelled
    }
    if isCancelled { program.stop() }
    let alarm = DispatchWorkItem { [self] in
      state.withLock { $0.isLate = true }
      program.stop()
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
