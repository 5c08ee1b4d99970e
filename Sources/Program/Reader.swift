import Canvas
import Dispatch
import DocumentModel
import Files
import Glibc
import Interface
import Library
import Messages
import Platform
import Remote
import Services
import Synchronization
import Terminal
import Wire
import Workers

/// Starts the reader on the screen.
package enum Reader {
  package static func run(_ start: StartScreen, password: [UInt8]) -> Int32 {
    let documents = start.documents
    var terminal: PickerTerminal?
    if start.choosing != nil {
      terminal = PickerTerminal()
      guard terminal != nil else {
        Output.complain("the picker needs a terminal, and there is none")
        return 2
      }
    }
    // Before anything is remembered.
    let isFirstStart = FirstStart.isNow
    var problems: [String] = []
    // Before there are threads that read the environment.
    var remote =
      start.choosing == nil
      ? RemoteServer.start(named: start.server) { problems.append($0) } : nil
    if let remote { setenv(StartScreen.serverVariable, remote.path, 1) }
    defer { remote?.end() }
    // Begun first, so that they are under way while the rest is prepared.
    let lanes = DiskLanes()
    let ahead = ReadAhead(start.firstFolder, lanes: lanes)
    guard let worker = WorkerPool.locateWorker() else {
      Output.complain(Sentences.noWorker())
      return 2
    }
    let mailbox = Mailbox()
    var options = WorkerPool.Options(executable: worker)
    // A folder is listed first; two cores have enough to do with that.
    if documents.isEmpty, !start.folders.isEmpty { options.warmUpAfter = .milliseconds(150) }
    options.onLoss = {
      mailbox.post(
        .notice("The worker that reads pages stopped; another one continues", isError: true))
    }
    options.onMissing = { mailbox.post(.notice(SandboxStrings.warning($0), isError: true)) }
    let pool = WorkerPool(options)
    if options.requiresSandbox, let refusal = pool.refusal {
      Output.complain(refusal)
      pool.shutdown()
      return 2
    }
    let library = ReadingLibrary(folder: ReadingLibrary.defaultFolder()) { trouble in
      mailbox.post(.notice(Sentences.text(trouble), isError: true))
      if trouble.isOfLibrary { mailbox.post(.notRemembered) }
    } mayAsk: { path, known in
      lanes.mounts.mayAsk(path, near: known)
    }
    LibraryTrouble.onDamage { mailbox.post(.notice(Sentences.text($0), isError: true)) }
    library.prepare()
    library.searches { mailbox.post(.searchHistory($0)) }
    let settings = Settings.load(problems: &problems)
    let actions = ActionSettings.load(
      SettingsFile.users(SettingsFile.folder + "/actions.json5", problems: &problems),
      keymap: settings.keymap, problems: &problems)
    let types = DocumentTypeSettings.load(problems: &problems)
    var state = State(
      size: Size(width: 80, height: 24), themes: settings.themes, keymap: settings.keymap)
    state.environment.installed.downloads = Paths.downloads
    state.environment.installed.guideFolder = SharedFiles.path(of: "guide") ?? ""
    state.environment.installed.sample = SharedFiles.path(of: "samples/guide.pdf") ?? ""
    state.browser.home = Paths.home
    state.preferences = settings.preferences
    if state.preferences.annotationAuthor.isEmpty {
      state.preferences.annotationAuthor = Account.name
    }
    problems += state.bindAnnotationColors()
    state.browser.options = settings.preferences.applied(to: state.browser.options)
    if !settings.preferences.takesRequests {
      remote?.end()
      remote = nil
    }
    if let remote { state.remote.identity = RemotePublisher.identity(of: remote) }
    LocalTime.set(&state)
    var effects: [Effect] = []
    var before: Set<FilePath> = []
    // The program starts without a library that does not answer.
    let patience = ContinuousClock.now + .milliseconds(200)
    if start.isOpen {
      let known = LastSession.read(library, mailbox, isWhole: true, until: patience)
      state.memory.isAwaited = known == nil
      let memory = known?.browser
      let session = known?.session ?? Session()
      before = Set(session.paths.map { FilePath($0) })
      effects = state.restore(session)
      let isBrowsing =
        state.documents.isEmpty || memory?.isBrowsing == true && session.isReading != true
      if let memory { effects += state.restore(memory, readingAll: isBrowsing) }
      state.browser.isReturnedTo = memory != nil
      if isBrowsing, !state.browser.isShown { effects += start.browse(&state, types) }
    } else if documents.isEmpty {
      let known = LastSession.read(library, mailbox, isWhole: false, until: patience)
      state.memory.isAwaited = known == nil
      if let memory = known?.browser {
        if start.choosing == nil {
          state.browser.setTabsAside(of: memory)
        } else {
          state.browser.restoreLayout(of: memory)
        }
      }
      effects = start.browse(&state, types)
    } else if documents.count == 1,
      let archive = documents.first.map({ DocumentFile.absolute($0.path) }),
      types.isArchive(named: PathParts.name(of: archive)), access(archive, R_OK) == 0
    {
      let name = PathParts.name(of: archive)
      effects = state.browse(
        asked: [.folder(PathParts.folder(of: archive))], cursorOn: FilePath(name))
      effects += state.browser.enterArchive(archive, &state.notices)
    } else {
      if let sentence = firstProblem(documents) {
        Output.complain(sentence)
        return 2
      }
      effects = state.open(
        documents.map { ($0.path == "-" ? "" : DocumentFile.absolute($0.path), $0.start) })
    }
    if let forward = start.forward {
      effects += state.take(RemoteRequest(forward, from: nil))
    }
    for problem in problems { state.say(problem, isError: true) }
    if isFirstStart, start.choosing == nil {
      if start.isOpen { effects += Tour.begin(&state) } else { Tour.offer(&state) }
    }
    let machinery = SharedServices(
      pool: pool, library: library, mailbox: mailbox, lanes: lanes, ahead: ahead, types: types,
      actions: actions, preferences: settings.preferences)
    let (ended, chosen, folder) = read(&state, effects, before, machinery, remote, password)
    let status = start.tell(folder: folder) ? ended : 2
    guard let terminal, status == 0 else { return status }
    terminal.giveBack()
    return start.tell(chosen)
  }

  private static func read(
    _ state: inout State, _ effects: [Effect], _ before: Set<FilePath>, _ machinery: SharedServices,
    _ remote: RemoteServer?, _ password: [UInt8]
  ) -> (status: Int32, chosen: [String], folder: String?) {
    let (pool, library, mailbox) = (machinery.pool, machinery.library, machinery.mailbox)
    // Standard input is kept as a document, and keys come from the terminal itself.
    var standardInput: Int32 = -1
    if state.documents.contains(where: { $0.path.isEmpty }) {
      if case .success(let copy) = DocumentFile.standardInput() { standardInput = copy }
      let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC)
      if terminal >= 0 { dup2(terminal, STDIN_FILENO) }
    }
    let watcher = FileWatcher(lanes: machinery.lanes, mailbox: mailbox)
    let runner = EffectRunner(
      machinery, watcher: watcher, password: password, named: Set(state.documents.map(\.path)),
      before: before, standardInput: standardInput)
    // The documents are on their way before the terminal is touched.
    for effect in effects { runner.run(effect) }
    let themes = ThemeMemory.load(from: library, mailbox, until: .now + .milliseconds(200))
    state.themes.restoreThemes(
      themes.flatMap(\.self), document: state.document, preferences: state.preferences,
      &state.memory)
    state.memory.areThemesAwaited = themes == nil
    let screen: Screen
    do throws(TerminalError) {
      screen = try Screen()
    } catch {
      switch error {
      case .notATerminal:
        Output.complain(
          "the reader needs a terminal; recto --plain FILE reads line by line without one, recto text FILE writes a document's text"
        )
      case .unknownTerminal(let name):
        Output.complain(
          (name.isEmpty ? "TERM is not set" : "the terminal “\(name)” cannot be drawn on")
            + ": recto --plain FILE reads line by line on any; if it is another, set TERM to its name, as TERM=xterm-256color"
        )
      }
      pool.shutdown()
      return (2, [], nil)
    }
    _ = state.update(.input(.resize(screen.size)))
    switch screen.depth {
    case .none: state.themes.only = .monochrome
    case .eight, .sixteen: state.themes.only = .fewColors
    case .indexed, .direct: break
    }
    state.themes.apply("")
    state.environment.bidi = Abilities.turnsWords ? .words : .none
    let loop = EventLoop(
      state: state, screen: screen, mailbox: mailbox, runner: runner, watcher: watcher,
      remote: remote)
    remote?.begin { mailbox.post(.remote($0)) }
    runner.inLibrary.begin()
    runner.sync.begin()
    ExitMessages.tell(from: library, to: mailbox)
    // There was no terminal for the title before.
    let farewell = loop.run(effects.filter { if case .setTitle = $0 { true } else { false } })
    loop.close()
    runner.pictures.end()
    runner.inLibrary.end()
    runner.edits.flush()
    runner.annotations.flush()
    let lost = loop.lostEdits()
    for sentence in lost + loop.keptInLibrary() { Output.complain(sentence) }
    // After a hang-up messages are shown at the next start.
    if loop.isHungUp { ExitMessages.keep(lost, in: library) }
    for sentence in runner.browser.finish() { Output.complain(sentence) }
    library.flush()
    runner.sync.end()
    pool.shutdown()
    if loop.endedBy != 0 {
      // The sender sees that the signal ended the program, after everything was saved.
      signal(loop.endedBy, SIG_DFL)
      kill(getpid(), loop.endedBy)
    }
    if let farewell { Output.complain(farewell) }
    return (farewell == nil ? 0 : 2, loop.chosen, loop.folderAtEnd)
  }

  /// Why none of the documents can even be tried.
  private static func firstProblem(_ documents: [DocumentArgument]) -> String? {
    var first: String?
    for document in documents {
      // A pipe can be read only once, and a folder's images take long.
      if document.path == "-" || DocumentFile.isPipe(document.path)
        || StartScreen.isFolder(document.path)
      {
        return nil
      }
      switch DocumentFile.open(document.path, takesPipes: false) {
      case .success(let descriptor):
        close(descriptor)
        return nil
      case .failure(let error):
        first = first ?? Sentences.text(error, file: document.path)
      }
    }
    return first
  }
}
