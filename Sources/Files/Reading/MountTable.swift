import Glibc
import Platform
import Synchronization

/// Finds the mount of a path from the kernel's table alone (proc(5), `/proc/pid/mountinfo`), without accessing file systems that may
/// hang.
package final class MountTable: Sendable {
  package struct Mount: Sendable, Hashable {
    /// The mount point.
    package var path: [UInt8]
    /// Whether it lies beyond a network or another program, and may never answer.
    package var mayHang: Bool
    /// Whether users keep documents on it; other file systems are virtual or temporary.
    package var keepsDocuments: Bool
  }

  private let mounts = Mutex<[[UInt8]: Mount]>([:])
  private let table: Int32
  private static let top = Mount(path: [0x2F], mayHang: false, keepsDocuments: true)
  /// As many links as the system follows (path_resolution(7)).
  private static let mostLinks = 40

  package init() {
    table = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
    if table >= 0 { mounts.withLock { $0 = Self.parsed(Self.contents(table)) } }
  }

  /// A table of these lines.
  package init(lines: String) {
    table = -1
    mounts.withLock { $0 = Self.parsed(Array(lines.utf8)) }
  }

  deinit { if table >= 0 { close(table) } }

  /// The mount a path lies on by its letters, links in it not followed.
  package func mount(of path: String) -> Mount { mount(of: SystemPath.bytes(path)) }

  /// Whether a path may be accessed if a nearby one answers: not if it is on another mount that may
  /// hang.
  package func mayAsk(_ path: String, near known: String) -> Bool {
    let mount = mount(of: path)
    return !mount.mayHang || mount == self.mount(of: known)
  }

  /// Whether something is mounted just there.
  package func isMountPoint(_ path: String) -> Bool {
    mount(of: path).path == SystemPath.bytes(path)
  }

  /// The mount a path leads to, links followed as far as they can be read without asking what may hang.
  ///
  /// Asks the disks on the way, and waits for them.
  package func mount(following path: String) -> Mount {
    var rest = SystemPath.bytes(path).split(separator: 0x2F).map(Array.init)[...]
    var done: [UInt8] = []
    var links = 0
    while let part = rest.popFirst() {
      if part == [0x2E] { continue }
      if part == [0x2E, 0x2E] {
        done = done.lastIndex(of: 0x2F).map { Array(done[..<$0]) } ?? []
        continue
      }
      let next = done + [0x2F] + part
      let mount = mount(of: next)
      if mount.mayHang { return mount }
      guard links < Self.mostLinks, let target = Self.target(next) else {
        done = next
        continue
      }
      links += 1
      rest = (target.split(separator: 0x2F).map(Array.init) + rest)[...]
      if target.first == 0x2F { done = [] }
    }
    return mount(of: done)
  }

  private static func target(_ path: [UInt8]) -> [UInt8]? {
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes { room in
      (path + [0]).withUnsafeBytes { path in
        guard let path = path.bindMemory(to: CChar.self).baseAddress,
          let base = room.bindMemory(to: CChar.self).baseAddress
        else { return -1 }
        return readlink(path, base, room.count)
      }
    }
    return count > 0 ? Array(target[..<count]) : nil
  }

  private func mount(of path: [UInt8]) -> Mount {
    mounts.withLock { mounts in
      if hasChanged { mounts = Self.parsed(Self.contents(table)) }
      var path = path[...]
      while let slash = path.lastIndex(of: 0x2F), slash > 0 {
        if let found = mounts[Array(path)] { return found }
        path = path[..<slash]
      }
      return mounts[Array(path)] ?? mounts[[0x2F]] ?? Self.top
    }
  }

  /// Whether mounts have changed since the last call: the kernel marks the open table once for each change.
  private var hasChanged: Bool {
    guard table >= 0 else { return false }
    var wait = pollfd(fd: table, events: Int16(POLLPRI), revents: 0)
    return poll(&wait, 1, 0) > 0 && wait.revents & Int16(POLLPRI | POLLERR) != 0
  }

  private static func contents(_ table: Int32) -> [UInt8] {
    lseek(table, 0, SEEK_SET)
    var all: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(table, &part, part.count), count > 0 { all += part[..<count] }
    return all
  }

  /// Lines as `36 35 98:0 /root /mount/point options … - type source options`.
  private static func parsed(_ lines: [UInt8]) -> [[UInt8]: Mount] {
    var mounts: [[UInt8]: Mount] = [:]
    for line in lines.split(separator: 0x0A) {
      let words = line.split(separator: 0x20)
      guard words.count > 4 else { continue }
      let path = unescaped(words[4])
      let dash = words.firstIndex { $0.elementsEqual([0x2D]) } ?? words.count
      let type = dash + 1 < words.count ? String(decoding: words[dash + 1], as: UTF8.self) : ""
      // A later mount covers an earlier one.
      let isRemote = Volume.isRemote(type)
      mounts[path] = Mount(
        path: path, mayHang: isRemote || type.hasPrefix("fuse") || type == "autofs",
        keepsDocuments: isRemote || ofDocuments.contains(type) || isUserMounted(type))
    }
    return mounts
  }

  /// File systems of disks, and of folders shared with a virtual machine.
  private static let ofDocuments: Set<String> = [
    "9p", "apfs", "bcachefs", "btrfs", "exfat", "ext2", "ext3", "ext4", "f2fs", "fuseblk", "hfs",
    "hfsplus", "iso9660", "jfs", "minix", "msdos", "nilfs2", "ntfs", "ntfs3", "reiserfs", "udf",
    "ufs", "vboxsf", "vfat", "virtiofs", "vmhgfs", "xfs", "zfs",
  ]

  /// A program of the user's shows documents there; others show the system's own things in the same way.
  private static func isUserMounted(_ type: String) -> Bool {
    type.hasPrefix("fuse.") && !ofSystem.contains(type)
  }

  private static let ofSystem: Set<String> = [
    "fuse.gvfsd-fuse", "fuse.lxcfs", "fuse.portal", "fuse.snapfuse", "fuse.squashfuse",
  ]

  /// Decodes blanks and similar characters written as `\040`.
  private static func unescaped(_ word: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = word
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      guard byte == 0x5C, digits.count == 3, digits.allSatisfy({ (0x30...0x37).contains($0) })
      else {
        bytes.append(byte)
        continue
      }
      bytes.append(UInt8(truncatingIfNeeded: digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }))
      rest = rest.dropFirst(3)
    }
    return bytes
  }
}
