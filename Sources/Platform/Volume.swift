internal import CGLib

/// A file system that is mounted where the user may want to go.
package struct Volume: Sendable, Hashable {
  /// A name for people: the label, or the last part of the path.
  package var name: String
  package var path: String
  /// The kernel's name of the file system, such as `ext4`, `vfat`, `nfs4` or `fuse.sshfs`.
  package var fileSystem: String

  /// Whether it lies beyond a network: slow, silent about changes, and it may hang.
  package var isRemote: Bool { Self.isRemote(fileSystem) }

  /// Returns the mounted volumes, without the system's own unless `all`; a volume mounted twice is listed for each
  /// path.
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
    fileSystem = GText.copying(g_unix_mount_get_fs_type(entry)) ?? ""
  }

  private static let remote: Set<String> = [
    "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "9p", "davfs", "lustre",
    "fuse.sshfs", "fuse.rclone", "fuse.gvfsd-fuse", "fuse.davfs2", "fuse.s3fs", "fuse.glusterfs",
    "fuse.curlftpfs", "fuse.smbnetfs", "fuse.gcsfuse", "fuse.ceph", "fuse.juicefs",
  ]

  package static func isRemote(_ fileSystem: String) -> Bool { remote.contains(fileSystem) }
}
