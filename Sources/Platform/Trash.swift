internal import CGLib

/// The desktop's trash, by the Trash specification 1.0.
package enum Trash {
  /// Puts a file or folder into the trash of its volume (g_file_trash).
  ///
  /// Where the volume has none, or refuses, this throws and the file stays where it is.
  package static func put(_ path: String) throws(PlatformError) {
    let file = LocalFile(path)
    var error: UnsafeMutablePointer<GError>?
    guard g_file_trash(file.pointer, nil, &error) != 0 else {
      throw PlatformError(taking: &error)
    }
  }
}
