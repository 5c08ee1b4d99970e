import DocumentModel
import FoundationEssentials
import Glibc
import Services
import Synchronization
import Wire
import Workers

/// The document of a `recto serve` process, which runs commands about it one after another and keeps what it has read.
enum ReusedDocument {
  /// The argument of `serve` that starts such a process.
  static let argument = "--commands"

  /// The maximum size of page texts in memory, in bytes.
  private static let mostBytes = 256 << 20

  private struct State {
    var pool: WorkerPool?
    var document: (open: WorkerDocument, summary: DocumentSummary)?
    var path = ""
    var password: [UInt8] = []
  }

  /// Nil in all other processes.
  private static let state = Mutex<State?>(nil)

  static var isKept: Bool { state.withLock { $0 != nil } }

  /// Returns the workers of such a process; nil in others.
  static func workers() throws(CommandDocument.Failure) -> WorkerPool? {
    try state.withLock { (state) throws(CommandDocument.Failure) in
      guard state != nil else { return nil }
      if let pool = state?.pool { return pool }
      let pool = try CommandDocument.workers()
      state?.pool = pool
      return pool
    }
  }

  /// Returns the document if it is open, without words recognised for an earlier command.
  static func find(_ path: String, _ password: [UInt8]) -> (WorkerDocument, DocumentSummary)? {
    state.withLock { state in
      guard let state, let known = state.document, state.path == path, state.password == password
      else { return nil }
      known.open.recognize(with: nil)
      return known
    }
  }

  static func keep(
    _ document: WorkerDocument, _ summary: DocumentSummary, _ path: String, _ password: [UInt8]
  ) {
    let older = state.withLock { state -> WorkerDocument? in
      guard state != nil else { return nil }
      let older = state?.document?.open
      state?.document = (document, summary)
      state?.path = path
      state?.password = password
      document.keepTexts(bytes: mostBytes)
      return older
    }
    older?.close()
  }

  /// Runs the commands that standard input gives, each a line with a JSON array of words; returns the exit status.
  static func runCommands() -> Int32 {
    state.withLock { $0 = State() }
    while let line = readLine() {
      guard let words = try? JSONDecoder().decode([String].self, from: Data(line.utf8)) else {
        return 2
      }
      let end = LineProgram.endOfAnswer
      let status = Recto.run(words)
      var mark = end
      _ = Glibc.write(STDERR_FILENO, &mark, 1)
      guard Output.write([end] + Array("\(status)\n".utf8)) else { return 0 }
    }
    return 0
  }
}
