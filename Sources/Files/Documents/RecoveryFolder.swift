import DocumentModel
import Glibc
import Platform

/// The folder where unsaved contents are kept while their process lives, and found after its death.
///
/// Each copy is locked by its owner (flock(2)): one without a lock is a leftover. Updates are locked before they are renamed
/// over the old copy, so a living owner's copy never looks like a leftover.
package struct RecoveryFolder: Sendable {
  package let path: String
  let disk: Disk

  /// Larger files in the folder are not ours.
  private static let mostBytes = 256 << 20

  package init(_ path: String, disk: Disk = Disk()) {
    self.path = path
    self.disk = disk
  }

  /// Returns what ended processes left, oldest first; damaged copies are skipped.
  package func leftovers() -> [Recovery] {
    guard let names = try? FolderReader.names(in: path) else { return [] }
    return names.filter { $0.name.hasSuffix(Recovery.ending) }
      .compactMap { leftover(PathParts.joined(path, $0.name)) }
      .sorted { ($0.time, $0.copy) < ($1.time, $1.copy) }
  }

  private func leftover(_ copy: String) -> Recovery? {
    do throws(FilesError) {
      var file = try disk.open(copy, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard try disk.lock(&file, copy) else { return nil }
      return Recovery(try WholeFile(copy, atMost: Self.mostBytes, disk), copy: copy)
    } catch {
      return nil
    }
  }

  /// Removes a copy that is no longer needed.
  package func remove(_ recovery: Recovery) { try? disk.remove(recovery.copy) }

  /// Copies of one document are found by their names.
  static func beginning(_ document: String) -> String { hexadecimal(UnfinishedName.hash(document)) }

  static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits + "-"
  }

  func newCopy(of document: String) -> String {
    let name = Self.beginning(document) + String(UInt64.random(in: .min ... .max), radix: 16)
    return PathParts.joined(path, name + Recovery.ending)
  }

  /// Creates the folder and its parents, readable by the user only.
  package func make() throws(FilesError) {
    guard FileStatus(path)?.isFolder != true else {
      return UnfinishedName.sweepAll(in: path, disk)
    }
    var part = path.utf8.first == 0x2F ? "" : "."
    for name in PathParts.names(of: path) {
      part += "/" + name
      guard FileStatus(part) == nil else { continue }
      do throws(FilesError) {
        try disk.makeFolder(part, mode: 0o700)
      } catch  where error.reason == .exists {}
    }
  }
}
