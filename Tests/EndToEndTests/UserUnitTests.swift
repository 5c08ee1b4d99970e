import Foundation
import TestSupport
import Testing

/// A page with /UserUnit has the same points in all commands.
@Suite struct UserUnitTests {
  @Test func userUnitsApplyInAllCommands() throws {
    let bench = try Workbench(pages: 1)
    var document = PagedPDF()
    document.addPage("Words", at: (72, 300), box: "/MediaBox[0 0 300 400]/UserUnit 2.0")
    try document.file().write(to: URL(fileURLWithPath: bench.document))
    let info = try bench.run(["info", bench.document]).output
    #expect(info.contains("300 × 400 points"), "\(info)")
    let place = "72,80,60,40"
    let made = try bench.run(["annotate", bench.document, "--page", "1", "--box", place])
    #expect(made.status == 0, "\(made.errors)")
    let marked = try bench.run(["annotate", bench.document, "--highlight", "Words"])
    #expect(marked.status == 0, "\(marked.errors)")
    let reported = try bench.run(["annotations", bench.document, "--json"]).output
    #expect(reported.contains("\"box\":[72,80,132,120]"), "\(reported)")
    // The words begin where the text says, and the highlight lies on them.
    let text = try bench.run(["text", bench.document, "--json"]).output
    let start = try #require(text.firstMatch(of: /"box":\[(72,[0-9.]+),/)?.1)
    #expect(reported.contains("\"box\":[\(start),"), "\(start): \(reported)")
    let file = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: bench.document)), as: UTF8.self)
    #expect(file.contains("/Rect [72 280 132 320]"))
    let beyond = try bench.run([
      "annotate", bench.document, "--page", "1", "--box", "300,400,100,100",
    ])
    #expect(beyond.status == 2 && beyond.errors.contains("300 × 400 points"), "\(beyond.errors)")
  }
}
