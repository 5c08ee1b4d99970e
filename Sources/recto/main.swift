import Glibc
import Program

// Swift's own list has lost the bytes of names that are not UTF-8.
let arguments = (1..<max(1, Int(CommandLine.argc))).compactMap { index in
  CommandLine.unsafeArgv[index].map { SystemPath.text($0) }
}
exit(Recto.main(arguments))
