import PseudoTerminal
import Foundation
import TestSupport
import Testing

/// The words shells complete, asked of the shells themselves.
@Suite struct CompletionTests {
  /// A folder with documents and other things, and the three scripts.
  private final class CompletionBench {
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
    let home = try CompletionBench()
    #expect(try home.bash("recto", "rec") == ["recents"])
    #expect(try home.bash("recto", "--comp") == ["--completion"])
    #expect(try home.bash("recto", "--completion", "") == ["bash", "zsh", "fish"])
    #expect(try home.bash("recto", "text", "--mo") == ["--mode"])
    #expect(try home.bash("recto", "help", "sea") == ["search"])
    #expect(try home.bash("recto", "guide", "tro") == ["troubleshooting"])
    #expect(try home.bash("recto", "text", "--mode", "la") == ["layout"])
    // As bash parts `--mode=r`.
    #expect(try home.bash("recto", "text", "--mode", "=", "r") == ["reflow", "raw"])
    #expect(try home.bash("recto", "text", "--mode", "=") == ["reflow", "layout", "raw"])
    #expect(try home.bash("recto", "text", "--pages", "") == [])
    let documents = try home.bash("recto", "text", "")
    #expect(Set(documents) == ["papers", "notes.md", "a paper.pdf", "book.pdf", "README"])
    #expect(try home.bash("recto", "a").contains("a paper.pdf"))
    // Where Recto opens nothing that begins so, any file is offered.
    #expect(try home.bash("recto", "text", "pho") == ["photo.xcf"])
    #expect(try home.bash("recto", "index", "pa") == ["papers"])
    #expect(try home.bash("recto", "text", "--", "--mo") == [])
    #expect(try home.bash("recto", "annotate", "x.pdf", "--high") == ["--highlight"])
    #expect(try home.bash("recto", "text", "--requ") == ["--require-sandbox"])
  }

  @Test func bashCompletesEverySubcommand() throws {
    let home = try CompletionBench()
    let help = try home.bench.run(["--help"]).output
    let offered = Set(try home.bash("recto", ""))
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
    let home = try CompletionBench()
    #expect(try home.fish("recto rec").contains("recents"))
    #expect(try home.fish("recto text --mode ") == ["layout", "raw", "reflow"])
    #expect(try home.fish("recto text --mod").contains("--mode"))
    #expect(try home.fish("recto guide tro") == ["troubleshooting"])
    let documents = Set(try home.fish("recto text "))
    #expect(documents.isSuperset(of: ["papers/", "notes.md", "book.pdf", "a paper.pdf"]))
    #expect(!documents.contains("photo.xcf"))
    #expect(try home.fish("recto text pho") == ["photo.xcf"])
    #expect(Set(try home.fish("recto index ")) == ["papers/"])
  }

  @Test(.enabled(if: isThere("zsh"), "zsh is not installed"))
  func zshCompletesInteractively() throws {
    let home = try CompletionBench()
    let session = try TerminalSession(
      "/usr/bin/zsh", ["-f", "-i"], environment: home.bench.environment)
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
