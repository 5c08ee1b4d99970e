import DocumentModel
import Glibc

/// Creates the library's folder with its parents.
enum FolderMaking {
  static func make(_ folder: String) {
    var path = ""
    for part in PathParts.names(of: folder) {
      path += "/" + part
      mkdir(path, 0o700)
    }
  }
}
