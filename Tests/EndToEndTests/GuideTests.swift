import Foundation
import PseudoTerminal
import Testing

/// The user guide, in pipes and in the reader.
@Suite struct GuideTests {
  @Test func guideWritesMarkdownToAPipe() throws {
    let bench = try Workbench()
    let first = try bench.run(["guide"])
    #expect(first.status == 0 && first.output.hasPrefix("# Getting started\n"))
    #expect(try bench.run(["guide", "terminals"]).output.hasPrefix("# Terminals\n"))
  }

  @Test func anUnknownTopicGetsASuggestion() throws {
    let wrong = try Workbench().run(["guide", "raeding"])
    #expect(wrong.status == 2 && wrong.output.isEmpty)
    #expect(wrong.errors.contains("did you mean “reading”?"), "\(wrong.errors)")
  }

  @Test func theReaderOpensATopicAndGoesBack() throws {
    let bench = try Workbench(pages: 2)
    let session = try bench.read([bench.document])
    try session.wait(status: "1/2")
    session.type(":guide searching\r")
    try session.wait(screen: "Search while you type")
    session.type("gT")
    try session.wait(status: "1/2")
  }

  @Test func guideOpensTheReaderInATerminal() throws {
    let session = try Workbench().read(["guide", "pictures"])
    try session.wait(screen: "Zoom and move")
  }
}
