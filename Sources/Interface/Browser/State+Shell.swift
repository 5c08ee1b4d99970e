import Canvas
import DocumentModel
import Messages
import Widgets

/// Commands and shells that run in the folder that is shown.
extension State {
  /// The folder for commands: the listed one, else the document's, else home.
  var folderForCommands: String {
    if browser.isShown { return browser.current?.place.folder ?? browser.home }
    guard let path = document?.path, !path.isEmpty else { return browser.home }
    return PathParts.folder(of: path)
  }

  /// Asks for a command line to run on the selection.
  mutating func askCommandLine() {
    var asked = Prompt("Run (%s: selection, %f: file, %d: folder)") { $0.runCommandLine($1) }
    asked.key = { $0.recallCommandLine($1) }
    asked.hints = ["↑ ↓: earlier commands"]
    prompt = asked
    browser.commandLines.begin()
  }

  /// Puts an earlier command in the prompt; nil for other keys.
  private mutating func recallCommandLine(_ key: Key) -> [Effect]? {
    let step: Int
    switch (key.code, key.modifiers) {
    case (.up, _), (.character("p"), .control): step = -1
    case (.down, _), (.character("n"), .control): step = 1
    default: return nil
    }
    prompt?.line = LineEditor(browser.commandLines.recall(step))
    return []
  }

  /// Runs a command line with the names of the selection.
  mutating func runCommandLine(_ line: String) -> [Effect] {
    guard !line.trimmed.isEmpty else { return [] }
    browser.commandLines.add(line)
    let current =
      browser.isShown
      ? browser.current.flatMap { tab in tab.current.map { tab.path(of: $0) } } : document?.path
    let request = CommandLineRequest(
      line: line, folder: folderForCommands, paths: taggedPaths, file: current ?? "")
    return [.browse(.runInTerminal(request))]
  }

  /// The folder a shell changes to on quit: the browser's, else the document's; nil if there is neither.
  package var folderAtEnd: String? {
    let folder =
      browser.current?.place.folder ?? browser.current?.behind.last { $0.folder != nil }?.folder
      ?? document.flatMap { $0.path.isEmpty ? nil : PathParts.folder(of: $0.path) }
    // A shell goes to an archive's own folder.
    return folder.map { folder in
      let archive = browser.archives.first { PathParts.lies(folder, in: $0.key.text) }
      return archive.map { PathParts.folder(of: $0.value) } ?? folder
    }
  }
}
