internal import CGLib
import Glibc

/// A file system that is mounted where the user may want to go.
package struct Volume: Sendable, Hashable {
  /// A name for people: the label, or the last part of the path.
  package var name: String
  package var path: String
  /// What is mounted: `/dev/sdb1`, `server:/export`.
  package var source: String
  /// As the kernel calls it: `ext4`, `vfat`, `nfs4`, `fuse.sshfs`.
  package var fileSystem: String
  package var isReadOnly: Bool
  package var canEject: Bool

  /// It lies beyond a network: slow, silent about changes, and it may hang.
  package var isRemote: Bool { Self.isRemote(fileSystem) }

  /// What is on the mount table and no machinery of the system; a volume that is mounted twice is there once a path.
  /// With `all` also what only the system cares about.
  package static func mounted(all: Bool = false) -> [Volume] {
    QuietGLib.begin()
    var seen: Set<String> = []
    return GItems.taking(g_unix_mounts_get(nil)) { entry in
      defer { g_unix_mount_free(entry) }
      let isShown =
        g_unix_mount_guess_should_display(entry) != 0 && g_unix_mount_is_system_internal(entry) == 0
      return all || isShown ? Volume(entry) : nil
    }.filter { seen.insert($0.path).inserted }
  }

  private init?(_ entry: OpaquePointer) {
    guard let path = GText.copying(g_unix_mount_get_mount_path(entry)) else { return nil }
    self.path = path
    name = GText.taking(g_unix_mount_guess_name(entry)) ?? path
    source = GText.copying(g_unix_mount_get_device_path(entry)) ?? ""
    fileSystem = GText.copying(g_unix_mount_get_fs_type(entry)) ?? ""
    isReadOnly = g_unix_mount_is_readonly(entry) != 0
    canEject = g_unix_mount_guess_can_eject(entry) != 0
  }

  private static let remote: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "9p", "davfs", "lustre",
    "fuse.sshfs", "fuse.rclone", "fuse.gvfsd-fuse", "fuse.davfs2", "fuse.s3fs", "fuse.glusterfs",
    "fuse.curlftpfs", "fuse.smbnetfs", "fuse.gcsfuse", "fuse.ceph", "fuse.juicefs",
  ]

  package static func isRemote(_ fileSystem: String) -> Bool { remote.contains(fileSystem) }

  /// The volume a path lies on, by the mount table alone: a server that is gone is not asked.
  package static func of(_ path: String, among volumes: [Volume]) -> Volume? {
    volumes.filter { path == $0.path || path.hasPrefix($0.path == "/" ? "/" : $0.path + "/") }
      .max { $0.path.utf8.count < $1.path.utf8.count }
  }

  package struct Space: Sendable, Hashable {
    /// Bytes that this user may still write, and of the whole.
    package var free: Int
    package var total: Int
  }

  /// Free space where a path lies; nil where the system does not say. Waits for the disk, or a network.
  package static func space(at path: String) -> Space? {
    var status = statvfs()
    guard SystemPath.lend(path, { statvfs($0, &status) }) == 0 else { return nil }
    let unit = Int(clamping: status.f_frsize)
    func bytes(_ blocks: UInt) -> Int {
      let (bytes, isTooMuch) = Int(clamping: blocks).multipliedReportingOverflow(by: unit)
      return isTooMuch ? .max : bytes
    }
    return Space(free: bytes(UInt(status.f_bavail)), total: bytes(UInt(status.f_blocks)))
  }
}
