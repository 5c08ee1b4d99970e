import Dispatch
import Glibc
import Messages
import Testing

@testable import Services

/// Programs whose output is read, and those they start.
struct ProgramGroupTests {
  private struct Run: Sendable {
    var status: Int32?
    var output = ""
  }

  /// Starts a shell command on a queue, as look-ups are, and ends it after its first line.
  private func ended(_ command: String) async -> Run {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var run = Run()
        guard let (process, output) = ChildProgram.startWithOutput(["/bin/sh", "-c", command])
        else { return continuation.resume(returning: run) }
        let group = ProgramGroup(process)
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = read(output, &buffer, buffer.count)
        run.output = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
        group.end()
        run.status = group.wait()
        // To the end: as long as any of them runs, there is none.
        while read(output, &buffer, buffer.count) > 0 {}
        close(output)
        continuation.resume(returning: run)
      }
    }
  }

  /// Threads of queues block signals, which programs would inherit.
  @Test func aProgramEndsAtTheFirstSignal() async {
    let run = await ended("echo on; sleep 77 & sleep 78")
    #expect(run.output == "on\n")
    #expect(run.status.map { $0 & 0x7F } == SIGTERM)
  }

  @Test func programsThatIgnoreTheSignalEndWithTheirLeader() async {
    let run = await ended("(trap '' TERM; echo on; sleep 77) & sleep 78")
    #expect(run.output == "on\n" && run.status.map { $0 & 0x7F } == SIGTERM)
  }

  /// The output of `aspell pipe` for `speling of helo wrods zzqx`, some of them without suggestions.
  @Test func spellingNamesTheWrongWordsOnly() async throws {
    let actions = OwnActions()
    let index = try #require(actions.all.firstIndex { $0.name == "Spelling" })
    let context = ActionContext(paths: [], selection: "speling of", title: "")
    let words = try #require(actions.words(index, context))
    func shown(_ lines: String) async -> String {
      await ended("aspell() { printf '\(lines)'; }; " + words[2]).output
    }
    #expect(
      await shown("@(#) Aspell\\n& speling 2 1: spelling, spieling\\n*\\n# zzqx 9\\n\\n")
        == "speling: spelling, spieling\nzzqx: no suggestions\n")
    #expect(await shown("@(#) Aspell\\n*\\n*\\n\\n") == "The spelling is right\n")
  }
}
