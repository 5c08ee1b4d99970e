import Foundation
import Interface
import Messages
import TestSupport
import Testing

@testable import CommandLine
@testable import Services

@Suite struct ShellCommandTests {
  /// The output of a command line run as the browser runs it, without the wait for Enter.
  private func output(_ line: String, _ folder: String, _ paths: [String]) throws -> String {
    var words = ShellCommand.words(
      CommandLineRequest(line: line, folder: folder, paths: paths, file: paths.first ?? ""))
    words[2] = words[2].replacing("read -r _ </dev/tty", with: ":")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    // The command itself comes first.
    #expect(text.hasPrefix("$ \(line)\n"))
    return text.dropFirst(line.count + 3).components(separatedBy: "\n\nEnter goes back")[0]
      .components(separatedBy: "\nEnter goes back")[0]
  }

  @Test func namesReachTheCommandUnchanged() throws {
    let folder = try TemporaryFolder()
    let names = ["a b.pdf", "it's $(touch evil).pdf", "%s %d.pdf", "-n.pdf", "new\nline.pdf"]
    let paths = names.map { folder.path + "/" + $0 }
    #expect(
      try output("printf '<%%s>' %s", folder.path, paths)
        == paths.map { "<\($0)>" }.joined())
    #expect(
      try output("printf '%%s|' \"%f\" %d", folder.path, paths) == "\(paths[0])|\(folder.path)|")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func aCommandRunsInTheFolder() throws {
    let folder = try TemporaryFolder()
    let inner = folder.path + "/it's here"
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: true)
    #expect(try output("pwd -P", inner, []).hasSuffix("/it's here\n") == false)
    #expect(try output("pwd -P", inner, []).hasSuffix("/it's here"))
    #expect(try output("exit 3", inner, []).contains("exit status 3"))
    #expect(try output("if", inner, []).contains("exit status"))
    #expect(try output("(exit 3)", inner, []).contains("exit status 3"))
  }

  @Test func aShellStartsInTheFolder() {
    let words = ShellCommand.words(
      CommandLineRequest(line: "", folder: "/tmp/it's"), shell: "/bin/fish")
    #expect(words[0] == "/bin/sh" && words[2].hasPrefix("cd -- '/tmp/it'\\''s' || exit 126"))
    #expect(words[2].hasSuffix("exec '/bin/fish'"))
  }

  /// Each shell reads its function, and goes where Recto was left.
  @Test(arguments: CompletionShell.allCases) func theShellFunctionChangesTheFolder(
    _ shell: CompletionShell
  ) throws {
    let program = ["/bin/", "/usr/bin/"].map { $0 + shell.rawValue }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let program else { return }
    let folder = try TemporaryFolder()
    let target = folder.path + "/the folder\nof \"mine\""
    try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
    let fake = folder.path + "/recto"
    try "#!/bin/sh\nprintf %s \"$TARGET\" >\"${1#--cwd-file=}\"\nexit 5\n".write(
      toFile: fake, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake)
    let status = shell == .fish ? "$status" : "$?"
    try (shell.folderFunction + "rcd x\necho \"\(status)\"\npwd\n").write(
      toFile: folder.path + "/script", atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [folder.path + "/script"]
    process.environment = [
      "PATH": folder.path + ":/usr/bin:/bin", "TARGET": target, "HOME": folder.path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text == "5\n\(target)\n")
  }
}
