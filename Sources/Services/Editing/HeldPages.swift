import DocumentModel
import Files
import Glibc

/// Pages that were cut or copied: their file as it was then, whatever has taken its place since.
final class HeldPages: Sendable {
  let path: String
  let password: [UInt8]
  let pages: [Int]
  /// The number of pages of the whole file.
  let pageCount: Int
  /// The digests before and after the cut; nil for copied pages.
  let cut: Cut?
  private let descriptor: Int32
  private let stamp: FileStamp

  struct Cut: Sendable {
    var before: String
    var after: String
  }

  /// Opens the file; nil if that fails, or it is not the expected version.
  init?(
    _ path: String, stamp: FileStamp, password: [UInt8], pages: [Int], pageCount: Int
  ) {
    guard case .success(let descriptor) = DocumentFile.open(path, takesPipes: false) else {
      return nil
    }
    self.descriptor = descriptor
    self.path = path
    self.stamp = stamp
    self.password = password
    self.pages = pages
    self.pageCount = pageCount
    cut = nil
    guard Self.stamp(of: descriptor) == stamp else { return nil }
  }

  /// Copies held pages of the same file, after a cut.
  init?(_ other: HeldPages, cut: Cut?) {
    guard case .success(let descriptor) = DocumentFile.copy(other.descriptor) else { return nil }
    self.descriptor = descriptor
    path = other.path
    stamp = other.stamp
    password = other.password
    pages = other.pages
    pageCount = other.pageCount
    self.cut = cut
  }

  deinit { close(descriptor) }

  /// Returns the whole file; nil if it was overwritten since, or cannot be read.
  func bytes() -> [UInt8]? {
    let count = Int(stamp.size)
    guard count <= DocumentEditor.bound else { return nil }
    let descriptor = descriptor
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let got = pread(
          descriptor, buffer.baseAddress.map { $0 + done }, count - done, off_t(done))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        done += got
      }
    }
    return bytes.count == count && Self.stamp(of: descriptor) == stamp ? bytes : nil
  }

  private static func stamp(of descriptor: Int32) -> FileStamp? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileStamp(status) : nil
  }
}
