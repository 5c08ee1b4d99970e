import PseudoTerminal
import Foundation
import TestSupport
import Testing

/// Messages and refusals if the kernel lacks a part of the workers' sandbox.
@Suite struct OldKernelTests {
  private func run(
    _ bench: borrowing Workbench, _ arguments: [String], demand: String? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Programs.path("old-kernel"))
    process.arguments = [Workbench.recto] + arguments
    process.environment = bench.environment
    process.environment?["RECTO_REQUIRE_SANDBOX"] = demand
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = output.fileHandleForReading.readDataToEndOfFile()
    let words = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: text, as: UTF8.self),
      String(decoding: words, as: UTF8.self)
    )
  }

  @Test func theDoctorListsMissingFeatures() throws {
    let bench = try Workbench(pages: 1)
    let reported = try run(bench, ["doctor"])
    #expect(reported.status == 1)
    #expect(
      reported.output.contains("sandbox     missing Landlock (Linux 5.13"), "\(reported.output)")
  }

  @Test func withoutNamespacesTheRestOfTheSandboxWorks() throws {
    let bench = try Workbench(pages: 1)
    let words = ["--without-namespaces", Workbench.recto]
    let program = Programs.path("old-kernel")
    let reported = try Workbench.run(
      words + ["doctor"], program: program, environment: bench.environment)
    #expect(
      reported.output.contains("namespaces  none: this system forbids them"), "\(reported.output)")
    #expect(reported.output.contains("sandbox     complete: Landlock, seccomp, limits"))
    #expect(reported.status == 0)
    let read = try Workbench.run(
      words + ["--require-sandbox", "text", bench.document], program: program,
      environment: bench.environment)
    #expect(read.status == 0 && read.output.contains("page 1.") && read.errors.isEmpty)
  }

  @Test func documentsAreReadUnlessTheSandboxIsRequired() throws {
    let bench = try Workbench(pages: 1)
    #expect(try run(bench, ["text", bench.document]).status == 0)
    for arguments in [
      ["text", bench.document, "--require-sandbox"], ["--require-sandbox", bench.document],
      ["--require-sandbox", "search", "sentence", bench.document],
      ["--require-sandbox", "search", "sentence", bench.folder],
      ["--require-sandbox", "index", bench.folder],
      ["--require-sandbox", "--plain", bench.document],
    ] {
      let refused = try run(bench, arguments)
      #expect(refused.status == 2, "\(arguments)")
      #expect(refused.output.isEmpty)
      #expect(refused.errors.contains("lacks Landlock"), "\(refused.errors)")
    }
    for demand in ["", "0"] {
      #expect(try run(bench, ["text", bench.document], demand: demand).status == 0)
    }
    #expect(try run(bench, ["text", bench.document], demand: "1").status == 2)
    // Where nothing is missing the option costs nothing.
    let whole = try bench.run(["--require-sandbox", "text", bench.document])
    #expect(whole.status == 0 && !whole.output.isEmpty)
  }

  @Test func commandsWarnOnce() throws {
    let bench = try Workbench(pages: 1)
    for arguments in [
      ["text", bench.document], ["--plain", bench.document],
      ["search", "sentence", bench.folder], ["search", "sentence", bench.document],
      ["info", bench.document], ["annotations", bench.document], ["index", bench.folder],
    ] {
      let reported = try run(bench, arguments)
      #expect(
        reported.errors.split(separator: "lacks Landlock").count == 2,
        "\(arguments) \(reported.errors)")
      #expect(reported.status <= 1, "\(arguments)")
    }
    // An index in which nothing changed is searched without a worker.
    #expect(try run(bench, ["search", "sentence", bench.folder]).errors.isEmpty)
    // Finders show both streams of it.
    #expect(try run(bench, ["preview", bench.document]).errors.isEmpty)
  }

  @Test func theScreenWarnsAtTheStart() throws {
    let bench = try Workbench(pages: 1)
    let session = try TerminalSession(
      Programs.path("old-kernel"), [Workbench.recto, bench.document],
      environment: bench.environment)
    try session.wait(for: "the page and the warning") { rows in
      rows[0].contains("page 1.") && rows.contains { $0.contains("lacks Landlock") }
    }
    session.type("q")
    #expect(try session.waitForExit() == 0)
  }
}
