import DocumentModel
import Files
import Glibc
import Interface
import Library
import Platform
import Program
import Services
import Workers

/// `recto --plain`: documents and folders line by line, for screen
/// readers, braille displays and pipes.
struct PlainMode {
  private let console = PlainConsole()
  private let pool: WorkerPool
  private let library: ReadingLibrary
  private let types: DocumentTypes
  /// The password given on the command line.
  private let password: [UInt8]

  private static let mostPasswords = 3

  /// Runs until the user quits; returns the exit status.
  static func run(_ start: StartScreen, password: [UInt8]) -> Int32 {
    CommandDocument.attempt {
      guard start.choosing == nil else {
        throw Arguments.Mistake(
          sentence: "--choose picks on the screen; it does not go with --plain")
      }
      let mode = try PlainMode(password: password)
      defer {
        mode.library.flush()
        mode.pool.shutdown()
      }
      return try mode.run(start)
    }
  }

  private init(password: [UInt8]) throws {
    pool = try CommandDocument.workers()
    library = ReadingLibrary(folder: ReadingLibrary.defaultFolder()) { trouble in
      Output.complain(Sentences.text(trouble))
    }
    library.prepare()
    var problems: [String] = []
    types = DocumentTypeSettings.load(problems: &problems)
    for problem in Settings.problems(in: SettingsFile.folder) { Output.complain(problem) }
    self.password = password
  }

  private func run(_ start: StartScreen) throws -> Int32 {
    if !start.documents.isEmpty { return read(start.documents) }
    if start.isOpen, let last = lastRead(), SystemPath.isThere(last) {
      _ = try read(DocumentArgument(last))
      return 0
    }
    let folder = start.firstFolder ?? CurrentFolder.path ?? Paths.home
    return browse(folder)
  }

  /// Reads documents one after the other; reports those left unopened when the input ends.
  private func read(_ documents: [DocumentArgument]) -> Int32 {
    var status: Int32 = 0
    for (index, document) in documents.enumerated() {
      let next = CommandDocument.attempt { try read(document) == .end ? -1 : 0 }
      status = max(status, next)
      guard next < 0 else { continue }
      for other in documents[(index + 1)...] {
        Output.complain("\(other.path) was not opened: there were no more commands")
      }
      break
    }
    return status
  }

  /// Returns the document that was current in the last session.
  private func lastRead() -> String? {
    let answer = Answer<Session?>()
    library.session { answer.give($0) }
    guard let session = answer.wait() else { return nil }
    let view = session.views[safe: session.focus]
    return session.paths[safe: view?.document ?? 0]
  }

  private func recents() -> [String] {
    let answer = Answer<[Recent]>()
    library.recents(
      opens: { [types] in types.opens(named: PathParts.name(of: $0), mimeType: $1) }
    ) { answer.give($0) }
    return answer.wait().map(\.path).filter { SystemPath.isThere($0) }
  }

  private func browse(_ path: String) -> Int32 {
    var folder = PlainFolder(path, console: console, types: types)
    while true {
      switch folder.run(recents: recents) {
      case .quit, .end: return 0
      case .open(let path):
        do {
          if try read(DocumentArgument(path)) == .end { return 0 }
        } catch let failure as CommandDocument.Failure {
          console.say(failure.sentence)
        } catch {
          console.say("\(error)")
        }
      }
    }
  }

  private func read(_ argument: DocumentArgument) throws -> PlainCommand.Next {
    let isInput = argument.path == "-"
    let (document, password) = try opened(argument.path)
    defer { document.document.close() }
    if isInput {
      // Standard input was the document, so commands are read from the terminal.
      let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC)
      guard terminal >= 0 else {
        throw CommandDocument.Failure(
          sentence:
            "if standard input is the document, commands need a terminal, and there is none")
      }
      dup2(terminal, STDIN_FILENO)
      close(terminal)
    }
    let path = isInput ? "" : DocumentFile.absolute(argument.path)
    let reading = try PlainReading(
      document, path: path, password: password, console: isInput ? PlainConsole() : console,
      library: library)
    return reading.run(argument.start)
  }

  /// Opens a document; asks for a password if one is needed and input comes from a terminal.
  private func opened(_ path: String) throws -> (CommandDocument, [UInt8]) {
    var given = password
    var tries = 0
    while true {
      do throws(CommandDocument.Failure) {
        return (try CommandDocument(path, password: given, pool: pool), given)
      } catch {
        guard error.wantsPassword, console.isTyped, path != "-", tries < Self.mostPasswords,
          let typed = console.askSecretly(
            tries == 0 ? "Password for \(PathParts.name(of: path)):" : "Wrong. Password:")
        else { throw error }
        given = SystemPath.bytes(typed)
        tries += 1
      }
    }
  }
}
