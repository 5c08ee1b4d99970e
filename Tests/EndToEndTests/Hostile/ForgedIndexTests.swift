import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// A worker that was taken over writes into the index; later searches, with an honest worker, show it.
@Suite(.serialized) struct ForgedIndexTests {
  private static let searches: [[String]] = [
    ["search", "needle"], ["search", "needle", "--section"], ["search", "-Q", "note:needle"],
    ["search", "needle", "--json"], ["search", "-i", "needle"],
  ]

  /// An index that a hostile worker has filled.
  private func forge(_ bench: borrowing Workbench) throws {
    let worker = try bench.script(
      "hostile",
      "HOSTILE_ACT=\(HostileAct.forgesIndex.rawValue) HOSTILE_EVERY=1 HOSTILE_LOG=\"$HOME/log\" "
        + "exec \(Programs.path("hostile-worker"))")
    let made = try Workbench.run(
      ["index", bench.folder],
      environment: bench.environment.merging(["RECTO_WORKER": worker]) { $1 })
    #expect(made.status == 0, "\(made.errors)")
  }

  @Test func aForgedIndexSendsNoControlsToTheTerminal() throws {
    let bench = try Workbench(pages: 1)
    try forge(bench)
    for words in Self.searches {
      let session = try TerminalSession(
        Workbench.recto, words, environment: bench.environment, columns: 120, rows: 40)
      #expect(try session.waitForEnd() == .status(0), "\(words)")
      let shown = String(decoding: session.received, as: UTF8.self)
      #expect(shown.contains("needle"), "\(words)")
      let faults = TerminalStream(session.received, marks: ["997", "RVZJTA", "LIVE"]).faults
      #expect(faults == [], "\(words)")
    }
  }

  @Test func aForgedIndexSendsNoControlsToAPipe() throws {
    let bench = try Workbench(pages: 1)
    try forge(bench)
    for words in Self.searches {
      let answer = try bench.run(words)
      #expect(answer.output.contains("needle"), "\(words)")
      let harmful = answer.output.unicodeScalars.first {
        ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value)
          || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
          || [0x61C, 0x200E, 0x200F].contains($0.value)
      }
      #expect(harmful == nil, "\(words): \(answer.output.debugDescription.prefix(400))")
    }
  }
}
