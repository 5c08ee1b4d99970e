import Foundation
import Glibc
import PseudoTerminal
import Testing

extension [String] {
  /// Cells that are parts of pictures made of characters.
  fileprivate var pictureCells: Int {
    reduce(0) { count, line in
      count
        + line.unicodeScalars.count {
          (0x2580...0x259F).contains($0.value) || (0x2800...0x28FF).contains($0.value)
            || (0x1FB00...0x1FB3B).contains($0.value)
        }
    }
  }
}

/// The gallery in a terminal that shows pictures as characters.
@Suite struct GalleryTests {
  @Test func theGalleryIsShownAndRemembered() throws {
    let browser = try BrowserBench(["sub/inner.pdf", "a.pdf", "b.pdf"])
    try Data("%PDF-1.7 nothing".utf8).write(to: URL(fileURLWithPath: browser.path("broken.pdf")))
    let session = try browser.browse(until: "a.pdf")
    try session.type("i").wait(for: "the pictures") { screen in
      screen.pictureCells > 8 && !screen.holds("Name ▾") && screen.holds("Small Book")
    }
    // A file that cannot be drawn shows its type's sign, later the word “broken”.
    try session.wait(for: "the sheet") { screen in
      screen.holds("broken.pdf") && (screen.holds("◫") || screen.holds(" broken "))
    }
    try session.type("zgf").wait(screen: "Folders  1")
    try session.type("zgn").wait(for: "no sections") { !$0.holds("Folders  1") }
    try session.type("l\r").wait(status: "p. 1/3")
    try session.type("-").wait(for: "the pictures again") { $0.pictureCells > 8 }
    try session.wait(status: "2 of 4")
    #expect(try session.quit() == 0)
    let again = try browser.start()
    try again.wait(for: "the gallery as it was") { $0.pictureCells > 8 }
    try again.wait(status: "2 of 4")
    try again.type("i").wait(row: "broken.pdf")
    #expect(try again.quit() == 0)
  }

  @Test(.timeLimit(.minutes(1))) func tenThousandDocumentsKeepKeysResponsive() throws {
    let browser = try BrowserBench(["0.pdf"])
    for number in 1..<10_000 {
      link(browser.path("0.pdf"), browser.path("\(number).pdf"))
    }
    let session = try browser.browse(until: "0.pdf")
    try session.type("i").wait(for: "the gallery") { !$0.holds("Name ▾") }
    try session.wait(status: "1 of 10000")
    // While the first are being drawn the last are gone to, and they are drawn next.
    for keys in ["G", "gg", "G", "gg", "G"] {
      let end = keys == "G"
      try session.type(keys).wait(status: end ? "10000 of 10000" : "1 of 10000")
    }
    try session.wait(for: "the last pictures") { $0.pictureCells > 8 }
    #expect(try session.quit() == 0)
  }
}
