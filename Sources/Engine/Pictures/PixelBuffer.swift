package import DocumentModel
import Glibc
package import Wire

/// The memory a picture is drawn into, lent by the reader: rows without gaps, as `PictureFacts` has them.
package final class PixelBuffer {
  package let width: Int
  package let height: Int
  /// Width × height pixels, 0 at first.
  let pixels: UnsafeMutableBufferPointer<UInt32>

  /// Maps a descriptor's memory, which must be large enough; the descriptor stays the caller's.
  package init(_ descriptor: Int32, width: Int, height: Int) throws(EngineFailure) {
    let facts = PictureFacts(width: width, height: height)
    var status = stat()
    guard width > 0, height > 0, fstat(descriptor, &status) == 0,
      Int(status.st_size) >= facts.byteCount
    else { throw .unreadable }
    // Faults one page after the other would cost more than the drawing of a page of text.
    let mapped = mmap(
      nil, facts.byteCount, PROT_READ | PROT_WRITE, MAP_SHARED | Int32(MAP_POPULATE), descriptor, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .outOfMemory }
    let count = width * height
    pixels = UnsafeMutableBufferPointer(
      start: mapped.bindMemory(to: UInt32.self, capacity: count), count: count)
    self.width = width
    self.height = height
  }

  /// Memory of this process's own, 0 at first.
  init(width: Int, height: Int) throws(EngineFailure) {
    let count = PictureFacts(width: width, height: height).byteCount
    guard width > 0, height > 0 else { throw .pictureSize }
    let mapped = mmap(
      nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_POPULATE), -1, 0)
    guard let mapped, mapped != MAP_FAILED else { throw .outOfMemory }
    pixels = UnsafeMutableBufferPointer(
      start: mapped.bindMemory(to: UInt32.self, capacity: width * height), count: width * height)
    self.width = width
    self.height = height
  }

  /// All pixels as they lie in memory.
  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(pixels)) }

  deinit {
    munmap(pixels.baseAddress, PictureFacts(width: width, height: height).byteCount)
  }

  func fill(_ pixel: UInt32) {
    pixels.update(repeating: pixel)
  }

  /// A summary of the pixels.
  package var facts: PictureFacts {
    PictureFacts(width: width, height: height, isBlank: isBlank, isGray: isGray)
  }

  /// The difference per channel by which pixels of a blank picture may differ from the first.
  private static let noise: Int32 = 8

  private var isBlank: Bool {
    guard let first = pixels.first else { return true }
    return portions { portion in
      var difference: UInt32 = 0
      for pixel in portion { difference |= pixel ^ first }
      return difference == 0 || portion.allSatisfy { Self.isNear($0, first) }
    }
  }

  private static func isNear(_ pixel: UInt32, _ other: UInt32) -> Bool {
    func isNear(_ shift: UInt32) -> Bool {
      abs(Int32((pixel >> shift) & 0xFF) - Int32((other >> shift) & 0xFF)) <= noise
    }
    return isNear(0) && isNear(8) && isNear(16)
  }

  private var isGray: Bool {
    portions { portion in
      var hue: UInt32 = 0
      for pixel in portion { hue |= (pixel ^ (pixel >> 8)) & 0xFFFF }
      return hue == 0
    }
  }

  /// Whether something holds for all pixels, asked for so many at once that the loop over them needs no look at each.
  private func portions(_ holds: (UnsafeMutableBufferPointer<UInt32>) -> Bool) -> Bool {
    let step = 4_096
    return stride(from: 0, to: pixels.count, by: step).allSatisfy { start in
      holds(
        UnsafeMutableBufferPointer(
          rebasing: pixels[start..<min(pixels.count, start + step)]))
    }
  }
}
