import DocumentModel
import Messages

extension State {
  /// Measures the selected folders, or all listed ones if none is selected.
  mutating func measureFolders() -> [Effect] {
    guard let tab = browser.current else { return [] }
    let isChosen = tab.markedCount > 0
    let entries = isChosen ? tab.chosen : tab.rows.map { tab.entries[Int($0)] }
    let folders = entries.filter { $0.kind == .folder }
    guard !folders.isEmpty else {
      say(isChosen ? "No folder is chosen" : "No folders here")
      return []
    }
    let index = browser.tab
    for folder in folders { browser.tabs[index].folderSizes[folder.key] = FolderSize() }
    var effects: [Effect] = []
    if !tab.options.columns.contains(.size) { effects += toggleColumn(.size) }
    say("Measuring \(Wording.count(folders.count, "folder"))")
    effects.append(
      .browse(
        .measure(
          tab: tab.id, folders.map { FolderToMeasure(key: $0.key, path: tab.path(of: $0)) })))
    return effects
  }

  /// Takes in how much lies in a folder.
  mutating func takeFolderSize(
    _ id: Int, _ key: FilePath, _ size: FolderSize
  ) -> [Effect] {
    guard let index = browser.index(ofTab: id), browser.tabs[index].folderSizes[key] != nil
    else { return [] }
    browser.tabs[index].folderSizes[key] = size
    if panel?.source == .file { fillPanel() }
    let isLast = !browser.tabs[index].folderSizes.values.contains { !$0.isDone }
    if isLast, id == browser.current?.id {
      say("\(Wording.count(browser.tabs[index].folderSizes.count, "folder")) measured")
    }
    return isLast && browser.tabs[index].options.sort == .size ? order(index) : []
  }
}

extension FolderSize {
  /// `1.2 GB`, followed by `…` while measuring and by `+` if parts could not be read.
  var text: String { ByteCount.text(bytes) + (isDone ? unread > 0 ? "+" : "" : "…") }

  /// All facts in words.
  var words: String {
    guard isDone else { return text + " so far" }
    let count = Wording.count(files, "file")
    let rest =
      unread == 0
      ? "" : ", without " + Wording.count(unread, "folder") + " that cannot be read"
    return "\(ByteCount.text(bytes)), \(bytes) bytes in \(count)\(rest)"
  }
}
