import DocumentModel
import Glibc
import Platform

/// Complete files before they were rewritten, for undo.
///
/// Each is stored as `HASH-TIME.pdf` with a record `HASH-TIME.of` that has the SHA-256 of the replacement and the file's path; the record is
/// written last, and a copy without one is ignored. Only the user can read them.
package struct PreservedOriginals: Sendable {
  package let folder: String
  private let disk: Disk

  /// The age in seconds and the total size in bytes beyond which the oldest are removed; the newest always stays.
  package static let longest: Int64 = 30 * 86_400
  package static let mostBytes: Int64 = 2 << 30
  private static let largest = 1 << 30

  /// A file as it was.
  package struct Original: Sendable, Hashable {
    /// The path of the copy.
    package var copy: String
    /// The file it was, links resolved.
    package var path: String
    /// The digest of the replacement, in hexadecimal.
    package var written: String
    /// Seconds since 1970-01-01 UTC.
    package var time: Int64
    package var byteCount: Int64
  }

  package init(_ folder: String, disk: Disk = Disk()) {
    self.folder = folder
    self.disk = disk
  }

  /// Keeps a file's bytes before others take their place.
  package func keep(
    _ bytes: [UInt8], of path: String, written: String, now: Int64
  ) throws(FilesError) -> Original {
    try RecoveryFolder(folder, disk: disk).make()
    let start = Self.beginning(path)
    var number = all().filter { $0.path == path }.map(\.time).max().map { max($0 + 1, now) } ?? now
    while FileStatus(PathParts.joined(folder, start + String(number) + ".pdf")) != nil {
      number += 1
    }
    let stem = PathParts.joined(folder, start + String(number))
    try write(bytes, to: stem + ".pdf")
    do throws(FilesError) {
      try write(Array((written + "\n").utf8) + SystemPath.bytes(path), to: stem + ".of")
    } catch {
      try? disk.remove(stem + ".pdf")
      throw error
    }
    return Original(
      copy: stem + ".pdf", path: path, written: written, time: number,
      byteCount: Int64(bytes.count))
  }

  package var isEmpty: Bool { all().isEmpty }

  /// The last one of a file; with `written` only such as that was written over, wherever the file lies now.
  package func newest(of path: String, written: String? = nil) -> Original? {
    all().filter { original in
      written.map { original.written == $0 } ?? (original.path == path)
    }.max { ($0.path == path ? 1 : 0, $0.time) < ($1.path == path ? 1 : 0, $1.time) }
  }

  /// Its bytes.
  package func bytes(_ original: Original) throws(FilesError) -> [UInt8] {
    try WholeFile(original.copy, atMost: Self.largest, disk).bytes
  }

  /// Removes an original that is no longer needed.
  package func drop(_ original: Original) {
    // The record first: a copy without one is ignored.
    try? disk.remove(Self.note(original.copy))
    try? disk.remove(original.copy)
  }

  /// Drops originals that are too old or exceed the limit on size; the newest one stays.
  package func sweep(now: Int64) {
    var left = Self.mostBytes
    for (index, original) in all().sorted(by: { $0.time > $1.time }).enumerated() {
      left -= original.byteCount
      if index > 0, left < 0 || original.time < now - Self.longest { drop(original) }
    }
  }

  private func all() -> [Original] {
    guard let names = try? FolderReader.names(in: folder) else { return [] }
    return names.compactMap { (entry) -> Original? in
      guard entry.name.hasSuffix(".of") else { return nil }
      let note = PathParts.joined(folder, entry.name)
      let copy = String(note.dropLast(3)) + ".pdf"
      guard let time = Int64(entry.name.dropLast(3).drop { $0 != "-" }.dropFirst()),
        let text = try? WholeFile(note, atMost: 1 << 16, disk).bytes,
        let end = text.firstIndex(of: 0x0A), let status = FileStatus(copy), status.kind == .file
      else { return nil }
      return Original(
        copy: copy, path: PathBytes.text(Array(text[(end + 1)...])),
        written: String(decoding: text[..<end], as: UTF8.self), time: time,
        byteCount: status.stamp.size)
    }
  }

  private static func note(_ copy: String) -> String { String(copy.dropLast(4)) + ".of" }

  private static func beginning(_ path: String) -> String { RecoveryFolder.beginning(path) }

  private func write(_ bytes: [UInt8], to path: String) throws(FilesError) {
    let writing = try SafeWrite(path, .new, disk: disk)
    try writing.append(bytes)
    let written = try writing.finish()
    SystemPath.lend(written.path) { _ = chmod($0, 0o600) }
  }
}
