import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// Remote control of the running program, by its command line and by its socket.
@Suite(.serialized) struct RemoteControlTests {
  /// The folder of the sockets is the bench's own, and short enough for a socket's path.
  private func environment(_ bench: borrowing Workbench) throws -> [String: String] {
    let folder = "/tmp/rr-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var environment = bench.environment
    environment["XDG_RUNTIME_DIR"] = folder
    return environment
  }

  private func read(
    _ arguments: [String], _ environment: [String: String]
  ) throws -> TerminalSession {
    let session = try TerminalSession(Workbench.recto, arguments, environment: environment)
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    return session
  }

  private func recto(
    _ arguments: [String], _ environment: [String: String]
  ) throws -> (status: Int32, output: String, errors: String) {
    try Workbench.run(arguments, environment: environment)
  }

  @Test func remoteCommandsAndQueriesWork() throws {
    let bench = try Workbench()
    let environment = try environment(bench)
    defer { try? FileManager.default.removeItem(atPath: environment["XDG_RUNTIME_DIR"] ?? "") }
    #expect(
      try recto(["--remote", "next-page"], environment).errors.contains("no Recto is running"))
    let session = try read(["--server", "one", bench.document], environment)
    #expect(try recto(["--remote", "first-page", "7"], environment).status == 0)
    try session.wait(for: "the seventh page") { $0[0].contains("page 7") }
    let page = try recto(["--server", "one", "--remote-expr", "page"], environment).output
    #expect(page == "{\"label\":\"7\",\"page\":7}\n")
    let negative = try recto(["--remote", "first-page", "--", "-3"], environment)
    #expect(negative.status == 2 && negative.errors.contains("takes a count from 1"))
    let refused = try recto(["--remote", "run-command", "touch /tmp/x"], environment)
    #expect(refused.status == 2 && refused.errors.contains("no request may do"))
    let shell = try recto(["--remote", "shell", "ls"], environment)
    #expect(shell.status == 2 && shell.errors.contains("shell takes no argument"), "\(shell)")
    #expect(try recto(["--server", "two", "--remote", "quit"], environment).status == 2)
    // A second Recto cannot take the same name, and says so.
    let other = try TerminalSession(
      Workbench.recto, ["--server", "one", bench.document], environment: environment)
    try other.wait(for: "the message") {
      $0.contains { $0.contains("another Recto has this name") }
    }
    #expect(
      try recto(["--remote", "next-page"], environment).errors.contains("several are running"))
    other.type("q")
    #expect(try other.waitForExit() == 0)
    #expect(try recto(["--remote", "quit"], environment).status == 0)
    #expect(try session.waitForExit() == 0)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: (environment["XDG_RUNTIME_DIR"] ?? "") + "/recto")
    #expect(left.isEmpty)
  }

  @Test func malformedSocketInputIsHarmless() throws {
    let bench = try Workbench()
    let environment = try environment(bench)
    let folder = (environment["XDG_RUNTIME_DIR"] ?? "") + "/recto"
    defer { try? FileManager.default.removeItem(atPath: environment["XDG_RUNTIME_DIR"] ?? "") }
    // The socket of a program that is gone.
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    close(Self.connect(folder + "/one.sock", listening: true))
    // Another's terminal was killed; its socket goes with the next Recto, whatever that is called.
    close(Self.connect(folder + "/gone.sock", listening: true))
    #expect(FileManager.default.fileExists(atPath: folder + "/gone.sock"))
    let session = try read(["--server", "one", bench.document], environment)
    let path = folder + "/one.sock"
    #expect(!FileManager.default.fileExists(atPath: folder + "/gone.sock"))
    // Garbage is answered with an error, and the connection goes on.
    let garbage = Self.connect(path)
    #expect(Self.send(garbage, "{nonsense\n{\"id\":1,\"get\":[\"page\"]}\n"))
    let answers = Self.lines(garbage, 2)
    #expect(answers.first?.contains("\"error\"") == true)
    #expect(answers.last?.contains("\"id\":1,\"result\"") == true, "\(answers)")
    // A line without an end is refused.
    let long = Self.connect(path)
    #expect(Self.send(long, String(repeating: "x", count: 100_000)))
    #expect(Self.lines(long, 1).first?.contains("longer than") == true)
    // One that asks and never reads.
    let deaf = Self.connect(path)
    let question = String(repeating: "{\"get\":[\"commands\"]}\n", count: 2_000)
    _ = Self.send(deaf, question)
    session.type("J")
    try session.wait(for: "the second page") { $0[0].contains("page 2") }
    #expect(try recto(["--remote", "next-page"], environment).status == 0)
    try session.wait(for: "the third page") { $0[0].contains("page 3") }
    for socket in [garbage, long, deaf] { close(socket) }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }

  @Test func forwardAndInverseSyncWork() throws {
    let bench = try Workbench()
    let environment = try environment(bench)
    defer { try? FileManager.default.removeItem(atPath: environment["XDG_RUNTIME_DIR"] ?? "") }
    let source = try bench.write(Data("\\documentclass{book}\n".utf8), "book.tex")
    let boxes = (1...12).map { page in
      """
      {\(page)
      [1,99:0,700:600,700,100
      (1,\(page * 10):50,130:400,130,600
      g1,\(page * 10):60,130
      )
      ]
      }\(page)

      """
    }.joined()
    let text =
      "SyncTeX Version:1\nInput:1:\(source)\nOutput:pdf\nMagnification:1000\nUnit:65782\n"
      + "X Offset:0\nY Offset:0\nContent:\n" + boxes + "Postamble:\n"
    _ = try bench.write(Data(text.utf8), "book.synctex")
    let editor = try bench.script("ed", "echo \"$@\" > \(bench.folder)/edited")
    _ = try bench.write(
      Data("{ synctexEditor: \"\(editor) +%{line} %{input}\" }".utf8),
      ".config/recto/settings.json5")
    let session = try read([bench.document], environment)
    let forward = ["--synctex-forward", "50:1:\(source)", bench.document]
    let shown = try recto(forward, environment)
    #expect(shown.status == 0, "\(shown.errors)")
    try session.wait(for: "the fifth page") { $0[0].contains("page 5") }
    session.type("vge")
    let path = bench.folder + "/edited"
    try session.wait(for: "the editor") { _ in FileManager.default.fileExists(atPath: path) }
    try session.wait(for: "the line") { _ in
      (try? String(contentsOfFile: path, encoding: .utf8))?.hasPrefix("+50 /") == true
    }
    let unknown = try recto(["--synctex-forward", "5:1:/no/such.tex", bench.document], environment)
    #expect(unknown.status == 2 && unknown.errors.contains("knows no"), "\(unknown.errors)")
    _ = try bench.write(Data("no SyncTeX".utf8), "book.synctex")
    let damaged = try recto(forward, environment)
    #expect(damaged.status == 2 && damaged.errors.contains("damaged"), "\(damaged.errors)")
    session.type("q")
    #expect(try session.waitForExit() == 0)
    // Editors call it without a terminal.
    let nobody = try recto(forward, environment)
    #expect(nobody.status == 2 && nobody.errors.contains("no Recto has"), "\(nobody.errors)")
  }

  private static func connect(_ path: String, listening: Bool = false) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    _ = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        listening
          ? bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
          : Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    return descriptor
  }

  /// Sends what is taken at once; false if nothing is.
  private static func send(_ descriptor: Int32, _ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return Glibc.send(
      descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) > 0
  }

  /// Waits for so many lines.
  private static func lines(_ descriptor: Int32, _ count: Int) -> [String] {
    var text: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 4_096)
    while text.count(where: { $0 == 0x0A }) < count {
      let got = recv(descriptor, &bytes, bytes.count, 0)
      guard got > 0 else { break }
      text += bytes[..<got]
    }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
