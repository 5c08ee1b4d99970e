import DocumentModel
import Files
import Glibc
import Platform

/// Caches on disk with a folder for each document.
enum CacheFolders {
  /// Removes the folders that were changed or used longest ago until the rest is within a budget in bytes.
  static func sweep(_ root: String, budget: Int) {
    var documents: [(folder: String, age: Int64, bytes: Int)] = []
    for entry in (try? FolderReader.names(in: root)) ?? [] {
      let folder = PathParts.joined(root, entry.name)
      let files = (try? FolderReader.names(in: folder)) ?? []
      let bytes = files.reduce(0) { sum, file in
        sum + Int(FileStatus(PathParts.joined(folder, file.name))?.stamp.size ?? 0)
      }
      documents.append((folder, FileStatus(folder)?.stamp.seconds ?? 0, bytes))
    }
    var total = documents.reduce(0) { $0 + $1.bytes }
    for document in documents.sorted(by: { $0.age < $1.age }) where total > budget {
      try? TreeRemoval.remove(document.folder)
      total -= document.bytes
    }
  }

  /// Notes that a folder was used now.
  static func touch(_ folder: String) {
    _ = SystemPath.lend(folder) { utimensat(AT_FDCWD, $0, nil, 0) }
  }
}
