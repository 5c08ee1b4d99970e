import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// A folder of a test's own with a document in it, and the programs to try.
struct Workbench: ~Copyable {
  let folder: String
  let document: String

  init(pages: Int = 12) throws {
    folder = FileManager.default.temporaryDirectory.path + "/recto-e2e-\(UUID().uuidString)"
    document = folder + "/book.pdf"
    // Somebody who has settings is not shown round.
    try FileManager.default.createDirectory(
      atPath: folder + "/.config/recto", withIntermediateDirectories: true)
    try SmallDocument.bytes(pages: pages).write(to: URL(fileURLWithPath: document))
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  var environment: [String: String] {
    [
      "HOME": folder, "TERM": "xterm-256color", "LANG": "C.UTF-8",
      "PATH": "/usr/local/bin:/usr/bin:/bin",
    ].merging(Sanitizer.environment) { $1 }
  }

  static var recto: String { Programs.path("recto") }

  /// A program of some lines of shell; its path.
  ///
  /// A process of its own writes it: a child that another test starts just then would hold a file that we write, which nobody can run as long
  /// (ETXTBSY).
  func script(_ name: String, _ lines: String) throws -> String {
    let (text, program) = (folder + "/" + name + ".text", folder + "/" + name)
    try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: URL(fileURLWithPath: text))
    let made = try Self.run(
      ["-m", "700", text, program], program: "/usr/bin/install", environment: environment)
    guard made.status == 0 else { throw TerminalSession.Failure(made.errors) }
    return program
  }

  /// Writes a file into the folder and returns its path.
  func write(_ data: Data, _ name: String) throws -> String {
    let path = folder + "/" + name
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  func read(_ arguments: [String]) throws -> TerminalSession {
    try TerminalSession(Self.recto, arguments, environment: environment)
  }

  /// `place`: the folder it is run in; nil: the tests' own.
  func run(
    _ arguments: [String], in place: String? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    try Self.run(arguments, environment: environment, in: place)
  }

  static func run(
    _ arguments: [String], program: String = recto, environment: [String: String],
    in place: String? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.environment = environment
    if let place { process.currentDirectoryURL = URL(fileURLWithPath: place) }
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let words = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: text, as: UTF8.self),
      String(decoding: words, as: UTF8.self)
    )
  }
}

@Suite(.serialized) struct ReaderTests {
  @Test func thePlaceIsKept() throws {
    let bench = try Workbench()
    let first = try bench.read([bench.document])
    try first.wait(for: "the first page") {
      $0.contains { $0.contains("sentence 1 stands on page 1.") }
    }
    first.type("J")
    try first.wait(for: "the second page") { $0[0].contains("page 2") }
    first.type("o")
    try first.wait(for: "the outline") { $0.contains { $0.contains("Chapter 7") } }
    first.type("/seven\u{7f}\u{7f}\u{7f}\u{7f}\u{7f}7\r")
    try first.wait(for: "chapter 7") { $0[0].contains("page 7") && !$0[0].contains("Outline") }
    first.type("q")
    #expect(try first.waitForExit() == 0)

    let second = try bench.read([])
    try second.wait(for: "the place of yesterday") { $0[0].contains("page 7") }
    second.type("\u{f}")
    try second.wait(for: "the place before the jump") { $0[0].contains("page 2") }
    second.type("q")
    #expect(try second.waitForExit() == 0)
  }

  @Test func aReplacedDocumentOpensAtItsStart() throws {
    let bench = try Workbench()
    let own = try Data(contentsOf: URL(fileURLWithPath: bench.document))
    func read(_ expected: String, _ keys: String...) throws {
      let session = try bench.read([bench.document])
      try session.wait(for: expected) { $0[0].contains(expected) }
      session.type(keys.joined())
      if !keys.isEmpty {
        try session.wait(for: "page 7") { $0[0].contains("page 7") }
        try session.wait(for: "what its text is known by") { _ in
          ["library.db", "library.db-wal"].contains { name in
            let path = bench.folder + "/.local/share/recto/" + name
            return (try? Data(contentsOf: URL(fileURLWithPath: path)))?
              .range(of: Data("\"runs\":[".utf8)) != nil
          }
        }
      }
      session.type("q")
      #expect(try session.waitForExit() == 0)
    }
    try read("page 1", "7G")
    var other = PagedPDF()
    for page in 1...12 {
      other.addPage("page \(page)" + String(repeating: " of ships, sails and the sea", count: 9))
    }
    _ = try bench.write(other.file(), "book.pdf")
    try read("page 1")
    _ = try bench.write(own, "book.pdf")
    try read("page 7")
  }

  @Test func aKilledWorkerIsReplaced() throws {
    let bench = try Workbench(pages: 60)
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    for worker in Processes.children(of: session.pid) { kill(worker, SIGKILL) }
    session.type("40G")
    try session.wait(for: "a page not read before") { $0[0].contains("page 40") }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  /// Also before the first key.
  @Test func aKilledReadersSessionContinues() throws {
    let bench = try Workbench(pages: 3)
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    // Longer than it takes until the session is stored.
    usleep(3_000_000)
    kill(session.pid, SIGKILL)
    try session.waitForSignal(SIGKILL)
    let again = try bench.read([])
    try again.wait(for: "the document") { $0.contains { $0.contains("page 1.") } }
    again.type("q")
    #expect(try again.waitForExit() == 0)
  }

  @Test func aKilledReaderKeepsThePlace() throws {
    let bench = try Workbench()
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    session.type("5G")
    try session.wait(for: "page 5") { $0[0].contains("page 5") }
    session.type("ma")
    try session.wait(for: "the mark") { $0.last?.contains("Mark a") == true }
    session.type("7G")
    // Kept a moment after a key: with the place the mark is.
    var isKept = false
    for _ in 0..<600 where !isKept {
      isKept = try bench.run(["recents", "--json"]).output.contains("\"page\":7")
      if !isKept { usleep(20_000) }
    }
    #expect(isKept)
    kill(session.pid, SIGKILL)
    let again = try bench.read([bench.document])
    try again.wait(for: "page 7 again") { $0[0].contains("page 7") }
    again.type("gg'a")
    try again.wait(for: "the mark's place") { $0[0].contains("page 5") }
  }

  @Test func theLastDocumentIsFollowedOrReportedMissing() throws {
    let bench = try Workbench()
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    session.type("5G")
    try session.wait(for: "page 5") { $0[0].contains("page 5") }
    session.type("q")
    #expect(try session.waitForExit() == 0)
    // Under another name it comes back, at its place.
    let moved = bench.folder + "/moved.pdf"
    #expect(rename(bench.document, moved) == 0)
    let second = try bench.read([])
    try second.wait(for: "page 5 again") { $0[0].contains("page 5") }
    second.type("q")
    #expect(try second.waitForExit() == 0)
    // Where there is none any more, the browser says so.
    #expect(unlink(moved) == 0)
    let third = try bench.read([])
    try third.wait(for: "the browser's word") { screen in
      screen.suffix(2).joined(separator: " ").contains("moved.pdf was open last")
    }
    third.type("q")
    #expect(try third.waitForExit() == 0)
  }

  @Test func aRebuiltFileIsReloaded() throws {
    let bench = try Workbench()
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    session.type("3G")
    try session.wait(for: "page 3") { $0[0].contains("page 3") }
    let other = try bench.write(SmallDocument.bytes(pages: 30), "other.pdf")
    #expect(rename(other, bench.document) == 0)
    try session.wait(for: "the new version") { $0.last?.contains("reloaded") == true }
    session.type("G")
    try session.wait(for: "its last page") { $0.contains { $0.contains("page 30.") } }
  }

  @Test(arguments: [SIGTERM, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM])
  func signalsRestoreTheTerminal(_ number: Int32) throws {
    let bench = try Workbench()
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    kill(session.pid, number)
    // It ends of the signal itself, after all is in order.
    try session.waitForSignal(number)
    #expect(!session.text.contains("sentence"))
  }

  @Test(arguments: ["vt100", "linux", "xterm-256color"])
  func laterOutputDoesNotOverwriteTheStatusLine(_ terminal: String) throws {
    let bench = try Workbench()
    var environment = bench.environment
    environment["TERM"] = terminal
    let session = try TerminalSession(
      "/bin/sh", ["-c", "'\(Workbench.recto)' '\(bench.document)'; echo behind it"],
      environment: environment)
    try session.wait(for: "the first page") { $0.last?.contains("p. 1") == true }
    session.type("q")
    try session.wait(for: "the next program") { $0.contains { $0.hasPrefix("behind it") } }
    #expect(try session.waitForExit() == 0)
    #expect(session.text.contains("behind it\n") || session.text.hasSuffix("behind it"))
    #expect(!session.text.contains("p. 1"))
  }

}

@Suite struct CommandLineTests {
  @Test func textEndsPagesWithFormFeeds() throws {
    let bench = try Workbench()
    let result = try bench.run(["text", bench.document, "--pages", "2-3,5"])
    #expect(result.status == 0)
    let pages = result.output.split(separator: "\u{c}", omittingEmptySubsequences: false)
    #expect(pages.count == 4)
    // Its first lines are alike on all pages, as running heads are: one further down is looked for.
    #expect(pages[0].contains("sentence 5 stands on page 2."))
    #expect(pages[2].contains("page 5"))
  }

  @Test func outlineIsJSON() throws {
    let bench = try Workbench(pages: 3)
    let result = try bench.run(["outline", bench.document, "--json"])
    let items = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [[String: Any]]
    #expect(items?.count == 3)
    #expect(items?[1]["title"] as? String == "Chapter 2")
    #expect(items?[1]["page"] as? Int == 2)
  }

  @Test func badInputIsReported() throws {
    let bench = try Workbench()
    let cases: [(Data?, String)] = [
      (nil, "there is no such file"), (Data(), "is empty"),
      (Data([1, 2, 3, 0, 5, 0, 7, 8, 9]), "unsupported file type"),
      (Data("%PDF-1.4\nnothing".utf8), "is damaged"),
    ]
    for (index, (data, words)) in cases.enumerated() {
      let path = bench.folder + "/\(index).pdf"
      if let data { try data.write(to: URL(fileURLWithPath: path)) }
      let result = try bench.run(["text", path])
      #expect(result.status == 2)
      #expect(result.errors.contains(words) && result.errors.contains("\(index).pdf"))
      #expect(result.output.isEmpty)
    }
    #expect(try bench.run(["text", bench.folder]).errors.contains("is a folder"))
  }

  @Test(arguments: ["text", "info", "info --json", "search page"])
  func aFullDiskIsAnErrorAndAClosedPipeIsNot(_ command: String) throws {
    let bench = try Workbench()
    func status(_ redirection: String) throws -> Int32 {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", "'\(Workbench.recto)' \(command) '\(bench.document)' 2>/dev/null \(redirection)",
      ]
      process.environment = bench.environment
      try process.run()
      process.waitUntilExit()
      return process.terminationStatus
    }
    #expect(try status(">/dev/full") == 2)
    #expect(try status("| true") == 0)
  }

  @Test func headLikeWordsAreKeptOnBarePages() throws {
    let bench = try Workbench(pages: 1)
    let pages = ["Potato 0", "Potato 1", "Potato 2"]
    var objects = [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[4 0 R 6 0 R 8 0 R]/Count 3>>",
    ]
    objects.append("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
    for (index, word) in pages.enumerated() {
      let stream = "BT /F 12 Tf 72 720 Td (\(word)) Tj ET"
      objects.append(
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents \(5 + 2 * index) 0 R/Resources<</Font<</F 3 0 R>>>>>>"
      )
      objects.append("<</Length \(stream.utf8.count)>>stream\n\(stream)\nendstream")
    }
    objects.append("<</Title(Potatoes)>>")
    try SmallDocument.assembled(objects).write(to: URL(fileURLWithPath: bench.document))
    let text = try bench.run(["text", bench.document]).output
    #expect(pages.allSatisfy { text.contains($0) })
  }

  @Test func anUnopenableDocumentEndsWithAMessage() throws {
    let bench = try Workbench()
    try Data("%PDF-1.4 nothing".utf8).write(to: URL(fileURLWithPath: bench.document))
    let session = try bench.read([bench.document])
    #expect(try session.waitForExit() == 2)
    #expect(session.text.contains("is damaged"))
  }

  @Test func theManualPageIsUpToDate() throws {
    let page =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path + "/Resources/recto.1"
    let bench = try Workbench()
    #expect(
      try bench.run(["--manual"]).output == String(contentsOfFile: page, encoding: .utf8),
      "recto --manual > Resources/recto.1 makes it again")
  }

  @Test func theSandboxIsComplete() throws {
    let bench = try Workbench()
    #expect(try bench.run(["doctor"]).output.contains("sandbox     complete"))
  }
}
