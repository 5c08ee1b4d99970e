import DocumentModel
import Files
import Glibc
import Platform

/// Files and texts of shared libraries in the user's cache, each in a folder named by the document.
struct SharedCache: Sendable {
  /// In bytes; also the largest file that is fetched.
  static let budget = 2 << 30

  private let root: String
  private let budget: Int

  init(root: String = Self.root, budget: Int = Self.budget) {
    self.root = root
    self.budget = budget
  }

  static var root: String { Paths.folder("XDG_CACHE_HOME", else: ".cache") + "/recto/shared" }

  /// Whether a path is in the cache, so that it is not one of the user's own documents.
  static func holds(_ path: String) -> Bool { PathParts.lies(path, in: root) }

  /// Whether a text is a SHA-256 sum as a library has it; a server may send anything.
  static func isHash(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }

  /// Returns the path of a document with a hash; the name is the server's.
  func path(of hash: String, named name: String) -> String {
    PathParts.joined(PathParts.joined(root, hash), Self.fileName(name))
  }

  /// Returns the path of a document's text as a library has it.
  func path(ofText document: SharedPlace, hash: String, in library: String) -> String {
    let key = Digest.sha256(Array("\(library)\n\(document.collection)\n\(hash)".utf8))
    return path(of: key, named: PathParts.name(of: document.path) + ".html")
  }

  /// Returns a file name that is not hidden, has no control characters and cannot escape its folder.
  private static func fileName(_ name: String) -> String {
    let clean = CleanText.line(PathParts.name(of: name)).replacing("/", with: " ")
    // A name has at most 255 bytes; its end has the extension.
    var short = clean.drop { $0 == "." || $0 == " " }.suffix(100)
    while short.utf8.count > 200 { short.removeFirst() }
    return short.isEmpty ? "document" : String(short)
  }

  /// Writes a file atomically from the portions of `fill`. Nil if it cannot be written, or `fill` returns false.
  func keep(
    _ path: String, _ fill: (_ append: ([UInt8]) -> Bool) -> Bool
  ) -> String? {
    let folder = PathParts.folder(of: path)
    try? Disk().makeFolders(folder, arePrivate: true)
    if SystemPath.isThere(path) { try? TreeRemoval.remove(path) }
    guard write(path, fill) else {
      // Removed only if it is empty.
      _ = SystemPath.lend(folder) { rmdir($0) }
      return nil
    }
    // Annotations are not written into it: its bytes are those of the library.
    _ = SystemPath.lend(path) { chmod($0, 0o400) }
    use(path)
    CacheFolders.sweep(root, budget: budget)
    return path
  }

  private func write(_ path: String, _ fill: (_ append: ([UInt8]) -> Bool) -> Bool) -> Bool {
    guard let writing = try? SafeWrite(path, .new),
      fill({ bytes in (try? writing.append(bytes)) != nil })
    else { return false }
    return (try? writing.finish()) != nil
  }

  /// Notes that a file was used now.
  func use(_ path: String) { CacheFolders.touch(PathParts.folder(of: path)) }

  /// Notes that a library, by its id, has a document of the cache.
  func mark(_ path: String, of library: String) {
    let mark = PathParts.joined(PathParts.folder(of: path), Self.mark(of: library))
    guard !SystemPath.isThere(mark), let writing = try? SafeWrite(mark, .new) else { return }
    _ = try? writing.finish()
  }

  /// The prefix of marker files; documents never start with it.
  private static let sign = ".library-"

  private static func mark(of library: String) -> String {
    sign + Digest.sha256(Array(library.utf8)).prefix(32)
  }

  /// Removes the documents of a library that no other library has, and returns how many.
  func leave(_ library: String) -> Int {
    var count = 0
    for entry in (try? FolderReader.names(in: root)) ?? [] {
      let folder = PathParts.joined(root, entry.name)
      let names = ((try? FolderReader.names(in: folder)) ?? []).map(\.name)
      let (mark, marks) = (Self.mark(of: library), names.filter { $0.hasPrefix(Self.sign) })
      guard marks.contains(mark) else { continue }
      if marks.count > 1 {
        try? TreeRemoval.remove(PathParts.joined(folder, mark))
      } else if (try? TreeRemoval.remove(folder)) != nil {
        count += 1
      }
    }
    return count
  }

  func remove(_ path: String) { try? TreeRemoval.remove(PathParts.folder(of: path)) }
}
