internal import CGLib
import DocumentModel
import Glibc

/// Addresses of files, `file:///…`, by RFC 8089.
package enum FileURI {
  /// nil for a path that is not absolute.
  package static func uri(of path: String) -> String? {
    let bytes = PathBytes.bytes(path)
    guard bytes.first == 0x2F, !bytes.contains(0) else { return nil }
    guard let made = g_filename_to_uri(bytes.map { CChar(bitPattern: $0) } + [0], nil, nil) else {
      return nil
    }
    defer { g_free(made) }
    return String(cString: made)
  }

  /// The path of a file on this system; nil for all other addresses.
  package static func path(of uri: String) -> String? {
    var host: UnsafeMutablePointer<CChar>?
    guard let path = g_filename_from_uri(uri, &host, nil) else { return nil }
    defer {
      g_free(path)
      g_free(host)
    }
    if let host, String(cString: host) != "localhost" { return nil }
    return PathBytes.text(Array(UnsafeRawBufferPointer(start: path, count: strlen(path))))
  }
}
