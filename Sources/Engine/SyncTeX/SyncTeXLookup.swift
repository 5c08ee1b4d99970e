import DocumentModel
import Glibc
import Wire

/// Answers questions about a SyncTeX file, which is read once for each version.
struct SyncTeXLookup {
  /// Identifies a file and its version.
  private struct Stamp: Equatable {
    var device: UInt64
    var inode: UInt64
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private var known: (stamp: Stamp, tree: SyncTeXTree)?

  mutating func answer(
    _ question: SyncTeXQuestion, _ file: SourceFile
  ) throws(EngineFailure) -> SyncTeXAnswer {
    let stamp = Self.stamp(of: file)
    if known?.stamp != stamp {
      // Frees the previous tree before the next one is read.
      known = nil
      known = (stamp, try SyncTeXFile.tree(file))
    }
    guard let tree = known?.tree else { throw .notFound }
    return switch question {
    case .place(let line, let source, let folder):
      tree.place(line: line, source: source, folder: folder)
    case .source(let page, let point): tree.source(page: page, point)
    }
  }

  private static func stamp(of file: SourceFile) -> Stamp {
    var status = stat()
    fstat(file.descriptor, &status)
    return Stamp(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int(status.st_size),
      seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec)
  }
}
