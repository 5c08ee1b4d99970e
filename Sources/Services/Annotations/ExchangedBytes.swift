package import Files
import Glibc

/// Files of annotations on disk.
package enum ExchangedBytes {
  /// Returns a file's bytes, at most one more than `limit`, so that a larger one is noticed.
  package static func read(_ path: String, atMost limit: Int) -> Result<
    [UInt8], DocumentFile.SystemError
  > {
    DocumentFile.open(path, takesPipes: false).flatMap { descriptor in
      defer { close(descriptor) }
      var bytes: [UInt8] = []
      var portion = [UInt8](repeating: 0, count: 1 << 16)
      while bytes.count <= limit {
        let count = Glibc.read(descriptor, &portion, portion.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { return .failure(DocumentFile.SystemError(number: errno)) }
        guard count > 0 else { break }
        bytes += portion[..<count]
      }
      return .success(bytes)
    }
  }
}
