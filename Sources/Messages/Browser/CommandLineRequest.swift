/// A line for a shell that gets the terminal, and its arguments.
package struct CommandLineRequest: Sendable, Hashable {
  /// As it was typed; `%s`, `%f` and `%d` are names. Empty: a shell for the user.
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
