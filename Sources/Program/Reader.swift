import Canvas
import FoundationEssentials
import Glibc
import Interface
import Library
import Synchronization
import Terminal
import Workers

/// Starts the reader on the screen.
enum Reader {
  static func run(_ documents: [DocumentArgument], password: String) -> Int32 {
    // First of all, so that the worker warms up while the rest is made ready.
    guard let worker = WorkerPool.locateWorker() else {
      Output.complain("recto-worker is missing; set RECTO_WORKER to where it is")
      return 2
    }
    let pool = WorkerPool(WorkerPool.Options(executable: worker))
    let library = ReadingLibrary(folder: ReadingLibrary.defaultFolder())
    let wanted = documents.isEmpty ? lastDocument(library) : documents
    guard !wanted.isEmpty else {
      Output.complain("name a document: recto FILE (recto --help says more)")
      return 2
    }
    if let sentence = firstProblem(wanted) {
      Output.complain(sentence)
      return 2
    }
    return read(wanted, pool, library, password)
  }

  private static func read(
    _ documents: [DocumentArgument], _ pool: WorkerPool, _ library: ReadingLibrary,
    _ password: String
  ) -> Int32 {
    let mailbox = Mailbox()
    let watcher = FileWatcher()
    let runner = EffectRunner(
      pool: pool, library: library, mailbox: mailbox, watcher: watcher, password: password)
    var problems: [String] = []
    let keymap = Keys.load(problems: &problems)
    var state = State(size: Size(width: 80, height: 24), theme: Theme.all[0], keymap: keymap)
    // The document is on its way before the terminal is touched.
    var effects: [Effect] = []
    for document in documents.reversed() {
      effects += state.open(path: DocumentFile.absolute(document.path), start: document.start)
    }
    for effect in effects { runner.run(effect) }
    let screen: Screen
    do throws(TerminalError) {
      screen = try Screen()
    } catch {
      switch error {
      case .notATerminal:
        Output.complain("the reader needs a terminal; recto text FILE writes a document's text")
      case .unknownTerminal(let name):
        Output.complain("the terminal “\(name)” is not known here; set TERM, as to xterm-256color")
      }
      pool.shutdown()
      return 2
    }
    _ = state.update(.input(.resize(screen.size)))
    if screen.depth != .direct, screen.depth != .indexed { state.theme = .monochrome }
    if let problem = problems.first { state.say(problem, isError: true) }
    let loop = EventLoop(
      state: state, screen: screen, mailbox: mailbox, runner: runner, watcher: watcher)
    loop.run([])
    screen.close()
    library.flush()
    pool.shutdown()
    return 0
  }

  private static func lastDocument(_ library: ReadingLibrary) -> [DocumentArgument] {
    let found = Mutex<[String]>([])
    library.recentPaths(limit: 20) { paths in found.withLock { $0 = paths } }
    library.flush()
    let path = found.withLock { $0 }.first { access($0, R_OK) == 0 }
    return path.map { [DocumentArgument($0)] } ?? []
  }

  /// Why none of the documents can even be tried.
  private static func firstProblem(_ documents: [DocumentArgument]) -> String? {
    var first: String?
    for document in documents {
      switch DocumentFile.open(document.path) {
      case .success(let descriptor):
        close(descriptor)
        return nil
      case .failure(let error):
        first = first ?? Sentences.text(errno: error.number, file: document.path)
      }
    }
    return first
  }
}

/// Key bindings: those Recto comes with, then the user's.
enum Keys {
  static func load(problems: inout [String]) -> Keymap {
    var bindings = decode(Data(PackageResources.keys_json5)) ?? [:]
    let file = configurationFolder() + "/keys.json5"
    if access(file, R_OK) == 0 {
      if let data = try? Data(contentsOf: URL(filePath: file)), let own = decode(data) {
        bindings.merge(own) { _, new in new }
      } else {
        problems.append("\(file) is not JSON5 of the form { \"key\": \"command\" }: left out")
      }
    }
    for (key, command) in bindings where CommandList.byName[command] == nil {
      problems.append("“\(key)”: there is no command “\(command)”")
      bindings[key] = nil
    }
    let ordered = bindings.sorted { $0.key < $1.key }.map { (keys: $0.key, command: $0.value) }
    return Keymap(ordered, problems: &problems)
  }

  private static func decode(_ data: Data) -> [String: String]? {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    return try? decoder.decode([String: String].self, from: data)
  }

  private static func configurationFolder() -> String {
    if let given = getenv("XDG_CONFIG_HOME").map({ String(cString: $0) }), given.hasPrefix("/") {
      return given + "/recto"
    }
    return (getenv("HOME").map { String(cString: $0) } ?? "") + "/.config/recto"
  }
}
