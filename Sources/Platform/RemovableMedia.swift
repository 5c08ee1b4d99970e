import DocumentModel
package import Glibc

/// Removable media: sticks, cards, discs.
package enum RemovableMedia {
  /// Where desktops mount removable media (udisks2 and its predecessor).
  private static let places = ["/run/media/", "/media/"]

  /// Whether a file is on removable media: by its mount point, or by the kernel's flag of its disk.
  package static func hold(_ path: String, _ status: stat) -> Bool {
    places.contains { path.hasPrefix($0) } || isRemovable(status.st_dev)
  }

  /// A partition's disk is its parent (sysfs, `Documentation/ABI/stable/sysfs-block`).
  private static func isRemovable(_ device: dev_t) -> Bool {
    let number = UInt64(device)
    // The bits are those that glibc's `major` and `minor` use.
    let major = number >> 8 & 0xFFF | number >> 32 & ~0xFFF
    let minor = number & 0xFF | number >> 12 & ~0xFF
    let disk = "/sys/dev/block/\(major):\(minor)"
    return [disk + "/removable", disk + "/../removable"].contains { file in
      let descriptor = SystemPath.open(file, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      var sign: UInt8 = 0
      return read(descriptor, &sign, 1) == 1 && sign == 0x31
    }
  }
}
