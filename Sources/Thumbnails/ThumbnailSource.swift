import DocumentModel
import Glibc
import Platform

/// A file as its thumbnails know it: by its address, its time and its size.
package struct ThumbnailSource: Sendable, Hashable {
  /// Absolute, without `.` and `..`; links are not followed, as GIO follows none.
  package let path: String
  /// The address of the file as GLib writes it, so that all programs agree on it.
  package let uri: String
  /// When its contents changed, in seconds since 1970-01-01 UTC.
  package let modified: Int64
  /// In bytes.
  package let size: Int64
  /// Whether it is on a medium that can be removed from the machine.
  package let isRemovable: Bool
  /// The thumbnails' file name.
  package let fileName: String

  /// Nil for files that are not regular or may not be read.
  package init?(_ path: String) {
    let path = Self.plain(path)
    guard let status = SystemPath.status(path), SystemPath.isThere(path, for: R_OK) else {
      return nil
    }
    self.init(path, status)
  }

  private init?(_ path: String, _ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG, let uri = FileURI.uri(of: path) else { return nil }
    self.path = path
    self.uri = uri
    modified = Int64(status.st_mtim.tv_sec)
    size = Int64(status.st_size)
    isRemovable = RemovableMedia.hold(path, status)
    fileName = Digest.md5(uri) + ".png"
  }

  /// Whether the file is unchanged.
  package var isCurrent: Bool {
    SystemPath.status(path).map {
      Int64($0.st_mtim.tv_sec) == modified && Int64($0.st_size) == size
    }
      ?? false
  }

  /// A path from the top, its empty parts and dots taken out.
  static func plain(_ path: String) -> String {
    var absolute = path
    if !PathParts.isAbsolute(path), let folder = getcwd(nil, 0) {
      absolute = SystemPath.text(folder) + "/" + path
      free(folder)
    }
    var parts: [Substring] = []
    for part in PathParts.names(of: absolute) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
