import Glibc

/// Makes the library's folder with all above it.
enum FolderMaking {
  static func make(_ folder: String) {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      mkdir(path, 0o700)
    }
  }
}
