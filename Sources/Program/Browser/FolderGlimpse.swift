import DocumentModel
import Files
import Interface

/// The first names of a folder in the order of its list, and how many there are.
enum FolderGlimpse {
  /// Reads on the caller's thread; hidden names are left out, folders come first with a slash.
  static func names(in path: String, most: Int) throws(FilesError) -> ([String], Int) {
    let entries = try FolderReader.names(in: path).map { found in
      FolderEntry(
        name: found.name, kind: isFolder(found, in: path) ? .folder : .file)
    }.filter { !$0.isHidden }
    var options = ListOptions()
    options.showsAll = true
    let order = ListOrder(
      entries: entries, types: [.unknown], facts: [:], documents: [:], options: options,
      filter: "", keepsOrder: false)
    let names = order.firstRows(most).map { row in
      let entry = entries[Int(row)]
      return entry.kind == .folder ? entry.name + "/" : entry.name
    }
    return (names, entries.count)
  }

  /// Links are what they lead to, as in the list; some file systems tell what a name is only when they are asked for it.
  private static func isFolder(_ found: DirectoryEntry, in folder: String) -> Bool {
    guard found.kind == .link || found.kind == .unknown else { return found.kind == .folder }
    return FileStatus(PathParts.joined(folder, found.name))?.isFolder == true
  }
}
