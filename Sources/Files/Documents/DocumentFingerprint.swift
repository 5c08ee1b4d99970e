import Glibc
import Platform

/// Identifies a document on all machines by its first bytes, which annotating does not change.
///
/// A PDF is identified by its bytes up to the first end-of-file marker: incremental updates are appended after it (PDF 32000-1, 7.5.6). Other files are
/// identified by all of their bytes.
package enum DocumentFingerprint {
  /// More bytes than these do not count.
  private static let mostBytes = 1 << 30

  /// Returns the SHA-256 in lower-case hexadecimal; nil if the file cannot be read, is no ordinary file or is empty.
  package static func of(_ path: String, isCancelled: () -> Bool = { false }) -> String? {
    guard case .success(let descriptor) = DocumentFile.open(path, takesPipes: false) else {
      return nil
    }
    defer { close(descriptor) }
    let sum = RunningDigest()
    var scanner: MarkerScanner?
    var buffer = [UInt8](repeating: 0, count: 1 << 18)
    var total = 0
    while total < mostBytes, !isCancelled() {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if total == 0, MarkerScanner.isPDF(buffer[..<count]) { scanner = MarkerScanner() }
      guard count > 0 else { return total > 0 ? sum.hex : nil }
      total += count
      if let end = scanner?.end(in: buffer[..<count]) {
        sum.add(Array(buffer[..<end]))
        return sum.hex
      }
      sum.add(count == buffer.count ? buffer : Array(buffer[..<count]))
    }
    return isCancelled() ? nil : sum.hex
  }
}

/// Finds the first `%%EOF` of a PDF that is read in portions.
struct MarkerScanner {
  private static let marker = Array("%%EOF".utf8)
  /// The number of the marker's bytes at the end of the portions so far.
  private var matched = 0

  /// Whether bytes are the beginning of a PDF; readers permit other bytes before the header, as `DocumentFile.isWhole` does.
  static func isPDF(_ head: ArraySlice<UInt8>) -> Bool {
    let first = Array("%PDF-".utf8)
    let head = head.prefix(1_024)
    return head.indices.contains { head[$0...].starts(with: first) }
  }

  /// Returns the index after the marker in the next portion; nil if it is not complete there.
  mutating func end(in portion: ArraySlice<UInt8>) -> Int? {
    for index in portion.indices {
      let byte = portion[index]
      if byte == Self.marker[matched] {
        matched += 1
        if matched == Self.marker.count { return index + 1 }
      } else {
        // `%%%EOF` ends in the marker too.
        matched = byte == Self.marker[0] ? (matched == 2 ? 2 : 1) : 0
      }
    }
    return nil
  }
}
