import DocumentModel
import Glibc
import Platform

/// Names of unfinished files: hidden, `.recto-` and sixteen hexadecimal digits.
///
/// Their writer holds a lock (flock(2)); a file without one may be removed.
package enum UnfinishedName {
  private static let beginning = ".recto-"

  /// Returns the temporary name for a file, the same for every writer, so that its lock makes them notice each other.
  static func ofTarget(_ path: String) -> String {
    PathParts.joined(PathParts.folder(of: path), named(hash(PathParts.name(of: path))))
  }

  static func hash(_ name: String) -> UInt64 { StableHash(SystemPath.bytes(name)).value }

  static func random(in folder: String) -> String {
    PathParts.joined(folder, named(.random(in: .min ... .max)))
  }

  private static func named(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return beginning + String(repeating: "0", count: 16 - digits.count) + digits
  }

  package static func isOne(_ name: String) -> Bool {
    // Checked for every name of a folder: the length rules out most.
    name.utf8.count == beginning.utf8.count + 16 && name.hasPrefix(beginning)
      && name.utf8.dropFirst(beginning.utf8.count).allSatisfy {
        (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
      }
  }

  /// Makes a file or a folder under such a name and locks it; `.busy` where another holds it.
  static func claim(
    _ path: String, folderMode: mode_t? = nil, _ disk: Disk
  ) throws(FilesError) -> Descriptor {
    for _ in 0..<16 {
      do throws(FilesError) {
        var file: Descriptor
        if let folderMode {
          try disk.makeFolder(path, mode: folderMode)
          file = try disk.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        } else {
          file = try disk.create(path)
        }
        // Another program may have taken it for a leftover in between.
        if try disk.lock(&file, path), has(path, file) { return file }
      } catch  where error.reason == .exists {
        try sweep(path, disk)
      } catch  where error.reason == .notFound && folderMode != nil && FileStatus(path) == nil {
        // A folder that was swept before it was locked; where its own folder is missing this is the truth.
        guard FileStatus(PathParts.folder(of: path)) != nil else { throw error }
      }
    }
    throw FilesError(.busy, path)
  }

  /// Whether the name still is this open file's.
  private static func has(_ path: String, _ file: borrowing Descriptor) -> Bool {
    guard let open = file.status, let named = FileStatus(path) else { return false }
    return FileStamp(open).isSameFile(as: named.stamp)
  }

  /// Removes what a killed process left; throws `.busy` if its owner lives, and skips other users' files. Returns whether there was
  /// one.
  ///
  /// `isCertain` requires that the file system supports locks.
  @discardableResult
  static func sweep(
    _ path: String, isCertain: Bool = false, _ disk: Disk
  ) throws(FilesError) -> Bool {
    guard let status = FileStatus(path) else { return false }
    guard status.owner == geteuid(), status.kind == .file || status.kind == .folder else {
      throw FilesError(.busy, path)
    }
    do throws(FilesError) {
      var file = try disk.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard try disk.lock(&file, path), has(path, file), file.isLocked || !isCertain else {
        throw FilesError(.busy, path)
      }
      try TreeRemoval.remove(path, disk)
      return true
    } catch  where error.reason == .notFound {
      return false
    }
  }

  /// Sweeps a folder, as far as it goes.
  static func sweepAll(in folder: String, _ disk: Disk) {
    guard let names = try? FolderReader.names(in: folder) else { return }
    for entry in names where isOne(entry.name) {
      _ = try? sweep(PathParts.joined(folder, entry.name), disk)
    }
  }

  /// Removes leftovers that certainly belong to killed processes while reading a folder; returns how many.
  ///
  /// These are old files with the names and permissions of unfinished ones; it does nothing on file systems without shared locks.
  package static func sweep(
    abandoned leftovers: [String], in folder: String, now: Int64 = Int64(time(nil))
  ) -> Int {
    sweep(abandoned: leftovers, in: folder, now: now, Disk())
  }

  /// In seconds.
  private static let rest: Int64 = 10

  static func sweep(
    abandoned leftovers: [String], in folder: String, now: Int64, _ disk: Disk
  ) -> Int {
    guard !FileSystemKind(of: folder).isSilent else { return 0 }
    return leftovers.count { name in
      let path = PathParts.joined(folder, name)
      guard let status = FileStatus(path), status.stamp.seconds + rest < now,
        status.permissions == (status.kind == .folder ? 0o700 : 0o600)
      else { return false }
      return (try? sweep(path, isCertain: true, disk)) == true
    }
  }
}
