internal import CLinux
import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// No byte of a document, a name or a tag reaches the terminal as a control, whichever way it takes.
@Suite(.serialized) struct TerminalSafetyTests {
  /// A home whose documents, names and tags all say what would steer a terminal.
  private struct Home {
    let folder: String
    let pdf: String
    let markdown: String
    let broken: String

    init(in bench: borrowing Workbench) throws {
      folder = bench.folder + "/" + Steering.name(9)
      pdf = folder + "/" + Steering.name(1) + ".pdf"
      markdown = folder + "/" + Steering.name(2) + ".md"
      broken = folder + "/" + Steering.name(3) + ".pdf"
      try FileManager.default.createDirectory(
        atPath: folder + "/" + Steering.name(4), withIntermediateDirectories: true)
      try put(Steering.document(), pdf)
      try put(Steering.markdown, markdown)
      try put(Data("%PDF-1.7 broken".utf8), broken)
      try put(Steering.markdown, folder + "/" + Steering.name(5) + ".txt")
      // Bytes that are no UTF-8: a control of one byte among them.
      let odd = Array((folder + "/odd").utf8) + [0x9B, 0x39, 0x39, 0x37, 0x6D, 0xFF]
      let file = open(
        (odd + Array(".txt".utf8) + [0]).map { CChar(bitPattern: $0) }, O_WRONLY | O_CREAT, 0o600)
      close(file)
      let tags = Steering.name(6).replacing(",", with: "")
      for path in [pdf, markdown] {
        clinux_set_path_attribute(path, "user.xdg.tags", tags, tags.utf8.count)
      }
    }

    private func put(_ data: Data, _ path: String) throws {
      try data.write(to: URL(fileURLWithPath: path))
    }
  }

  private func faults(_ session: TerminalSession) -> [String] {
    TerminalStream(session.received, marks: Steering.marks).faults
  }

  /// Escape closes all panels; a letter sent right after it would combine to Alt.
  private func leave(_ session: TerminalSession) throws {
    session.type("\u{1b}")
    try session.wait(for: "the panel to go") { !$0.contains { $0.contains("╭") } }
  }

  @Test(arguments: [false, true]) func aDocumentSendsNoControlsToTheTerminal(
    _ hasPictures: Bool
  ) throws {
    let bench = try Workbench(pages: 2)
    let home = try Home(in: bench)
    let session = try TerminalSession(
      Workbench.recto, [home.pdf], environment: bench.environment, columns: 120, rows: 40,
      kitty: hasPictures ? KittyScreen() : nil)
    try session.wait(for: "the page") { $0.contains { $0.contains("looked for") } }
    // Each opens something that shows words of the document; Escape leaves it.
    for (keys, sign) in [
      ("o", "W"), ("i", "Author"), ("A", "W"), ("?", "Keys"), ("gb", "╭"), ("gm", "╭"), ("gh", "╭"),
    ] {
      session.type(keys)
      try session.wait(for: keys) { $0.contains { $0.contains(sign) } }
      session.type("jj")
      try leave(session)
    }
    session.type("/words\r")
    try session.wait(for: "a hit") { $0.last?.isEmpty == false }
    session.type("gn")
    try session.wait(for: "the list of hits") { $0.contains { $0.contains("looked for") } }
    try leave(session)
    session.type("F")
    try session.wait(for: "letters on links") { $0.joined().contains("a") }
    try leave(session)
    session.type("]a\r")
    try session.wait(for: "an annotation") { $0.contains { $0.contains("W") } }
    try leave(session)
    session.type("Jglgl")
    try leave(session)
    session.type(":open \(Steering.marks[1])\r")
    try session.wait(for: "a word about the file that is not there") {
      $0.joined().contains("EVIL")
    }
    try leave(session)
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
    #expect(faults(session) == [])
  }

  @Test func theBrowserSendsNoControlsToTheTerminal() throws {
    let bench = try Workbench(pages: 2)
    let home = try Home(in: bench)
    let session = try TerminalSession(
      Workbench.recto, [home.folder], environment: bench.environment, columns: 120, rows: 40)
    try session.wait(for: "the folder") { $0.contains { $0.contains("n1") } }
    for keys in [
      "I\u{1b}", "zt", "zpzp", "t\u{1b}", "i", "ztzgf", "i", "/n\r", "\u{1b}", "rx\u{1b}",
      ".\u{1b}", "\u{10}n\u{1b}",
    ] {
      session.type(keys)
    }
    session.type("gg")
    for _ in 0..<7 {
      session.type("j")
      session.type(" ")
      session.type("\u{1b}")
    }
    // Two files with such names are moved: the message contains their names.
    session.type("\u{1b}\u{1b}gg*n*\ry")
    session.type("D")
    // Quitting would ask what to do about unfinished copies.
    try session.wait(for: "the copies") { $0.contains { $0.contains("Duplicated") } }
    session.type("w\u{1b}")
    session.type("Sword")
    session.type("\r\u{1b}")
    // A key sent right after Escape is a different key: a panel may still be open, which takes the next.
    try leave(session)
    session.type("ZZ")
    session.type("ZZ")
    _ = try session.waitForEnd()
    #expect(session.received.count > 1_000)
    #expect(faults(session) == [])
  }

  /// The words after `recto`, for a document, or a folder of them.
  private static func commands(_ path: String, _ folder: String) -> [[String]] {
    [
      ["text", path], ["text", path, "--mode", "layout"], ["text", path, "--mode", "raw"],
      ["text", path, "--json"], ["info", path], ["info", path, "--json"], ["outline", path],
      ["outline", path, "--json"], ["links", path], ["links", path, "--json"],
      ["annotations", path], ["annotations", path, "--ids"], ["annotations", path, "--markdown"],
      ["annotations", path, "--org"], ["annotations", path, "--json"],
      ["annotations", path, "--csv"], ["preview", path], ["preview", path, "--color"],
      ["pages", path], ["search", "words", path], ["search", "words", folder, "--section"],
      ["search", "words", folder, "--json"], ["search", "-l", "words", folder], ["tag", path],
      ["tag", path, "--json"], ["tag", "--all"], ["recents"], ["recents", "--json"],
      ["thumbnail", path], ["index", folder], ["index", "--status"],
      ["index", "--status", "--json"],
      ["search", "words"], ["search", "-Q", "author:W words"], ["index", "--forget", folder],
      ["render", path, "--page", "99"], ["show", path, "--page", "99"], ["text", path + "x"],
      ["show", path, "--as", "half"], ["annotate", path, "--highlight", "words", "--note", "x"],
    ]
  }

  @Test func commandsSendNoControlsToATerminal() throws {
    let bench = try Workbench(pages: 2)
    let home = try Home(in: bench)
    for path in [home.pdf, home.markdown, home.broken] {
      for words in Self.commands(path, home.folder) {
        let session = try TerminalSession(
          Workbench.recto, words, environment: bench.environment, columns: 120, rows: 40)
        let end = try session.waitForEnd()
        #expect([.status(0), .status(1), .status(2)].contains(end), "\(words)")
        #expect(faults(session) == [], "\(words)")
      }
    }
  }

  /// Names that have each C0 and C1 control, as a character and as a byte, each turn of direction, and a few sequences among them; bytes.
  private static let names: [[UInt8]] = {
    let controls = Array(UInt8(1)..<0x20) + [0x7F]
    let upper = Array(UInt8(0x80)...0x9F).flatMap { [UInt8(0xC2), $0] }
    let turns =
      "\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{61C}"
    let sequence = Array("\u{1b}]0;EVIL\u{7}\u{1b}[997;9m".utf8)
    // A byte that is not UTF-8, and the character that represents it in paths.
    let byte = [UInt8(0x9B)] + Array("997;9m".utf8)
    let stand = Array("\u{10FF9B}997;9m".utf8)
    let all = [
      controls, upper, Array(UInt8(0x80)...0xFF), Array(turns.utf8), sequence, byte, stand,
    ]
    return all.map { Array("n".utf8) + $0 + Array(".pdf".utf8) }
  }()

  /// Makes documents of those names in a folder of the bench's; their paths as bytes.
  private func hostileNames(_ bench: borrowing Workbench) throws -> (folder: String, [[UInt8]]) {
    let folder = bench.folder + "/names"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let paths = Self.names.map { Array((folder + "/").utf8) + $0 }
    for path in paths {
      #expect(link(bench.document, path.map { CChar(bitPattern: $0) } + [0]) == 0)
    }
    return (folder, paths)
  }

  /// `recto` with words of which FILE is the path of the bytes; a shell, since arguments are text to Swift.
  private func shell(_ words: String, _ path: [UInt8]) -> [String] {
    let octal = path.map { "\\" + String($0, radix: 8) }.joined()
    // A line end at the end would be lost, and no name has one there.
    return ["-c", "cd \"$HOME\"; FILE=\"$(printf '\(octal)')\"; exec \(Workbench.recto) \(words)"]
  }

  @Test func fileNameArgumentsSendNoControls() throws {
    let bench = try Workbench(pages: 2)
    let (folder, paths) = try hostileNames(bench)
    let commands = [
      "search -l sentence \"$FILE\"", "search sentence \"$FILE\" '\(bench.document)'",
      "search -c sentence \"$FILE\" '\(bench.document)'", "render --force \"$FILE\"",
      "form --set nix=3 \"$FILE\"", "info --json \"$FILE\"", "thumbnail \"$FILE\"",
      "thumbnail --json \"$FILE\"", "text \"${FILE}x\"", "preview \"$FILE\"",
      "tag --add x \"$FILE\"",
      "pages \"$FILE\" --remove 99", "annotations \"$FILE\" --markdown",
      "--plain \"$FILE\" </dev/null", "--plain \"${FILE}x\"", "--reveal \"${FILE}x\"",
    ]
    func check(_ words: String, _ path: [UInt8]) throws {
      let session = try TerminalSession(
        "/bin/sh", shell("\(words)", path), environment: bench.environment, columns: 120, rows: 40)
      _ = try session.waitForEnd()
      #expect(session.received.count > 0 || words.hasPrefix("tag"), "\(words)")
      #expect(faults(session) == [], "\(words) \(path)")
    }
    for path in paths { for words in commands { try check(words, path) } }
    for words in [
      "search -l sentence '\(folder)'", "search sentence '\(folder)'", "index '\(folder)'",
      "search sentence", "recents", "tag --list \"$FILE\" '\(folder)'",
      "--plain '\(folder)' </dev/null",
    ] {
      try check(words, paths[0])
    }
  }

  @Test func namesAreWrittenToAPipeByteForByte() throws {
    let bench = try Workbench(pages: 2)
    let (folder, paths) = try hostileNames(bench)
    for path in paths {
      for words in ["search -l sentence \"$FILE\"", "search -l sentence '\(folder)'"] {
        let run = try BoundedRun("/bin/sh", shell(words, path), environment: bench.environment)
        #expect(run.output.range(of: Data(path + [0x0A])) != nil, "\(words) \(path)")
      }
      for words in ["info --json \"$FILE\"", "thumbnail --json \"$FILE\""] {
        let run = try BoundedRun("/bin/sh", shell(words, path), environment: bench.environment)
        #expect(String(validating: run.output, as: UTF8.self) != nil, "\(words) \(path)")
        let said = try JSONSerialization.jsonObject(with: run.output) as? [String: Any]
        #expect((said?["path"] as? String)?.hasSuffix(".pdf") == true, "\(words) \(path)")
      }
    }
  }

  /// To a pipe, a name goes as it is, and nothing else that a terminal would obey.
  @Test func commandsPassNoControlsToAPipe() throws {
    let bench = try Workbench(pages: 2)
    let home = try Home(in: bench)
    let folder = bench.folder + "/plain"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (from, name) in [(home.pdf, "a.pdf"), (home.markdown, "b.md")] {
      let path = folder + "/" + name
      try FileManager.default.copyItem(atPath: from, toPath: path)
      for words in Self.commands(path, folder) where words[0] != "thumbnail" {
        let answer = try bench.run(words)
        let text = answer.output + answer.errors
        let harmful = text.unicodeScalars.first {
          ($0.value < 0x20 && !"\n\u{c}\r\t".unicodeScalars.contains($0))
            || (0x7F..<0xA0).contains($0.value) || (0x202A...0x202E).contains($0.value)
            || (0x2066...0x2069).contains($0.value)
        }
        // Colours that were asked for are ours.
        if words.contains("--color") || words.contains("half") {
          #expect(TerminalStream(Array(text.utf8), marks: Steering.marks).faults == [], "\(words)")
        } else {
          #expect(harmful == nil, "\(words): \(text.debugDescription.prefix(400))")
        }
      }
    }
  }
}
