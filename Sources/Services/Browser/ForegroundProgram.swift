import Glibc

/// Runs a program that has the terminal to itself until it ends: an editor, or one of the desktop's that draws in terminals.
package enum ForegroundProgram {
  /// Runs a command with our input and output; returns the exit status, or nil if it could not be
  /// started.
  package static func run(_ words: [String]) -> Int32? {
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
    let defaults = [SIGPIPE, SIGXFSZ, SIGINT, SIGTSTP, SIGQUIT]
    guard
      let pid = ChildProgram.spawn(words, nil, restoring: defaults, inOwnGroup: false)
    else { return nil }
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
  }
}
