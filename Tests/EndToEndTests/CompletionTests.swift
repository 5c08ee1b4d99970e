import PseudoTerminal
import Foundation
import TestSupport
import Testing

/// The words shells complete, asked of the shells themselves.
@Suite struct CompletionTests {
  /// A folder with documents and other things, and the three scripts.
  private final class Desk {
    let bench: Workbench

    init() throws {
      bench = try Workbench(pages: 1)
      for name in ["notes.md", "a paper.pdf", "photo.xcf", "README"] {
        _ = FileManager.default.createFile(atPath: bench.folder + "/" + name, contents: Data())
      }
      try FileManager.default.createDirectory(
        atPath: bench.folder + "/papers", withIntermediateDirectories: true)
      for shell in ["bash", "zsh", "fish"] {
        let script = try bench.run(["--completion", shell])
        try #require(script.status == 0)
        try Data(script.output.utf8).write(
          to: URL(fileURLWithPath: bench.folder + "/.recto." + shell))
      }
    }

    func run(_ program: String, _ arguments: [String]) throws -> [String] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: program)
      process.arguments = arguments
      process.environment = bench.environment
      process.currentDirectoryURL = URL(fileURLWithPath: bench.folder)
      let output = Pipe()
      process.standardOutput = output
      process.standardInput = FileHandle.nullDevice
      try process.run()
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The completions bash offers for the last of these words.
    func bash(_ words: String...) throws -> [String] {
      let line = words.map { "'\($0)'" }.joined(separator: " ")
      return try run(
        "/bin/bash",
        [
          "--norc", "-c",
          ". ./.recto.bash; COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1); _recto; printf '%s\\n' \"${COMPREPLY[@]}\"",
        ])
    }

    func fish(_ line: String) throws -> [String] {
      try run(
        "/usr/bin/fish", ["--no-config", "-c", "source ./.recto.fish; complete -C '\(line)'"]
      )
      .map { $0.split(separator: "\t").first.map(String.init) ?? "" }
    }
  }

  private static func isThere(_ shell: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/" + shell)
  }

  @Test func bashCompletesSubcommandsOptionsValuesAndDocuments() throws {
    let desk = try Desk()
    #expect(try desk.bash("recto", "rec") == ["recents"])
    #expect(try desk.bash("recto", "--comp") == ["--completion"])
    #expect(try desk.bash("recto", "--completion", "") == ["bash", "zsh", "fish"])
    #expect(try desk.bash("recto", "text", "--mo") == ["--mode"])
    #expect(try desk.bash("recto", "help", "sea") == ["search"])
    #expect(try desk.bash("recto", "guide", "tro") == ["troubleshooting"])
    #expect(try desk.bash("recto", "text", "--mode", "la") == ["layout"])
    // As bash parts `--mode=r`.
    #expect(try desk.bash("recto", "text", "--mode", "=", "r") == ["reflow", "raw"])
    #expect(try desk.bash("recto", "text", "--mode", "=") == ["reflow", "layout", "raw"])
    #expect(try desk.bash("recto", "text", "--pages", "") == [])
    let documents = try desk.bash("recto", "text", "")
    #expect(Set(documents) == ["papers", "notes.md", "a paper.pdf", "book.pdf", "README"])
    #expect(try desk.bash("recto", "a").contains("a paper.pdf"))
    // Where Recto opens nothing that begins so, any file is offered.
    #expect(try desk.bash("recto", "text", "pho") == ["photo.xcf"])
    #expect(try desk.bash("recto", "index", "pa") == ["papers"])
    #expect(try desk.bash("recto", "text", "--", "--mo") == [])
    #expect(try desk.bash("recto", "annotate", "x.pdf", "--high") == ["--highlight"])
    #expect(try desk.bash("recto", "text", "--requ") == ["--require-sandbox"])
  }

  @Test func bashCompletesEverySubcommand() throws {
    let desk = try Desk()
    let help = try desk.bench.run(["--help"]).output
    let offered = Set(try desk.bash("recto", ""))
    let named = help.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("  recto ") else { return nil }
      let word = line.dropFirst(8).prefix { $0.isLetter }
      return word.isEmpty || word.first?.isUppercase == true ? nil : String(word)
    }
    #expect(named.count > 12)
    for name in named { #expect(offered.contains(name), "\(name)") }
  }

  @Test(.enabled(if: isThere("fish"), "fish is not installed"))
  func fishCompletesSubcommandsOptionsValuesAndDocuments() throws {
    let desk = try Desk()
    #expect(try desk.fish("recto rec").contains("recents"))
    #expect(try desk.fish("recto text --mode ") == ["layout", "raw", "reflow"])
    #expect(try desk.fish("recto text --mod").contains("--mode"))
    #expect(try desk.fish("recto guide tro") == ["troubleshooting"])
    let documents = Set(try desk.fish("recto text "))
    #expect(documents.isSuperset(of: ["papers/", "notes.md", "book.pdf", "a paper.pdf"]))
    #expect(!documents.contains("photo.xcf"))
    #expect(try desk.fish("recto text pho") == ["photo.xcf"])
    #expect(Set(try desk.fish("recto index ")) == ["papers/"])
  }

  @Test(.enabled(if: isThere("zsh"), "zsh is not installed"))
  func zshCompletesInteractively() throws {
    let desk = try Desk()
    let session = try TerminalSession(
      "/usr/bin/zsh", ["-f", "-i"], environment: desk.bench.environment)
    session.type("cd ~; PS1='ready> '; autoload -Uz compinit; compinit -u -D; . ~/.recto.zsh\r")
    try session.wait(for: "the prompt") { $0.contains { $0.hasPrefix("ready>") } }
    session.type("recto rec\t")
    try session.wait(for: "the subcommand") { $0.contains { $0.contains("recto recents") } }
    session.type("\u{15}recto text --mode=lay\t")
    try session.wait(for: "the value") { $0.contains { $0.contains("--mode=layout") } }
    session.type("\u{15}recto text not\t")
    try session.wait(for: "the document") { $0.contains { $0.contains("text notes.md") } }
    session.type("\u{15}recto text --passw\t")
    try session.wait(for: "the option") { $0.contains { $0.contains("--password-file") } }
    session.type("\u{15}exit\r")
    _ = try session.waitForEnd()
  }
}
