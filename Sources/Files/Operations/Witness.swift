import DocumentModel
import Platform

/// The state in which an operation left a file, which decides whether it may be undone.
struct Witness: Sendable, Hashable {
  private var stamp: FileStamp
  private var kind: FileKind
  /// A digest of the folder's contents; nil if they are not compared.
  private var digest: UInt64?

  /// Returns nil if there is no such file.
  init?(_ path: String, withContents: Bool = false) {
    guard let status = FileStatus(path) else { return nil }
    stamp = status.stamp
    kind = status.kind
    digest = withContents && kind == .folder ? Self.digest(path) : nil
  }

  /// Throws `.notFound` or `.changedMeanwhile` if the file differs.
  func check(_ path: String) throws(FilesError) {
    guard let now = Witness(path, withContents: digest != nil) else {
      throw FilesError(.notFound, path)
    }
    // The time of a folder changes with each file that is added or removed.
    let isSame =
      kind == .folder
      ? now.stamp.isSameFile(as: stamp) && now.digest == digest : now.stamp == stamp
    guard isSame, now.kind == kind else { throw FilesError(.changedMeanwhile, path) }
  }

  /// Names, kinds, sizes and times of everything below a folder, in one number.
  private static func digest(_ path: String) -> UInt64 {
    var sum: UInt64 = 0
    let entries = (try? FolderReader.names(in: path, followingLink: false)) ?? []
    for entry in entries {
      let child = PathParts.joined(path, entry.name)
      guard let status = FileStatus(child) else { continue }
      var hash = StableHash(entry.name.utf8)
      hash.add(UInt64(status.kind.rawValue))
      if status.kind == .folder {
        hash.add(digest(child))
      } else {
        hash.add(UInt64(bitPattern: status.stamp.size))
        hash.add(UInt64(bitPattern: status.stamp.seconds))
        hash.add(UInt64(bitPattern: status.stamp.nanoseconds))
      }
      // The order of a listing is undefined.
      sum = sum &+ hash.value
    }
    return sum
  }
}
