import Canvas
import DocumentModel
import Messages

extension State {
  /// Takes in what came for the browser.
  mutating func take(_ message: BrowserMessage) -> [Effect] {
    switch message {
    case .listed(let tab, let generation, let entries, let rows, let isWhole):
      return browser.listed(
        tab, generation, entries, rows, isWhole: isWhole, environment: environment)
    case .trashed(let tab, let generation, let facts):
      guard let index = browser.index(ofTab: tab), browser.tabs[index].generation == generation
      else { return [] }
      browser.tabs[index].trashed = facts
    case .unreadable(let tab, let generation, let sentence):
      browser.unreadable(tab, generation, sentence, &notices)
    case .ordered(let tab, let generation, let serial, let rows, let sections):
      return browser.ordered(tab, generation, serial, rows, sections)
    case .facts(let tab, let generation, let facts, let documents, let areAll):
      let effects = browser.takeFacts(
        tab, generation, facts, documents, areAll: areAll, environment: environment)
      if panel?.source == .tags { fillPanel() }
      return effects
    case .measured(let tab, let key, let size):
      let effects = browser.takeFolderSize(tab, key, size, environment: environment, &notices)
      if panel?.source == .file { fillPanel() }
      return effects
    case .changed(let place):
      guard browser.isShown, browser.current?.place == place else { return [] }
      // A reading that is under way is let come to its end: a folder that never rests is seen all the same.
      if browser.tabs[browser.tab].isReading {
        browser.preview.isStale = true
        browser.tabs[browser.tab].isStale = true
        return []
      }
      return browser.refresh()
    case .watched(let place):
      for index in browser.tabs.indices where browser.tabs[index].place == place {
        browser.tabs[index].requested = []
      }
      if browser.current?.place == place { browser.preview.isStale = true }
    case .vanished(let place): return browser.vanished(place, &notices)
    case .preview(let serial, let content):
      guard browser.preview.serial == serial else { return [] }
      browser.preview.content = content
      browser.preview.isAwaited = false
    case .thumbnail(let path, let answer, let use): browser.takeThumbnail(path, answer, use)
    case .sidebar(let items):
      browser.sidebar.items = items
      browser.sidebar.cursor = min(browser.sidebar.cursor, max(0, browser.sidebar.rows.count - 1))
      if panel?.source == .tags { fillPanel() }
    case .mounted(let path):
      return (browser.isShown ? browser.go(to: .folder(path)) : []) + [.browse(.loadSidebar)]
    case .archives(let archives, let enters):
      return browser.take(archives: archives, enters: enters, &notices)
    case .libraryChanged: return [.browse(.loadSidebar)]
    case .types(let types): browser.types = types
    case .tags(let path, let names):
      guard panel?.source == .tags,
        browser.taggedPaths(document: document).first.map({ FilePath($0) }) == FilePath(path)
      else {
        return []
      }
      browser.readTags = Set(names)
      fillPanel()
    case .found(let serial, let candidates, let isWhole):
      guard serial == browser.nextRequest, panel?.source == .jump else { return [] }
      browser.found = candidates
      browser.mayFindMore = !isWhole
      fillPanel()
    case .tasks(let tasks, let undo, let redo):
      browser.tasks = tasks
      browser.undoTitle = undo
      browser.redoTitle = redo
      if panel?.source == .tasks { fillPanel() }
      return quitIfDone()
    case .clash(let task, let name, let folder, let isFolder):
      questions.askClash(task: task, name: name, folder: folder, isFolder: isFolder)
    case .made(let paths, let sentence):
      if !sentence.isEmpty { say(sentence) }
      return browser.made(paths)
    case .templates(let choices, let about):
      browser.templates = choices
      browser.templateSubject = about
      if panel?.source != .templates { toggle(.templates) } else { fillPanel() }
    case .openers(let path, let openers):
      guard browser.taggedPaths(document: document).first.map({ FilePath($0) }) == FilePath(path)
      else { return [] }
      browser.openers = openers
      if panel?.source == .openers { fillPanel() }
    case .imageBeside(let id, let path): return turn(from: id, toImage: path)
    case .actions(let actions): browser.actions = actions
    case .wantsTerminal(let words): return [.browse(.foreground(words))]
    case .exports(let folder): browser.exportFolder = folder
    case .created(let path, let line): return [.browse(.edit(path: path, line: line))]
    case .lent(let editing): return [.browse(.handToEditor(editing))]
    case .edited(let path):
      return (browser.isShown ? browser.refresh() : [.lookAtFiles]) + [
        .browse(.notes(.look(path: path)))
      ]
    case .notes(let news): questions.take(news, environment: environment)
    }
    return []
  }
}

extension String {
  /// Pads with blanks to a number of characters.
  func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Browser {
  fileprivate mutating func unreadable(
    _ id: Int, _ generation: Int, _ sentence: String, _ notices: inout Notices
  ) {
    guard let index = self.index(ofTab: id), tabs[index].generation == generation else {
      return
    }
    tabs[index].isReading = false
    tabs[index].incoming = nil
    tabs[index].entries = []
    tabs[index].rows = []
    tabs[index].isWhole = true
    tabs[index].phase = .failed(sentence)
    if index == tab { notices.say(sentence, isError: true) }
  }

  /// Handles that the shown place is gone: goes to the nearest existing folder above.
  fileprivate mutating func vanished(_ place: BrowserPlace, _ notices: inout Notices) -> [Effect] {
    guard isShown, current?.place == place, let parent = place.parent else {
      return []
    }
    notices.say("\(place.name) is gone; showing its parent folder", isError: true)
    return go(to: .folder(parent))
  }

  /// Selects what an operation created, if its folder is shown, and reads the list again.
  fileprivate mutating func made(_ paths: [String]) -> [Effect] {
    guard isShown, let folder = current?.place.folder else {
      return isShown ? refresh() : []
    }
    if let path = paths.first(where: { PathParts.same(PathParts.folder(of: $0), folder) }) {
      tabs[tab].request = FilePath(BrowserPlace.folder(path).name)
    }
    return refresh()
  }
}
