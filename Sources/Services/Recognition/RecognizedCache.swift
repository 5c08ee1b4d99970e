package import DocumentModel
import Files
import Glibc
import Platform
import Synchronization
import Wire
import Workers

/// Recognised pages of one document in the user's cache, a file each, by the document's fingerprint: moving a document loses nothing.
///
/// A page is a byte for the version of the format, then its text as workers send it.
package struct RecognizedCache: RecognizedPages {
  private let folder: String

  /// The number of the format and of how recognised lines become text; pages of others are recognised again.
  private static let version: UInt8 = 1
  package static let budget = 256 << 20
  private static let mostBytes = 16 << 20

  /// Takes the SHA-256 digest of a document in hexadecimal; `root` is the folder of all documents.
  package init(fingerprint: String, in root: String = RecognizedCache.root) {
    folder = root + "/" + fingerprint
  }

  package static var root: String { Paths.folder("XDG_CACHE_HOME", else: ".cache") + "/recto/ocr" }

  package func text(page: Int) -> PageText? {
    guard let bytes = SystemPath.read(path(page), most: Self.mostBytes), bytes.first == Self.version,
      case .text(let text)? = try? Reply(decoding: Array(bytes.dropFirst()), pageCount: 1)
    else { return nil }
    return text
  }

  /// Keeps a page; where the cache cannot be written nothing is kept, and the page is recognised again.
  package func keep(_ text: PageText, page: Int) {
    let path = path(page)
    try? Disk().makeFolders(folder, arePrivate: true)
    let stamp = FileStatus(path)?.stamp
    _ = try? SafeWrite.write(
      [Self.version] + Reply.text(text).encoded(), to: path,
      stamp == nil ? .new : .replace(expecting: stamp))
  }

  /// Removes the documents recognised longest ago until the rest is within a budget in bytes.
  package static func sweep(_ root: String = root, budget: Int = budget) {
    var documents: [(folder: String, age: Int64, bytes: Int)] = []
    for entry in (try? FolderReader.names(in: root)) ?? [] {
      let folder = PathParts.joined(root, entry.name)
      let pages = (try? FolderReader.names(in: folder)) ?? []
      let bytes = pages.reduce(0) { sum, page in
        sum + Int(FileStatus(PathParts.joined(folder, page.name))?.stamp.size ?? 0)
      }
      documents.append((folder, FileStatus(folder)?.stamp.seconds ?? 0, bytes))
    }
    var total = documents.reduce(0) { $0 + $1.bytes }
    for document in documents.sorted(by: { $0.age < $1.age }) where total > budget {
      try? TreeRemoval.remove(document.folder)
      total -= document.bytes
    }
  }

  private func path(_ page: Int) -> String { folder + "/\(page)" }
}
