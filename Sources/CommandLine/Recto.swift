internal import CLinux
import Glibc
import Interface
import Library
import Platform
import Program
import Services
import Wire
import Workers

/// The program: parses the command line and runs it.
package enum Recto {
  package static let version = "0.1.0"

  /// Returns the arguments; Swift's own list loses the bytes of names that are not UTF-8.
  package static func commandLine() -> [String] {
    (1..<max(1, Int(Swift.CommandLine.argc))).compactMap { index in
      Swift.CommandLine.unsafeArgv[index].map { SystemPath.text($0) }
    }
  }

  /// Runs to the end and gives the exit status: 0, 1 (nothing found) or 2 (error).
  package static func main(_ arguments: [String]) -> Int32 {
    Output.holdStreams()
    // With a heap for each of a queue's many threads, most of the memory would be freed blocks.
    clinux_share_heaps(1)
    return Output.status(run(arguments))
  }

  /// The options of the program itself, without a subcommand.
  static let form = OptionForm(
    flags: StartScreen.flags.union(["help", "version", "manual", "plain"]),
    valued: StartScreen.valued.merging(RemoteCommand.valued) { $1 }.merging([
      "password-file": .file, "print-defaults": .oneOf(Defaults.names),
      "completion": .oneOf(CompletionShell.allCases.map(\.rawValue)),
      "shell-function": .oneOf(CompletionShell.allCases.map(\.rawValue)),
      "print-entry": .oneOf(DesktopEntry.allCases.map(\.rawValue)),
    ]) { $1 },
    short: ["0": "null", "h": "help"],
    alternatives: [RemoteCommand.valued.keys.sorted()])

  /// An option that any command takes: without its whole sandbox no worker reads a document.
  static let requireSandbox = "require-sandbox"

  /// Takes that option out of the words and has all pools of this program know.
  private static func requiringSandbox(_ arguments: [String]) -> [String] {
    let option = "--" + requireSandbox
    let options = arguments.prefix { $0 != "--" }
    guard options.contains(option) else { return arguments }
    setenv(SandboxRequirement.variable, "1", 1)
    return options.filter { $0 != option } + arguments.dropFirst(options.count)
  }

  /// Returns the exit status if a command lacks its folders, after reporting it; nil otherwise.
  private static func obstacle(
    _ subcommand: Subcommand?, _ parsed: Arguments?, _ form: OptionForm
  ) -> Int32? {
    guard HomeFolder.settle() else {
      Output.complain(
        "no home folder: HOME is not an absolute path, and the user database has none for you; set HOME"
      )
      return 2
    }
    LibraryTrouble.onDamage { Output.complain(Sentences.text($0)) }
    if let parsed, CurrentFolder.operands(parsed, subcommand).contains("") {
      Output.complain("an empty file name; name a file, or leave it out")
      return 2
    }
    // Invalid command lines are reported later.
    guard CurrentFolder.path == nil, let parsed,
      let sentence = CurrentFolder.obstacle(parsed, form, subcommand)
    else { return nil }
    Output.complain(sentence)
    return 2
  }

  /// Drops `--cwd-file=FILE`, which shell functions put first, before a subcommand, even a mistyped one: that leaves the folder as it is.
  static func withoutFolderFile(_ arguments: [String]) -> [String] {
    guard arguments.count > 1, arguments[0].hasPrefix("--cwd-file="),
      HelpCommand.commands.contains(arguments[1]) || HelpCommand.mistyped(arguments[1]) != nil
    else { return arguments }
    return Array(arguments.dropFirst())
  }

  static func run(_ arguments: [String]) -> Int32 {
    // A closed pipe or a file size limit (`ulimit -f`) becomes a write error.
    for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    let arguments = withoutFolderFile(requiringSandbox(arguments))
    if let name = arguments.first, let subcommand = Subcommand.all.first(where: { $0.name == name })
    {
      let rest = Array(arguments.dropFirst())
      if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
        Output.write(subcommand.help)
        return 0
      }
      return obstacle(subcommand, try? Arguments(rest, subcommand.form), subcommand.form)
        ?? subcommand.run(rest)
    }
    do throws(Arguments.Mistake) {
      if let word = arguments.first, let sentence = HelpCommand.mistyped(word) {
        throw Arguments.Mistake(sentence: sentence)
      }
      let parsed = try Arguments(arguments, form)
      if parsed.options["help"] != nil {
        Output.write(Help.text)
        return 0
      }
      if parsed.options["manual"] != nil {
        Output.write(Manual.page())
        return 0
      }
      if parsed.options["version"] != nil {
        Output.write("recto \(version)\n")
        return 0
      }
      if let name = parsed.options["completion"] {
        guard let shell = CompletionShell(rawValue: name) else {
          throw Arguments.Mistake(
            sentence: "--completion knows no “\(name)”: \(CompletionShell.names)")
        }
        Output.write(shell.script)
        return 0
      }
      if let name = parsed.options["shell-function"] {
        guard let shell = CompletionShell(rawValue: name) else {
          throw Arguments.Mistake(
            sentence: "--shell-function knows no “\(name)”: \(CompletionShell.names)")
        }
        Output.write(shell.folderFunction)
        return 0
      }
      if let name = parsed.options["print-entry"] {
        guard let entry = DesktopEntry(rawValue: name) else {
          throw Arguments.Mistake(
            sentence: "--print-entry knows no “\(name)”: \(DesktopEntry.names)")
        }
        Output.write(entry.text(DocumentTypeSettings.own))
        return 0
      }
      if let name = parsed.options["print-defaults"] {
        guard let bytes = Defaults.bytes(of: name) else {
          throw Arguments.Mistake(
            sentence:
              "--print-defaults knows no “\(name)”: \(Defaults.names.joined(separator: ", "))")
        }
        Output.write(bytes)
        return 0
      }
      if let status = obstacle(nil, parsed, form) { return status }
      if let status = try RemoteCommand.run(parsed) { return status }
      let start = try StartScreen(parsed)
      let password = try parsed.password()
      return parsed.options["plain"] == nil
        ? Reader.run(start, password: password) : PlainMode.run(start, password: password)
    } catch {
      Output.complain(error.sentence)
      return 2
    }
  }
}
