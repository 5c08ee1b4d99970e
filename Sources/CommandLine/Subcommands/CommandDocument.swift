import DocumentModel
import Files
import Glibc
import Interface
import Program
import Services
import Wire
import Workers

/// A document opened for a subcommand; its calls wait for the answers.
final class CommandDocument {
  let pool: WorkerPool
  let document: WorkerDocument
  let summary: DocumentSummary
  let name: String
  /// Nil for standard input.
  let path: String?
  /// The place after its name on the command line.
  var start = StartingPoint.remembered
  /// The labels requested so far.
  var knownLabels: [Int: PageLabels] = [:]
  /// Whether a book has printed pages; nil until that is requested.
  var knowsPrintedPages: Bool?

  typealias Failure = DocumentEditor.Failure

  /// Opens a file, or standard input for `-`.
  init(
    _ path: String, password: [UInt8], lanes: Int = 1, pool: WorkerPool,
    shownAs shown: String? = nil
  ) throws(Failure) {
    name = shown ?? (path == "-" ? PipedDocument.name : path)
    self.path = path == "-" ? nil : DocumentFile.absolute(path)
    self.pool = pool
    if let (document, summary) = ReusedDocument.find(path, password) {
      (self.document, self.summary) = (document, summary)
      return
    }
    let file =
      path == "-"
      ? DocumentFile.standardInput()
      : DocumentFile.open(path, takesPipes: true, takesFolders: true)
    let descriptor: Int32
    switch file {
    case .success(let opened): descriptor = opened
    case .failure(let error):
      throw Failure(sentence: Sentences.text(error, file: name))
    }
    let answer = Answer<Result<(WorkerDocument, DocumentSummary), WorkerError>>()
    pool.open(
      descriptor: descriptor, password: password, name: DocumentFile.name(path),
      lanes: .equal(ReusedDocument.isKept ? Self.lanesOfAll : lanes)
    ) { answer.give($0) }
    switch answer.wait() {
    case .success(let (document, summary)):
      self.document = document
      self.summary = summary
      ReusedDocument.keep(document, summary, path, password)
    case .failure(let error):
      throw Failure(
        sentence: Sentences.text(error, file: name),
        wantsPassword: [.engine(.passwordNeeded), .engine(.passwordWrong)].contains(error))
    }
  }

  /// Opens the document of an address.
  convenience init(
    _ named: DocumentArgument, password: [UInt8], lanes: Int = 1, pool: WorkerPool
  ) throws(Failure) {
    try self.init(named.path, password: password, lanes: lanes, pool: pool)
    start = named.start
  }

  /// Returns the workers of a command; the first starts at once, or after `warmUpAfter` unless it is needed earlier.
  ///
  /// Missing parts of their sandbox are reported once, unless `isQuiet`. With `draws`, workers load fonts.
  static func workers(
    warmUpAfter: Duration = .zero, isQuiet: Bool = false, draws: Bool = true
  ) throws(Failure) -> WorkerPool {
    guard let worker = WorkerPool.locateWorker() else {
      throw Failure(sentence: Sentences.noWorker())
    }
    var options = WorkerPool.Options(executable: worker)
    options.warmUpAfter = warmUpAfter
    options.keepsSpare = false
    options.drawsPages = draws
    // If the complete sandbox is required, this is reported as a refusal.
    if !options.requiresSandbox, !isQuiet {
      options.onMissing = { Output.complain(SandboxStrings.warning($0)) }
    }
    return WorkerPool(options)
  }

  /// Runs a command's body with workers, which end with it unless they stay for the next command.
  static func withWorkers(
    draws: Bool = true, _ body: (WorkerPool) throws -> Int32
  ) throws -> Int32 {
    let pool = try ReusedDocument.workers() ?? workers(draws: draws)
    defer { if !ReusedDocument.isKept { pool.shutdown() } }
    return try body(pool)
  }

  /// Ends the document's workers, unless they stay for the next command.
  func close() { if !ReusedDocument.isKept { document.close() } }

  func ask(_ request: Request) throws(Failure) -> Reply {
    let answer = Answer<Result<Reply, WorkerError>>()
    document.send(request) { answer.give($0) }
    switch answer.wait() {
    case .success(let reply): return reply
    case .failure(let error): throw Failure(sentence: Sentences.text(error, file: name))
    }
  }

  /// Returns the answer about a page; a page that cannot be read is reported and counted, and
  /// others continue.
  func tryAsk(_ request: Request, _ page: Int, _ failures: inout Int) -> Reply? {
    let answer = Answer<Result<Reply, WorkerError>>()
    document.send(request) { answer.give($0) }
    switch answer.wait() {
    case .success(let reply): return reply
    case .failure(let error):
      failures += 1
      Output.complain(Sentences.text(error, page: page, file: name))
      return nil
    }
  }

  /// The number of workers for commands that read all pages: one per processor, at most 8.
  static var lanesOfAll: Int { min(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))), 8) }

  /// Returns the number of workers for the value of `--jobs`.
  static func lanes(_ jobs: String?) -> Int {
    min(max(1, jobs.flatMap { Int($0) } ?? lanesOfAll), 8)
  }

  /// Returns the labels and sizes of all pages.
  func pages() throws(Failure) -> [PageInfo] {
    var infos: [PageInfo] = []
    while infos.count < summary.pageCount {
      let end = min(summary.pageCount, infos.count + Limit.pagesAtOnce)
      guard case .pages(let more) = try ask(.pages(infos.count..<end)), !more.isEmpty else { break }
      infos += more
    }
    return infos
  }

  /// Runs a subcommand on the one file its arguments name; with options that edit, runs `edits` instead.
  static func run(
    _ arguments: [String], _ form: OptionForm, lanes: Int = 1,
    edits: (options: Set<String>, run: (Arguments) throws -> Int32)? = nil, draws: Bool = true,
    _ body: (CommandDocument, Arguments) throws -> Int32
  ) -> Int32 {
    attempt {
      let parsed = try Arguments(arguments, form)
      if let edits, parsed.given.contains(where: { edits.options.contains($0.name) }) {
        return try edits.run(parsed)
      }
      let named = try parsed.document(or: "name one document; - is standard input")
      return try withWorkers(draws: draws || parsed.options["ocr"] != nil) { pool in
        let document = try CommandDocument(
          named, password: try parsed.password(), lanes: lanes, pool: pool)
        return try body(document, parsed)
      }
    }
  }

  /// Runs a command and returns its exit status; errors are reported, with status 2.
  static func attempt(_ body: () throws -> Int32) -> Int32 {
    do {
      return try body()
    } catch let error as Failure {
      Output.complain(error.sentence)
      return error.isNothing ? 1 : 2
    } catch let error as Arguments.Mistake {
      Output.complain(error.sentence)
    } catch {
      Output.complain("\(error)")
    }
    return 2
  }
}
