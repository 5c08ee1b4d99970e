import CArchive
import Glibc

/// Adapts a file to the read callbacks of libarchive.
final class ArchiveSource {
  private let file: SourceFile
  private(set) var position = 0
  private var block: UnsafeMutablePointer<UInt8>

  private let blockSize: Int

  /// `blockSize` is in bytes: large blocks suit reading in sequence, small ones skipping from entry to entry.
  init(_ file: SourceFile, blockSize: Int = 1 << 16) {
    self.file = file
    self.blockSize = blockSize
    block = .allocate(capacity: blockSize)
  }

  deinit {
    block.deallocate()
  }

  /// Makes an archive that is not yet open read from this source, which must outlive it.
  func feed(_ archive: OpaquePointer) -> Bool {
    archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
    archive_read_set_read_callback(archive) { _, source, block in
      ArchiveSource.of(source)?.read(into: block) ?? Int(ARCHIVE_FATAL)
    }
    archive_read_set_seek_callback(archive) { _, source, offset, whence in
      ArchiveSource.of(source)?.seek(to: offset, whence) ?? Int64(ARCHIVE_FATAL)
    }
    archive_read_set_skip_callback(archive) { _, source, count in
      ArchiveSource.of(source)?.skip(count) ?? 0
    }
    return archive_read_open1(archive) == ARCHIVE_OK
  }

  /// The source whose pointer was given to `archive_read_set_callback_data`.
  private static func of(_ pointer: UnsafeMutableRawPointer?) -> ArchiveSource? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func read(into result: UnsafeMutablePointer<UnsafeRawPointer?>?) -> Int {
    result?.pointee = UnsafeRawPointer(block)
    let count = pread(file.descriptor, block, blockSize, off_t(position))
    if count > 0 { position += count }
    return count
  }

  private func seek(to offset: Int64, _ whence: Int32) -> Int64 {
    let base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : file.count
    let (sum, isBeyond) = base.addingReportingOverflow(Int(offset))
    guard !isBeyond, sum >= 0 else { return Int64(ARCHIVE_FATAL) }
    position = sum
    return Int64(sum)
  }

  private func skip(_ count: Int64) -> Int64 {
    let step = min(Int(clamping: count), max(0, file.count - position))
    position += step
    return Int64(step)
  }
}
