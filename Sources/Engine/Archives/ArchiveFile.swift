import CArchive
import Glibc
import Wire

/// An archive whose files are read by name.
///
/// Its entries are listed when it is opened. Reading goes on from the last entry that was read, so that files in the archive's order cost
/// one pass; for an earlier one the archive is opened again.
final class ArchiveFile {
  struct Entry {
    /// Relative, without `.` and `..`.
    var path: String
    /// The size stated by the archive; bytes are counted when they are read.
    var size: Int
    fileprivate var number: Int
  }

  /// The formats of a container.
  enum Kind {
    case zip
    /// Zip, tar, 7z and rar.
    case any
  }

  /// In the archive's order.
  private(set) var entries: [Entry] = []
  private(set) var isEncrypted = false
  /// Whether files are reached without unpacking those before them.
  private(set) var isRandomAccess = false
  private var places: [String: Int] = [:]
  private let file: SourceFile
  private let kind: Kind
  private var cursor: Cursor?

  private static let mostEntries = 100_000

  /// Throws `notADocument` if the file is no such archive.
  init(_ file: SourceFile, _ kind: Kind) throws(EngineFailure) {
    self.file = file
    self.kind = kind
    let names = ArchiveNames()
    defer { names.end() }
    guard let cursor = Cursor(file, kind) else { throw .notADocument }
    while entries.count < Self.mostEntries, let entry = cursor.next() {
      guard archive_entry_filetype(entry) == S_IFREG, archive_entry_hardlink(entry) == nil,
        let path = ArchiveNames.path(of: entry).flatMap(Self.normal)
      else { continue }
      isEncrypted = isEncrypted || archive_entry_is_encrypted(entry) != 0
      // Of several files with one name the first counts.
      guard places[path] == nil else { continue }
      places[path] = entries.count
      entries.append(
        Entry(path: path, size: Int(archive_entry_size(entry)), number: cursor.number))
    }
    isRandomAccess = cursor.isRandomAccess
    guard !entries.isEmpty else { throw .notADocument }
  }

  /// Sizes by paths.
  var sizes: [String: Int] { places.mapValues { entries[$0].size } }

  func contains(_ path: String) -> Bool { places[path] != nil }

  /// The bytes of a file, at most so many: a larger one is cut. Nil if there is none or it is damaged from its first byte on.
  func bytes(_ path: String, most: Int) -> [UInt8]? {
    guard let place = places[path] else { return nil }
    let names = ArchiveNames()
    defer { names.end() }
    let number = entries[place].number
    if cursor == nil || cursor.map({ $0.number >= number }) == true { cursor = Cursor(file, kind) }
    guard let cursor else { return nil }
    while cursor.number < number {
      guard cursor.next() != nil else {
        self.cursor = nil
        return nil
      }
    }
    return cursor.bytes(most: most, expected: entries[place].size)
  }

  /// A relative path without `.`, `..` and empty parts; nil if it leads out of the archive.
  static func normal(_ path: String) -> String? {
    if isNormal(path) { return path }
    var parts: [Substring] = []
    for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
      if part == ".." {
        guard parts.popLast() != nil else { return nil }
      } else {
        parts.append(part)
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// Whether a path is certainly normal, as nearly all are: only names and single slashes between them.
  static func isNormal(_ path: String) -> Bool {
    var before = UInt8(0x2F)
    for byte in path.utf8 {
      switch byte {
      case 0x5C: return false
      // A dot or a slash follows a name.
      case 0x2E, 0x2F: if before == 0x2E || before == 0x2F { return false }
      default: break
      }
      before = byte
    }
    return before != 0x2F && before != 0x2E
  }

  /// One pass through the archive.
  private final class Cursor {
    private let source: ArchiveSource
    private let archive: OpaquePointer
    /// The number of the current entry from 0; -1 before the first.
    private(set) var number = -1
    /// Whether files of zip and tar are skipped, not unpacked.
    var isRandomAccess: Bool {
      [ARCHIVE_FORMAT_ZIP, ARCHIVE_FORMAT_TAR].contains(
        archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK)
    }

    init?(_ file: SourceFile, _ kind: Kind) {
      guard let archive = archive_read_new() else { return nil }
      self.archive = archive
      source = ArchiveSource(file, blockSize: 1 << 14)
      archive_read_support_format_zip_seekable(archive)
      if kind == .any {
        archive_read_support_format_tar(archive)
        archive_read_support_format_7zip(archive)
        archive_read_support_format_rar(archive)
        archive_read_support_format_rar5(archive)
      } else {
        archive_read_support_format_zip_streamable(archive)
      }
      guard source.feed(archive) else { return nil }
    }

    deinit { archive_read_free(archive) }

    func next() -> OpaquePointer? {
      var entry: OpaquePointer?
      let outcome = archive_read_next_header(archive, &entry)
      guard outcome == ARCHIVE_OK || outcome == ARCHIVE_WARN else { return nil }
      number += 1
      return entry
    }

    /// The bytes of the current entry.
    func bytes(most: Int, expected: Int) -> [UInt8]? {
      var result: [UInt8] = []
      result.reserveCapacity(max(0, min(expected, most, 1 << 24)))
      while result.count < most {
        var start: UnsafeRawPointer?
        var (count, offset) = (0, Int64(0))
        let outcome = archive_read_data_block(archive, &start, &count, &offset)
        if outcome == ARCHIVE_EOF { return result }
        guard outcome == ARCHIVE_OK || outcome == ARCHIVE_WARN else {
          return result.isEmpty ? nil : result
        }
        let gap = Int(clamping: offset) - result.count
        guard gap >= 0, gap < most - result.count else { return result }
        result += repeatElement(0, count: gap)
        result += UnsafeRawBufferPointer(
          start: start, count: min(count, most - result.count))
      }
      return result
    }
  }
}
