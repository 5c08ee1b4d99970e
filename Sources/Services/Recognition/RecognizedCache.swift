package import DocumentModel
import Files
import Glibc
import Platform
import Synchronization
import Wire
import Workers

/// Recognised pages in the user's cache, a file each, by what their pictures show.
///
/// A page is a byte for the version of the format, then its text as workers send it.
package struct RecognizedCache: RecognizedPages {
  private let folder: String

  /// The number of the format and of how recognised lines become text; pages of others are recognised again.
  private static let version: UInt8 = 1
  package static let budget = 256 << 20
  private static let mostBytes = 16 << 20

  package init(in folder: String = RecognizedCache.folder) { self.folder = folder }

  package static var folder: String {
    Paths.folder("XDG_CACHE_HOME", else: ".cache") + "/recto/ocr"
  }

  package func text(_ key: String) -> PageText? {
    guard let bytes = SystemPath.read(path(key), most: Self.mostBytes), bytes.first == Self.version,
      case .text(let text)? = try? Reply(decoding: Array(bytes.dropFirst()), pageCount: 1)
    else { return nil }
    return text
  }

  /// Keeps a page; where the cache cannot be written nothing is kept, and the page is recognised again.
  package func keep(_ text: PageText, _ key: String) {
    let path = path(key)
    try? Disk().makeFolders(folder, arePrivate: true)
    let stamp = FileStatus(path)?.stamp
    _ = try? SafeWrite.write(
      [Self.version] + Reply.text(text).encoded(), to: path,
      stamp == nil ? .new : .replace(expecting: stamp))
  }

  private func path(_ key: String) -> String { PathParts.joined(folder, key) }

  /// Removes the pages recognised longest ago until the rest is within a budget in bytes.
  package func sweep(budget: Int = budget) {
    var pages = ((try? FolderReader.names(in: folder)) ?? []).compactMap { entry in
      let path = PathParts.joined(folder, entry.name)
      return FileStatus(path).map { (path: path, stamp: $0.stamp) }
    }
    var total = pages.reduce(0) { $0 + Int($1.stamp.size) }
    guard total > budget else { return }
    pages.sort { $0.stamp.seconds < $1.stamp.seconds }
    for page in pages where total > budget {
      SystemPath.lend(page.path) { _ = unlink($0) }
      total -= Int(page.stamp.size)
    }
  }
}
