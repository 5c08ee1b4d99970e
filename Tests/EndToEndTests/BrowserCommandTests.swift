import Foundation
import PseudoTerminal
import TestSupport
import Testing

/// `recto --choose`, `--reveal` and `--print-defaults`, in a terminal and in a pipe.
@Suite struct BrowserCommandTests {
  /// A shell's script in a terminal; `$RECTO` is the program.
  private func shell(_ bench: borrowing Workbench, _ script: String) throws -> TerminalSession {
    var environment = bench.environment
    environment["RECTO"] = Workbench.recto
    return try TerminalSession(
      "/bin/sh", ["-c", "cd \"$HOME\"; " + script], environment: environment)
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func aShellReadsThePickersChoice() throws {
    let bench = try Workbench(pages: 1)
    let session = try shell(bench, "x=$(\"$RECTO\" --choose); printf 'picked <%s> %s' \"$x\" $?")
    try session.wait(for: "the list") { $0.contains { $0.contains("book.pdf") } }
    try session.wait(for: "what to do") { $0[0].contains("Enter picks, q cancels") }
    session.type("\r")
    try session.wait(for: "what was picked") {
      $0.joined().contains("picked <\(bench.document)> 0")
    }
    #expect(try session.waitForExit() == 0)
  }

  @Test func aCancelledPickerFailsAndLeavesNoTrace() throws {
    let bench = try Workbench(pages: 1)
    let session = try shell(bench, "x=$(\"$RECTO\" --choose); printf 'picked <%s> %s' \"$x\" $?")
    try session.wait(for: "the list") { $0.contains { $0.contains("book.pdf") } }
    session.type("zsq")
    try session.wait(for: "the end") { $0.joined().contains("picked <> 1") }
    #expect(try session.waitForExit() == 0)
    // The next run starts fresh: with the sidebar, and in the current folder.
    let next = try shell(bench, "mkdir sub; cd sub; exec \"$RECTO\"")
    try next.wait(for: "the empty folder") { $0[0].contains("sub") }
    try next.wait(for: "the sidebar") { $0.contains { $0.contains("Recents") } }
    next.type("ZZ")
    #expect(try next.waitForExit() == 0)
  }

  @Test func severalFilesArePickedWithRedirectedInput() throws {
    let bench = try Workbench(pages: 1)
    try FileManager.default.copyItem(
      atPath: bench.document, toPath: bench.folder + "/two\nlines.pdf")
    let out = bench.folder + "/out"
    let session = try shell(
      bench, "echo x | \"$RECTO\" --choose --multiple -0 . > out; echo ended $?")
    try session.wait(for: "the list") { $0.contains { $0.contains("book.pdf") } }
    session.type("ga")
    try session.wait(for: "the choice") { $0.joined().contains("2 chosen") }
    session.type("o")
    try session.wait(for: "the end") { $0.joined().contains("ended 0") }
    #expect(text(out) == "\(bench.document)\0\(bench.folder)/two\nlines.pdf\0")
  }

  @Test func withoutATerminalThePickerExplainsItsNeed() throws {
    let bench = try Workbench(pages: 1)
    let session = try shell(
      bench, "setsid -w \"$RECTO\" --choose </dev/null >/dev/null 2>err; echo ended $?")
    try session.wait(for: "the end") { $0.joined().contains("ended 2") }
    #expect(text(bench.folder + "/err")?.contains("the picker needs a terminal") == true)
  }

  @Test func hiddenFilesCanBeRevealed() throws {
    let bench = try Workbench(pages: 1)
    try FileManager.default.createDirectory(
      atPath: bench.folder + "/sub", withIntermediateDirectories: true)
    for name in ["aaa.bin", ".zzz.bin"] {
      try Data([0]).write(to: URL(fileURLWithPath: bench.folder + "/sub/" + name))
    }
    let session = try bench.read(["--reveal", bench.folder + "/sub/.zzz.bin"])
    try session.wait(for: "the file") { lines in
      lines[0].contains("sub") && lines.contains { $0.contains(".zzz.bin") }
    }
    session.type("I")
    try session.wait(for: "what it is") {
      $0.contains { $0.contains("Name") && $0.contains(" .zzz.bin") }
    }
    session.type("qZZ")
    #expect(try session.waitForExit() == 0)
  }

  @Test func mistakesInTheSettingsAreAllListed() throws {
    let bench = try Workbench(pages: 1)
    let settings = bench.folder + "/.config/recto"
    try FileManager.default.createDirectory(
      atPath: settings, withIntermediateDirectories: true)
    let files = [
      "keys.json5": "{ \"j\": \"no-such\" }", "themes.json5": "{ a: 1 }",
      "settings.json5": "{\n them: 1 }", "actions.json5": "{}",
    ]
    for (name, text) in files {
      try Data(text.utf8).write(to: URL(fileURLWithPath: settings + "/" + name))
    }
    let session = try bench.read([bench.folder])
    try session.wait(for: "the sentence") { $0.joined().contains("(3 more, :errors lists them)") }
    session.type(":errors\r")
    try session.wait(for: "the mistakes") { lines in
      let text = lines.joined().filter { $0 != " " }
      return ["no-such", "themeis{", "line2:“them”", "expected["].allSatisfy { text.contains($0) }
    }
    session.type("qZZ")
    #expect(try session.waitForExit() == 0)
    // Users who never see the screen get the message as well.
    let doctor = try bench.run(["doctor"])
    #expect(doctor.status == 1, "\(doctor)")
    #expect(doctor.output.components(separatedBy: "\nmistake     ").count == 5, "\(doctor.output)")
    let json = try bench.run(["doctor", "--json"]).output
    #expect(json.contains("\"mistakes_in_settings\":[\"") && json.contains("no-such"))
    let plain = try bench.run(["--plain", bench.document])
    #expect(plain.errors.components(separatedBy: "\n").count == 5, "\(plain.errors)")
    #expect(plain.errors.contains("no-such"))
    for (name, words) in files { #expect(text(settings + "/" + name) == words) }
  }

  @Test func aThemeChosenInTheBrowserIsRemembered() throws {
    let bench = try Workbench(pages: 1)
    let session = try bench.read([bench.folder])
    try session.wait(for: "the list") { $0.contains { $0.contains("book.pdf") } }
    session.type(":theme white\r")
    try session.wait(for: "the answer") { $0.last?.contains("Theme: white") == true }
    session.type(":tint teal\r")
    try session.wait(for: "the answer") { $0.last?.contains("Tint: teal") == true }
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
    let next = try bench.read([bench.folder])
    try next.wait(for: "the list") { $0.contains { $0.contains("book.pdf") } }
    next.type("gc")
    try next.wait(for: "the theme after white") { $0.last?.contains("Theme: dark") == true }
    next.type("ZZ")
    #expect(try next.waitForExit() == 0)
  }

  @Test(arguments: [
    (["--print-defaults", "pens"], "keys, themes, settings"), (["--multiple"], "is for --choose"),
    (["--completion", "csh"], "bash, zsh, fish"), (["--print-entry", "menu"], "thumbnailer"),
    (["--reveal", "/no/such"], "there is no such file"), (["--reveal"], "needs a value"),
    (["--choose", "/no/such"], "is not a folder"),
    (["--reveal", "/bin/sh", "x"], "takes one file"),
  ]) func usageErrorsAreReported(_ arguments: [String], _ words: String) throws {
    let bench = try Workbench(pages: 1)
    let result = try bench.run(arguments)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test func theDefaultsArePrinted() throws {
    let bench = try Workbench(pages: 1)
    let keys = try bench.run(["--print-defaults", "keys"])
    #expect(keys.status == 0 && keys.output.contains("\"j\": \"scroll-down\""))
    #expect(try bench.run(["--print-defaults=settings"]).output.contains("theme: \"auto\""))
    #expect(try bench.run(["--print-defaults", "templates"]).output.contains("==> note.md <=="))
  }
}
