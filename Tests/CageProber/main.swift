import CLinux
import Engine
import Glibc
import Sandbox

// Shuts itself in as a worker does, then tries what its argument names.
// Exit status 0: it could be done; 1: it was refused; 9: the cage is not complete here; a signal: it was stopped.

let wish = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : ""
let paths = Warming.warm()
let missing = Cage(seconds: wish == "spin" ? 1 : 3_600, readable: paths).shut()
if !missing.isEmpty { exit(9) }

func end(_ isDone: Bool) -> Never { _exit(isDone ? 0 : 1) }

switch wish {
case "read a font": end(paths.contains { open($0, O_RDONLY) >= 0 })
case "open /etc/passwd": end(open("/etc/passwd", O_RDONLY) >= 0)
case "open a user's file": end(open(CommandLine.arguments[2], O_RDONLY) >= 0)
case "list a folder": end(opendir("/") != nil)
case "write a file": end(open("/tmp/recto-was-here", O_CREAT | O_WRONLY, 0o600) >= 0)
case "remove a file": end(unlink(CommandLine.arguments[2]) == 0)
case "connect": end(socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0)
case "talk to a local service": end(socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0)
case "fork":
  var pid = pid_t()
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
  end(posix_spawn(&pid, "/bin/true", nil, nil, &arguments, nil) == 0)
case "start a thread":
  var thread = pthread_t()
  end(pthread_create(&thread, nil, { _ in nil }, nil) == 0)
case "exec":
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
  end(execv("/bin/true", &arguments) == 0)
case "run made code":
  end(mmap(nil, 4_096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | 0x20, -1, 0) != MAP_FAILED)
case "kill the reader": end(kill(getppid(), 0) == 0)
case "lift a limit":
  var limit = rlimit(rlim_cur: .max, rlim_max: .max)
  end(setrlimit(__rlimit_resource_t(2), &limit) == 0)
case "take 10 GB":
  var taken = 0
  while taken < 10_000, let block = malloc(1 << 20) {
    memset(block, 1, 1 << 20)
    taken += 1
  }
  end(taken == 10_000)
case "spin": while true {}
default: exit(2)
}
