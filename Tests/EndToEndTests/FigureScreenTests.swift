import Foundation
import PseudoTerminal
import TestSupport
import Testing

@Suite("Figures in the running program")
struct FigureScreenTests {
  @Test("a figure of a later page is found, enlarged and saved beside its document")
  func journey() throws {
    let bench = try Workbench()
    var document = PagedPDF()
    for page in 1...40 { document.addPage("Page \(page) has only words on it") }
    document.addPage(
      "Here is a box) Tj ET 100 420 300 200 re S BT /F 10 Tf 120 400 Td (Figure 1: A drawn box.")
    try document.file().write(to: URL(fileURLWithPath: bench.document))
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("Page 1 has") } }
    session.type("]f")
    try session.wait(for: "the figure") {
      $0.last?.contains("Figure 1: A drawn box.") == true
        && $0.contains { $0.contains("[Figure 1]") }
    }
    session.type("y")
    let path = bench.folder + "/book-figure-41-1.png"
    try session.wait(for: "the message") { screen in
      screen.contains { $0.contains("saved") }
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    session.type("\r")
    try session.wait(for: "the enlarged figure") { $0.last?.contains("q returns") == true }
    session.type("q")
    try session.wait(for: "the text again") { $0.contains { $0.contains("[Figure 1]") } }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }
}
