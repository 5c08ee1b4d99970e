import DocumentModel
import Glibc
import Platform

/// Searches for a moved file in its old folder and those around it, then in folders the library knows; never the whole disk.
///
/// A folder is read once for all files searched.
struct FolderSearch {
  /// The limits on entries read, folders opened and time.
  private static let mostEntries = 200_000
  private static let mostFolders = 400
  private static let longest = Duration.seconds(2)

  private struct Entry {
    var name: [UInt8]
    var inode: UInt64
    var mayBeFolder: Bool
  }

  private var listings: [[UInt8]: [Entry]] = [:]
  private var entriesLeft = mostEntries
  private let end = ContinuousClock.now + longest
  private let mayAsk: ReadingLibrary.MayAsk

  init(_ mayAsk: @escaping ReadingLibrary.MayAsk = { _, _ in true }) { self.mayAsk = mayAsk }

  /// Returns the path of the file with a trace's identity, else of the only file with its name and, if known, its size.
  mutating func find(_ trace: FileTrace, known: [String]) -> String? {
    let name = Array(PathBytes.bytes(PathParts.name(of: trace.path)))
    var namesakes: [String] = []
    for folder in folders(near: trace.path, known: known) {
      for entry in entries(of: folder) {
        // The inode in a directory entry may differ if something is mounted there, so this is only a first filter.
        let isIt = trace.fileIdentity.map { $0.inode == entry.inode } ?? false
        guard isIt || entry.name == name else { continue }
        let path = (folder == "/" ? "" : folder) + "/" + PathBytes.text(entry.name)
        guard mayAsk(path, trace.path), let facts = FileObservation(path) else { continue }
        guard let fileIdentity = trace.fileIdentity else {
          if !facts.isFolder { namesakes.append(path) }
          continue
        }
        if facts.fileIdentity.isSameFile(as: fileIdentity) { return path }
        if entry.name == name, facts.fileIdentity.size == fileIdentity.size, !facts.isFolder {
          namesakes.append(path)
        }
      }
    }
    // Two files with equal names cannot be distinguished.
    return namesakes.count == 1 ? namesakes.first : nil
  }

  /// Returns the old folder and its subfolders, the parent folder and its subfolders, then the known folders.
  private mutating func folders(near path: String, known: [String]) -> [String] {
    var start = PathParts.folder(of: path)
    while start != PathParts.folder(of: start), FileObservation(start) == nil {
      start = PathParts.folder(of: start)
    }
    let above = PathParts.folder(of: start)
    var found = [start] + subfolders(of: start)
    if above != start { found += [above] + subfolders(of: above) }
    var seen: Set<[UInt8]> = []
    return Array(
      (found + known).filter { seen.insert(Array($0.utf8)).inserted && mayAsk($0, path) }
        .prefix(Self.mostFolders))
  }

  private mutating func subfolders(of folder: String) -> [String] {
    // Hidden folders hold application data, not documents.
    entries(of: folder).filter { $0.mayBeFolder && $0.name.first != 0x2E }.map {
      (folder == "/" ? "" : folder) + "/" + PathBytes.text($0.name)
    }
  }

  private mutating func entries(of folder: String) -> [Entry] {
    let key = Array(folder.utf8)
    if let known = listings[key] { return known }
    guard entriesLeft > 0, ContinuousClock.now < end,
      let stream = SystemPath.lend(folder, { opendir($0) })
    else { return [] }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while entriesLeft > 0, let entry = readdir(stream) {
      entriesLeft -= 1
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard name != [0x2E], name != [0x2E, 0x2E] else { continue }
      let kind = Int(entry.pointee.d_type)
      entries.append(
        Entry(
          name: name, inode: UInt64(entry.pointee.d_ino),
          mayBeFolder: kind == Int(DT_DIR) || kind == Int(DT_UNKNOWN)))
    }
    listings[key] = entries
    return entries
  }
}
