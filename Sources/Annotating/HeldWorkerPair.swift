import DocumentModel
import Glibc
import Workers

/// The worker pair that holds a base while edits of it continue.
struct HeldWorkerPair {
  var pair: AnnotationWorkerPair?
  var bytes: [UInt8] = []
  var password: [UInt8] = []
  /// Poppler, which shows the document, does not get through some of its pages.
  var isEndless = false
  /// Whether poppler came to an end with the pages of the edits it was given last, as soon as that is known.
  var reading: (edits: SectionEdits, isEnd: Answer<Bool>)?
  /// Of its last use; older clocks have run out.
  var serial = 0

  /// Whether its base is the same.
  func holds(_ base: AnnotationSource) -> Bool {
    guard let other = base.bytes, password == base.password, bytes.count == other.count else {
      return false
    }
    return bytes.withUnsafeBytes { one in
      other.withUnsafeBytes { two in
        guard let first = one.baseAddress, let second = two.baseAddress else { return true }
        return first == second || memcmp(first, second, one.count) == 0
      }
    }
  }
}
