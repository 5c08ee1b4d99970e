import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Documents and their texts, written elsewhere.
@Suite struct BrowserExportTests {
  @Test func textOfMarkedFilesIsExportedAndUndone() throws {
    let browser = try BrowserBench(["out/", "a.pdf", "b.md", "broken.pdf"])
    try Data("%PDF-1.4 and nothing behind it".utf8).write(
      to: URL(fileURLWithPath: browser.path("broken.pdf")))
    try browser.make("out/a.txt")
    let session = try browser.browse(until: "broken.pdf")
    try session.type("jvvvE").wait(screen: "Export 3 items")
    try session.type("t").wait(screen: ": export-text ")
    session.type("\u{15}" + browser.path("out") + "\r")
    // A name that is taken is asked about.
    try session.wait(for: "the question and its answers") {
      $0.holds("a.txt is in out already") && $0.holds("keep both, for all")
    }
    try session.type("k").wait(until: "the texts") {
      (try? browser.names(in: "out")) == ["a 2.txt", "a.txt", "b.md"]
    }
    try session.wait(for: "the name of the broken one") {
      $0.holds("broken.pdf is not a readable document")
    }
    let text = try String(contentsOfFile: browser.path("out/a 2.txt"), encoding: .utf8)
    #expect(text.contains("sentence 1 stands on page 1"))
    #expect(text.contains("stands on page 3"))
    #expect(try String(contentsOfFile: browser.path("out/a.txt"), encoding: .utf8) == "text\n")
    // As `recto text` writes it.
    let written = try browser.bench.run(["text", browser.path("a.pdf")]).output
    #expect(text == written)
    try session.type("w").wait(screen: "Export: 3 items to out")
    try session.type("\u{1b}").wait(for: "the tasks gone") { !$0.holds("─ Tasks ") }
    try session.type("u").wait(until: "what was there before") {
      (try? browser.names(in: "out")) == ["a.txt"]
    }
  }

  @Test func exportCopiesTheDocument() throws {
    let browser = try BrowserBench(["out/", "a.pdf"])
    let session = try browser.browse(until: "a.pdf")
    try session.type("jE").wait(screen: "Export “a.pdf”")
    try session.type("d").wait(screen: ": export-document ")
    session.type("\u{15}" + browser.path("out") + "\r")
    try session.wait(until: "the copy") { browser.exists("out/a.pdf") }
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: browser.path("out/a.pdf")))
        == Data(contentsOf: URL(fileURLWithPath: browser.path("a.pdf"))))
    try session.wait(status: "Exported a.pdf, to ~/shelf/out")
  }

  /// A document that cannot be opened without a password (PDF 32000-1, 7.6.3).
  private var sealed: Data {
    var writer = PDFWriter()
    let tree = writer.reserve()
    let page = writer.add("<</Type/Page/Parent \(tree) 0 R/MediaBox[0 0 612 792]>>")
    writer.set(tree, "<</Type/Pages/Kids[\(page) 0 R]/Count 1>>")
    let root = writer.add("<</Type/Catalog/Pages \(tree) 0 R>>")
    let key = String(repeating: "5a", count: 32)
    let lock = writer.add("<</Filter/Standard/V 1/R 2/P -4/O<\(key)>/U<\(key)>>>")
    let id = String(repeating: "0", count: 32)
    return writer.file(root: root, trailer: "/Encrypt \(lock) 0 R/ID[<\(id)><\(id)>]")
  }

  @Test func anEncryptedDocumentIsReportedByName() throws {
    let browser = try BrowserBench(["out/"])
    try sealed.write(to: URL(fileURLWithPath: browser.path("sealed.pdf")))
    let session = try browser.browse(until: "sealed.pdf")
    try session.type("jE").wait(screen: "Export “sealed.pdf”")
    try session.type("t").wait(screen: ": export-text ")
    session.type("\u{15}" + browser.path("out") + "\r")
    try session.wait(screen: "sealed.pdf is encrypted")
    #expect(try FileManager.default.contentsOfDirectory(atPath: browser.path("out")).isEmpty)
    #expect(try session.quit() == 0)
  }
}
