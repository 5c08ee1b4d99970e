import Annotating
import Canvas
import Glibc
import Interface
import Messages
import Remote
import Services
import Terminal

/// The reader's thread: takes all that has come, changes the state, paints once.
final class EventLoop {
  private var state: State
  private let screen: Screen
  private let mailbox: Mailbox
  private let runner: EffectRunner
  private let watcher: FileWatcher
  private let signals: Signals
  /// Set when positions have changed and are not saved yet.
  private var saveDue: ContinuousClock.Instant?
  /// A frame without its page is held back until then: a page that is nearly there would flash.
  private var heldUntil: ContinuousClock.Instant?
  private var isHoldOver = false
  private var stage: ImagePresenter
  private let tmux: TmuxWatch
  private let remote: RemotePublisher?
  /// The signal that ended the program; 0 where the user did.
  private(set) var endedBy: Int32 = 0
  /// Whether the terminal was given back: nothing is painted or read any more.
  private var isAlone = false
  /// Whether the terminal was closed before all was done.
  var isHungUp: Bool { state.ending.isHungUp }
  /// The folder shown last, for the shell.
  var folderAtEnd: String? { state.browser.folderAtEnd(document: state.document) }

  var chosen: [String] { state.browser.choosing?.chosen ?? [] }
  private static let longestHold = Duration.milliseconds(40)
  /// Longer than for a text, since drawing a page takes longer than reading it.
  private static let longestPictureHold = Duration.milliseconds(90)
  /// How long pages are written after a hang-up: the machine may be shutting down.
  private static let longestFarewell = Duration.seconds(30)
  /// How long to wait for the remembered state of documents closed at once.
  private static let longestRecall = Duration.seconds(2)

  init(
    state: State, screen: Screen, mailbox: Mailbox, runner: EffectRunner, watcher: FileWatcher,
    remote: RemoteServer?
  ) {
    self.state = state
    self.screen = screen
    self.mailbox = mailbox
    self.runner = runner
    self.watcher = watcher
    stage = ImagePresenter(runner.pictures)
    tmux = TmuxWatch(mailbox)
    self.remote = remote.map { RemotePublisher($0) }
    signals = Signals(
      [SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGCONT] + Self.otherEnds)
  }

  /// Signals that end a program which does not know them; the terminal is given back first.
  private static let otherEnds = [SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGXCPU]

  /// Runs until the user quits; returns an error message if nothing could be shown.
  func run(_ effects: [Effect]) -> String? {
    for effect in effects { perform(effect) }
    for effect in state.requests() { perform(effect) }
    paint()
    while !state.ending.hasCome {
      if state.ending.isHungUp { return goOnAlone() }
      wait()
      var messages = mailbox.take()
      // Keys typed before a signal are handled before it.
      messages += screen.readInput().map(Message.input)
      messages += takeSignals()
      if let due = saveDue, due <= .now {
        saveDue = nil
        for effect in state.saveReading() { perform(effect) }
      }
      watcher.look(always: false)
      if let facts = tmux.take() { screen.attend(facts) }
      if let terms = stage.newTerms(screen) { messages.append(.pictureTerms(terms)) }
      guard !messages.isEmpty || isFrameDue || screen.awaitsPainting else { continue }
      LocalTime.set(&state)
      var later: [Effect] = []
      for message in messages {
        switch message {
        // A document that is only read is continued after a crash, too.
        case .input, .reading: saveDue = saveDue ?? .now + .milliseconds(300)
        default: break
        }
        for effect in state.update(message) {
          if effect.canWait { later.append(effect) } else { perform(effect) }
        }
      }
      // Requests of other programs may come often, and change nothing on the screen.
      if messages.isEmpty || !messages.allSatisfy(\.onlyAsks) { paint() }
      for effect in later { perform(effect) }
      remote?.publish(state)
    }
    keepWhatCameLate()
    return state.ending.farewell
  }

  /// Saves positions of documents whose remembered state was still loading when the user quit.
  private func keepWhatCameLate() {
    guard state.awaitsReading else { return }
    close()
    let end = ContinuousClock.now + Self.longestRecall
    while state.awaitsReading, .now < end {
      wait(until: end)
      take(mailbox.take())
    }
    for effect in state.saveReading() { perform(effect) }
  }

  /// Finishes page edits without the terminal, which may be gone or another program's.
  private func goOnAlone() -> String? {
    close()
    Output.complain("pages are still being written; Recto quits when they are")
    let end = ContinuousClock.now + Self.longestFarewell
    // A second request ends the wait.
    while !state.ending.hasCome, .now < end, signals.take().allSatisfy(Self.passing.contains) {
      wait(until: end)
      watcher.look(always: false)
      take(mailbox.take())
    }
    return state.ending.farewell
  }

  /// Signals that do not end the program; a hang-up is reported by the terminal itself, and again by the shell.
  private static let passing: Set<Int32> = [SIGWINCH, SIGCONT, SIGHUP]

  /// Gives the terminal back, once.
  func close() {
    if !isAlone { screen.close() }
    isAlone = true
  }

  /// Returns unsaved page edits; called when none is running.
  func lostEdits() -> [String] {
    for message in mailbox.take() { _ = state.update(message) }
    return state.lostEdits
  }

  /// Returns edits that are in the library only; called after `lostEdits`.
  func keptInLibrary() -> [String] { state.keptInLibrary }

  private func take(_ messages: [Message]) {
    for message in messages {
      for effect in state.update(message) { perform(effect) }
    }
  }

  /// Whether it is time to paint a frame that was held back for a page, or to say that the page is on its way.
  private var isFrameDue: Bool {
    [heldUntil, stage.due].contains { $0.map { $0 <= .now } ?? false }
  }

  private func paint() {
    var scene = state.scene()
    runner.pictures.see(scene.pictures)
    let found = runner.pictures.find(scene.pictures)
    let isPictureMissing = ImagePresenter.isMissing(scene.pictures, found)
    let awaits = state.awaitsPage || isPictureMissing
    let until = heldUntil ?? .now + (isPictureMissing ? Self.longestPictureHold : Self.longestHold)
    if awaits, !state.ending.hasCome, !isHoldOver, until > .now {
      heldUntil = until
      return
    }
    isHoldOver = awaits
    heldUntil = nil
    stage.set(&scene, found, on: screen)
    screen.show(scene.surface)
    screen.tellMouse(inPixels: scene.isDrawnOn)
    runner.pictures.want(scene.pictures, ahead: scene.ahead)
    tmux.watch(screen.showsThroughTmux)
  }

  private func wait(until end: ContinuousClock.Instant) {
    var descriptors = [mailbox.descriptor, signals.descriptor, watcher.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let left = Int32(max(0, (end - .now) / .milliseconds(1)) + 1)
    _ = poll(&descriptors, nfds_t(descriptors.count), left)
  }

  private func wait() {
    var descriptors = [
      screen.descriptor, mailbox.descriptor, signals.descriptor, watcher.descriptor,
    ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var timeout = screen.patience ?? -1
    for due in [saveDue, heldUntil, stage.due].compactMap(\.self) {
      let left = Int32(max(0, (due - .now) / .milliseconds(1)) + 1)
      timeout = timeout < 0 ? left : min(timeout, left)
    }
    _ = poll(&descriptors, nfds_t(descriptors.count), timeout)
    // Also if other work has taken long since.
    if descriptors[0].revents == 0, screen.patience != nil {
      for input in screen.inputTimeout() { mailbox.post(.input(input)) }
    }
  }

  /// Stops the whole process group until the shell continues it. An orphaned group is not stopped (POSIX: SIGTSTP has
  /// no effect on it).
  private func suspend() {
    let before = signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    signal(SIGTSTP, before)
  }

  private func takeSignals() -> [Message] {
    var messages: [Message] = []
    for number in signals.take() {
      switch number {
      case SIGWINCH: break
      case SIGCONT:
        screen.redraw()
        watcher.look(always: true)
      default:
        endedBy = number
        messages.append(.input(.closed))
      }
    }
    if let size = screen.takeResize() { messages.append(.input(.resize(size))) }
    return messages
  }

  /// Gives the terminal to a program until it ends; returns whether it succeeded, nil if it could
  /// not start.
  @discardableResult
  private func give(_ words: [String], failing advice: String) -> Bool? {
    guard !isAlone else { return nil }
    screen.leave()
    let status = ForegroundProgram.run(words)
    screen.enter()
    watcher.look(always: true)
    // Shells report 127 for an unknown command, 126 for one that is not executable.
    if status == nil || status == 127 || status == 126 {
      mailbox.post(.notice(advice, isError: true))
      return nil
    }
    return status == 0
  }

  private static let editorAdvice = "set EDITOR to a program that edits files"

  private func editing(_ path: String, line: Int? = nil) -> [String] {
    Editor.words(Editor.command(settings: state.preferences.editor), path, line: line)
  }

  private func perform(_ effect: Effect) {
    switch effect {
    // The terminal belongs to another program by then.
    case .copy where isAlone, .setTitle where isAlone, .redraw where isAlone,
      .askForPictures where isAlone, .suspend where isAlone:
      break
    case .copy(let text):
      screen.copyToClipboard(text)
      Clipboard.copy(text)
    case .reply(let reply, let origin): remote?.server.reply(reply, to: origin)
    case .setTitle(let title): screen.setTitle(title + " — Recto")
    case .redraw: screen.redraw()
    case .askForPictures: screen.askForPictures()
    case .suspend:
      screen.leave()
      suspend()
      screen.enter()
      watcher.look(always: true)
    case .browse(.edit(let path, let line)):
      runner.browser.edit(
        path, line: line, with: Editor.command(settings: state.preferences.editor))
    case .browse(.handToEditor(let text)):
      let begun = ContinuousClock.now
      let ended = give(
        editing(text.copy ?? text.path, line: text.line), failing: Self.editorAdvice)
      // Less time is too short to read and close a text.
      let isOver = ended == nil || ContinuousClock.now - begun > .seconds(1)
      runner.browser.edited(text, isOver: isOver)
    case .browse(.runInTerminal(let line)):
      give(
        ShellCommand.words(line),
        failing:
          "cannot run a command in \(line.folder): the folder cannot be entered, or the shell is missing"
      )
      mailbox.post(.browser(.made([], sentence: "")))
    case .browse(.foreground(let words)):
      give(words, failing: "\(words[0]) could not be started")
    case .browse(.renameMany(let paths)):
      guard let sheet = NameSheet(paths) else {
        mailbox.post(.notice("Only files of one folder are renamed together", isError: true))
        return
      }
      if give(editing(sheet.file), failing: Self.editorAdvice) == true {
        runner.browser.rename(sheet)
      }
      sheet.remove()
    case .annotations(.editText(let id, let generation, let annotation, let text)):
      guard let sheet = AnnotationText(text) else {
        mailbox.post(.notice("the note cannot be given to an editor: /tmp is full", isError: true))
        return
      }
      if give(editing(sheet.file), failing: Self.editorAdvice) == true, let changed = sheet.changed
      {
        mailbox.post(
          .annotations(.edited(id, generation: generation, annotation, text: changed)))
      }
      sheet.remove()
    default: runner.run(effect)
    }
  }
}
