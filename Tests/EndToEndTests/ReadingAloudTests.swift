import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// A book read aloud by the built program, to a stand-in for speech-dispatcher.
@Suite struct ReadingAloudTests {
  private func session(
    _ bench: borrowing Workbench, voice: String
  ) throws -> TerminalSession {
    var environment = bench.environment
    environment["SPEECHD_ADDRESS"] = "unix_socket:" + voice
    let session = try TerminalSession(
      Workbench.recto, [bench.document], environment: environment)
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    return session
  }

  @Test func readingAloudContinuesToTheEnd() throws {
    let bench = try Workbench(pages: 2)
    let path = "/tmp/rv-\(UUID().uuidString.prefix(8))"
    defer { unlink(path) }
    let voice = try StandInVoice(path)
    let session = try session(bench, voice: path)
    session.type("ga")
    try session.wait(for: "the end") { $0.contains { $0.contains("Read aloud to the end") } }
    let said = voice.sentences
    #expect(said.first?.contains("sentence 1 stands on page 1.") == true, "\(said)")
    #expect(said.last?.contains("stands on page 2.") == true)
    #expect(said.count == Set(said).count && said.count >= 30, "\(said.count)")
    // A server started for it can end while Recto runs on.
    #expect(voice.waitForFarewell())
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test func withoutAVoiceTheReasonIsShown() throws {
    let bench = try Workbench(pages: 1)
    let session = try session(bench, voice: bench.folder + "/none")
    session.type("ga")
    try session.wait(for: "the message") {
      $0.contains { $0.contains("speech-dispatcher cannot be reached") }
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }
}
