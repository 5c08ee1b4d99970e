import DocumentModel
import Glibc
import Platform

/// The size of a folder and all below it.
package struct FolderMeasure: Sendable, Hashable {
  /// Sizes of all files, in bytes; one with several names counts once.
  package var bytes: Int64 = 0
  package var files = 0
  /// Folders that could not be read.
  package var unread = 0

  /// Names visited between two calls of `progress`.
  private static let portion = 2_000
  private static let deepest = 200

  package init() {}

  /// Measures a folder without following links or entering other file systems. Returns nil if cancelled.
  package static func of(
    _ path: String, _ cancellation: Cancellation, progress: (FolderMeasure) -> Void = { _ in }
  ) -> FolderMeasure? {
    guard let top = FileStatus(path)?.stamp else {
      var nothing = FolderMeasure()
      nothing.unread = 1
      return nothing
    }
    var measure = FolderMeasure()
    var seen: Set<UInt64> = []
    var waiting: [(path: String, depth: Int)] = [(path, 0)]
    var looked = 0
    while let (folder, depth) = waiting.popLast() {
      guard !cancellation.isCancelled else { return nil }
      let descriptor = SystemPath.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0, let stream = fdopendir(descriptor) else {
        if descriptor >= 0 { close(descriptor) }
        measure.unread += 1
        continue
      }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        looked += 1
        if looked.isMultiple(of: portion) {
          guard !cancellation.isCancelled else { return nil }
          progress(measure)
        }
        var status = stat()
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { name -> String? in
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
            return SystemPath.text(name)
          }
        }
        guard let name, name != ".", name != ".." else { continue }
        if status.st_mode & S_IFMT == S_IFDIR {
          guard UInt64(status.st_dev) == top.device else { continue }
          if depth < deepest {
            waiting.append((PathParts.joined(folder, name), depth + 1))
          } else {
            measure.unread += 1
          }
        } else if status.st_nlink < 2 || seen.insert(UInt64(status.st_ino)).inserted {
          measure.files += 1
          measure.bytes += max(0, Int64(status.st_size))
        }
      }
    }
    return measure
  }
}
