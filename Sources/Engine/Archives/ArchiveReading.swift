import CArchive
import DocumentModel
import Glibc
import Wire

/// Reads an archive with libarchive from its beginning to its end, a portion at a time.
final class ArchiveReading {
  private let source: ArchiveSource
  private let archive: OpaquePointer
  private let namesOnly: Bool
  /// The name of the only file in a file that is compressed and no archive, such as `paper.pdf.gz`; nil for an archive.
  private var nameOfOnlyFile: String?
  /// Whether bytes of the current file are still to be read.
  private var isInFile = false
  /// Bytes of the current file that were given out.
  private var written: Int64 = 0
  private var entry: OpaquePointer?
  private var end: (isDamaged: Bool, failure: EngineFailure?)?
  private var hasPieces = false

  private static let shortest = Duration.milliseconds(200)
  /// Bytes of a portion at which it is given out.
  private static let size = 4 << 20

  /// The formats and filters that libarchive reads by itself; the others would start programs.
  private static let supported: [@Sendable (OpaquePointer) -> Int32] = [
    { archive_read_support_format_zip($0) }, { archive_read_support_format_tar($0) },
    { archive_read_support_format_7zip($0) }, { archive_read_support_format_rar($0) },
    { archive_read_support_format_rar5($0) }, { archive_read_support_format_cpio($0) },
    { archive_read_support_format_ar($0) }, { archive_read_support_format_cab($0) },
    { archive_read_support_format_iso9660($0) }, { archive_read_support_format_raw($0) },
    { archive_read_support_filter_gzip($0) }, { archive_read_support_filter_bzip2($0) },
    { archive_read_support_filter_xz($0) }, { archive_read_support_filter_lzma($0) },
    { archive_read_support_filter_zstd($0) }, { archive_read_support_filter_lz4($0) },
    { archive_read_support_filter_compress($0) }, { archive_read_support_filter_rpm($0) },
  ]

  static var library: String { String(cString: archive_version_string()) }

  /// Throws `notADocument` if the file is not an archive, `passwordNeeded` if it is encrypted.
  init(_ file: SourceFile, name: String, namesOnly: Bool) throws(EngineFailure) {
    let names = ArchiveNames()
    defer { names.end() }
    guard let archive = archive_read_new() else { throw .outOfMemory }
    self.archive = archive
    self.namesOnly = namesOnly
    source = ArchiveSource(file)
    for support in Self.supported { _ = support(archive) }
    guard source.feed(archive) else { throw failure() }
    guard nextHeader() else { return }
    // The raw format takes every file; only what was compressed has a file in it.
    guard archive_format(archive) == ARCHIVE_FORMAT_RAW else { return }
    guard archive_filter_count(archive) > 1 else { throw .notADocument }
    let stem = PathParts.split(name).stem
    nameOfOnlyFile = stem.isEmpty ? "data" : stem
  }

  deinit {
    archive_read_free(archive)
  }

  /// Goes to the next entry; false at the end.
  private func nextHeader() -> Bool {
    entry = nil
    switch archive_read_next_header(archive, &entry) {
    case ARCHIVE_OK, ARCHIVE_WARN: return true
    case ARCHIVE_EOF: end = (false, nil)
    default: end = (true, failure())
    }
    return false
  }

  private func failure() -> EngineFailure {
    if archive_read_has_encrypted_entries(archive) > 0 { return .passwordNeeded }
    return archive_errno(archive) == ENOMEM ? .outOfMemory : .notADocument
  }

  /// Reads on for a moment.
  func portion() throws(EngineFailure) -> ArchivePortion {
    let names = ArchiveNames()
    defer { names.end() }
    var portion = ArchivePortion()
    var size = 0
    let until = ContinuousClock.now + Self.shortest
    while end == nil, portion.pieces.count < Limit.archivePieces - 2, size < Self.size,
      portion.pieces.isEmpty || ContinuousClock.now < until
    {
      if isInFile {
        guard let bytes = try bytes() else { continue }
        portion.pieces.append(.bytes(bytes))
        size += bytes.count
      } else {
        portion.pieces.append(piece())
        if !isInFile { _ = nextHeader() }
      }
    }
    hasPieces = hasPieces || !portion.pieces.isEmpty
    portion.position = source.position
    guard let end else { return portion }
    if let failure = end.failure, !hasPieces { throw failure }
    portion.isEnd = true
    portion.isDamaged = end.isDamaged
    return portion
  }

  private func piece() -> ArchivePortion.Piece {
    guard let entry else { return .leftOut }
    guard archive_entry_hardlink(entry) == nil, archive_entry_symlink(entry) == nil,
      let names = names(of: entry)
    else { return .leftOut }
    switch archive_entry_filetype(entry) {
    case S_IFDIR: return .folder(names)
    case S_IFREG:
      isInFile = !namesOnly
      let isKnown = archive_entry_mtime_is_set(entry) != 0
      return .file(names, modified: isKnown ? Int64(archive_entry_mtime(entry)) : nil)
    default: return .leftOut
    }
  }

  private func names(of entry: OpaquePointer) -> [String]? {
    if let nameOfOnlyFile { return ArchivePortion.names(of: nameOfOnlyFile) }
    return ArchiveNames.path(of: entry).flatMap { ArchivePortion.names(of: CleanText.line($0)) }
  }

  /// The next bytes of the current file; nil when it is complete, and the next entry is current.
  private func bytes() throws(EngineFailure) -> [UInt8]? {
    var start: UnsafeRawPointer?
    var (count, offset) = (0, Int64(0))
    let result = archive_read_data_block(archive, &start, &count, &offset)
    switch result {
    case ARCHIVE_OK, ARCHIVE_WARN:
      // A hole is read as zeros.
      let gap = Int(clamping: max(0, offset - written))
      guard gap < Limit.shared / 2 else {
        end = (true, nil)
        return nil
      }
      written = offset + Int64(count)
      return [UInt8](repeating: 0, count: gap)
        + UnsafeRawBufferPointer(start: start, count: count)
    case ARCHIVE_EOF:
      isInFile = false
      written = 0
      _ = nextHeader()
    default:
      if archive_entry_is_encrypted(entry) != 0 { throw .passwordNeeded }
      end = (true, nil)
    }
    return nil
  }
}
