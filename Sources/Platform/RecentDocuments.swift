import DocumentModel
import Glibc

/// The desktop's list of recent documents, `recently-used.xbel` (Desktop Bookmark specification 0.8), through GLib's GBookmarkFile.
///
/// Each change reads the file again, changes its own entry in the text and puts a new file in the old one's place;
/// what other programs wrote stays as it is, byte for byte. One thread at a time.
package struct RecentDocuments: Sendable {
  package let file: String

  /// The number of entries that GTK keeps, too.
  package static let most = 1_000
  /// No real list is larger.
  private static let mostBytes = 64 << 20
  private static let application = "Recto"

  /// Why the list cannot be had or changed; it is left as it is then.
  package enum Failure: Error, Sendable, Hashable {
    /// In GLib's words.
    case damaged(String)
    /// The system's error number.
    case system(Int32)
  }

  package init(file: String = RecentDocuments.defaultFile()) {
    self.file = file
  }

  /// `$XDG_DATA_HOME/recently-used.xbel`.
  package static func defaultFile() -> String {
    HomeFolder.folder("XDG_DATA_HOME", else: ".local/share") + "/recently-used.xbel"
  }

  /// The entries for files of this system, the last opened first; private ones of other programs are theirs alone.
  package func list() throws(Failure) -> [RecentDocument] {
    let list = try BookmarkList(try SafeFile.read(file, atMost: Self.mostBytes))
    return list.uris.compactMap { list.document(of: $0, for: Self.application) }
      .sorted { ($0.opened, $1.path) > ($1.opened, $0.path) }
  }

  /// Notes that Recto opened a file at a time, in seconds since 1970-01-01 UTC.
  package func add(_ path: String, mimeType: String, at time: Int64) throws(Failure) {
    guard let uri = FileURI.uri(of: path) else { return }
    try change([
      Edit(uri: uri) { list in
        list.add(uri, mimeType: mimeType, application: Self.application, at: time)
      }
    ])
  }

  /// Takes a file off the list, for all programs.
  package func remove(_ path: String) throws(Failure) {
    guard let uri = FileURI.uri(of: path) else { return }
    try change([Edit(uri: uri) { list in list.remove(uri) }])
  }

  /// Notes that files lie elsewhere now, all at once: they may have changed places.
  package func move(_ moves: [(from: String, to: String)]) throws(Failure) {
    let pairs = moves.compactMap { move -> (old: String, new: String)? in
      guard let old = FileURI.uri(of: move.from), let new = FileURI.uri(of: move.to), old != new
      else { return nil }
      return (old, new)
    }
    let olds = Set(pairs.map(\.old))
    var edits: [Edit] = []
    // An entry that moves to a name still in use waits under a temporary one.
    var waiting: [Edit] = []
    for (index, pair) in pairs.enumerated() {
      if olds.contains(pair.new) {
        let between = "recto-moving:\(index)"
        edits.append(.move(pair.old, to: between))
        waiting.append(.move(between, to: pair.new))
      } else {
        edits.append(.move(pair.old, to: pair.new))
      }
    }
    try change(edits + waiting)
  }

  /// A change of one entry.
  private struct Edit {
    var uri: String
    var apply: (BookmarkList) -> Void

    static func move(_ old: String, to new: String) -> Edit {
      Edit(uri: old) { list in if list.has(old) { list.move(old, to: new) } }
    }
  }

  /// Reads the list, changes entries and writes it; again where another program has written it meanwhile.
  private func change(_ edits: [Edit]) throws(Failure) {
    guard !edits.isEmpty else { return }
    let target = try SafeFile(file)
    for _ in 0..<20 {
      let version = target.version
      let bytes = try SafeFile.read(target.path, atMost: Self.mostBytes)
      let list = try BookmarkList(bytes)
      // Words that are no entry need no change in the text.
      var made: [Edit] = []
      for edit in edits {
        let before = list.has(edit.uri)
        edit.apply(list)
        if before || list.has(edit.uri) { made.append(edit) }
      }
      if made.isEmpty { return }
      // Dropped as GTK does it: the oldest of all, whosesoever they are.
      let uris = Set(made.map(\.uri))
      let excess = list.uris.filter { !uris.contains($0) }
        .sorted { list.opened($0) < list.opened($1) }.prefix(max(0, list.uris.count - Self.most))
      for uri in excess {
        list.remove(uri)
        made.append(Edit(uri: uri) { list in list.remove(uri) })
      }
      let text = try Self.text(BookmarkText(bytes), made)
      // Should the text not have come out right, GLib's own is at least no wrong one.
      let result = text.flatMap { try? BookmarkList($0.bytes) }
      let isRight = result?.uris.sorted() == list.uris.sorted()
      let written = if isRight, let text { text.bytes } else { try list.bytes() }
      if written == bytes { return }
      if try target.write(written, over: version) { return }
    }
    throw .system(EBUSY)
  }

  private static func text(
    _ text: BookmarkText, _ edits: [Edit]
  ) throws(Failure) -> BookmarkText? {
    var text: BookmarkText? = text
    for edit in edits { text = try text?.editing(edit.uri) { list in edit.apply(list) } }
    return text
  }
}

/// A file that a program of the desktop opened.
package struct RecentDocument: Sendable, Hashable {
  /// Absolute.
  package var path: String
  package var mimeType: String
  /// When it was opened last, in seconds since 1970-01-01 UTC.
  package var opened: Int64
  /// Names of the programs that opened it.
  package var applications: [String]
}
