internal import CGLib

/// The desktop's trash, by the Trash specification 1.0.
package enum Trash {
  /// Moves a file or folder to the trash of its volume (g_file_trash).
  ///
  /// Throws if the volume has none or refuses; the file then stays.
  package static func put(_ path: String) throws(PlatformError) {
    let file = LocalFile(path)
    var error: UnsafeMutablePointer<GError>?
    guard g_file_trash(file.pointer, nil, &error) != 0 else {
      throw PlatformError(taking: &error)
    }
  }
}
