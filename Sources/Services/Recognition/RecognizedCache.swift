package import DocumentModel
import Files
import Glibc
import Platform
import Wire
import Workers

/// Recognised pages of one document in the user's cache, a file each.
///
/// The document is known by the beginning of its file, which is read here, and which moving and annotating leave alone. A page is a byte for
/// the version of the format, then its text as workers send it.
package struct RecognizedCache: RecognizedPages {
  private let folder: String

  /// The number of the format and of how recognised lines become text; pages of others are recognised again.
  private static let version: UInt8 = 2
  package static let budget = 256 << 20
  private static let mostBytes = 16 << 20

  /// Bytes that tell documents apart.
  private static let beginning = 32 << 10

  /// Takes the path of a document; nil if its file cannot be read.
  package init?(of path: String) {
    let file = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.beginning)
    let count = pread(file, &bytes, bytes.count, 0)
    guard count > 0 else { return nil }
    folder = PathParts.joined(Self.root, Digest.sha256(Array(bytes[..<count])))
  }

  private static var root: String {
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
    let bytes = [Self.version] + Reply.text(text).encoded()
    guard bytes.count <= Self.mostBytes else { return }
    let path = path(key)
    try? Disk().makeFolders(folder, arePrivate: true)
    let stamp = FileStatus(path)?.stamp
    _ = try? SafeWrite.write(
      bytes, to: path, stamp == nil ? .new : .replace(expecting: stamp))
  }

  package var kept: Set<Int> {
    let names = (try? FolderReader.names(in: folder)) ?? []
    return Set(names.compactMap { $0.name.split(separator: "-").first.flatMap { Int($0) } })
  }

  private func path(_ key: String) -> String { PathParts.joined(folder, key) }

  /// Removes the documents recognised longest ago until the rest is within a budget in bytes.
  package static func sweep() { CacheFolders.sweep(root, budget: budget) }
}
