import DocumentModel
package import Messages

/// Archives as folders: Enter unpacks one to the cache, and the browser shows that folder under the archive's name.
extension State {
  /// Shows an archive as soon as it is unpacked.
  package mutating func enterArchive(_ path: String) -> [Effect] {
    say("Opening \(PathParts.name(of: path)) …")
    return [.browse(.enterArchive(path))]
  }

  /// The archives that are unpacked, by the folders they are in; if `enters`, goes to the only one.
  mutating func know(archives: [String: String], enters: Bool) -> [Effect] {
    for (folder, archive) in archives { browser.archives[FilePath(folder)] = archive }
    guard enters, browser.isShown, let folder = archives.keys.first else { return [] }
    notices.dismiss()
    return browser.go(to: .folder(folder))
  }

  /// Extracts the selected archives, each to a folder beside it.
  mutating func extract() -> [Effect] {
    guard let tab = browser.current else { return [] }
    let archives = tab.chosen.filter(browser.isArchive).map { tab.path(of: $0) }
    guard let first = archives.first else {
      say("Select an archive to extract")
      return []
    }
    browser.clearMarks()
    return [.browse(.files(.extract(archives, to: PathParts.folder(of: first))))]
  }
}

extension Browser {
  func isArchive(_ entry: FolderEntry) -> Bool {
    entry.kind == .file && types[Int(entry.type)].isArchive
  }

  /// The parent folder; of an archive's top the folder of the archive. Nil at the root and for collections.
  func parent(of place: BrowserPlace) -> (folder: String, name: String)? {
    guard let folder = place.folder, folder != "/" else { return nil }
    let path = archives[FilePath(folder)] ?? folder
    return (PathParts.folder(of: path), PathParts.name(of: path))
  }

  /// The path the user knows: one in an archive instead of one in the cache.
  func outside(_ path: String) -> String {
    for (folder, archive) in self.archives where PathParts.lies(path, in: folder.text) {
      return archive + path.dropFirst(folder.text.count)
    }
    return path
  }
}
