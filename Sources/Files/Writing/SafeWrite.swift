internal import CLinux
import DocumentModel
import Glibc
import Platform

/// Replaces a file so that at every moment the old or the new one exists completely.
///
/// It writes a temporary file in the same folder, then fsync, rename, and fsync of the folder. The temporary name derives from the
/// target's, and its lock is the advisory lock between two Rectos; one left by a killed writer is removed by the next. Permissions,
/// owner, extended attributes and access lists are copied; a symbolic link stays and its target is replaced. A file with several
/// hard links is separated from the others, which keep the old bytes, and a warning is returned: writing in place could leave
/// neither version complete.
package final class SafeWrite {
  package enum Mode: Sendable, Hashable {
    /// Never over another file.
    case new
    /// Replaces the existing file if it is still the given one; throws `.changedMeanwhile` if not.
    case replace(expecting: FileStamp?)
  }

  /// Properties of the old file that the new one lacks.
  package enum Warning: Sendable, Hashable {
    /// This many hard links keep the old bytes.
    case hardLinksParted(Int)
    case ownerLost
    /// Extended attributes, by name.
    case attributesLost([String])
    /// The file is complete, but might be lost in a power cut at this moment.
    case folderNotSynced
  }

  package struct Written: Sendable, Hashable {
    /// The path, with links resolved.
    package var path: String
    package var stamp: FileStamp
    package var warnings: [Warning]
  }

  private let mode: Mode
  private let disk: Disk
  /// The file itself, behind all links.
  private let path: String
  private let temporary: String
  private var file: Descriptor?
  private var size: Int64 = 0
  private var warnings: [Warning] = []
  /// The old file, open for its properties and its lock.
  private var old: Descriptor?
  private let oldStamp: FileStamp?

  /// Locks, checks and makes the temporary file; throws `.busy` where another writes, `.exists`, `.changedMeanwhile`, `.notAFile`.
  package init(_ path: String, _ mode: Mode, disk: Disk = Disk()) throws(FilesError) {
    self.mode = mode
    self.disk = disk
    let path = mode == .new ? path : try Self.behindLinks(path)
    self.path = path
    temporary = UnfinishedName.ofTarget(path)
    let status = FileStatus(path)
    oldStamp = status?.stamp
    if let status {
      if mode == .new { throw FilesError(.exists, path) }
      guard status.kind == .file else {
        throw FilesError(status.kind == .folder ? .isFolder : .notAFile, path)
      }
      // A read-only file is not replaced even if its folder would allow it.
      guard FileStatus.isWritable(path) else { throw FilesError(.denied, path) }
    }
    try Self.check(oldStamp, mode, path)
    do throws(FilesError) {
      file = try UnfinishedName.claim(temporary, disk)
    } catch {
      throw FilesError(error.reason, path)
    }
    guard let status else { return }
    do throws(FilesError) {
      try hold(status)
    } catch {
      abandon()
      throw error
    }
  }

  deinit { abandon() }

  /// Writes a whole file.
  package static func write(
    _ bytes: [UInt8], to path: String, _ mode: Mode, disk: Disk = Disk()
  ) throws(FilesError) -> Written {
    let writing = try SafeWrite(path, mode, disk: disk)
    try writing.append(bytes)
    return try writing.finish()
  }

  package func append(_ bytes: [UInt8]) throws(FilesError) {
    guard let number = file?.number else { throw FilesError(.cancelled, path) }
    do throws(FilesError) {
      try disk.write(bytes, to: number, at: size, path)
      size += Int64(bytes.count)
    } catch {
      abandon()
      throw error
    }
  }

  /// Puts the new file in place; throws with the old one untouched. `announce` is called just before with the new stamp.
  package func finish(
    announce: (FileStamp) -> Void = { _ in }
  ) throws(FilesError) -> Written {
    guard let file = file.take() else { throw FilesError(.cancelled, path) }
    do throws(FilesError) {
      try complete(file, announce)
    } catch {
      removeTemporary()
      throw error
    }
    do throws(FilesError) {
      try disk.syncFolder(PathParts.folder(of: path))
    } catch {
      warnings.append(.folderNotSynced)
    }
    guard let status = FileStatus(path) else { throw FilesError(.changedMeanwhile, path) }
    return Written(path: path, stamp: status.stamp, warnings: warnings)
  }

  private func complete(
    _ file: consuming Descriptor, _ announce: (FileStamp) -> Void
  ) throws(FilesError) {
    if old != nil {
      try takeAttributes(to: file)
    } else {
      let number = file.number
      let mask = Self.mask
      try disk.call(.mode, path) { fchmod(number, 0o666 & ~mask) }
    }
    try disk.sync(file, path)
    try Self.check(
      FileStatus(path)?.stamp, mode == .new ? mode : .replace(expecting: oldStamp), path)
    var status = stat()
    if fstat(file.number, &status) == 0 { announce(FileStamp(status)) }
    if oldStamp == nil {
      // A file that appeared meanwhile belongs to another program.
      do throws(FilesError) {
        try disk.rename(temporary, to: path)
      } catch  where error.reason == .exists && mode != .new {
        throw FilesError(.changedMeanwhile, path)
      }
    } else {
      try disk.rename(temporary, over: path)
    }
    // Whole and named: what closing says now changes nothing.
    try? file.close(disk, path)
    old = nil
  }

  private func takeAttributes(to file: borrowing Descriptor) throws(FilesError) {
    guard let old = old.take() else { return }
    let losses = try FileAttributes.copy(from: old, to: file, withOwner: true, disk, path)
    if losses.owner { warnings.append(.ownerLost) }
    if !losses.attributes.isEmpty { warnings.append(.attributesLost(losses.attributes)) }
    self.old = consume old
  }

  /// Opens the old file for its properties and locks it against programs that lock what they write.
  private func hold(_ status: FileStatus) throws(FilesError) {
    var held: Descriptor
    do throws(FilesError) {
      held = try disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch  where error.reason == .denied {
      held = try disk.open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK)
    }
    guard try disk.lock(&held, path) else { throw FilesError(.busy, path) }
    old = consume held
    if status.links > 1 { warnings.append(.hardLinksParted(Int(status.links) - 1)) }
  }

  private static func check(_ now: FileStamp?, _ mode: Mode, _ path: String) throws(FilesError) {
    switch mode {
    case .new:
      if now != nil { throw FilesError(.exists, path) }
    case .replace(let expected):
      if let expected, expected != now { throw FilesError(.changedMeanwhile, path) }
    }
  }

  private func abandon() {
    guard file != nil else { return }
    file = nil
    removeTemporary()
  }

  private func removeTemporary() { try? disk.remove(temporary) }

  /// The file that a chain of links ends at, there or not.
  static func behindLinks(_ path: String) throws(FilesError) -> String {
    var path = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: 4_097)
      let count = SystemPath.lend(path) { readlink($0, &buffer, buffer.count - 1) }
      guard count > 0 else { return path }
      let target = SystemPath.text(buffer)
      path =
        PathParts.isAbsolute(target) ? target : PathParts.joined(PathParts.folder(of: path), target)
    }
    throw FilesError(.linkLoop, path)
  }

  /// The process's file mode mask, which can only be read by setting it: read once, from procfs.
  static let mask: mode_t = {
    let descriptor = open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0o077 }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return 0o077 }
    let line = String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("Umask:") }
    return line.flatMap { mode_t($0.dropFirst(6).filter(\.isNumber), radix: 8) } ?? 0o077
  }()
}
