import Canvas
import DocumentModel
import Messages
import Widgets

/// Phrases that count things.
package enum Wording {
  static func count(_ paths: [String]) -> String {
    paths.count == 1
      ? "“\(PathParts.name(of: paths[0]))”"
      : "\(paths.count) items"
  }
}

extension Browser {
  mutating func trash(
    preferences: Preferences, _ notices: inout Notices, _ questions: inout Questions
  ) -> [Effect] {
    if let effects = removeInSidebar(&notices, &questions) { return effects }
    let paths = chosenPaths
    guard !paths.isEmpty else { return [] }
    if current?.place == .trash {
      notices.say("This is the trash: d x deletes permanently, d r restores")
      return []
    }
    if current?.place == .recents {
      defer { clearMarks() }
      return askWhatGoes(paths, [.browse(.files(.trash(paths)))], &questions)
    }
    clearMarks()
    return putIntoTrash(paths, preferences: preferences, &questions)
  }

  /// Asks before deleting permanently, since it cannot be undone.
  mutating func delete(_ notices: inout Notices, _ questions: inout Questions) -> [Effect] {
    if let effects = removeInSidebar(&notices, &questions) { return effects }
    let paths = chosenPaths
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

  /// Renames one entry in the prompt, several in the editor.
  mutating func rename(_ prompt: inout Prompt?, _ notices: inout Notices) -> [Effect] {
    if let effects = renameInSidebar(&prompt, &notices) { return effects }
    if isInTrash(&notices) { return [] }
    guard let tab = current, let first = tab.chosen.first else { return [] }
    let paths = chosenPaths
    guard paths.count == 1 else {
      // New files may have the names of those that were selected.
      clearMarks()
      return [.browse(.renameMany(paths: paths))]
    }
    let name = BrowserPlace.folder(tab.path(of: first)).name
    prompt = Prompt("Rename to") {
      $1.isEmpty ? [] : [.browse(.files(.rename(paths[0], to: $1)))]
    }
    prompt?.line = LineEditor(beforeExtension: name)
    return []
  }

  /// Returns the folder for new files; reports it and returns nil if the place is no folder.
  fileprivate mutating func folderHere(_ verb: String, _ notices: inout Notices) -> String? {
    if let folder = current?.place.folder { return folder }
    notices.say("Nothing can be \(verb) here: these documents are in several folders")
    return nil
  }

  /// Reports that files in the trash must be restored first: their trash record has the original folder.
  fileprivate mutating func isInTrash(_ notices: inout Notices) -> Bool {
    guard current?.place == .trash else { return false }
    notices.say("This is in the trash: d r restores it, d x deletes it permanently")
    return true
  }

  /// Copies or cuts the selection.
  mutating func carry(isCut: Bool, _ notices: inout Notices) {
    if isInTrash(&notices) { return }
    let paths = chosenPaths
    guard !paths.isEmpty else { return }
    carried = .init(paths: paths, isCut: isCut)
    clearMarks()
    notices.say(
      "\(Wording.count(paths)) \(isCut ? "to be moved" : "to be copied"): p puts \(paths.count == 1 ? "it" : "them") into a folder"
    )
  }

  mutating func putDown(_ notices: inout Notices) -> [Effect] {
    guard let carried = self.carried else {
      notices.say("Nothing to paste: y copies, x cuts")
      return []
    }
    guard let folder = folderHere("put", &notices) else { return [] }
    // Pasting cut files into their own folder would do nothing; they are meant for another.
    if carried.isCut,
      carried.paths.allSatisfy({ PathParts.same(PathParts.folder(of: $0), folder) })
    {
      let it = carried.paths.count == 1 ? "It is" : "They are"
      notices.say("\(it) in this folder already: paste in another one")
      return []
    }
    if carried.isCut { self.carried = nil }
    return [
      .browse(
        .files(carried.isCut ? .move(carried.paths, to: folder) : .copy(carried.paths, to: folder)))
    ]
  }

  mutating func duplicate(_ notices: inout Notices) -> [Effect] {
    if isInTrash(&notices) { return [] }
    let paths = chosenPaths
    clearMarks()
    return paths.isEmpty ? [] : [.browse(.files(.duplicate(paths)))]
  }

  /// Moves files to the trash: at once, since undo restores them, or after a question if the settings require one.
  fileprivate mutating func putIntoTrash(
    _ paths: [String], preferences: Preferences, _ questions: inout Questions
  ) -> [Effect] {
    let effects: [Effect] = [.browse(.files(.trash(paths)))]
    guard preferences.confirmsTrash else { return effects }
    questions.ask(
      Question(
        "Move \(Wording.count(paths)) to the trash?",
        [.init("y", "move to the trash", .effects(effects)), .init("n", "keep", .nothing)]))
    return []
  }

  mutating func restore(_ notices: inout Notices) -> [Effect] {
    guard current?.place == .trash else {
      notices.say("Only files in the trash can be restored: g x goes there")
      return []
    }
    let paths = chosenPaths
    clearMarks()
    return paths.isEmpty ? [] : [.browse(.files(.restore(paths)))]
  }

  mutating func newFolder(_ prompt: inout Prompt?, _ notices: inout Notices) {
    guard let folder = folderHere("made", &notices) else { return }
    prompt = Prompt("New folder") { state, name in
      guard !name.utf8.contains(0x2F), ![".", ".."].contains(name) else {
        state.say("“\(name)” is not a valid folder name", isError: true)
        return []
      }
      return name.isEmpty ? [] : [.browse(.files(.newFolder(in: folder, name: name)))]
    }
  }

  mutating func newDocument(preferences: Preferences, _ notices: inout Notices) -> [Effect] {
    guard newDocumentFolder(preferences: preferences, &notices) != nil, let tab = current else {
      return []
    }
    let about = tab.current.flatMap { $0.kind == .file ? tab.path(of: $0) : nil }
    return [.browse(.loadTemplates(selected: about))]
  }

  /// Returns the folder for new documents: from the settings, else the current folder; nil after reporting that
  /// there is none.
  mutating func newDocumentFolder(preferences: Preferences, _ notices: inout Notices) -> String? {
    preferences.newDocuments.isEmpty ? folderHere("made", &notices) : preferences.newDocuments
  }

  mutating func refuseEditing(_ name: String, _ notices: inout Notices) -> [Effect] {
    notices.say(Editing.refusal(of: name), isError: true)
    return []
  }

  /// Handles dragged rows that the mouse released on a place: moves, tags, marks or trashes them.
  mutating func drop(
    _ paths: [String], on place: BrowserPlace, preferences: Preferences,
    _ questions: inout Questions
  ) -> [Effect] {
    switch place {
    case .folder(let folder):
      let moved = paths.filter { path in
        ![path, PathParts.folder(of: path)].contains { PathParts.same($0, folder) }
      }
      return moved.isEmpty ? [] : [.browse(.files(.move(moved, to: folder)))]
    case .tag(let name): return [.browse(.tag(paths: paths, add: [name], remove: []))]
    case .favourites: return [.browse(.favour(paths, true))]
    case .trash: return putIntoTrash(paths, preferences: preferences, &questions)
    case .recents: return []
    }
  }

  mutating func toggleFavourite(_ notices: inout Notices) -> [Effect] {
    guard let tab = current else { return [] }
    let chosen = tab.chosen
    guard !chosen.isEmpty else { return [] }
    let isAll = chosen.allSatisfy { tab.documents[$0.key]?.isFavourite == true }
    clearMarks()
    let what = chosen.count == 1 ? "“\(chosen[0].name)”" : Wording.count(chosen.count, "item")
    notices.say(
      isAll ? "\(what): no longer a favourite" : "\(what): a favourite now; u takes it back")
    return [.browse(.favour(chosen.map { tab.path(of: $0) }, !isAll))]
  }

  /// The folder for commands: the listed one, else the document's, else home.
  func folderForCommands(document: Document?) -> String {
    if isShown { return current?.place.folder ?? home }
    guard let path = document?.path, !path.isEmpty else { return home }
    return PathParts.folder(of: path)
  }

  /// Asks for a command line to run on the selection.
  mutating func askCommandLine(_ prompt: inout Prompt?) {
    var asked = Prompt("Run (%s: selection, %f: file, %d: folder)") {
      $0.browser.runCommandLine($1, document: $0.document)
    }
    asked.hints = ["↑ ↓: earlier commands"]
    asked.key = { state, key in
      guard let step = key.historyStep else { return nil }
      state.prompt?.line = LineEditor(state.browser.commandLines.recall(step) ?? "")
      return []
    }
    prompt = asked
    commandLines.begin()
  }

  /// Runs a command line with the names of the selection.
  mutating func runCommandLine(_ line: String, document: Document?) -> [Effect] {
    guard !line.trimmed.isEmpty else { return [] }
    commandLines.add(line)
    let current =
      isShown
      ? self.current.flatMap { tab in tab.current.map { tab.path(of: $0) } } : document?.path
    let request = CommandLineRequest(
      line: line, folder: folderForCommands(document: document),
      paths: taggedPaths(document: document), file: current ?? "")
    return [.browse(.runInTerminal(request))]
  }

  /// The folder a shell changes to on quit: the browser's, else the document's; nil if there is neither.
  package func folderAtEnd(document: Document?) -> String? {
    let folder =
      current?.place.folder ?? current?.back.last { $0.folder != nil }?.folder
      ?? document.flatMap { $0.path.isEmpty ? nil : PathParts.folder(of: $0.path) }
    // A shell goes to an archive's own folder.
    return folder.map { folder in
      let archive = archives.first { PathParts.lies(folder, in: $0.key.text) }
      return archive.map { PathParts.folder(of: $0.value) } ?? folder
    }
  }

  /// Asks what to export of the selection; the destination is asked next.
  mutating func askWhatToExport(
    document: Document?, environment: Environment, _ questions: inout Questions
  ) -> [Effect] {
    let paths = taggedPaths(document: document)
    guard !paths.isEmpty else { return [] }
    let its = paths.count == 1 ? "its text" : "their texts"
    questions.ask(
      Question(
        "Export \(Wording.count(paths))",
        [
          .init(
            "d", paths.count == 1 ? "the document itself" : "the documents themselves",
            .begin("export-document", exportFolder(environment: environment))),
          .init(
            "t", "\(its), as .txt; Markdown stays Markdown",
            .begin("export-text", exportFolder(environment: environment))),
          .init("n", "nothing", .nothing),
        ]))
    return []
  }

  /// The last export folder, else the downloads folder; with a slash, ready to type on.
  fileprivate func exportFolder(environment: Environment) -> String {
    let folder = self.exportFolder ?? shortened(environment.installed.downloads)
    return folder.isEmpty || folder.utf8.last == 0x2F ? folder : folder + "/"
  }

  mutating func export(to typed: String, asText: Bool, document: Document?) -> [Effect] {
    let paths = taggedPaths(document: document)
    guard !paths.isEmpty else { return [] }
    if isShown { clearMarks() }
    return [.browse(.files(.export(paths, to: typed, asText: asText)))]
  }

  fileprivate var chosenPaths: [String] {
    guard let tab = current else { return [] }
    return tab.chosen.map { tab.path(of: $0) }
  }
}

extension Questions {
  /// Asks what to do about a file whose name is taken.
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
