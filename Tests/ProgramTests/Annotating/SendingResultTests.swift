import Testing

@testable import CommandLine

/// A subcommand reports what became of its own edits, and only that.
@Suite struct SendingResultTests {
  private func summary(
    waiting: Set<String>? = [], refused: [String: String] = [:], trouble: String? = nil
  ) -> (sentence: String, status: Int32) {
    SendingResult.summary(
      [
        SendingResult(
          collection: "papers", items: ["a", "b"], waiting: waiting, refused: refused)
      ], trouble: trouble)
  }

  @Test func otherEditsDoNotCount() {
    let sent = summary(waiting: ["old"], refused: ["older": "no"], trouble: "no answer")
    #expect(sent == ("sent to the members of papers", 0))
    #expect(summary(waiting: ["b"], trouble: "no answer").sentence.contains("no answer"))
    #expect(summary(waiting: ["b"]) == ("for papers, and sent later", 0))
  }

  @Test func refusalsAndUnknownResultsAreFailures() {
    #expect(summary(refused: ["b": "too large"]).status == 2)
    #expect(summary(refused: ["b": "too large"]).sentence.contains("too large"))
    let unknown = summary(waiting: nil)
    #expect(unknown.status == 2 && !unknown.sentence.contains("sent to"))
  }
}
