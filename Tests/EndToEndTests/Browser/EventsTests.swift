import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// Outside events in the browser: other programs, kills, bad names, damaged files.
@Suite struct BrowserEventsTests {
  // MARK: watched folders

  @Test func aNewFileAppearsAndTheCursorStays() throws {
    let browser = try BrowserBench(["b.pdf", "c.pdf", "d.pdf"])
    let session = try browser.browse(until: "d.pdf")
    try session.type("j").wait(cursor: "c.pdf")
    try browser.make("a.pdf")
    try session.wait(row: "a.pdf")
    try session.wait(cursor: "c.pdf")
    try FileManager.default.removeItem(atPath: browser.path("b.pdf"))
    try session.wait(noRow: "b.pdf")
    try session.wait(cursor: "c.pdf")
    // The selected file is deleted: the cursor moves to the next one.
    try FileManager.default.removeItem(atPath: browser.path("c.pdf"))
    try session.wait(cursor: "d.pdf")
  }

  @Test func aDeletedFolderLeadsToItsParent() throws {
    let browser = try BrowserBench(["sub/inner/a.pdf", "b.pdf"])
    let session = try browser.browse(until: "b.pdf")
    try session.type("\r").wait(cursor: "inner/")
    try session.type("\r").wait(cursor: "a.pdf")
    try FileManager.default.removeItem(atPath: browser.path("sub"))
    try session.wait(row: "b.pdf")
    try session.wait(status: "is gone")
    #expect(try session.quit() == 0)
  }

  @Test func openingADeletedDocumentIsReported() throws {
    let browser = try BrowserBench(["a.pdf", "b.pdf"])
    let session = try browser.browse(until: "b.pdf")
    // As a network does it: the folder says nothing.
    try FileManager.default.removeItem(atPath: browser.path("a.pdf"))
    try session.type("\r").wait(for: "a sentence or the other document") {
      $0.holds("no such file") || $0.cursor.hasPrefix("b.pdf") || $0.status.contains("p. 1/3")
    }
  }

  // MARK: state

  @Test func theSessionIsRestoredAfterQuitting() throws {
    let browser = try BrowserBench(["one/", "two/"] + (1...5).map { "two/Page \($0).pdf" })
    let session = try browser.browse(until: "two/")
    try session.type("\u{14}").wait(screen: "2 shelf")
    try session.type("j\r").wait(cursor: "Page 1.pdf")
    try session.type("sv").wait(for: "the order turned") { $0.listed.first == "Page 5.pdf" }
    try session.type("/Page\r").wait(for: "the filter") {
      $0.listed.count == 5 && !$0.status.contains("Filter")
    }
    try session.type("ggj").wait(cursor: "Page 4.pdf")
    try session.type("v").wait(status: "1 chosen")
    try session.type("zs").wait(for: "no sidebar") { !$0.holds("Recents") }
    #expect(try session.quit() == 0)
    let again = try browser.start()
    try again.wait(cursor: "Page 3.pdf")
    #expect(again.lines[0].contains("⌕ Page"))
    #expect(again.lines[1].contains("2 two") && again.lines.marks == 1)
    #expect(!again.lines.holds("Recents"))
    again.type("\u{1b}")
    try again.wait(for: "none chosen") { $0.marks == 0 }
    again.type("\u{1b}")
    try again.wait(for: "no filter") { !$0[0].contains("⌕") }
    again.type("gg")
    try again.wait(cursor: "Page 5.pdf")
    again.type("gT")
    try again.wait(for: "the first tab") { $0.holds("one/") }
  }

  @Test func theSessionIsRestoredAfterAKill() throws {
    let browser = try BrowserBench(["sub/"] + (1...9).map { "sub/Page \($0).pdf" })
    let session = try browser.browse(until: "sub/")
    try session.type("\r").wait(cursor: "Page 1.pdf")
    try session.type("4j").wait(cursor: "Page 5.pdf")
    try session.wait(until: "the state on the disk") { browser.remembers("Page 5.pdf") }
    kill(session.pid, SIGKILL)
    let again = try browser.start()
    try again.wait(cursor: "Page 5.pdf")
  }

  // MARK: bad input

  @Test func hostileNamesAreShownSafelyAndUsable() throws {
    let browser = try BrowserBench([])
    let long = String(repeating: "l", count: 251) + ".pdf"
    let names: [[UInt8]] =
      [
        "a\nnewline.pdf", "b\u{1b}[31m\u{1b}]0;evil\u{7}red.pdf", "c\u{7f}\u{9b}2J.pdf",
        "d \u{202e}fdp.evil.pdf", "e שלום עולם.pdf", "-f.pdf", "g 日本語.pdf", long,
      ].map { Array($0.utf8) } + [Array("h".utf8) + [0xFF, 0xFE, 0x80] + Array(".pdf".utf8)]
    let bytes = SmallDocument.bytes(pages: 2, lines: 2)
    for name in names {
      let path = (Array((browser.folder + "/").utf8) + name).map { CChar(bitPattern: $0) } + [0]
      let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
      try #require(descriptor >= 0)
      _ = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      close(descriptor)
    }
    let session = try browser.browse(until: "e ")
    try session.wait(for: "all nine") { $0.listed.count == 9 }
    for scalar in session.text.unicodeScalars {
      #expect(scalar.value >= 0x20 && scalar.value != 0x7F || scalar == "\n")
    }
    // Each is looked at, opened and left again.
    for _ in 0..<9 {
      try session.type("\r").wait(status: "p. 1/2")
      try session.type("q").wait(for: "the list") { $0.status.contains(" of 9") }
      session.type("j")
    }
    // And copied, with its bytes.
    try session.type("ga").wait(status: "9 chosen")
    try session.type("y").wait(status: "to be copied")
    try session.type("N").wait(status: "New folder")
    try session.type("sub\r").wait(cursor: "sub/")
    try session.type("\r").wait(screen: "is empty")
    try session.type("p").wait(for: "all nine") { $0.listed.count == 9 }
    #expect(browser.bytesOfNames(in: "sub") == Set(names))
  }

  @Test(.enabled(if: getuid() != 0, "root may read every folder"))
  func anUnreadableFolderIsReported() throws {
    let browser = try BrowserBench(["locked/a.pdf", "b.pdf"])
    #expect(chmod(browser.path("locked"), 0) == 0)
    defer { chmod(browser.path("locked"), 0o700) }
    let session = try browser.browse(until: "b.pdf")
    try session.type("\r").wait(screen: "ermission")
    try session.type("h").wait(cursor: "locked/")
  }

  @Test func cyclicLinksAndPipesDoNotHang() throws {
    let browser = try BrowserBench(["sub/", "a.pdf"])
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: browser.path("loop1.pdf"), withDestinationPath: "loop2.pdf")
    try files.createSymbolicLink(
      atPath: browser.path("loop2.pdf"), withDestinationPath: "loop1.pdf")
    try files.createSymbolicLink(atPath: browser.path("sub/up"), withDestinationPath: "..")
    try files.createSymbolicLink(
      atPath: browser.path("nowhere.pdf"), withDestinationPath: "/nowhere/at all")
    #expect(mkfifo(browser.path("pipe.pdf"), 0o600) == 0)
    let session = try browser.browse(until: "a.pdf")
    // By then the library knows it at this path.
    try session.wait(for: "the document's pages") { screen in
      screen.contains { $0.contains("a.pdf") && $0.contains(" 3  ") }
    }
    try session.type("za").wait(row: "pipe.pdf")
    for name in ["loop1.pdf", "nowhere.pdf"] {
      try session.type("f\(name)\r").wait(status: "broken link")
    }
    try session.type("fpipe\r").wait(status: "pipe or a device")
    // Down through the link that leads up, and up again by the way one came.
    try session.type("gg\r").wait(cursor: "up/")
    try session.type("\r").wait(row: "a.pdf")
    // The search below the folder comes to an end.
    try session.type("\u{10}a.pdf").wait(for: "both ways to the document") { screen in
      screen.holds("Go to a document")
        && screen.count { $0.contains("~/shelf") && $0.contains("  │") } >= 2
    }
    try session.type("\u{1b}").wait(for: "the panel gone") {
      $0.cursor.hasPrefix("sub/") && !$0.holds("╭")
    }
    try session.type("h").wait(cursor: "up")
  }

  @Test func aDamagedListOfRecentsIsKeptAndReported() throws {
    let browser = try BrowserBench(["a.pdf"])
    let data = browser.bench.folder + "/.local/share"
    try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
    let damage = Data("<?xml version=\"1.0\"?><xbel version=\"1.0\"><bookmark href=\"fi".utf8)
    try damage.write(to: URL(fileURLWithPath: data + "/recently-used.xbel"))
    let session = try browser.browse(until: "a.pdf")
    try session.type("\r").wait(screen: "is damaged and left")
    try session.type("qgr").wait(for: "Recents") { $0[0].contains("Recents") }
    #expect(try session.quit() == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: data + "/recently-used.xbel")) == damage)
  }

  @Test(arguments: ["keys.json5", "themes.json5", "actions.json5", "document-types.json5"])
  func aDamagedSettingsFileIsReportedAndKept(_ name: String) throws {
    let browser = try BrowserBench(["a.pdf"])
    let damage = "{ \"j\": \"scroll-down\",\n  broken"
    try browser.set(name, to: damage)
    let session = try browser.browse(until: "a.pdf")
    try session.wait(screen: name)
    try session.type("j\r").wait(status: "p. 1/3")
    try session.type("q").wait(cursor: "a.pdf")
    #expect(try session.quit() == 0)
    let file = browser.bench.folder + "/.config/recto/" + name
    #expect(try String(contentsOfFile: file, encoding: .utf8) == damage)
  }
}

extension BrowserBench {
  /// Whether what is kept on the disk has a name in it.
  func remembers(_ name: String) -> Bool {
    let folder = bench.folder + "/.local/share/recto"
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.contains { file in
      let data = (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + file))) ?? Data()
      return data.range(of: Data("\"\(name)\"".utf8)) != nil
    }
  }

  /// The names in a folder as the system has them.
  func bytesOfNames(in name: String) -> Set<[UInt8]> {
    guard let stream = opendir(path(name)) else { return [] }
    defer { closedir(stream) }
    var names: Set<[UInt8]> = []
    while let entry = readdir(stream) {
      let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if bytes.first != 0x2E { names.insert(bytes) }
    }
    return names
  }
}
