import DocumentModel
import Glibc
import Platform

/// A copy of a document's contents for an editor, until its changes are adopted.
// Unchecked: its owner touches it on its queue only.
package final class LentFile: @unchecked Sendable {
  /// The document's path.
  package let document: String
  /// The editor's file: the document's name in a folder of its own.
  package let path: String
  /// The file's contents when it was lent, or when changes were adopted last.
  package private(set) var base: [UInt8]
  private let disk: Disk
  /// Records the document and the base; locked while this process lives.
  private var record: RecoveryCopy

  fileprivate init(
    _ document: String, _ path: String, _ base: [UInt8], _ record: consuming RecoveryCopy,
    _ disk: Disk
  ) {
    self.document = document
    self.path = path
    self.base = base
    self.record = record
    self.disk = disk
  }

  /// Returns the editor's changes; nil if there are none. Throws disk errors and `.tooLarge`.
  package func work(atMost bound: Int) throws(FilesError) -> [UInt8]? {
    do throws(FilesError) {
      let bytes = try WholeFile(path, atMost: bound, disk).bytes
      return bytes == base ? nil : bytes
    } catch  where error.reason == .notFound {
      return nil
    }
  }

  /// The document has the editor's work now, and more may come.
  package func taken(_ work: [UInt8]) {
    base = work
    try? record.keep(document, base: work, contents: [])
  }

  /// The editor has ended and all is taken over.
  package func giveBack() {
    try? TreeRemoval.remove(PathParts.folder(of: path), disk)
    record.drop()
  }

  /// Leaves the copy for an editor that may still have it open: the next Recto picks up its changes.
  package func leave() { record.leave() }
}

/// The folder of files that editors have.
package struct LentFiles: Sendable {
  private let records: RecoveryFolder
  private let disk: Disk
  /// Larger documents are not lent, in bytes.
  package let bound: Int

  package init(_ path: String, bound: Int, disk: Disk = Disk()) {
    records = RecoveryFolder(path, disk: disk)
    self.bound = bound
    self.disk = disk
  }

  /// Whether an editor should get a copy: not if rewriting the file would change its owner, separate it from its other names, or
  /// fail; the editor reports that itself.
  package static func suits(_ path: String) -> Bool {
    guard let file = SystemPath.resolved(path), let status = FileStatus(itself: file) else {
      return false
    }
    return status.kind == .file && status.links == 1 && status.owner == geteuid()
      && FileStatus.isWritable(file)
      && SystemPath.isThere(PathParts.folder(of: file), for: W_OK | X_OK)
  }

  /// Lends a document's contents.
  package func lend(_ document: String, _ contents: [UInt8]) throws(FilesError) -> LentFile {
    var record = RecoveryCopy(in: records)
    try record.keep(document, base: contents, contents: [])
    guard let copy = record.path else { throw FilesError(.notFound, document) }
    let folder = Self.folder(of: copy)
    let path = PathParts.joined(folder, PathParts.name(of: document))
    do throws(FilesError) {
      try disk.makeFolder(folder, mode: 0o700)
      try write(contents, to: path)
    } catch {
      try? TreeRemoval.remove(folder, disk)
      record.drop()
      throw error
    }
    return LentFile(document, path, contents, record, disk)
  }

  private func write(_ bytes: [UInt8], to path: String) throws(FilesError) {
    let file = try disk.create(path)
    try disk.write(bytes, to: file.number, at: 0, path)
    try file.close(disk, path)
  }

  private static func folder(of record: String) -> String {
    String(record.dropLast(Recovery.ending.count))
  }

  /// Returns changes that were never adopted because their Recto ended; unchanged copies are removed after a day.
  package func leftovers(now: Int64 = Int64(time(nil))) -> [Recovery] {
    records.leftovers().compactMap { record in
      let path = PathParts.joined(
        Self.folder(of: record.copy), PathParts.name(of: record.path))
      if let file = try? WholeFile(path, atMost: bound, disk), file.bytes != record.base {
        return Recovery(
          path: record.path, copy: record.copy, base: record.base, contents: file.bytes,
          time: file.stamp.seconds)
      }
      if record.time + 86_400 < now { remove(record) }
      return nil
    }
  }

  package func remove(_ recovery: Recovery) {
    try? TreeRemoval.remove(Self.folder(of: recovery.copy), disk)
    records.remove(recovery)
  }
}
