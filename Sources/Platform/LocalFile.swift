internal import CGLib

/// A GFile of this machine's file system, released with its owner.
///
/// Made by GIO's own local backend: asking for the default one would load gvfs and talk to the session's bus.
final class LocalFile {
  let pointer: OpaquePointer?

  init(_ path: String) {
    QuietGLib.begin()
    pointer = SystemPath.lend(path) { g_vfs_get_file_for_path(g_vfs_get_local(), $0) }
  }

  deinit {
    if let pointer { g_object_unref(UnsafeMutableRawPointer(pointer)) }
  }

  /// `file:///…`, percent-encoded byte for byte.
  var address: String? { GText.taking(g_file_get_uri(pointer)) }
}

/// Text that GLib gives.
enum GText {
  /// Copies the text and frees it.
  static func taking(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return SystemPath.text(text)
  }

  /// Copies a text that stays GLib's.
  static func copying(_ text: UnsafePointer<CChar>?) -> String? { text.map { SystemPath.text($0) } }
}

/// The elements of a GList, copied or taken over one by one, and the list freed.
enum GItems {
  static func taking<Element>(
    _ list: UnsafeMutablePointer<GList>?, _ take: (OpaquePointer) -> Element?
  ) -> [Element] {
    defer { g_list_free(list) }
    var found: [Element] = []
    var next = list
    while let node = next {
      if let data = node.pointee.data, let element = take(OpaquePointer(data)) {
        found.append(element)
      }
      next = node.pointee.next
    }
    return found
  }
}
