import DocumentModel
import Wire

/// A damaged document written anew by libqpdf, with all that could be found in it and the encryption it had.
enum RepairedCopy {
  /// The whole new file; it opens without a table of objects having to be guessed, and has as many pages.
  static func bytes(
    of base: UnsafeRawBufferPointer, password: [UInt8]
  ) throws(SaveBlocker) -> [UInt8] {
    let file = try AnnotatedFile.open(base, password: password)
    guard var bytes = file.rewritten() else { throw .damaged }
    if bytes.last != 0x0A { bytes.append(0x0A) }
    guard bytes.count < Limit.shared - 64 else { throw .tooLarge }
    let isSound = bytes.withUnsafeBytes { copy in
      guard let again = try? AnnotatedFile.open(copy, password: password), !again.isRebuilt else {
        return false
      }
      let (old, new) = (PageTree(file).count, PageTree(again).count)
      return new > 0 && new >= old
    }
    guard isSound else { throw .unverified }
    return bytes
  }
}

extension PageTree {
  /// How many pages there are, each looked at.
  fileprivate var count: Int {
    var count = 0
    walk(from: 0) { _, _ in
      count += 1
      return count < Limit.pageCount
    }
    return count
  }
}
