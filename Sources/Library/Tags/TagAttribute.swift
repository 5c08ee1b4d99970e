internal import CLinux
import DocumentModel
import Glibc
import Platform

/// The extended attribute `user.xdg.tags` of files, in which Dolphin and Caja store tags.
enum TagAttribute {
  private static let name = "user.xdg.tags"

  /// The result of reading a file's attribute.
  enum Reading: Sendable, Hashable {
    case names([String])
    /// The file supports attributes but does not have this one.
    case absent
    /// The file system has no attributes, or access was denied.
    case unknown
  }

  static func read(_ path: String) -> Reading {
    var bytes = [UInt8](repeating: 0, count: 512)
    // The attribute may grow between two calls; a value has at most 65,536 bytes (xattr(7)).
    for size in [512, 65_536] {
      bytes = [UInt8](repeating: 0, count: size)
      let count = SystemPath.lend(path) { clinux_path_attribute($0, name, &bytes, size) }
      if count >= 0 { return .names(TagName.names(inAttribute: Array(bytes[..<count]))) }
      guard errno == ERANGE else { return errno == ENODATA ? .absent : .unknown }
    }
    return .unknown
  }

  /// Writes the names, or removes the attribute if there are none; returns the errno, 0 on success.
  static func write(_ names: [String], to path: String) -> Int32 {
    let failed = SystemPath.lend(path) { path in
      guard !names.isEmpty else {
        return clinux_remove_path_attribute(path, name) != 0 && errno != ENODATA
      }
      let value = TagName.attribute(of: names)
      return clinux_set_path_attribute(path, name, value, value.count) != 0
    }
    return failed ? errno : 0
  }
}
