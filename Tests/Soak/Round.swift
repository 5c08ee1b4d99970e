import Foundation
import Glibc
import PseudoTerminal
import TestSupport

/// The reader in a terminal under a shell's job control, with the checks after each key.
final class Round {
  struct Fault: Error {
    var words: String
  }

  let soakFolder: SoakFolder
  let session: TerminalSession
  private(set) var typed: [String] = []
  private(set) var keys = 0
  /// The slowest answer to a key.
  private(set) var slowest = Duration.zero
  private(set) var largest = 0
  private var reader: pid_t = 0
  /// Workers seen, to be gone when the reader is.
  private var workers: Set<pid_t> = []

  /// A key may be answered in so much time; more is a reader that hangs.
  private static let patience = Duration.seconds(15)
  /// Bytes the reader may take.
  private static let mostMemory = 2 << 30

  /// Events that may delay the reader's answer.
  private var state: String {
    let state = Processes.facts(of: reader).map { String($0.state) } ?? "gone"
    return "state \(state), \(session.unreadInput) bytes unread, "
      + (hasTerminal ? "the terminal is the reader's" : "the terminal is another's")
  }

  /// A stopped process, of itself or from outside (128 and the number of a stopping signal), is continued at once.
  private static let shell = """
    set -m; "$@"; s=$?; while [ $s -ge 147 ] && [ $s -le 150 ]; do fg >/dev/null; s=$?; done; exit $s
    """

  init(_ soakFolder: SoakFolder, _ arguments: [String], hasPictures: Bool) throws {
    self.soakFolder = soakFolder
    session = try TerminalSession(
      "/bin/sh", ["-c", Self.shell, "sh", Programs.path("recto")] + arguments,
      environment: soakFolder.environment, kitty: hasPictures ? KittyScreen() : nil)
    try until("the reader's start") {
      self.reader =
        Processes.children(of: self.session.pid).first { Processes.name($0) == "recto" } ?? 0
      return self.isOver
        || self.reader != 0 && self.hasTerminal && self.session.text.contains { !$0.isWhitespace }
    }
  }

  /// Waits for something, looking at the terminal meanwhile.
  func until(_ what: String, _ isThere: () -> Bool) throws {
    let deadline = ContinuousClock.now + Self.patience
    while !isThere() {
      guard ContinuousClock.now < deadline else {
        throw Fault(words: "\(what) is waited for in vain; \(state)")
      }
      session.take(milliseconds: 5)
    }
  }

  var isOver: Bool { session.hasEnded }

  /// Types something, and waits until the reader has taken it and waits for more.
  func press(_ text: String) throws {
    typed.append(text)
    keys += 1
    let begun = ContinuousClock.now
    session.type(text)
    try until("an answer to \(text.debugDescription)") {
      if self.isOver { return true }
      self.session.take(milliseconds: 0)
      self.comeBack()
      return self.session.unreadInput == 0 && self.isWaiting && self.hasTerminal
    }
    slowest = max(slowest, .now - begun)
  }

  /// Presses Enter after a command that was run in the terminal.
  private func comeBack() {
    guard !hasTerminal, session.unreadInput == 0, session.text.contains("Enter goes back") else {
      return
    }
    session.type("\r")
  }

  /// The terminal hands each key on: nobody else has it, and nothing that is typed is shown by itself.
  private var hasTerminal: Bool { session.modes.c_lflag & tcflag_t(ICANON | ECHO) == 0 }

  private var isWaiting: Bool {
    guard let process = Processes.facts(of: reader) else { return true }
    largest = max(largest, process.resident)
    return process.state == "S"
  }

  func note(_ what: String) { typed.append("«\(what)»") }

  /// Waits until nothing was painted for a while.
  func rest(milliseconds: Int32 = 120) {
    let deadline = ContinuousClock.now + .seconds(6)
    while ContinuousClock.now < deadline, session.take(milliseconds: milliseconds) {}
  }

  /// Waits until nothing was painted for a while, and neither the reader nor a worker did anything: on a busy machine what comes up by
  /// itself comes late.
  private func settle(_ stillness: Duration) {
    let deadline = ContinuousClock.now + .seconds(30)
    var since = ContinuousClock.now
    while ContinuousClock.now < deadline, .now - since < stillness {
      let isPainting = session.take(milliseconds: 20)
      let all = [reader] + Processes.children(of: reader)
      if isPainting || !all.allSatisfy(Processes.isAtRest) { since = .now }
    }
  }

  // MARK: actions

  func killWorker(_ keyboard: inout Keyboard) {
    let all = Processes.children(of: reader).filter { Processes.name($0) == "recto-worker" }
    guard let worker = keyboard.pick(all) else { return }
    note("kill a worker")
    kill(worker, SIGKILL)
  }

  func resize(_ keyboard: inout Keyboard) {
    let (columns, rows) = (keyboard.number(8...180), keyboard.number(3...60))
    note("\(columns)×\(rows)")
    session.resize(columns: columns, rows: rows)
  }

  /// Stops the reader from outside for a moment, and continues it.
  func stop() {
    note("stop and go on")
    signal(SIGSTOP)
    session.take(milliseconds: 20)
    signal(SIGCONT)
  }

  /// Sends the reader a signal; 0 means the robot and what started it.
  func signal(_ number: Int32) {
    if reader > 0 { kill(reader, number) }
  }

  // MARK: checks

  /// No child is left dead, memory is bounded.
  func look() throws {
    let children = Processes.children(of: reader)
    workers.formUnion(children)
    if largest > Self.mostMemory { throw Fault(words: "the reader takes \(largest >> 20) MB") }
    if children.count > 24 { throw Fault(words: "\(children.count) programs were started") }
    for child in children where Processes.facts(of: child)?.state == "Z" {
      try until("the end of what is left of process \(child)") {
        Processes.facts(of: child)?.state != "Z" || self.isOver
      }
    }
  }

  /// The screen equals a full repaint.
  func lookForStaleCells() throws {
    // Longer than anything that comes up by itself waits to come up: the index is looked after two seconds after the start.
    settle(.milliseconds(2_200))
    guard !isOver else { return }
    let (before, pictures) = (session.lines, shownPictures)
    let count = session.received.count
    signal(SIGCONT)
    try until("painting anew") { self.session.received.count > count || self.isOver }
    settle(.milliseconds(300))
    guard !isOver else { return }
    // The last row may show news: after SIGCONT the reader checks its files again.
    for (row, (old, new)) in zip(before, session.lines).dropLast().enumerated() where old != new {
      throw Fault(words: "row \(row) was stale:\n  \(old)\n  \(new)")
    }
    if pictures != shownPictures {
      throw Fault(words: "pictures were stale: \(pictures) \(shownPictures)")
    }
  }

  /// The places of parts of pictures, and a hash of their pixels.
  private var shownPictures: [String] {
    guard let kitty = session.kitty else { return [] }
    return kitty.placements.map { place in
      let pixels = kitty.pictures[place.picture]?.pixels ?? []
      let sum = pixels.reduce(UInt64(14_695_981_039_346_656_037)) {
        ($0 ^ UInt64($1)) &* 1_099_511_628_211
      }
      return "\(place.x),\(place.y) \(place.columns)×\(place.rows) \(place.part) \(sum)"
    }
  }

  /// Waits for the end, which must be clean and leave no process running.
  func end() throws {
    workers.formUnion(Processes.children(of: reader))
    try until("the end") { self.isOver }
    let end = try session.waitForEnd(5)
    guard
      [.status(0), .status(1), .status(2), .status(128 + SIGTERM), .status(128 + SIGHUP)].contains(
        end)
    else { throw Fault(words: "it ended with \(end)") }
    let left = workers
    try until("the end of the workers") { left.allSatisfy { Processes.name($0) != "recto-worker" } }
  }
}
