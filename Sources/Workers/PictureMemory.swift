internal import CLinux
package import DocumentModel
import Glibc
import Wire

/// Memory into which a worker draws one picture. It has no name and a sealed size: a worker that truncated it would kill the
/// reader (SIGBUS).
final class PictureMemory: Sendable {
  let descriptor: Int32
  /// In bytes.
  let count: Int

  /// Throws where the system has none left.
  init(_ count: Int) throws(WorkerError) {
    self.count = count
    descriptor = clinux_picture_memory("recto-picture", count)
    guard descriptor >= 0 else { throw .engine(.outOfMemory) }
  }

  deinit {
    close(descriptor)
  }

  /// Whether nothing can write to it.
  var isSealed: Bool { clinux_forbids_writing(descriptor) != 0 }

  /// Returns another of the same size with cleared pages, which take as long to clear as a page of text to draw. Nil for large ones,
  /// which should not be kept.
  func another() -> PictureMemory? {
    guard count <= Self.mostSpare, let other = try? PictureMemory(count),
      posix_fallocate(other.descriptor, 0, off_t(count)) == 0
    else { return nil }
    return other
  }

  /// Bytes of a memory that is made before it is wanted.
  private static let mostSpare = 16 << 20

  /// Returns the drawing once no worker can write to it.
  ///
  /// An honest worker has released the memory when it answers. If one has not and could still write, the pixels are copied.
  func picture(_ facts: PictureFacts) throws(WorkerError) -> PagePicture {
    if clinux_forbid_writing(descriptor) == 0 {
      return PagePicture(facts, try SealedPixels(descriptor, count: facts.byteCount))
    }
    let copy = try PictureMemory(facts.byteCount)
    let source = mmap(nil, facts.byteCount, PROT_READ, MAP_SHARED, descriptor, 0)
    guard let source, source != MAP_FAILED else { throw .engine(.outOfMemory) }
    defer { munmap(source, facts.byteCount) }
    var written = 0
    while written < facts.byteCount {
      let count = pwrite(
        copy.descriptor, source + written, facts.byteCount - written, off_t(written))
      guard count > 0 else { throw .engine(.outOfMemory) }
      written += count
    }
    guard clinux_forbid_writing(copy.descriptor) == 0 else { throw .nonsense }
    return PagePicture(facts, try SealedPixels(copy.descriptor, count: facts.byteCount))
  }
}

/// The pixels of a picture, in memory that is released with its last owner.
// Unchecked: nothing can write there.
final class SealedPixels: @unchecked Sendable {
  let bytes: UnsafeRawBufferPointer

  init(_ descriptor: Int32, count: Int) throws(WorkerError) {
    // Private: kernels before 6.7 cannot map memory sealed against writing otherwise. Nothing is copied.
    let mapped = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .engine(.outOfMemory) }
    bytes = UnsafeRawBufferPointer(start: mapped, count: count)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }
}

/// A page drawn to pixels. It takes `facts.byteCount` bytes; copies share them.
package struct PagePicture: Sendable {
  package let facts: PictureFacts
  private let pixels: SealedPixels

  init(_ facts: PictureFacts, _ pixels: SealedPixels) {
    self.facts = facts
    self.pixels = pixels
  }

  /// Lends the pixels, as `PictureFacts` says they lie. They never change.
  package func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Else the memory may go while it is read.
    let kept = pixels
    defer { withExtendedLifetime(kept) {} }
    return try body(kept.bytes)
  }
}
