import DocumentModel
import Glibc
import Synchronization
import Wire
import Workers

/// A word after `recto` that does something without the screen.
struct Subcommand: Sendable {
  var name: String
  var usage: String
  var summary: String
  /// Sentences for its own help, a line each.
  var details: [String] = []
  var run: @Sendable ([String]) -> Int32

  /// What `recto NAME --help` says.
  var help: String {
    "recto \(name) \(usage)\n\n  \(summary)\n" + (details.isEmpty ? "" : "\n")
      + details.map { "  \($0)\n" }.joined()
  }

  static let all: [Subcommand] = [
    Subcommand(
      name: "text", usage: "FILE [--pages 3-5,9] [--mode M]",
      summary: "its text; mode reflow, layout or raw",
      details: [
        "FILE                 a document, or - for standard input",
        "--pages 3-5,9        only these pages, counted from 1",
        "--mode reflow        paragraphs, one a line, with blank lines between (the default)",
        "--mode layout        each line where it stands on the page",
        "--mode raw           as the file has it",
        "--keep-headers       running heads, feet and page numbers too",
        "--json               blocks as JSON, one a line: kind, level, page, box in points, text",
        "--jobs N             so many workers; as many as processors otherwise",
        "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
        "",
        "Pages end with a form feed. Exit status: 0, 1 where there is no text, 2 after an error.",
      ], run: TextCommand.run),
    Subcommand(
      name: "search", usage: "PATTERN FILE…",
      summary: "where a text stands in documents, a line for each place",
      details: [
        "-E, --regex          PATTERN is a regular expression (PCRE)",
        "-w, --word           only whole words",
        "-s, --case-sensitive upper and lower case matter; -i, --ignore-case: they do not;",
        "                     else they matter where PATTERN has upper case",
        "-a, --ignore-accents é is e",
        "-c, --count          only how many places",
        "-l, --files          only the names of the files that have some",
        "-m, --max-count N    no more than N places of each file",
        "--json               for programs, a line for each place; quads in points",
        "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
        "",
        "A place may lie across lines, hyphens, columns and pages. Lines are FILE:PAGE: CONTEXT, with one file PAGE: CONTEXT.",
        "Exit status: 0, 1 where nothing was found, 2 after an error.",
      ], run: SearchCommand.run),
    Subcommand(
      name: "info", usage: "FILE [--json]", summary: "what it says of itself",
      details: plain, run: InfoCommand.run),
    Subcommand(
      name: "outline", usage: "FILE [--json]", summary: "its outline", details: plain,
      run: OutlineCommand.run),
    Subcommand(
      name: "links", usage: "FILE [--json]", summary: "its links, with their words",
      details: plain, run: LinksCommand.run),
    Subcommand(
      name: "doctor", usage: "[--json]", summary: "what this terminal and system can do",
      run: DoctorCommand.run),
  ]

  private static let plain = [
    "FILE                 a document, or - for standard input",
    "--json               for programs",
    "--password-file FILE its first line is the password (or RECTO_PASSWORD)",
    "",
    "Exit status: 0, 1 where there is nothing to be told, 2 after an error.",
  ]
}

/// A document opened for a subcommand, whose answers are waited for.
final class CommandDocument {
  let pool: WorkerPool
  let document: WorkerDocument
  let summary: DocumentSummary
  let name: String

  struct Failure: Error {
    var sentence: String
  }

  /// Opens a file, or standard input for `-`.
  init(
    _ path: String, password: [UInt8], lanes: Int = 1, pool: WorkerPool
  ) throws(Failure) {
    name = path == "-" ? "standard input" : path
    self.pool = pool
    let file =
      path == "-" ? DocumentFile.standardInput() : DocumentFile.open(path, takesPipes: true)
    let descriptor: Int32
    switch file {
    case .success(let opened): descriptor = opened
    case .failure(let error):
      throw Failure(sentence: Sentences.text(error, file: name))
    }
    let answer = Answer<Result<(WorkerDocument, DocumentSummary), WorkerError>>()
    pool.open(descriptor: descriptor, password: password, lanes: .equal(lanes)) {
      answer.give($0)
    }
    switch answer.wait() {
    case .success(let (document, summary)):
      self.document = document
      self.summary = summary
    case .failure(let error): throw Failure(sentence: Sentences.text(error, file: name))
    }
  }

  /// The workers of a command.
  static func workers() throws(Failure) -> WorkerPool {
    guard let worker = WorkerPool.locateWorker() else {
      throw Failure(sentence: "recto-worker is missing; set RECTO_WORKER to where it is")
    }
    return WorkerPool(WorkerPool.Options(executable: worker))
  }

  func ask(_ request: Request) throws(Failure) -> Reply {
    let answer = Answer<Result<Reply, WorkerError>>()
    document.send(request) { answer.give($0) }
    switch answer.wait() {
    case .success(let reply): return reply
    case .failure(let error): throw Failure(sentence: Sentences.text(error, file: name))
    }
  }

  /// The answer about a page; a page that cannot be had is told and counted, and costs no other.
  func tryAsk(_ request: Request, _ page: Int, _ failures: inout Int) -> Reply? {
    do throws(Failure) {
      return try ask(request)
    } catch {
      failures += 1
      Output.complain("page \(page + 1): \(error.sentence)")
      return nil
    }
  }

  /// Labels and sizes of all pages.
  func pages() throws(Failure) -> [PageInfo] {
    var infos: [PageInfo] = []
    while infos.count < summary.pageCount {
      let end = min(summary.pageCount, infos.count + Limit.pagesAtOnce)
      guard case .pages(let more) = try ask(.pages(infos.count..<end)), !more.isEmpty else { break }
      infos += more
    }
    return infos
  }

  /// Runs a subcommand on the one file its arguments name.
  static func run(
    _ arguments: [String], flags: Set<String> = [], valued: Set<String> = [], lanes: Int = 1,
    _ body: (CommandDocument, Arguments) throws(Failure) -> Int32
  ) -> Int32 {
    attempt {
      let parsed = try Arguments(
        arguments, flags: flags, valued: valued.union(["password-file"]))
      guard let path = parsed.words.first, parsed.words.count == 1 else {
        throw Failure(sentence: "name one document; - is standard input")
      }
      let pool = try workers()
      defer { pool.shutdown() }
      let document = try CommandDocument(
        path, password: try parsed.password(), lanes: lanes, pool: pool)
      return try body(document, parsed)
    }
  }

  /// The exit status of what a command does; what stops it is said, and is 2.
  static func attempt(_ body: () throws -> Int32) -> Int32 {
    do {
      return try body()
    } catch let error as Failure {
      Output.complain(error.sentence)
    } catch let error as Arguments.Mistake {
      Output.complain(error.sentence)
    } catch {
      Output.complain("\(error)")
    }
    return 2
  }
}

/// A value one thread gives and another waits for.
final class Answer<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let ends: (read: Int32, write: Int32)

  init() {
    var pair: [Int32] = [-1, -1]
    _ = pipe(&pair)
    ends = (pair[0], pair[1])
  }

  deinit {
    close(ends.read)
    close(ends.write)
  }

  func give(_ given: Value) {
    value.withLock { $0 = given }
    var byte: UInt8 = 1
    _ = write(ends.write, &byte, 1)
  }

  func wait() -> Value {
    while true {
      if let given = value.withLock({ $0 }) { return given }
      var byte: UInt8 = 0
      _ = read(ends.read, &byte, 1)
    }
  }
}
