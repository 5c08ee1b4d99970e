internal import CEscape
import Glibc

// Runs the program its words name as on a kernel without Landlock.
let status = cescape_forget_landlock()
guard status == 0 else { exit(status) }
_ = execv(CommandLine.arguments[1], CommandLine.unsafeArgv + 1)
exit(errno)
