package import DocumentModel
package import Files
import Glibc
import Platform

/// Finds the documents in folders and their subfolders.
package struct IndexWalk {
  let types: DocumentTypes
  let mounts = MountTable()

  package init(types: DocumentTypes) { self.types = types }

  /// The files found, and the folders that could not be read.
  package struct Found: Sendable {
    package var files: [FileSighting] = []
    /// Folders that were searched completely; indexed files below them that were not found are gone.
    var whole: [String] = []
    /// All folders entered, with their versions from before they were read.
    var folders: [(path: String, version: FolderVersion?)] = []
    /// The reasons why folders were skipped, as messages.
    package var troubles: [String] = []
    /// Existing folders that could not be read, or not completely.
    package var unread: [FilesError] = []

    mutating func cannotRead(_ folder: String, errno number: Int32) {
      guard unread.count < IndexWalk.mostUnread, unread.last?.path != folder else { return }
      unread.append(FilesError(errno: number, folder).whenReading(isFolder: true))
    }
  }

  /// The most files that are indexed, and the most folders that are searched.
  static let mostFiles = 2_000_000
  private static let mostFolders = 500_000
  /// The most unreadable folders that are reported.
  private static let mostUnread = 1_000
  private static let deepest = 64

  /// Searches folders until `mayGoOn` returns false; follows links to files but not to folders.
  package func find(in folders: [String], while mayGoOn: () -> Bool) -> Found {
    var found = Found()
    var links: [FileSighting] = []
    for folder in Self.apart(folders) {
      guard let status = SystemPath.status(folder), status.st_mode & S_IFMT == S_IFDIR else {
        found.troubles.append("\(folder) is not available; its index is kept")
        continue
      }
      if walk(folder, &found, &links, mayGoOn) { found.whole.append(folder) }
      guard mayGoOn() else { return found }
    }
    // A file reached by several links is read once.
    var seen: Set<Place> = links.isEmpty ? [] : Set(found.files.map { Place($0) })
    for link in links where seen.insert(Place(link)).inserted {
      found.files.append(link)
    }
    return found
  }

  private struct Place: Hashable {
    var device: UInt64
    var inode: UInt64

    init(_ sighting: FileSighting) {
      device = sighting.device
      inode = sighting.inode
    }
  }

  /// Returns the folders that do not lie inside another of them.
  package static func apart(_ folders: [String]) -> [String] {
    var apart: [String] = []
    for folder in folders.sorted() where !apart.contains(where: { PathParts.lies(folder, in: $0) })
    {
      apart.append(folder)
    }
    return apart
  }

  /// Searches a folder tree; returns whether all of it was read.
  private func walk(
    _ top: String, _ found: inout Found, _ links: inout [FileSighting], _ mayGoOn: () -> Bool
  ) -> Bool {
    var waiting: [(path: String, depth: Int)] = [(top, 0)]
    var next = 0
    var isWhole = true
    while next < waiting.count {
      guard mayGoOn() else { return false }
      let (folder, depth) = waiting[next]
      // Frees the path, which is not needed any more.
      waiting[next].path = ""
      next += 1
      let version = FolderVersion(of: folder)
      guard let stream = SystemPath.lend(folder, { opendir($0) }) else {
        isWhole = false
        // A folder that was deleted meanwhile is not an error.
        if errno != ENOENT { found.cannotRead(folder, errno: errno) }
        continue
      }
      defer { closedir(stream) }
      found.folders.append((folder, version))
      while let entry = Self.next(in: stream, of: folder, &found, &isWhole) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
        }
        guard name.utf8.first != 0x2E else { continue }
        let kind = Int(entry.pointee.d_type)
        if DocumentFinder.isFolder(kind, PathParts.joined(folder, name)) {
          let path = PathParts.joined(folder, name)
          if mounts.isMountPoint(path), !mounts.mount(of: path).keepsDocuments { continue }
          guard depth < Self.deepest, waiting.count < Self.mostFolders else {
            isWhole = false
            continue
          }
          waiting.append((path, depth + 1))
        } else if types.indexes(named: name) {
          guard found.files.count < Self.mostFiles else {
            found.troubles.append(
              "\(top) has more than \(Self.mostFiles) documents; the others are not indexed")
            return false
          }
          let path = PathParts.joined(folder, name)
          guard let status = SystemPath.status(path) else {
            // ENOENT means that the file was deleted meanwhile or the link is broken; other errors mean that the disk cannot be read.
            if errno != ENOENT {
              isWhole = false
              found.cannotRead(folder, errno: errno)
            }
            continue
          }
          guard status.st_mode & S_IFMT == S_IFREG else { continue }
          let sighting = FileSighting(path, status)
          if kind == Int(DT_LNK) { links.append(sighting) } else { found.files.append(sighting) }
        }
      }
    }
    return isWhole
  }

  /// Returns a folder's next entry; reports a read error, so that it is not taken for the end.
  private static func next(
    in stream: OpaquePointer, of folder: String, _ found: inout Found, _ isWhole: inout Bool
  ) -> UnsafeMutablePointer<dirent>? {
    errno = 0
    let entry = readdir(stream)
    if entry == nil, errno != 0 {
      isWhole = false
      found.cannotRead(folder, errno: errno)
    }
    return entry
  }
}
