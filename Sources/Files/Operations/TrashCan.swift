import DocumentModel
import Glibc
import Platform

/// The trash of the home folder and of each volume (Trash specification 1.0, "Trash directories").
package struct TrashCan: Sendable {
  /// A file or folder in the trash.
  package struct Item: Sendable, Hashable {
    /// The trash folder it lies in.
    package var trash: String
    /// Its name there, which says nothing of the one it had.
    package var name: String
    /// The original place; nil if the trash's record is missing or damaged.
    package var origin: String?
    /// `2025-01-31T09:05:00`, local time.
    package var deletionDate: String?
    package var status: FileStatus

    package var path: String { trash + "/files/" + name }
    var note: String { trash + "/info/" + name + ".trashinfo" }
  }

  private let home: String
  private let volumes: [String]
  private let user: uid_t

  /// - Parameters:   - home: The home trash: `$XDG_DATA_HOME/Trash`.   - volumes: Root folders of
  /// volumes that may have their own trash.
  package init(home: String, volumes: [String]) {
    self.home = home
    self.volumes = volumes
    user = getuid()
  }

  /// The user's own, with all volumes that are mounted now.
  package static func ofUser() -> TrashCan {
    TrashCan(home: Places.data + "/Trash", volumes: ["/"] + Volume.mounted().map(\.path))
  }

  /// Whether a path is in a trash: `files` has `info` beside it (Trash specification 1.0, "Trash directories").
  package static func holds(_ path: String) -> Bool {
    let folder = PathParts.folder(of: path)
    guard PathParts.name(of: folder) == "files" else { return false }
    return FileStatus(PathParts.joined(PathParts.folder(of: folder), "info"))?.isFolder == true
  }

  // MARK: What is in it

  /// Returns the readable items in the trash; asks every volume, and waits for it.
  package func items() -> [Item] { items(in: folders(volumes)) }

  /// The home folder's trash and the top folders of volumes that may have one.
  package var places: [String] { [home] + volumes }

  /// Returns the items of the trash at one of `places`; accesses no other.
  package func items(at place: String) -> [Item] {
    let isHome = PathParts.same(place, home)
    return items(in: folders(isHome ? [] : [place]).filter { ($0.top == nil) == isHome })
  }

  private func items(in folders: [Folder]) -> [Item] {
    folders.flatMap { trash in
      let names = (try? FolderReader.names(in: trash.path + "/files")) ?? []
      return names.compactMap { item($0.name, in: trash) }
    }
  }

  private struct Folder {
    var path: String
    /// The folder that paths in its records are relative to.
    var top: String?
  }

  private func folders(_ volumes: [String]) -> [Folder] {
    var found = [Folder(path: home, top: nil)]
    for top in volumes {
      let shared = PathParts.joined(top, ".Trash")
      if let status = FileStatus(shared), status.kind == .folder, status.permissions & 0o1000 != 0 {
        found.append(Folder(path: shared + "/\(user)", top: top))
      }
      found.append(Folder(path: PathParts.joined(top, ".Trash-\(user)"), top: top))
    }
    // A link in place of a trash folder may be an attack.
    return found.filter {
      guard let status = FileStatus($0.path) else { return false }
      return status.kind == .folder && ($0.top == nil || status.owner == user)
    }
  }

  private func item(_ name: String, in folder: Folder) -> Item? {
    guard let status = FileStatus(folder.path + "/files/" + name) else { return nil }
    var item = Item(trash: folder.path, name: name, status: status)
    let note = TrashNote(path: item.note)
    item.origin = note?.path.flatMap { Self.origin($0, top: folder.top) }
    item.deletionDate = note?.deletionDate
    return item
  }

  /// Absolute in the home trash; in a volume's below its top folder, however it is written.
  private static func origin(_ path: String, top: String?) -> String? {
    guard !PathParts.names(of: path).contains("..") else { return nil }
    guard let top else { return PathParts.isAbsolute(path) ? path : nil }
    guard PathParts.isAbsolute(path) else { return PathParts.joined(top, path) }
    return path.utf8.starts(with: PathParts.joined(top, "").utf8) ? path : nil
  }

  // MARK: In and out

  /// Moves a file to the trash and returns its place there; throws `.noTrash` if its volume refuses.
  package func put(_ path: String, disk: Disk = Disk()) throws(FilesError) -> Item {
    guard let status = FileStatus(path) else { throw FilesError(.notFound, path) }
    let trash = folders(Self.top(of: path).map { [$0] } ?? [])
    try disk.call(.trash, path) { 0 }
    do throws(PlatformError) {
      try Trash.put(path)
    } catch {
      throw FilesError(error, trashing: path)
    }
    let places = trash + folders(Self.top(of: path).map { [$0] } ?? [])
    for place in places {
      if let item = find(status.stamp, named: PathParts.name(of: path), in: place) { return item }
    }
    // It is in the trash at an unknown place; the user can find it in the list.
    throw FilesError(.trashDamaged, path)
  }

  /// GIO gives the first free of `a.txt`, `a.2.txt`, `a.3.txt` …; others may do otherwise.
  private func find(_ stamp: FileStamp, named name: String, in folder: Folder) -> Item? {
    let dot = name.firstIndex(of: ".") ?? name.endIndex
    for number in 1...1_000 {
      let guess = number == 1 ? name : "\(name[..<dot]).\(number)\(name[dot...])"
      guard let item = item(guess, in: folder) else { break }
      if item.status.stamp.isSameFile(as: stamp) { return item }
    }
    let names = (try? FolderReader.names(in: folder.path + "/files")) ?? []
    return names.lazy.compactMap { item($0.name, in: folder) }
      .first { $0.status.stamp.isSameFile(as: stamp) }
  }

  /// The topmost folder of the file system that a path lies on.
  private static func top(of path: String) -> String? {
    guard var folder = SystemPath.resolved(PathParts.folder(of: path)),
      let device = FileStatus(folder)?.stamp.device
    else { return nil }
    while folder != "/" {
      let parent = PathParts.folder(of: folder)
      guard FileStatus(parent)?.stamp.device == device else { break }
      folder = parent
    }
    return folder
  }

  /// Moves an item out of the trash, to its original place or elsewhere on its volume; never over another file.
  ///
  /// `makingFolders` creates the original folder if it is gone; otherwise `.notFound` is thrown with its path. Returns the new path.
  package func restore(
    _ item: Item, to place: String? = nil, makingFolders: Bool = false, disk: Disk = Disk()
  ) throws(FilesError) -> String {
    guard let target = place ?? item.origin else { throw FilesError(.trashDamaged, item.path) }
    guard let now = FileStatus(item.path), now.stamp.isSameFile(as: item.status.stamp) else {
      throw FilesError(.notFound, item.path)
    }
    let folder = PathParts.folder(of: target)
    if FileStatus(folder) == nil {
      guard makingFolders else { throw FilesError(.notFound, folder) }
      try disk.makeFolders(folder)
    }
    try disk.rename(item.path, to: target)
    // A note without a file is nothing to anybody.
    try? disk.remove(item.note)
    return target
  }

  /// Deletes an item in the trash permanently.
  package func delete(
    _ item: Item, disk: Disk = Disk(), cancellation: Cancellation = Cancellation()
  ) throws(FilesError) {
    try TreeRemoval.remove(item.path, disk, cancellation)
    try? disk.remove(item.note)
  }
}

/// A `.trashinfo` file: where something was, and when it was put into the trash.
private struct TrashNote {
  /// Decoded; unchanged, absolute or relative.
  var path: String?
  var deletionDate: String?

  private static let mostBytes = 1 << 16

  init?(path file: String) {
    let descriptor = SystemPath.open(file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: Self.mostBytes)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let lines = bytes[..<count].split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    guard lines.first?.elementsEqual("[Trash Info]".utf8) == true else { return nil }
    // Of repeated keys the first counts ("The directory contents").
    path = Self.value("Path=", lines).flatMap(Self.decoded)
    deletionDate = Self.value("DeletionDate=", lines).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func value(_ key: String, _ lines: [ArraySlice<UInt8>]) -> ArraySlice<UInt8>? {
    lines.first { $0.starts(with: key.utf8) }.map { $0.dropFirst(key.utf8.count) }
  }

  /// nil for a zero in it.
  private static func decoded(_ text: ArraySlice<UInt8>) -> String? {
    let bytes = PathBytes.unescaped(text)
    return bytes.isEmpty || bytes.contains(0) ? nil : PathBytes.text(bytes)
  }
}
