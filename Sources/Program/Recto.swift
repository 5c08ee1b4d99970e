import Glibc
import Interface
import Synchronization
import Wire
import Workers

/// The program: reads the command line and does what it says.
package enum Recto {
  package static let version = "0.1.0"

  /// Runs to the end and gives the exit status: 0, 1 (nothing found) or 2 (error).
  package static func main(_ arguments: [String]) -> Int32 {
    Output.status(run(arguments))
  }

  private static func run(_ arguments: [String]) -> Int32 {
    signal(SIGPIPE, SIG_IGN)
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
        arguments, flags: ["help", "version", "manual"], valued: ["password-file"])
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
      return Reader.run(parsed.words.map { DocumentArgument($0) }, password: try parsed.password())
    } catch {
      Output.complain(error.sentence)
      return 2
    }
  }
}

/// The two streams of a command line program: data and words.
enum Output {
  /// Writes data; false when nobody reads it any more.
  @discardableResult
  static func write(_ text: String) -> Bool {
    write(SystemPath.bytes(text))
  }

  @discardableResult
  static func write(_ bytes: [UInt8]) -> Bool {
    guard failure.load(ordering: .relaxed) == 0 else { return false }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        failure.store(errno, ordering: .relaxed)
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Why data could not be written; 0 while all could.
  private static let failure = Atomic<Int32>(0)

  /// The exit status of a command, unless its data could not be written: a closed pipe is no error, a full disk is.
  static func status(_ status: Int32) -> Int32 {
    switch failure.load(ordering: .relaxed) {
    case 0: return status
    case EPIPE: return 0
    case let number:
      complain("standard output: \(String(cString: strerror(number)))")
      return 2
    }
  }

  /// Says a sentence on standard error; the name of a file in it never steers the terminal.
  static func complain(_ sentence: String) {
    let bytes = SystemPath.bytes("recto: \(CleanText.line(sentence))\n")
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// What `recto --help` says.
enum Help {
  static var text: String {
    var text = """
      Recto reads PDFs in the terminal.

        recto [FILE[#page=N|#nameddest=NAME] | FILE:N]…   read; without a file, go on where you were

      """
    for subcommand in Subcommand.all {
      let usage = "  recto \(subcommand.name) \(subcommand.usage)"
      text +=
        usage + String(repeating: " ", count: max(2, 52 - usage.count)) + subcommand.summary + "\n"
    }
    return text + """

        --password-file FILE   password of an encrypted document (or RECTO_PASSWORD)
        --help, --version, --manual (the manual page in roff)

      In the reader: ? shows all keys, q quits.

      """
  }
}
