import Glibc
import Platform

/// Runs a program that has the terminal to itself until it ends: an editor, or one of the desktop's that draws in terminals.
package enum ForegroundProgram {
  /// Runs a command with our input and output; returns the exit status, or nil if it could not be
  /// started.
  package static func run(_ words: [String]) -> Int32? {
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
    for number in [SIGPIPE, SIGXFSZ, SIGINT, SIGTSTP, SIGQUIT] { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var pid = pid_t()
    // Ctrl-C and Ctrl-\ in it are its own (system(3)).
    var ignoring = sigaction()
    ignoring.__sigaction_handler.sa_handler = SIG_IGN
    let numbers = [SIGINT, SIGQUIT]
    let before = numbers.map { number in
      var old = sigaction()
      sigaction(number, &ignoring, &old)
      return old
    }
    defer {
      for (number, action) in zip(numbers, before) {
        var action = action
        sigaction(number, &action, nil)
      }
    }
    guard let program = words.first,
      posix_spawnp(&pid, program, nil, &attributes, &arguments, environ) == 0
    else { return nil }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
