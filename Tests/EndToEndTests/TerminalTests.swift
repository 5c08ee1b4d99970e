import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// The state of the terminal when the reader is stopped, killed or resized.
@Suite(.serialized) struct TerminalTests {
  private func reading(_ bench: borrowing Workbench) throws -> TerminalSession {
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    return session
  }

  @Test func suspendingAndResumingSwitchTheTerminal() throws {
    let bench = try Workbench()
    // A shell with jobs: without one to bring it back, nothing stops.
    let session = try TerminalSession(
      "/bin/sh",
      [
        "-c",
        "set -m; '\(Workbench.recto)' '\(bench.document)'; echo at the shell; read x; fg; echo $?",
      ],
      environment: bench.environment)
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    session.type("3G")
    try session.wait(for: "page 3") { $0[0].contains("page 3") }
    session.type("\u{1a}")
    try session.wait(for: "the shell") { rows in
      rows.contains { $0.contains("at the shell") } && !rows.contains { $0.contains("page 3") }
    }
    // Meanwhile the document is rebuilt.
    try SmallDocument.bytes(pages: 30).write(
      to: URL(fileURLWithPath: bench.document), options: .atomic)
    session.type("\r")
    try session.wait(for: "page 3 and the news") {
      $0[0].contains("page 3") && $0.last?.contains("reloaded") == true
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  /// Stopped and continued from outside: the screen may show another program's output and is repainted without a key.
  @Test(arguments: [false, true]) func continuingRepaintsTheScreen(_ isBrowsing: Bool) throws {
    let bench = try Workbench()
    let session = try bench.read([isBrowsing ? bench.folder : bench.document])
    try session.wait(for: "the start") {
      $0.contains { $0.contains(isBrowsing ? "book.pdf" : "page 1.") }
    }
    session.type("?")
    try session.wait(for: "the panel") { $0.contains { $0.contains("╭") } }
    let before = session.received.count
    kill(session.pid, SIGCONT)
    try session.wait(for: "all of it once more") { _ in
      let new = String(decoding: session.received[before...], as: UTF8.self)
      return new.contains("╭") && new.contains("╰")
    }
  }

  @Test func withoutAShellNothingIsSuspended() throws {
    let bench = try Workbench()
    let session = try reading(bench)
    session.type("\u{1a}")
    session.type("3G")
    try session.wait(for: "page 3") { $0[0].contains("page 3") }
  }

  @Test(arguments: [SIGSEGV, SIGILL, SIGTRAP, SIGABRT]) func aCrashLeavesTheTerminalUsable(
    _ signal: Int32
  ) throws {
    let bench = try Workbench()
    let session = try reading(bench)
    let cooked = tcflag_t(ECHO | ICANON | ISIG)
    #expect(session.modes.c_lflag & cooked == 0)
    kill(session.pid, signal)
    try session.waitForSignal(signal)
    #expect(!session.text.contains("page 1."))
    #expect(session.modes.c_lflag & cooked == cooked)
  }

  @Test func aHangupKeepsThePlace() throws {
    let bench = try Workbench()
    do {
      let session = try reading(bench)
      session.type("7G")
      try session.wait(for: "page 7") { $0[0].contains("page 7") }
      session.hangUp()
      // By the signal or by the terminal's end, whichever is seen first.
      let end = try session.waitForEnd()
      #expect(end == .status(0) || end == .signal(SIGHUP))
    }
    let again = try bench.read([])
    try again.wait(for: "page 7 again") { $0[0].contains("page 7") }
  }

  @Test func resizingKeepsThePlace() throws {
    let bench = try Workbench()
    let session = try reading(bench)
    session.type("5Gjj")
    try session.wait(for: "two lines into page 5") { $0[0].contains("sentence 3") }
    let top = session.lines[0].trimmingCharacters(in: .whitespaces)
    for (columns, rows) in [(120, 40), (44, 12), (80, 24)] {
      session.resize(columns: columns, rows: rows)
      try session.wait(for: "\(columns)×\(rows)") {
        $0.count == rows && $0[0].contains(top.prefix(20)) && $0[rows - 1].contains("5/12")
      }
    }
    session.resize(columns: 30, rows: 5)
    try session.wait(for: "a word about the size") { $0[0].contains("too small") }
  }

  @Test func aDroppedFileOpensBeside() throws {
    let bench = try Workbench()
    let other = bench.folder + "/an other.pdf"
    try SmallDocument.bytes(pages: 3).write(to: URL(fileURLWithPath: other))
    let session = try reading(bench)
    session.type("\u{1b}[200~'\(other)'\u{1b}[201~")
    try session.wait(for: "the second document") { $0.last?.contains("[2/2]") == true }
    session.type("gT")
    try session.wait(for: "the first again") { $0.last?.contains("[1/2]") == true }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    let again = try bench.read([])
    try again.wait(for: "both documents again") { $0.last?.contains("[1/2]") == true }
  }

  @Test func aPartlyWrittenFileIsWaitedFor() throws {
    let bench = try Workbench()
    let session = try reading(bench)
    let whole = SmallDocument.bytes(pages: 30)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: bench.document))
    try file.truncate(atOffset: 0)
    try file.write(contentsOf: whole.prefix(whole.count / 2))
    session.type("j")
    try session.wait(for: "the old page") { $0.contains { $0.contains("page 1.") } }
    #expect(session.lines.last?.contains("reloaded") == false)
    try file.write(contentsOf: whole.dropFirst(whole.count / 2))
    try file.close()
    try session.wait(for: "the new version") { $0.last?.contains("reloaded") == true }
    session.type("G")
    try session.wait(for: "its last page") { $0.contains { $0.contains("page 30.") } }
  }
}
