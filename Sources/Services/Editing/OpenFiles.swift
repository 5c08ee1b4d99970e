import DocumentModel
import Files
import Platform
import Synchronization

/// The files of open documents, as the screen shows them.
final class OpenFiles: Sendable {
  struct Entry: Sendable {
    var path: String
    var password: [UInt8]
    var pageCount: Int
    /// Its stamps when opened and after each own change that moved no page.
    var stamps: Set<FileStamp>

    var name: String { PathParts.name(of: path) }
  }

  private let entries = Mutex<[DocumentID: Entry]>([:])

  subscript(id: DocumentID) -> Entry? { entries.withLock { $0[id] } }

  /// A document was opened, or opened again.
  func set(_ entry: Entry, for id: DocumentID) { entries.withLock { $0[id] = entry } }

  func remove(_ id: DocumentID) { entries.withLock { $0[id] = nil } }

  /// Records that this program is rewriting a file with its pages in place.
  func wrote(_ path: String, from: FileStamp, to: FileStamp) {
    entries.withLock { entries in
      for (id, entry) in entries
      where PathParts.same(entry.path, path) && entry.stamps.contains(from) {
        entries[id]?.stamps.insert(to)
      }
    }
  }

  /// The password that opened the file at a path.
  func password(of path: String) -> [UInt8]? {
    entries.withLock { $0.values.first { PathParts.same($0.path, path) }?.password }
  }
}
