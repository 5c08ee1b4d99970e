/// A command line for a shell in the terminal, and its arguments.
package struct CommandLineRequest: Sendable, Hashable {
  /// The line as typed; `%s`, `%f` and `%d` stand for names. An empty one starts an interactive shell.
  package var line: String
  package var folder: String
  package var paths: [String]
  package var file: String

  package init(line: String, folder: String, paths: [String] = [], file: String = "") {
    self.line = line
    self.folder = folder
    self.paths = paths
    self.file = file
  }
}
