import Glibc
package import Messages

/// The words that run a user's command line, or a shell, in a folder of the browser.
package enum ShellCommand {
  /// `$SHELL`, else the system's.
  static var usersShell: String {
    let named = getenv("SHELL").map { String(cString: $0) } ?? ""
    return named.hasPrefix("/") ? named : "/bin/sh"
  }

  /// Returns words for `execvp`; the shell gets the names quoted, whatever they contain.
  package static func words(_ request: CommandLineRequest, shell: String = usersShell) -> [String] {
    let folder = OwnActions.quoted(request.folder)
    guard !request.line.isEmpty else {
      return [
        "/bin/sh", "-c",
        "cd -- \(folder) || exit 126; echo \"exit or Ctrl-d goes back to Recto\"; exec \(OwnActions.quoted(shell))",
      ]
    }
    let line = OwnActions.filled(
      request.line,
      [
        ("%s", request.paths.map(OwnActions.quoted).joined(separator: " ")),
        ("%f", OwnActions.quoted(request.file)), ("%d", folder), ("%%", "%"),
      ])
    // The user must be able to read its output before the browser takes the screen again.
    return [
      "/bin/sh", "-c",
      """
      cd -- \(folder) || exit 126
      printf '%s\\n' \(OwnActions.quoted("$ " + request.line))
      /bin/sh -c \(OwnActions.quoted(line))
      status=$?
      [ "$status" -eq 0 ] || printf '\\nexit status %s' "$status"
      printf '\\nEnter goes back to Recto '
      read -r _ </dev/tty
      exit 0
      """,
    ]
  }
}
