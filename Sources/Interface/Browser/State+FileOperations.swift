import Canvas
import DocumentModel
import Messages
import Widgets

extension State {
  /// The folder new things come to; a sentence where the place is none.
  private mutating func folderHere(_ verb: String) -> String? {
    if let folder = browser.current?.place.folder { return folder }
    say("Nothing can be \(verb) here: these documents are in several folders")
    return nil
  }

  /// Reports that files in the trash must be restored first: their trash record has the original folder.
  private mutating func isInTrash() -> Bool {
    guard browser.current?.place == .trash else { return false }
    say("This is in the trash: d r restores it, d x deletes it permanently")
    return true
  }

  /// Copies or cuts the selection.
  mutating func carry(isCut: Bool) {
    if isInTrash() { return }
    let paths = browser.chosenPaths
    guard !paths.isEmpty else { return }
    browser.carried = .init(paths: paths, isCut: isCut)
    browser.clearMarks()
    say(
      "\(Wording.count(paths)) \(isCut ? "to be moved" : "to be copied"): p puts \(paths.count == 1 ? "it" : "them") into a folder"
    )
  }

  mutating func putDown() -> [Effect] {
    guard let carried = browser.carried else {
      say("Nothing to paste: y copies, x cuts")
      return []
    }
    guard let folder = folderHere("put") else { return [] }
    // Pasting cut files into their own folder would do nothing; they are meant for another.
    if carried.isCut,
      carried.paths.allSatisfy({ PathParts.same(PathParts.folder(of: $0), folder) })
    {
      let it = carried.paths.count == 1 ? "It is" : "They are"
      say("\(it) in this folder already: paste in another one")
      return []
    }
    if carried.isCut { browser.carried = nil }
    return [
      .browse(
        .files(carried.isCut ? .move(carried.paths, to: folder) : .copy(carried.paths, to: folder)))
    ]
  }

  mutating func duplicate() -> [Effect] {
    if isInTrash() { return [] }
    let paths = browser.chosenPaths
    browser.clearMarks()
    return paths.isEmpty ? [] : [.browse(.files(.duplicate(paths)))]
  }

  mutating func trash() -> [Effect] {
    if let effects = removeInSidebar() { return effects }
    let paths = browser.chosenPaths
    guard !paths.isEmpty else { return [] }
    if browser.current?.place == .trash {
      say("This is the trash: d x deletes permanently, d r restores")
      return []
    }
    if browser.current?.place == .recents {
      defer { browser.clearMarks() }
      return askWhatGoes(paths, [.browse(.files(.trash(paths)))])
    }
    browser.clearMarks()
    return putIntoTrash(paths)
  }

  /// At once, as it can be taken back, or after a question where the settings want one.
  private mutating func putIntoTrash(_ paths: [String]) -> [Effect] {
    let effects: [Effect] = [.browse(.files(.trash(paths)))]
    guard preferences.confirmsTrash else { return effects }
    questions.ask(
      Question(
        "Move \(Wording.count(paths)) to the trash?",
        [.init("y", "move to the trash", .effects(effects)), .init("n", "keep", .nothing)]))
    return []
  }

  mutating func restore() -> [Effect] {
    guard browser.current?.place == .trash else {
      say("Only files in the trash can be restored: g x goes there")
      return []
    }
    let paths = browser.chosenPaths
    browser.clearMarks()
    return paths.isEmpty ? [] : [.browse(.files(.restore(paths)))]
  }

  /// Asks before deleting permanently, since it cannot be undone.
  mutating func delete() -> [Effect] {
    if let effects = removeInSidebar() { return effects }
    let paths = browser.chosenPaths
    guard !paths.isEmpty else { return [] }
    questions.ask(
      Question(
        "Delete \(Wording.count(paths)) permanently? This cannot be undone.",
        [
          .init("y", "delete permanently", .effects([.browse(.files(.delete(paths)))])),
          .init("n", "keep", .nothing),
        ]))
    return []
  }

  /// Renames one in the prompt, many in the editor.
  mutating func rename() -> [Effect] {
    if let effects = renameInSidebar() { return effects }
    if isInTrash() { return [] }
    guard let tab = browser.current, let first = tab.chosen.first else { return [] }
    let paths = browser.chosenPaths
    guard paths.count == 1 else {
      // New files may have the names of those that were selected.
      browser.clearMarks()
      return [.browse(.renameMany(paths: paths))]
    }
    let name = BrowserPlace.folder(tab.path(of: first)).name
    prompt = Prompt("Rename to") {
      $1.isEmpty ? [] : [.browse(.files(.rename(paths[0], to: $1)))]
    }
    prompt?.line = LineEditor(beforeExtension: name)
    return []
  }

  mutating func newFolder() {
    guard let folder = folderHere("made") else { return }
    prompt = Prompt("New folder") { state, name in
      guard !name.utf8.contains(0x2F), ![".", ".."].contains(name) else {
        state.say("“\(name)” is not a valid folder name", isError: true)
        return []
      }
      return name.isEmpty ? [] : [.browse(.files(.newFolder(in: folder, name: name)))]
    }
  }

  mutating func newDocument() -> [Effect] {
    guard newDocumentFolder != nil, let tab = browser.current else { return [] }
    let about = tab.current.flatMap { $0.kind == .file ? tab.path(of: $0) : nil }
    return [.browse(.loadTemplates(selected: about))]
  }

  /// The folder for new documents: from the settings, else the current folder; nil after reporting that
  /// there is none.
  var newDocumentFolder: String? {
    mutating get {
      preferences.newDocuments.isEmpty ? folderHere("made") : preferences.newDocuments
    }
  }

  /// Edits the open document, or the entry under the cursor, if it is text.
  mutating func edit() -> [Effect] {
    guard browser.isShown else {
      guard let document, !document.path.isEmpty else { return [] }
      guard !document.summary.hasPages else { return refuseEditing(document.fileName) }
      let line = place(of: panes.focus).flatMap { document.line(at: $0) }
      return [.browse(.edit(path: document.path, line: line))]
    }
    guard let tab = browser.current, let entry = tab.current, entry.kind == .file else { return [] }
    let type = browser.types[Int(entry.type)]
    // A file of unknown type may be text: the editor decides.
    guard type.isEditable || entry.type == 0 else { return refuseEditing(entry.name) }
    return [.browse(.edit(path: tab.path(of: entry), line: nil))]
  }

  private mutating func refuseEditing(_ name: String) -> [Effect] {
    say("\(name) is no text that an editor could change; n makes a note about it", isError: true)
    return []
  }

  /// Puts dragged rows down where the mouse let them go.
  mutating func drop(_ paths: [String], on place: BrowserPlace) -> [Effect] {
    switch place {
    case .folder(let folder):
      let moved = paths.filter { path in
        ![path, PathParts.folder(of: path)].contains { PathParts.same($0, folder) }
      }
      return moved.isEmpty ? [] : [.browse(.files(.move(moved, to: folder)))]
    case .tag(let name): return [.browse(.tag(paths: paths, add: [name], remove: []))]
    case .favourites: return [.browse(.favour(paths, true))]
    case .trash: return putIntoTrash(paths)
    case .recents: return []
    }
  }

  /// Files that were dropped on the terminal: to be read, or to be copied here.
  mutating func dropped(_ paths: [String]) -> [Effect] {
    guard browser.isShown, let folder = browser.current?.place.folder else {
      return paths.map { Effect.openTyped($0) }
    }
    switch preferences.droppedFiles {
    case .ask: break
    case .open: return read(paths)
    case .copy: return [.browse(.files(.copy(paths, to: folder)))]
    case .move: return [.browse(.files(.move(paths, to: folder)))]
    }
    questions.ask(
      Question(
        "\(Wording.count(paths)) dropped here",
        [
          .init("o", "open", .open(paths)),
          .init(
            "c", "copy into \(BrowserPlace.folder(folder).name)",
            .effects([.browse(.files(.copy(paths, to: folder)))])),
          .init(
            "m", "move into \(BrowserPlace.folder(folder).name)",
            .effects([.browse(.files(.move(paths, to: folder)))])),
        ]))
    return []
  }

  mutating func toggleFavourite() -> [Effect] {
    guard let tab = browser.current else { return [] }
    let chosen = tab.chosen
    guard !chosen.isEmpty else { return [] }
    let isAll = chosen.allSatisfy { tab.documents[$0.key]?.isFavourite == true }
    browser.clearMarks()
    let what = chosen.count == 1 ? "“\(chosen[0].name)”" : Wording.count(chosen.count, "item")
    say(isAll ? "\(what): no longer a favourite" : "\(what): a favourite now; u takes it back")
    return [.browse(.favour(chosen.map { tab.path(of: $0) }, !isAll))]
  }
}

/// Words for several things.
package enum Wording {
  static func count(_ paths: [String]) -> String {
    paths.count == 1
      ? "“\(PathParts.name(of: paths[0]))”"
      : "\(paths.count) items"
  }
}

extension Browser {
  fileprivate var chosenPaths: [String] {
    guard let tab = current else { return [] }
    return tab.chosen.map { tab.path(of: $0) }
  }
}

extension Questions {
  /// The user's answer to a name that is taken.
  mutating func askClash(task: Int, name: String, folder: String, isFolder: Bool) {
    let place = BrowserPlace.folder(folder).name
    func answer(_ decision: ClashAnswer.Decision, forAll: Bool = false) -> Question.Reply {
      .effects([.browse(.settle(task: task, ClashAnswer(decision, forAll: forAll)))])
    }
    var choices: [Question.Choice] = [
      .init("k", "keep both", answer(.keepBoth)),
      .init("r", "replace it; the old one goes to the trash", answer(.replace)),
      .init("s", "skip this one", answer(.skip)),
      .init("K", "keep both, for all", answer(.keepBoth, forAll: true)),
      .init("R", "replace, for all", answer(.replace, forAll: true)),
      .init("S", "skip, for all", answer(.skip, forAll: true)),
    ]
    if isFolder { choices.removeAll { $0.key == Key("r") || $0.key == Key("R") } }
    ask(
      Question(
        "\(name) is in \(place) already", choices, onEscape: answer(.stop), escapeWords: "stop"))
  }
}

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
    asked.hints = ["↑ ↓: earlier commands"]
    asked.key = { state, key in
      guard let step = key.historyStep else { return nil }
      state.prompt?.line = LineEditor(state.browser.commandLines.recall(step) ?? "")
      return []
    }
    prompt = asked
    browser.commandLines.begin()
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
      browser.current?.place.folder ?? browser.current?.back.last { $0.folder != nil }?.folder
      ?? document.flatMap { $0.path.isEmpty ? nil : PathParts.folder(of: $0.path) }
    // A shell goes to an archive's own folder.
    return folder.map { folder in
      let archive = browser.archives.first { PathParts.lies(folder, in: $0.key.text) }
      return archive.map { PathParts.folder(of: $0.value) } ?? folder
    }
  }
}

extension State {
  /// Asks what of the chosen is to be written elsewhere; where to is asked next.
  mutating func askWhatToExport() -> [Effect] {
    let paths = taggedPaths
    guard !paths.isEmpty else { return [] }
    let its = paths.count == 1 ? "its text" : "their texts"
    questions.ask(
      Question(
        "Export \(Wording.count(paths))",
        [
          .init(
            "d", paths.count == 1 ? "the document itself" : "the documents themselves",
            .begin("export-document", exportFolder)),
          .init(
            "t", "\(its), as .txt; Markdown stays Markdown", .begin("export-text", exportFolder)),
          .init("n", "nothing", .nothing),
        ]))
    return []
  }

  /// The last export folder, else the downloads folder; with a slash, ready to type on.
  private var exportFolder: String {
    let folder = browser.exportFolder ?? browser.shortened(environment.installed.downloads)
    return folder.isEmpty || folder.utf8.last == 0x2F ? folder : folder + "/"
  }

  mutating func export(to typed: String, asText: Bool) -> [Effect] {
    let paths = taggedPaths
    guard !paths.isEmpty else { return [] }
    if browser.isShown { browser.clearMarks() }
    return [.browse(.files(.export(paths, to: typed, asText: asText)))]
  }
}
