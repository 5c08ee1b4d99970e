internal import CLinux
import Dispatch
import Glibc
import Platform

/// Starts other programs: in their own process group so that suspending Recto does not stop them, and with default signal handling.
enum ChildProgram {
  /// Starts a program with arguments and reaps it when it ends; returns whether it was started. `input`
  /// becomes its standard input, nil stands for /dev/null.
  static func start(_ words: [String], input: Int32? = nil) -> Bool {
    guard let started = spawn(words, input: input, output: nil) else { return false }
    DispatchQueue.global(qos: .background).async {
      while waitpid(started, nil, 0) < 0, errno == EINTR {}
    }
    return true
  }

  /// Starts a program whose output and errors go into a pipe; returns the pipe's end, which the caller closes, and the process, which it
  /// waits for.
  static func startWithOutput(_ words: [String]) -> (process: pid_t, output: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { return nil }
    defer { close(ends[1]) }
    guard let process = spawn(words, input: nil, output: ends[1]) else {
      close(ends[0])
      return nil
    }
    return (process, ends[0])
  }

  /// Starts a program; `output` gets what it writes, errors included unless `errors` gets those, nil stands for /dev/null.
  static func spawn(
    _ words: [String], input: Int32?, output: Int32?, errors: Int32? = nil
  ) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    for (descriptor, target) in [(1, output), (2, errors ?? output)] as [(Int32, Int32?)] {
      if let target {
        posix_spawn_file_actions_adddup2(&actions, target, descriptor)
      } else {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
    }
    return spawn(words, &actions, restoring: [SIGPIPE, SIGXFSZ], inOwnGroup: true)
  }

  /// Starts a program that handles these signals as by default, and blocks none.
  static func spawn(
    _ words: [String], _ actions: UnsafePointer<posix_spawn_file_actions_t>?,
    restoring signals: [Int32], inOwnGroup: Bool
  ) -> pid_t? {
    guard let program = words.first else { return nil }
    // Names that are not valid UTF-8 are passed as the original bytes.
    var arguments: [UnsafeMutablePointer<CChar>?] =
      words.map { word -> UnsafeMutablePointer<CChar>? in
        SystemPath.lend(word) { strdup($0) }
      } + [nil]
    defer { for text in arguments { free(text) } }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in signals { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    // Threads of queues block SIGTERM.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(
        (inOwnGroup ? POSIX_SPAWN_SETPGROUP : 0) | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var pid = pid_t()
    let failure = posix_spawnp(&pid, program, actions, &attributes, &arguments, environ)
    return failure == 0 ? pid : nil
  }
}
