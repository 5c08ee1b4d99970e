import DocumentModel
import Files
import Interface
import Messages
import Platform
import Program
import Services

/// Browses a folder as a numbered list.
struct PlainFolder {
  private let console: PlainConsole
  private let types: DocumentTypes
  private(set) var path: String
  private var filter = ""

  /// The result of browsing.
  enum Command {
    case open(String)
    case quit
    /// The input has ended.
    case end
  }

  static let commands: [PlainCommand] = [
    PlainCommand(name: "N", help: "open the folder or document of that number"),
    PlainCommand(name: "", help: "the next names"),
    PlainCommand(name: "..", help: "the parent folder"),
    PlainCommand(
      name: "/", argument: "[WORDS]", help: "filter by these words; without words, show all"),
    PlainCommand(name: "g", argument: "PATH", help: "go to a folder or open a document"),
    PlainCommand(name: "r", help: "the documents read last"),
    PlainCommand(name: "h", help: "these commands"),
    PlainCommand(name: "q", help: "quit"),
  ]

  /// The number of names printed at a time, and the most names read.
  private static let portion = 20
  private static let most = 100_000

  init(_ path: String, console: PlainConsole, types: DocumentTypes) {
    self.path = path
    self.console = console
    self.types = types
  }

  /// Reads commands until a document is to be opened or the user quits.
  mutating func run(recents: () -> [String]) -> Command {
    var names = read()
    var shown = tell(names, from: 0)
    while let line = console.ask("\(PathParts.name(of: path))>") {
      let known = Self.commands.map(\.name)
      if let number = Int(line.filter { $0 != " " }) {
        guard number > 0, number <= names.count else {
          console.say("There is no number \(number): there are \(names.count).")
          continue
        }
        if let found = enter(names[number - 1]) { return .open(found) }
      } else if let (name, argument) = PlainCommand.parse(line, among: known) {
        switch name {
        case "":
          shown = shown < names.count ? tell(names, from: shown) : sayEnd(shown)
          continue
        case "..": path = BrowserPlace.folder(path).parent ?? "/"
        case "/": filter = argument
        case "g":
          guard let found = go(argument) else { break }
          return .open(found)
        case "r":
          let paths = recents()
          if paths.isEmpty { console.say("No document was read yet.") }
          if !paths.isEmpty, let chosen = console.choose(paths.map(Paths.shown)) {
            return .open(paths[chosen])
          }
          continue
        case "h":
          for command in Self.commands { console.say(command.line) }
          continue
        case "q": return .quit
        default:
          console.say("Type the number of a name in the list.")
          continue
        }
      } else {
        console.say("There is no command \(line); h lists them.")
        continue
      }
      names = read()
      shown = tell(names, from: 0)
    }
    return .end
  }

  private func sayEnd(_ shown: Int) -> Int {
    console.say("That was the last name.")
    return shown
  }

  /// Returns the folders, with a trailing slash, and the documents Recto can open.
  private func read() -> [String] {
    do throws(FilesError) {
      let look = FolderGlimpse.Look(EntryTypes(types), most: Self.most)
      return try FolderGlimpse(of: path, look).names.filter { name in
        filter.isEmpty || name.lowercased().contains(filter.lowercased())
      }
    } catch {
      console.say(Sentences.text(error, file: path))
      return []
    }
  }

  /// Prints a portion of the names; returns the number of names printed so far.
  private func tell(_ names: [String], from start: Int) -> Int {
    if start == 0 {
      let count = names.count == 1 ? "1 name" : "\(names.count) names"
      console.say(
        "\(Paths.shown(path)), \(count)\(filter.isEmpty ? "" : " with “\(filter)”"). h lists the commands."
      )
    }
    let end = min(names.count, start + Self.portion)
    for index in start..<max(start, end) {
      let name = names[index]
      console.say(
        "\(index + 1). "
          + (PathParts.endsWithSlash(name) ? "folder \(PathParts.trimming(name))" : name))
    }
    if end < names.count { console.say("Enter lists \(names.count - end) more.") }
    return end
  }

  /// Returns the document's path; enters a folder and returns nil.
  private mutating func enter(_ name: String) -> String? {
    guard PathParts.endsWithSlash(name) else { return PathParts.joined(path, name) }
    path = PathParts.joined(path, PathParts.trimming(name))
    filter = ""
    return nil
  }

  private mutating func go(_ typed: String) -> String? {
    let wanted = Paths.typed(typed)
    let whole = PathParts.isAbsolute(wanted) ? wanted : PathParts.joined(path, wanted)
    guard SystemPath.isThere(whole) else {
      console.say("\(typed): there is no such file or folder.")
      return nil
    }
    guard StartScreen.isFolder(whole) else { return whole }
    path = DocumentFile.absolute(whole)
    filter = ""
    return nil
  }
}
