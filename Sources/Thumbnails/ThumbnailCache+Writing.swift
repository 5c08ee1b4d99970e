package import DocumentModel
import Glibc
import Pictures
import Platform

extension ThumbnailCache {
  /// Stores a file's thumbnail, replacing an existing one in one step; returns its path.
  @discardableResult
  package func keep(
    _ facts: PictureFacts, _ pixels: UnsafeRawBufferPointer, of source: ThumbnailSource,
    _ size: ThumbnailSize, mimeType: String = "", pageCount: Int = 0
  ) throws(ThumbnailError) -> String {
    if let refusal = refusal(of: source) { throw refusal }
    guard source.isCurrent else { throw .hasChanged }
    let path = path(of: source, size)
    let texts = ThumbnailLabel.texts(source, mimeType: mimeType, pageCount: pageCount)
    try write(facts, pixels, texts, to: path)
    // An earlier failure no longer counts.
    _ = SystemPath.lend(failurePath(of: source)) { unlink($0) }
    return path
  }

  /// Records that the current version of a file cannot be drawn; after `until`, in seconds since 1970-01-01 UTC, another try may succeed.
  package func keepFailure(
    of source: ThumbnailSource, until: Int64? = nil
  ) throws(ThumbnailError) {
    if let refusal = refusal(of: source) { throw refusal }
    guard source.isCurrent else { throw .hasChanged }
    var texts = ThumbnailLabel.texts(source, mimeType: "", pageCount: 0)
    if let until { texts.append((ThumbnailLabel.until, String(until))) }
    let pixel: [UInt8] = [255, 255, 255, 255]
    let facts = PictureFacts(width: 1, height: 1, isGray: true)
    var failure: ThumbnailError?
    pixel.withUnsafeBytes { pixel in
      do throws(ThumbnailError) {
        try write(facts, pixel, texts, to: failurePath(of: source))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// The prefix of unfinished files, which no program takes for thumbnails.
  static let unfinished = ".recto-"

  private func write(
    _ facts: PictureFacts, _ pixels: UnsafeRawBufferPointer,
    _ texts: [(keyword: String, text: String)], to path: String
  ) throws(ThumbnailError) {
    try makeFolder(PathParts.folder(of: path))
    var name = SystemPath.bytes(path + Self.unfinished + "XXXXXX").map { CChar(bitPattern: $0) }
    name.append(0)
    // Its owner alone can read it.
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .system(errno) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var isWhole = false
    defer { if !isWhole { unlink(name) } }
    let file = Sink(descriptor)
    do throws(PNGFile.Failure) {
      try PNGFile.write(facts, pixels, texts: texts, isQuick: true, hasAlpha: true) {
        file.append($0)
      }
    } catch {
      throw file.failure == 0 ? .outOfMemory : .system(file.failure)
    }
    guard file.finish(), SystemPath.lend(path, { rename(name, $0) }) == 0 else {
      throw .system(file.failure == 0 ? errno : file.failure)
    }
    isWhole = true
  }

  /// Makes a folder and its missing parents, accessible to their owner only.
  private func makeFolder(_ path: String) throws(ThumbnailError) {
    if SystemPath.isThere(path) { return }
    var made = ""
    for part in PathParts.names(of: path) {
      made += "/" + part
      if SystemPath.lend(made, { mkdir($0, 0o700) }) != 0, errno != EEXIST, errno != EACCES,
        errno != EROFS
      {
        throw .system(errno)
      }
    }
  }

  /// Buffers bytes and writes many at once.
  private final class Sink {
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private(set) var failure: Int32 = 0

    init(_ descriptor: Int32) {
      self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Adds bytes; returns whether all could be written so far.
    func append(_ bytes: [UInt8]) -> Bool {
      waiting += bytes
      if waiting.count >= 1 << 18 { flush() }
      return failure == 0
    }

    func finish() -> Bool {
      flush()
      return failure == 0
    }

    private func flush() {
      var rest = waiting[...]
      while !rest.isEmpty, failure == 0 {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
          failure = errno == EINTR ? 0 : errno
        } else {
          rest = rest.dropFirst(count)
        }
      }
      waiting = []
    }
  }
}
