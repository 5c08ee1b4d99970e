import DocumentModel
import Foundation
import TestSupport
import Testing

/// Texts with bytes in them that texts should not have.
@Suite struct ZerosTests {
  @Test func zerosInALogDoNotChangeItsEncoding() throws {
    let line = String(repeating: "plain line\n", count: 100)
    let bytes = Data(line.utf8) + Data([0, 0, 0, 0x0A]) + Data(line.utf8)
    let bench = try EngineBench(bytes, name: "nul.log")
    #expect(bench.summary.flow?.encoding == "UTF-8")
  }

  @Test func textWithBellsIsAccepted() throws {
    let bytes = Data(String(repeating: "plain line\u{7} bell\n", count: 20).utf8)
    #expect(try EngineBench(bytes, name: "bell.txt").summary.flow != nil)
  }
}
