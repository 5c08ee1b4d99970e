import Foundation
import Glibc
import PseudoTerminal
import TestSupport

/// Runs a document through every command and the screen: nothing may crash, hang, use too much memory or be left over.
struct CorpusJourney: Sendable {
  let folder: String
  let environment: [String: String]

  /// Resident bytes that no process may reach: the limit of a worker, and its programs and libraries.
  static let mostMemory = 1_300 << 20
  /// Seconds that a command may take with the worst of documents: it tries again, and has pages.
  static let patience = 120

  /// As modern terminals send it: the next key does not combine with it.
  private static let escape = "\u{1b}[27u"

  /// The failures of a document, and whether Recto opened it.
  struct Outcome: Sendable {
    var faults: [String] = []
    var isOpened = false
    var commands = 0
    var slowest = Duration.zero
    var largest = 0
  }

  private static func commands(_ path: String) -> [[String]] {
    [
      ["info", path, "--json"], ["text", path, "--pages", "1-3"],
      ["text", path, "--pages", "1-3", "--mode", "layout"],
      ["text", path, "--pages", "1-3", "--mode", "raw"], ["text", path, "--pages", "1", "--json"],
      ["outline", path, "--json"], ["links", path], ["annotations", path, "--json"],
      ["annotations", path, "--markdown"], ["pages", path], ["search", "the", path, "-m", "5"],
      ["search", "-E", "[a-z]+ing\\b", path, "-c"], ["preview", path, "--color"],
      ["render", path, "--width", "300", "-o", "-"], ["show", path, "--as", "half"],
      ["thumbnail", path, "--again"], ["tag", path],
      [
        "annotate", path, "--page", "1", "--text-note", "9,9", "--note", "x", "-o",
        "OUT/annotated.pdf",
      ],
      ["pages", path, "--rotate", "90:1", "-o", "OUT/turned.pdf"],
      ["info", path, "--set", "title=New", "-o", "OUT/titled.pdf"],
      ["outline", path, "--add", "T", "--page", "1", "-o", "OUT/outlined.pdf"],
    ]
  }

  /// Two at a time, by the document's path in the corpus.
  func outcomes(of entries: [Corpus.Entry]) async -> [String: Outcome] {
    await withTaskGroup(of: (String, Outcome).self) { group in
      var rest = entries[...]
      var found: [String: Outcome] = [:]
      func begin() {
        guard let entry = rest.popFirst() else { return }
        // Waiting for programs is left to a thread of its own: the other tests need theirs.
        group.addTask {
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              continuation.resume(returning: (entry.path, outcome(of: entry)))
            }
          }
        }
      }
      for _ in 0..<2 { begin() }
      for await (path, outcome) in group {
        found[path] = outcome
        begin()
      }
      return found
    }
  }

  func outcome(of entry: Corpus.Entry) -> Outcome {
    var outcome = Outcome()
    let path = folder + "/" + entry.path
    let made = environment["HOME", default: "/tmp"] + "/made-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: made, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: made) }
    var variables = environment
    if let password = entry.password { variables["RECTO_PASSWORD"] = password }
    for command in Self.commands(path) {
      let words = command.map { $0.replacingOccurrences(of: "OUT/", with: made + "/") }
      guard
        let run = try? BoundedRun(
          Programs.path("recto"), words, environment: variables, seconds: Self.patience)
      else { continue }
      outcome.commands += 1
      outcome.slowest = max(outcome.slowest, run.duration)
      outcome.largest = max(outcome.largest, run.memory)
      let name = command.filter { $0 != path }.joined(separator: " ")
      if run.isOverdue { outcome.faults.append("\(name): does not end") }
      if !run.isOverdue, !(0...2).contains(run.status) {
        outcome.faults.append("\(name): status \(run.status), signal \(run.signal)")
      }
      if run.memory > Self.mostMemory { outcome.faults.append("\(name): \(run.memory >> 20) MB") }
      if run.status == 2, run.errors.isEmpty, run.output.isEmpty {
        outcome.faults.append("\(name): fails without a word")
      }
      if command[0] == "info", command.contains("--json") { outcome.isOpened = run.status == 0 }
    }
    do { try screen(path, variables, &outcome) } catch { outcome.faults.append("screen: \(error)") }
    return outcome
  }

  /// Opened, looked at as text and as pictures, panels opened; every key is waited for, and nobody is left.
  private func screen(
    _ path: String, _ variables: [String: String], _ outcome: inout Outcome
  ) throws {
    let session = try TerminalSession(
      Programs.path("recto"), [path], environment: variables, kitty: KittyScreen())
    try session.wait(Self.patience, for: "anything") { $0.contains { !$0.isEmpty } }
    for keys in [
      "J", "G", "o", Self.escape, "A", Self.escape, "i", Self.escape, "/a\r", "p", "J", "T",
      Self.escape, "g", "g",
    ] {
      session.type(keys)
      let deadline = ContinuousClock.now + .seconds(15)
      while session.unreadInput > 0, !session.hasEnded {
        guard ContinuousClock.now < deadline else {
          throw TerminalSession.Failure("\(keys.debugDescription) is not answered")
        }
        session.take(milliseconds: 5)
      }
    }
    let children = Processes.children(of: session.pid)
    let memory = Processes.memory(session.pid)
    outcome.largest = max(outcome.largest, memory)
    if memory > 600 << 20 { outcome.faults.append("screen: the reader takes \(memory >> 20) MB") }
    session.type(Self.escape + Self.escape + "q")
    let end = try session.waitForEnd(30)
    if ![.status(0), .status(1), .status(2)].contains(end) {
      outcome.faults.append("screen: ended with \(end)")
    }
    let deadline = ContinuousClock.now + .seconds(10)
    while children.contains(where: { Processes.name($0) == "recto-worker" }) {
      guard ContinuousClock.now < deadline else {
        outcome.faults.append("screen: workers are left")
        return
      }
      sched_yield()
    }
  }
}
