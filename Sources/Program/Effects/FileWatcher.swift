import Glibc

/// Notices when a file is written or replaced, by watching the folder it lies in.
final class FileWatcher {
  let descriptor: Int32
  private var watches: [Int32: String] = [:]
  /// Nil for a file that is gone.
  private var files: [String: Stamp?] = [:]

  /// What changes when a file does.
  private struct Stamp: Equatable {
    var inode: UInt64
    var size: Int64
    var seconds: Int
    var nanoseconds: Int
  }

  init() {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
  }

  func watch(_ path: String) {
    guard let slash = path.lastIndex(of: "/") else { return }
    let folder = slash == path.startIndex ? "/" : String(path[..<slash])
    files[path] = .some(FileWatcher.stamp(path))
    guard !watches.values.contains(folder) else { return }
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM)
    let number = inotify_add_watch(descriptor, folder, events)
    if number >= 0 { watches[number] = folder }
  }

  func forget(_ path: String) {
    files[path] = nil
  }

  private static func stamp(_ path: String) -> Stamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Stamp(
      inode: UInt64(status.st_ino), size: Int64(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }

  /// The watched files that are not as they were when last asked; one that is gone is told once.
  func changed() -> [String] {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while read(descriptor, &buffer, buffer.count) > 0 {}
    var found: [String] = []
    for (path, before) in files {
      let now = FileWatcher.stamp(path)
      guard now != before, now?.size != 0 else { continue }
      files[path] = .some(now)
      found.append(path)
    }
    return found
  }
}
