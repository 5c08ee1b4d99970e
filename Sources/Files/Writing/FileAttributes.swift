internal import CLinux
import Glibc

/// A file's properties besides its bytes: owner, permissions, and extended attributes including access lists (acl(5)).
enum FileAttributes {
  /// Properties that could not be copied.
  struct Losses: Sendable, Hashable {
    var owner = false
    var attributes: [String] = []
  }

  /// Copies the properties of one open file to another; reports what the file system or permissions do not
  /// allow instead of throwing.
  static func copy(
    from source: borrowing Descriptor, to target: borrowing Descriptor, withOwner: Bool,
    _ disk: Disk, _ path: String
  ) throws(FilesError) -> Losses {
    var losses = Losses()
    guard let status = source.status else { throw FilesError(errno: errno, path) }
    let number = target.number
    // The owner first: changing it clears set-user-ID.
    if withOwner, let now = target.status {
      losses.owner = !giveOwner(status, now, number, disk, path)
    }
    var mode = status.st_mode & 0o7777
    // Set-ID permissions are not given to another owner.
    if losses.owner { mode &= 0o1777 }
    try disk.call(.mode, path) { fchmod(number, mode) }
    losses.attributes = copyAttributes(source.number, number, disk, path)
    return losses
  }

  private static func giveOwner(
    _ request: stat, _ now: stat, _ file: Int32, _ disk: Disk, _ path: String
  ) -> Bool {
    if request.st_uid == now.st_uid, request.st_gid == now.st_gid { return true }
    do throws(FilesError) {
      try disk.call(.owner, path) { fchown(file, request.st_uid, request.st_gid) }
      return true
    } catch {
      // The group can be set without the owner if we are in it.
      _ = try? disk.call(.owner, path) { fchown(file, uid_t.max, request.st_gid) }
      return false
    }
  }

  /// Returns the names of attributes that could not be copied and may be missed.
  private static func copyAttributes(
    _ source: Int32, _ target: Int32, _ disk: Disk, _ path: String
  ) -> [String] {
    var lost: [String] = []
    for name in names(source) where name != "security.capability" {
      let size = clinux_attribute(source, name, nil, 0)
      guard size >= 0 else { continue }
      var value = [UInt8](repeating: 0, count: max(1, size))
      let count = clinux_attribute(source, name, &value, size)
      guard count >= 0 else { continue }
      do throws(FilesError) {
        try disk.call(.attribute, path) { clinux_set_attribute(target, name, value, count) }
      } catch {
        // The system sets its own labels.
        if name.hasPrefix("user.") || name.hasPrefix("system.posix_acl") { lost.append(name) }
      }
    }
    return lost
  }

  private static func names(_ file: Int32) -> [String] {
    let size = clinux_attribute_names(file, nil, 0)
    guard size > 0 else { return [] }
    var bytes = [CChar](repeating: 0, count: size)
    let count = clinux_attribute_names(file, &bytes, size)
    guard count > 0 else { return [] }
    return bytes[..<count].split(separator: 0).map {
      String(decoding: $0.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }
}
