import DocumentModel
import Wire

/// A damaged document rewritten by libqpdf, with everything that could be recovered and its original encryption.
enum RepairedCopy {
  /// Returns the whole new file. It is checked to open without recovery and to have at least as many pages. Throws `.damaged`, `.tooLarge` or `.unverified`.
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
  /// Number of pages, counted by visiting each.
  fileprivate var count: Int {
    var count = 0
    walk(from: 0) { _, _ in
      count += 1
      return count < Limit.pageCount
    }
    return count
  }
}
