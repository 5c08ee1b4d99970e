import DocumentModel
import Messages

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

extension Browser {
  /// Returns the size of an entry in words: of a folder the measured one, since the directory's own size is meaningless.
  func sizeWords(of entry: FolderEntry, _ tab: BrowserTab, keyInput: KeyInput) -> String {
    guard entry.kind == .folder else {
      return tab.facts[entry.key].map { "\(ByteCount.text($0.size)), \($0.size) bytes" } ?? ""
    }
    if let size = tab.folderSizes[entry.key] { return size.words }
    let key = keyInput.keymap.keys(for: "folder-sizes").first ?? ":folder-sizes"
    return "not measured; \(key) measures it"
  }

  /// Measures the selected folders, or all listed ones if none is selected.
  mutating func measureFolders(environment: Environment, _ notices: inout Notices) -> [Effect] {
    guard let tab = current else { return [] }
    let isChosen = tab.markedCount > 0
    let entries = isChosen ? tab.chosen : tab.rows.map { tab.entries[Int($0)] }
    let folders = entries.filter { $0.kind == .folder }
    guard !folders.isEmpty else {
      notices.say(isChosen ? "No folder is chosen" : "No folders here")
      return []
    }
    let index = self.tab
    for folder in folders { tabs[index].folderSizes[folder.key] = FolderSize() }
    var effects: [Effect] = []
    if !tab.options.columns.contains(.size) {
      effects += toggleColumn(.size, environment: environment)
    }
    notices.say("Measuring \(Wording.count(folders.count, "folder"))")
    effects.append(
      .browse(
        .measure(
          tab: tab.id, folders.map { FolderToMeasure(key: $0.key, path: tab.path(of: $0)) })))
    return effects
  }

  /// Stores the measured size of a folder.
  mutating func takeFolderSize(
    _ id: Int, _ key: FilePath, _ size: FolderSize, environment: Environment,
    _ notices: inout Notices
  ) -> [Effect] {
    guard let index = self.index(ofTab: id), tabs[index].folderSizes[key] != nil
    else { return [] }
    tabs[index].folderSizes[key] = size
    let isLast = !tabs[index].folderSizes.values.contains { !$0.isDone }
    if isLast, id == current?.id {
      notices.say("\(Wording.count(tabs[index].folderSizes.count, "folder")) measured")
    }
    return isLast && tabs[index].options.sort == .size ? order(index, environment: environment) : []
  }
}

/// Sizes of files as people read them.
package enum ByteCount {
  /// `412 kB`, `1.3 MB`: thousands, as file managers count.
  package static func text(_ bytes: Int64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB"]
    var value = Double(max(0, bytes))
    var unit = 0
    while value >= 999.5, unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    guard unit > 1, value < 99.95 else { return "\(Int(value.rounded())) \(units[unit])" }
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
