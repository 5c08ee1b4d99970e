import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// Pages as pictures on the reader's screen, on a terminal that speaks kitty's protocol.
@Suite struct PictureScreenTests {
  /// Three pages, 200 × 100 points, the left half of each black.
  private func document(in bench: borrowing Workbench) throws -> String {
    var document = PagedPDF()
    for _ in 0..<3 {
      document.addPage(") Tj ET 0 g 0 0 100 100 re f BT (", box: "/MediaBox[0 0 200 100]")
    }
    return try bench.write(document.file(), "halves.pdf")
  }

  /// The reader with pictures of its pages.
  private func session(_ bench: borrowing Workbench) throws -> TerminalSession {
    let session = try TerminalSession(
      Workbench.recto, [try document(in: bench)], environment: bench.environment,
      kitty: KittyScreen())
    try session.wait(for: "the document") { $0.contains { $0.contains("p. 1/3") } }
    session.type("p")
    try session.wait(for: "the first page's picture") { _ in
      session.kitty?.placements.contains { $0.y == 0 && $0.rows == 20 } == true
    }
    return session
  }

  private func pixel(_ picture: KittyScreen.Picture?, x: Double, y: Double) -> [UInt8] {
    guard let picture else { return [] }
    let at =
      (Int(y * Double(picture.height)) * picture.width + Int(x * Double(picture.width))) * 3
    return Array(picture.pixels[at..<at + 3])
  }

  @Test func aPageFillsItsCellsPixelForPixel() throws {
    let bench = try Workbench(pages: 1)
    let session = try session(bench)
    let kitty = try #require(session.kitty)
    let placement = try #require(kitty.placements.first)
    // As wide as the window, 80 × 10 pixels; half as high.
    #expect(placement.x == 0 && placement.columns == 80 && placement.rows == 20)
    #expect(placement.part == [0, 0, 800, 400])
    let picture = kitty.pictures[placement.picture]
    #expect(picture?.width == 800 && picture?.height == 400)
    #expect(pixel(picture, x: 0.25, y: 0.5) == [0, 0, 0])
    #expect(pixel(picture, x: 0.75, y: 0.5) == [255, 255, 255])
    #expect(kitty.errors.isEmpty)
  }

  @Test func aPanelCoversThePictureAndLeavesNoTrace() throws {
    let bench = try Workbench(pages: 1)
    let session = try session(bench)
    func isWhole() -> Bool {
      let placements = session.kitty?.placements ?? []
      return !placements.isEmpty && placements.count == Set(placements.map(\.picture)).count
    }
    session.type("?")
    try session.wait(for: "a panel over the picture") { lines in
      lines.contains { $0.contains("Moving") } && !isWhole()
    }
    let pieces = session.kitty?.placements ?? []
    for (row, line) in session.lines.enumerated() {
      guard let column = Array(line).firstIndex(of: "│") else { continue }
      let isCovered = pieces.contains {
        $0.y <= row && row < $0.y + $0.rows && $0.x <= column && column < $0.x + $0.columns
      }
      #expect(!isCovered, "row \(row) of the panel is under a picture")
    }
    session.type("q")
    try session.wait(for: "the picture as it was") { _ in isWhole() }
    #expect(session.kitty?.errors == [])
  }

  /// While something is drawn the terminal tells where in a cell the mouse is, and no longer than that.
  @Test func drawingUsesMousePixels() throws {
    let bench = try Workbench(pages: 1)
    let session = try session(bench)
    #expect(session.kitty?.tellsPixels == false)
    session.type("ai")
    try session.wait(for: "the mouse in pixels") { lines in
      lines.contains { $0.contains("Draw with the mouse") } && session.kitty?.tellsPixels == true
    }
    // Two pixels down within a row of cells, over twenty columns.
    let moves = (0...100).map { "\u{1b}[<32;\(301 + 2 * $0);\(125 + $0 / 50)M" }.joined()
    session.type("\u{1b}[<0;301;125M" + moves + "\u{1b}[<0;501;127m")
    session.type("\r")
    try session.wait(for: "the mouse in cells") { lines in
      !lines.contains { $0.contains("Draw with the mouse") }
        && session.kitty?.tellsPixels == false
    }
    session.type("q").type("q")
    _ = try session.waitForExit()
    let made = try bench.run(["annotations", bench.folder + "/halves.pdf", "--json"])
    let numbers = made.output.firstMatch(of: /"strokes":\[\[([^\]]*)\]\]/).map {
      $0.1.split(separator: ",").compactMap { Double($0) }
    }
    // 800 pixels are 200 points.
    let stroke = try #require(numbers, "\(made.output)")
    let wanted = [75.125, 31.125, 125.125, 31.625]
    try #require(stroke.count >= 4)
    let ends = stroke.prefix(2) + stroke.suffix(2)
    #expect(zip(ends, wanted).allSatisfy { abs($0 - $1) < 0.01 }, "\(stroke)")
  }

  /// A terminal that scrolls rows moves the pictures over them.
  @Test func aShrinkingListDoesNotScrollPictures() throws {
    let bench = try Workbench(pages: 1)
    var tall = PagedPDF()
    tall.addPage(") Tj ET 0 g 0 0 100 300 re f BT (", box: "/MediaBox[0 0 200 400]")
    let document = try bench.write(tall.file(), "tall.pdf")
    for number in 1...8 {
      let made = try bench.run([
        "annotate", document, "--page", "1", "--text-note", "120,\(10 * number)", "--note",
        "remark \(number)", "--color", 2...4 ~= number ? "yellow" : "green",
      ])
      #expect(made.status == 0, "\(made.errors)")
    }
    let session = try TerminalSession(
      Workbench.recto, [document], environment: bench.environment, kitty: KittyScreen())
    try session.wait(for: "the document") { $0.contains { $0.contains("p. 1/1") } }
    session.type("pA")
    try session.wait(for: "the list beside the picture") { lines in
      lines.contains { $0.contains("remark 8") } && session.kitty?.placements.isEmpty == false
    }
    let before = session.received.count
    session.type("C")
    try session.wait(for: "those of one colour") { lines in
      lines.contains { $0.contains("remark 8") }
        && !lines.contains { $0.contains("remark 3") }
    }
    let written = String(decoding: session.received[before...], as: UTF8.self)
    #expect(written.matches(of: /\u{1b}\[[0-9]+;[0-9]+r|\u{1b}\[[0-9]*[STLM]/).isEmpty)
  }

  @Test func theNextPageReplacesTheFirst() throws {
    let bench = try Workbench(pages: 1)
    let session = try session(bench)
    let first = session.kitty?.placements.first?.picture
    session.type("ss").type("J")
    try session.wait(for: "the second page") { lines in
      lines.contains { $0.contains("p. 2/3") } && session.kitty?.placements.count == 1
        && session.kitty?.placements.first?.picture != first
    }
    #expect(session.kitty?.errors == [])
  }

  /// More pictures than the terminal is given at a time, and back to the first.
  @Test func picturesTheTerminalDroppedAreSentAgain() throws {
    let bench = try Workbench(pages: 1)
    let session = try session(bench)
    // All colours there are, each for three pages.
    for _ in 0..<7 {
      let before = session.kitty?.placements.first?.picture
      session.type("c")
      try session.wait(for: "other colours than \(before ?? 0)") { _ in
        // Exactly one: the number of a picture just replaced may be reused.
        let now = session.kitty?.placements.filter { $0.y == 0 } ?? []
        return now.count == 1 && now[0].picture != before && now[0].part == [0, 0, 800, 400]
      }
    }
    #expect(session.kitty?.errors == [])
  }

  @Test func resizingRedrawsThePage() throws {
    let bench = try Workbench(pages: 1)
    let session = try session(bench)
    session.resize(columns: 60, rows: 20)
    try session.wait(for: "the page in its new size") { _ in
      session.kitty?.placements.contains { $0.columns == 60 && $0.part == [0, 0, 600, 300] }
        == true
    }
    #expect(session.kitty?.errors == [])
  }

  @Test func quittingRemovesAllPictures() throws {
    let bench = try Workbench(pages: 1)
    let session = try session(bench)
    session.type("q")
    #expect(try session.waitForExit() == 0)
    #expect(session.kitty?.placements == [])
    #expect(session.kitty?.pictures.isEmpty == true)
    let left = try FileManager.default.contentsOfDirectory(atPath: "/dev/shm")
    #expect(!left.contains { $0.hasPrefix("recto-\(session.pid)-") })
  }
}
