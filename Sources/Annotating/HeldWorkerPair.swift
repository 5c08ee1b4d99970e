import DocumentModel
import Glibc
import Workers

/// The worker pair that holds a base while edits of it continue.
struct HeldWorkerPair {
  var pair: AnnotationWorkerPair?
  var bytes: [UInt8] = []
  var password: [UInt8] = []
  /// Whether poppler did not finish reading some pages of this base.
  var isEndless = false
  /// The edits whose pages poppler was last asked to read, and whether it finished; pending until that is known.
  var reading: (edits: SectionEdits, isEnd: Answer<Bool>)?
  /// The serial number of the last use; release timers of earlier uses do nothing.
  var serial = 0

  /// Returns whether the pair holds this base.
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
