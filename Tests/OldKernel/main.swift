internal import CEscape
import Glibc

// Runs the program its words name as on a kernel without Landlock, or without namespaces for users.
let arguments = CommandLine.unsafeArgv
let isWithoutNamespaces = CommandLine.arguments[1] == "--without-namespaces"
let status = isWithoutNamespaces ? cescape_forbid_namespaces() : cescape_forget_landlock()
guard status == 0 else { exit(status) }
let first = isWithoutNamespaces ? 2 : 1
_ = execv(CommandLine.arguments[first], arguments + first)
exit(errno)
