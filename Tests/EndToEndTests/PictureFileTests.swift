import PseudoTerminal
import Foundation
import TestSupport
import Testing

/// Picture files as documents.
@Suite(.serialized) struct PictureFileTests {
  /// A PNG of 400 × 200 pixels, its left half black.
  private func picture(in bench: borrowing Workbench) throws -> String {
    var document = PagedPDF()
    document.addPage(") Tj ET 0 g 0 0 100 100 re f BT (", box: "/MediaBox[0 0 200 100]")
    let page = try bench.write(document.file(), "page.pdf")
    let path = bench.folder + "/photo.png"
    #expect(try bench.run(["render", page, "--width", "400", "-o", path]).status == 0)
    return path
  }

  @Test func imageFilesAreShownAsPictures() throws {
    let bench = try Workbench(pages: 1)
    let path = try picture(in: bench)
    let session = try TerminalSession(
      Workbench.recto, [path], environment: bench.environment, kitty: KittyScreen())
    try session.wait(for: "the picture") { lines in
      lines.last?.contains("photo.png") == true && session.kitty?.placements.isEmpty == false
    }
    let placement = try #require(session.kitty?.placements.first)
    let drawn = try #require(session.kitty?.pictures[placement.picture])
    func light(_ x: Double) -> UInt8 {
      drawn.pixels[(drawn.height / 2 * drawn.width + Int(x * Double(drawn.width))) * 3]
    }
    #expect(light(0.25) == 0 && light(0.75) == 255)
    session.type("p").type("p")
    try session.wait(for: "the text") { $0.contains { $0.contains("no text") } }
    session.type("an")
    try session.wait(for: "a reason") {
      $0.last?.contains("Annotations are for PDFs, DjVu, books and office documents") == true
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    #expect(session.kitty?.errors == [])
  }

  @Test func theBrowserPreviewsImageFiles() throws {
    let bench = try Workbench(pages: 1)
    let path = try picture(in: bench)
    let session = try TerminalSession(
      Workbench.recto, ["--reveal", path], environment: bench.environment, kitty: KittyScreen())
    try session.wait(for: "the list") { $0.contains { $0.contains("photo.png") } }
    session.type(" ")
    try session.wait(for: "the look") { lines in
      lines.last?.contains("Look") == true
        && session.kitty?.placements.contains { $0.columns > 40 } == true
    }
    session.type(" ")
    try session.wait(for: "the list again") { $0.last?.contains("Look") != true }
    session.type("\r")
    try session.wait(for: "the picture, opened") { lines in
      lines.last?.contains("photo.png") == true && lines.last?.contains("p. 1/1") == true
    }
  }

  @Test func commandsAcceptImageFiles() throws {
    let bench = try Workbench(pages: 1)
    let path = try picture(in: bench)
    let info = try bench.run(["info", path])
    #expect(info.status == 0 && info.output.contains("PNG picture, 400 × 200 pixels"))
    let out = bench.folder + "/out.png"
    // Its own pixels where nothing is said.
    #expect(try bench.run(["render", path, "-o", out]).status == 0)
    #expect(try bench.run(["info", out]).output.contains("400 × 200"))
    #expect(
      try bench.run(["render", path, "--rotate", "90", "--width", "50", "-o", out, "--force"])
        .status == 0)
    #expect(try bench.run(["info", out]).output.contains("50 × 100"))
    let shown = try bench.run(["show", path, "--columns", "20", "--lines", "5", "--as", "half"])
    // White on the right.
    #expect(shown.status == 0 && shown.output.contains("48;2;255;255;255"))
    #expect(try bench.run(["preview", path]).output.contains("PNG picture"))
    let pages = try bench.run(["pages", path, "--rotate", "90"])
    #expect(pages.status == 2 && pages.errors.contains("is not a PDF"))
  }

  @Test func damagedImageFilesAreReported() throws {
    let bench = try Workbench(pages: 1)
    let path = try bench.write(Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 16, 1, 2, 3]), "broken.jpg")
    let info = try bench.run(["info", path])
    #expect(info.status == 2 && info.errors.contains("broken.jpg is damaged"))
  }
}
