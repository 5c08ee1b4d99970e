import Glibc

/// The terminal while standard input or output belong to the caller, as in `$(recto --choose)`.
struct PickerTerminal {
  /// The real standard output; -1 if that is the terminal.
  private let output: Int32

  /// Replaces streams that are not the terminal; nil if there is none.
  init?() {
    let isInput = isatty(STDIN_FILENO) != 0
    let isOutput = isatty(STDOUT_FILENO) != 0
    guard !isInput || !isOutput else {
      output = -1
      return
    }
    let opened = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard opened >= 0 else { return nil }
    // Beyond the three streams, which may have been closed.
    let terminal = fcntl(opened, F_DUPFD_CLOEXEC, 3)
    if opened > STDERR_FILENO { close(opened) }
    guard terminal >= 0 else { return nil }
    defer { close(terminal) }
    if !isInput { dup2(terminal, STDIN_FILENO) }
    output = isOutput ? -1 : fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10)
    if !isOutput { dup2(terminal, STDOUT_FILENO) }
  }

  /// Restores standard output.
  func giveBack() {
    guard output >= 0 else { return }
    dup2(output, STDOUT_FILENO)
    close(output)
  }
}
