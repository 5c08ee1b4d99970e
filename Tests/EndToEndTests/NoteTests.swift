import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// Notes on documents: written, shared with other programs, and never lost.
@Suite(.serialized) struct NoteTests {
  private func text(_ path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
  }

  private func note(_ bench: borrowing Workbench) -> String {
    bench.folder + "/Small Book (note).md"
  }

  private func reading(_ bench: borrowing Workbench) throws -> TerminalSession {
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    return session
  }

  private func wait(_ session: TerminalSession, for words: String) throws {
    try session.wait(for: words) { $0.contains { $0.contains(words) } }
  }

  /// Types a note and sees what comes of it.
  private func write(_ words: String, in session: TerminalSession, until answer: String) throws {
    session.type("am")
    try wait(session, for: "Note on book.pdf")
    session.type(words + "\r")
    try wait(session, for: answer)
  }

  /// The file as another program holds it while it writes.
  private func locked(_ path: String) -> Int32 {
    let lock = open(path, O_RDONLY | O_CLOEXEC)
    flock(lock, LOCK_EX)
    return lock
  }

  @Test func aNoteIsWrittenUndoneAndRedone() throws {
    let bench = try Workbench()
    let session = try reading(bench)
    session.type("3G")
    try session.wait(for: "page 3") { $0[0].contains("page 3") }
    try write("well *put*", in: session, until: "Noted in")
    let written = text(note(bench))
    #expect(written.hasPrefix("# Small Book\n"))
    #expect(written.contains("](book.pdf)"), "a link back")
    let line = try #require(written.split(separator: "\n").last)
    #expect(line.hasPrefix("- 20") && line.contains(": well *put* ("))
    #expect(line.hasSuffix("[Small Book, p. 3](book.pdf#page=3))"))
    session.type("-")
    try wait(session, for: "book.pdf")
    session.type("u")
    try wait(session, for: "Removed from")
    #expect(!text(note(bench)).contains("put"))
    session.type("\u{12}")
    try wait(session, for: "Noted again")
    #expect(text(note(bench)) == written)
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
    let left = bench.folder + "/.local/share/recto/recovery"
    #expect((try? FileManager.default.contentsOfDirectory(atPath: left)) ?? [] == [])
  }

  @Test func twoProgramsNotesAreMerged() throws {
    let bench = try Workbench()
    let one = try reading(bench)
    let two = try reading(bench)
    try write("from the first", in: one, until: "Noted in")
    try write("from the second", in: two, until: "Noted in")
    try write("again the first", in: one, until: "Noted in")
    let lines = text(note(bench)).split(separator: "\n").suffix(3)
    let words = ["from the first", "from the second", "again the first"]
    #expect(zip(lines, words).allSatisfy { $0.contains($1) })
    // Each takes back its own.
    one.type("-")
    try wait(one, for: "Recents")
    one.type("uu")
    try wait(one, for: "Removed from")
    let deadline = ContinuousClock.now + .seconds(10)
    while text(note(bench)).contains("first"), ContinuousClock.now < deadline { usleep(10_000) }
    #expect(text(note(bench)).contains("from the second"))
    #expect(!text(note(bench)).contains("first"))
  }

  /// Our line is undone while another program changes that very line.
  private func conflict(_ bench: borrowing Workbench) throws -> TerminalSession {
    let session = try reading(bench)
    try write("ours", in: session, until: "Noted in")
    let lock = locked(note(bench))
    defer { close(lock) }
    session.type(":undo\r")
    session.type("j")
    let recovery = bench.folder + "/.local/share/recto/recovery"
    let deadline = ContinuousClock.now + .seconds(10)
    while try #require(
      try? FileManager.default.contentsOfDirectory(atPath: recovery)
    ).isEmpty, ContinuousClock.now < deadline { usleep(10_000) }
    let changed = text(note(bench)).replacingOccurrences(of: "ours", with: "made better")
    try changed.write(toFile: note(bench), atomically: false, encoding: .utf8)
    try wait(session, for: "Recto asks")
    try wait(session, for: "keep both")
    return session
  }

  @Test func aConflictIsAskedAboutAndBothAreKept() throws {
    let bench = try Workbench()
    let session = try conflict(bench)
    session.type("k")
    try wait(session, for: "Yours is in")
    #expect(text(note(bench)).contains("made better"))
    let mine = text(bench.folder + "/Small Book (note) (my version).md")
    #expect(mine.hasPrefix("# Small Book") && !mine.contains("ours"))
  }

  /// While the editor had it another program changed what was changed here as well, and could not be written yet.
  @Test func conflictsAfterTheEditorAreAskedAbout() throws {
    let bench = try Workbench()
    let editor = try bench.script(".editor", "sed -i s/ours/edited/ '\(note(bench))'")
    let session = try TerminalSession(
      Workbench.recto, [bench.document],
      environment: bench.environment.merging(["EDITOR": editor]) { $1 })
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    try write("ours", in: session, until: "Noted in")
    session.type("-")
    try session.wait(for: "the list") {
      $0.contains { $0.contains("▌") && $0.contains("book.pdf") }
    }
    session.type("G")
    try session.wait(for: "the cursor on the note") {
      $0.contains { $0.contains("▌") && $0.contains("Small Book (note).md") }
    }
    let lock = locked(note(bench))
    defer { close(lock) }
    session.type("ue")
    try wait(session, for: "keep both")
    session.type("t")
    try wait(session, for: "is theirs")
    #expect(text(note(bench)).contains("edited"))
  }

  @Test func aConflictIsResolvedByOurs() throws {
    let bench = try Workbench()
    let session = try conflict(bench)
    session.type("m")
    try wait(session, for: "is yours now")
    #expect(!text(note(bench)).contains("made better"))
  }

  @Test func unsavedNotesAreRecoveredAfterAKill() throws {
    let bench = try Workbench()
    let lock: Int32
    do {
      let session = try reading(bench)
      try write("first", in: session, until: "Noted in")
      lock = locked(note(bench))
      try write("unsaved", in: session, until: "is being written by another program")
      #expect(!text(note(bench)).contains("unsaved"))
      kill(session.pid, SIGKILL)
      try session.waitForSignal(SIGKILL)
    }
    close(lock)
    #expect(!text(note(bench)).contains("unsaved"))
    let again = try bench.read([bench.document])
    try wait(again, for: "Recto quit before “Small Book (note).md” was written")
    try wait(again, for: "write it now")
    again.type("r")
    try wait(again, for: "is written")
    #expect(text(note(bench)).contains("unsaved"))
    again.type("q")
    #expect(try again.waitForExit() == 0)
    let third = try reading(bench)
    #expect(!third.text.contains("Recto ended"))
  }

  @Test func notesBlockedAtQuittingAreRecovered() throws {
    let bench = try Workbench()
    let session = try reading(bench)
    try write("first", in: session, until: "Noted in")
    let lock = locked(note(bench))
    try write("late", in: session, until: "is being written by another program")
    session.type("q")
    #expect(try session.waitForExit() == 0)
    #expect(session.text.contains("could not be written"))
    close(lock)
    let again = try bench.read([bench.document])
    try wait(again, for: "Recto quit before")
    try wait(again, for: "write it now")
    again.type("r")
    try wait(again, for: "is written")
    #expect(text(note(bench)).contains("late"))
  }

  @Test func anEditorsChangeAndOursAreMerged() throws {
    let bench = try Workbench()
    let session = try reading(bench)
    try write("ours", in: session, until: "Noted in")
    let edited = text(note(bench)).replacingOccurrences(of: "## Notes", with: "## Thoughts")
    try edited.write(toFile: note(bench), atomically: true, encoding: .utf8)
    try write("more", in: session, until: "Noted in")
    let deadline = ContinuousClock.now + .seconds(10)
    while !text(note(bench)).contains("more"), ContinuousClock.now < deadline { usleep(10_000) }
    #expect(text(note(bench)).contains("## Thoughts") && text(note(bench)).contains(": more ("))
  }

  @Test func unreadableNotesAreLeftUnchanged() throws {
    let bench = try Workbench()
    let latin = Data("# Caf".utf8) + [0xE9] + Data("\n[x](book.pdf)\n".utf8)
    try latin.write(to: URL(fileURLWithPath: note(bench)))
    let session = try reading(bench)
    try write("words", in: session, until: "not UTF-8 text")
    #expect(try Data(contentsOf: URL(fileURLWithPath: note(bench))) == latin)
  }
}
