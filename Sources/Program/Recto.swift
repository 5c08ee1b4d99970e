import Glibc
import Interface
import Platform

/// The program: reads the command line and does what it says.
package enum Recto {
  package static let version = "0.1.0"

  /// Holds for the screen and for all subcommands.
  private static let requireSandbox = "--require-sandbox"

  /// What stands behind the program's name; Swift's own list has lost the bytes of names that are not UTF-8.
  package static func commandLine() -> [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { SystemPath.text($0) }
    }
  }

  /// Runs to the end and gives the exit status: 0, 1 (nothing found) or 2 (error).
  package static func main(_ arguments: [String]) -> Int32 {
    Output.status(run(arguments))
  }

  private static func run(_ arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let words = arguments.prefix { $0 != "--" }
    if words.contains(requireSandbox) {
      setenv("RECTO_REQUIRE_SANDBOX", "1", 1)
      return run(words.filter { $0 != requireSandbox } + arguments.dropFirst(words.count))
    }
    if let name = arguments.first, let subcommand = Subcommand.all.first(where: { $0.name == name })
    {
      let rest = Array(arguments.dropFirst())
      if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
        Output.write(subcommand.help)
        return 0
      }
      return subcommand.run(rest)
    }
    do throws(Arguments.Mistake) {
      if arguments.first == "-h" { return run(["--help"]) }
      let parsed = try Arguments(
        arguments, flags: StartScreen.flags.union(["help", "version", "manual"]),
        valued: StartScreen.valued.union(["password-file", "print-defaults"]), short: ["0": "null"])
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
      if let name = parsed.options["print-defaults"] {
        guard let bytes = Defaults.bytes(of: name) else {
          throw Arguments.Mistake(
            sentence:
              "--print-defaults knows no “\(name)”: \(Defaults.names.joined(separator: ", "))")
        }
        Output.write(bytes)
        return 0
      }
      return Reader.run(try StartScreen(parsed), password: try parsed.password())
    } catch {
      Output.complain(error.sentence)
      return 2
    }
  }
}
