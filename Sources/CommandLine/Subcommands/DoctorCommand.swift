import DocumentModel
import Files
import Glibc
import Library
import Messages
import Program
import Services
import Terminal
import Wire
import Workers

/// `recto doctor`: shows what terminal and system support, the folders used, and mistakes in the settings.
enum DoctorCommand {
  static let form = OptionForm(
    command: "doctor", flags: ["json"])

  static func run(_ arguments: [String]) -> Int32 {
    guard let parsed = try? Arguments(arguments, form), parsed.words.isEmpty else {
      Output.complain("recto doctor takes only --json")
      return 2
    }
    let rows = facts()
    let mistakes = Settings.problems(in: SettingsFile.folder)
    if parsed.options["json"] != nil {
      let pairs =
        rows.map { (Self.key($0.0), JSON.string($0.1)) } + [
          ("mistakes_in_settings", .array(mistakes.map(JSON.string)))
        ]
      Output.write(JSON.object(pairs).text + "\n")
    } else {
      for row in rows + mistakes.map({ ("mistake", $0) }) {
        Output.write(row.0 + String(repeating: " ", count: max(1, 12 - row.0.count)) + row.1 + "\n")
      }
    }
    return rows.contains { $0.1.hasPrefix("missing") } || !mistakes.isEmpty ? 1 : 0
  }

  private static func key(_ name: String) -> String { String(name.map { $0 == " " ? "_" : $0 }) }

  private static func facts() -> [(String, String)] {
    func variable(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    let worker = WorkerPool.locateWorker()
    let terminal = Abilities()
    var rows: [(String, String)] = [
      ("version", Recto.version),
      ("terminal", variable("TERM") + (variable("TMUX").isEmpty ? "" : " in tmux")),
      ("colours", terminal.colors),
      ("window", terminal.size ?? "none: standard output is no terminal"),
    ]
    rows += PictureStrings.facts(TerminalProbe.ask())
    rows += [
      ("characters", terminal.charset),
      ("settings", SettingsFile.folder),
      ("library", ReadingLibrary.defaultFolder()),
      ("sync", synchronisation),
      ("shared", shared),
      ("worker", worker ?? "missing: set RECTO_WORKER to the path of recto-worker"),
    ]
    if let worker { rows += facts(of: worker) }
    rows.append(("ocr", recognition))
    rows.append(("screen by", "\(terminal.library), \(ReadingLibrary.storeVersion)"))
    return rows
  }

  /// The languages in which scanned pages can be recognised, or what to install: an optional package.
  private static var recognition: String {
    guard WorkerPool.Options(executable: "").recognizer != nil else {
      return RecognitionStrings.programMissing
    }
    guard let models = LanguageModels.installed() else { return RecognitionStrings.modelsMissing }
    return "recto-ocr, models: \(models.names.joined(separator: ", "))"
  }

  /// The folder shared with other machines and how many have written there, or why it cannot be used.
  private static var synchronisation: String {
    var problems: [String] = []
    let folder = Settings.load(problems: &problems).preferences.syncFolder
    guard !folder.isEmpty else { return "off: set syncFolder to exchange positions and marks" }
    do throws(FilesError) {
      let machines = try SyncFolder.machines(in: folder)
      return "\(folder), \(machines.count == 1 ? "1 machine" : "\(machines.count) machines")"
    } catch {
      return Sentences.text(error, file: folder)
    }
  }

  /// The shared libraries that were joined; libpq is looked for only if there are any.
  private static var shared: String {
    let libraries = JoinedLibraries.all()
    guard !libraries.isEmpty else { return "no library: recto share join ADDRESS joins one" }
    let names = libraries.map(\.name).joined(separator: ", ")
    guard let client = SharedDatabase.client else {
      return "missing: libpq, for \(names); install libpq5"
    }
    return "\(names), by \(client)"
  }

  private static var kernel: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "unknown" }
    func text<Tuple>(_ field: Tuple) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    return "\(text(names.sysname)) \(text(names.release)) \(text(names.machine))"
  }

  /// Returns what a worker reports about itself.
  private static func facts(of worker: String) -> [(String, String)] {
    var options = WorkerPool.Options(executable: worker)
    // It reports missing parts instead of refusing to start.
    options.requiresSandbox = false
    let pool = WorkerPool(options)
    defer { pool.shutdown() }
    let answer = Answer<Result<Greeting, WorkerError>>()
    pool.greeting { answer.give($0) }
    guard case .success(let greeting) = answer.wait() else {
      return [("sandbox", "missing: the worker did not start")]
    }
    let sandbox =
      greeting.missing.isEmpty
      ? "complete: Landlock, seccomp, limits"
      : "missing \(SandboxStrings.missing(greeting.missing))"
    return [
      ("kernel", kernel), ("sandbox", sandbox),
      ("namespaces", SandboxStrings.namespaces(isGiven: greeting.hasNamespaces)),
      ("read by", greeting.libraries),
    ]
  }
}
