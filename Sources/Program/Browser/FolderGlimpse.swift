import Files
import Glibc
import Interface
import Platform

/// The first names of a folder in order, and how many there are.
enum FolderGlimpse {
  /// Reads on the caller's thread; hidden names are left out, folders come first with a slash.
  static func names(in path: String, most: Int) throws(FilesError) -> ([String], Int) {
    guard let stream = SystemPath.lend(path, { opendir($0) }) else {
      throw FilesError(errno: errno, path)
    }
    defer { closedir(stream) }
    var folders: [String] = []
    var files: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text($0) }
      }
      if name.hasPrefix(".") { continue }
      if entry.pointee.d_type == DT_DIR { folders.append(name + "/") } else { files.append(name) }
    }
    let sorted = [folders, files].flatMap { names in
      let keys = names.map { NameKey($0) }
      return names.indices.sorted { keys[$0] < keys[$1] }.prefix(most).map { names[$0] }
    }
    return (Array(sorted.prefix(most)), folders.count + files.count)
  }
}
