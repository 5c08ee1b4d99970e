internal import CGLib
import DocumentModel
import Glibc

/// Addresses of files, `file:///…`, by RFC 8089.
package enum FileURI {
  /// Returns the file URI; nil for a path that is not absolute.
  package static func uri(of path: String) -> String? {
    let bytes = PathBytes.bytes(path)
    guard bytes.first == 0x2F, !bytes.contains(0) else { return nil }
    guard let made = g_filename_to_uri(bytes.map { CChar(bitPattern: $0) } + [0], nil, nil) else {
      return nil
    }
    defer { g_free(made) }
    return String(cString: made)
  }

  /// Returns a `recto:///…` URI; nil for a path that is not absolute.
  package static func readerURI(of path: String) -> String? {
    uri(of: path).map { reader + $0.dropFirst(file.count) }
  }

  /// Returns the path and fragment of either kind of URI; nil for others.
  package static func readable(_ address: String) -> (path: String, fragment: String)? {
    let parts = address.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts[0].lowercased()
    guard let scheme = [reader, file].first(where: { name.hasPrefix($0 + "//") }),
      let path = path(of: file + parts[0].dropFirst(scheme.count))
    else { return nil }
    return (path, parts.count > 1 ? String(parts[1]) : "")
  }

  private static let (reader, file) = ("recto:", "file:")

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
