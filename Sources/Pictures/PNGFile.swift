internal import CPNG
package import DocumentModel
import Glibc

/// Writes images as PNG files (ISO/IEC 15948).
///
/// Uses libpng in the `recto` process, where it sees pixels of a checked size and never a document's bytes. cairo could write PNG too, but this process does
/// not link cairo, and cairo's files cannot contain the texts that thumbnails must have.
package enum PNGFile {
  /// Why no file was written.
  package enum Failure: Error, Sendable, Hashable {
    /// There are fewer bytes than the image's pixels need.
    case tooFewBytes
    case outOfMemory
    /// The sink accepts no more bytes.
    case stopped
  }

  /// Writes a file in pieces to `sink`, until that returns false.
  ///
  /// `dotsPerInch` is the intended resolution; `texts` are stored with their keywords (Latin-1, at most 79 bytes). `isQuick` compresses faster into more bytes,
  /// for temporary files. With `hasAlpha` an alpha channel of 255 is written and colours are never reduced to grey, for formats that require it.
  package static func write(
    _ facts: PictureFacts, _ pixels: UnsafeRawBufferPointer, dotsPerInch: Double? = nil,
    texts: [(keyword: String, text: String)] = [], isQuick: Bool = false,
    hasAlpha: Bool = false, to sink: @escaping ([UInt8]) -> Bool
  ) throws(Failure) {
    guard let base = pixels.baseAddress, facts.width > 0, facts.height > 0,
      pixels.count >= facts.byteCount
    else { throw .tooFewBytes }
    let strings = texts.map { (strdup($0.keyword), strdup($0.text)) }
    defer { for (keyword, text) in strings { free(keyword); free(text) } }
    let kept = strings.map { cpng_text(keyword: $0.0, text: $0.1) }
    let receiver = Receiver(sink)
    let outcome = kept.withUnsafeBufferPointer { texts in
      var picture = cpng_picture(
        pixels: base.assumingMemoryBound(to: UInt8.self), width: UInt32(facts.width),
        height: UInt32(facts.height), stride: facts.stride, is_gray: facts.isGray ? 1 : 0,
        has_alpha: hasAlpha ? 1 : 0, is_quick: isQuick ? 1 : 0,
        density: density(dotsPerInch), texts: texts.baseAddress, text_count: texts.count)
      return cpng_write(
        &picture,
        { context, bytes, count in
          guard let context, let bytes else { return 1 }
          let receiver = Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue()
          return receiver.take(UnsafeBufferPointer(start: bytes, count: count)) ? 0 : 1
        }, Unmanaged.passUnretained(receiver).toOpaque())
    }
    guard outcome == 0 else { throw receiver.hasStopped ? .stopped : .outOfMemory }
  }

  /// Returns the density in pixels per metre; 0 if unknown or out of range.
  private static func density(_ dotsPerInch: Double?) -> UInt32 {
    guard let dotsPerInch, dotsPerInch > 0, dotsPerInch < 1e7 else { return 0 }
    return UInt32((dotsPerInch / 0.0254).rounded())
  }

  /// Passes on libpng's output and records that the sink refused it.
  private final class Receiver {
    private let sink: ([UInt8]) -> Bool
    private(set) var hasStopped = false

    init(_ sink: @escaping ([UInt8]) -> Bool) {
      self.sink = sink
    }

    func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      hasStopped = !sink(Array(bytes))
      return !hasStopped
    }
  }
}
