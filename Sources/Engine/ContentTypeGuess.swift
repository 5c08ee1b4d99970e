internal import CPoppler
import Glibc

/// Types of files by the desktop's shared-mime-info, which GLib weighs against a file's first bytes.
package enum ContentTypeGuess {
  /// 4 KiB are plenty for every rule.
  private static let headSize = 4_096

  /// Loads the rules; returns the folders they are read from again later.
  package static func load() -> [String] {
    _ = guess("a", [0x25, 0x50, 0x44, 0x46])
    var folders = [String(cString: g_get_user_data_dir())]
    var next = g_get_system_data_dirs()
    while let folder = next?.pointee {
      folders.append(String(cString: folder))
      next = next?.successor()
    }
    return folders.map { $0 + "/mime" }
  }

  /// The type of an open file, by its name where its bytes cannot be read.
  static func type(of descriptor: Int32, _ name: String) -> String {
    var head = [UInt8](repeating: 0, count: headSize)
    let count = pread(descriptor, &head, head.count, 0)
    return guess(name, Array(head[..<max(0, count)]))
  }

  private static func guess(_ name: String, _ head: [UInt8]) -> String {
    guard let type = g_content_type_guess(name, head, gsize(head.count), nil) else {
      return "application/octet-stream"
    }
    defer { g_free(type) }
    return String(cString: type)
  }
}
