internal import CPNG
package import DocumentModel
import Glibc

/// Writes pictures as PNG files (ISO/IEC 15948).
///
/// With libpng, in the reader: it sees pixels of a size that was checked, never a document's bytes. cairo could write them too, but
/// the reader has no cairo, and cairo's files cannot carry the texts that thumbnails must have.
package enum PNGFile {
  /// Why there is no file.
  package enum Failure: Error, Sendable, Hashable {
    /// The bytes are fewer than the picture's pixels.
    case tooFewBytes
    case outOfMemory
    /// Nobody takes the bytes any longer.
    case stopped
  }

  /// The version of libpng.
  package static var version: String { String(cString: cpng_version()) }

  /// Gives a file's bytes piece by piece to `sink`, until that says no.
  ///
  /// `dotsPerInch` is how large it is meant to be seen; `texts` stand in it under their keywords (Latin-1, 79 bytes at most).
  /// `isQuick` packs in less time to more bytes, for a file that nobody keeps. With `hasAlpha` alpha is written too, 255 everywhere,
  /// and never gray alone: where a format asks for it.
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

  /// Pixels a metre; 0 where it is not known or no number for a file.
  private static func density(_ dotsPerInch: Double?) -> UInt32 {
    guard let dotsPerInch, dotsPerInch > 0, dotsPerInch < 1e7 else { return 0 }
    return UInt32((dotsPerInch / 0.0254).rounded())
  }

  /// Hands on what libpng gives, and remembers a no.
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
