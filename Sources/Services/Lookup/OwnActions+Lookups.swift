import Glibc

extension OwnActions {
  /// The lookups that come with Recto, of programs that are installed; an action of the user of the same name takes the place of one.
  static func lookups(besides own: [Action]) -> [Action] {
    let names = Set(own.map(\.name))
    return shipped.filter { !names.contains($0.name) }
  }

  private static let shipped: [Action] = [
    lookup("Dictionary", "dict", "dict -- {selection}"),
    lookup("Dictionary (StarDict)", "sdcv", "sdcv --non-interactive -- {selection}"),
    lookup("Translation", "trans", "trans -no-ansi -no-auto -- {selection}"),
    lookup(
      "Spelling", "aspell",
      """
      printf '^%s\\n' {selection} | aspell pipe | sed -n -e '/^& /{s/^& \\([^ ]*\\) [0-9]* [0-9]*: /\\1: /;p;h;}' \
      -e '/^# /{s/^# \\([^ ]*\\) .*/\\1: no suggestions/;p;h;}' -e '${x;/^$/s//The spelling is right/p;}'
      """),
  ]

  private static func lookup(
    _ name: String, _ program: String, _ command: String
  ) -> Action {
    Action(name: name, command: command, showsCard: true, program: program)
  }

  /// Whether a program is in `PATH`; an empty name is.
  static func isInstalled(_ program: String) -> Bool {
    guard !program.isEmpty else { return true }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin"
    return path.split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
  }
}
