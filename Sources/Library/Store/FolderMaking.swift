import DocumentModel
import Glibc

/// Makes the library's folder with all above it.
enum FolderMaking {
  static func make(_ folder: String) {
    var path = ""
    for part in PathParts.names(of: folder) {
      path += "/" + part
      mkdir(path, 0o700)
    }
  }
}
