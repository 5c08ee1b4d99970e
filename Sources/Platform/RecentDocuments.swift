import Glibc

/// The desktop's list of recent documents, `recently-used.xbel` (Desktop Bookmark specification 0.8), through GLib's GBookmarkFile.
///
/// Each change reads the file again, changes its own entry in the text and puts a new file in the old one's place;
/// what other programs wrote stays as it is, byte for byte. One thread at a time.
package struct RecentDocuments: Sendable {
  package let file: String

  /// As GTK keeps them.
  package static let most = 1_000
  /// More than this nobody's list has.
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
    if let data = getenv("XDG_DATA_HOME").map({ String(cString: $0) }), data.hasPrefix("/") {
      return data + "/recently-used.xbel"
    }
    let home = getenv("HOME").map { String(cString: $0) } ?? "/tmp"
    return home + "/.local/share/recently-used.xbel"
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
    try change(uri) { list in
      list.add(uri, mimeType: mimeType, application: Self.application, at: time)
    }
  }

  /// Takes a file off the list, for all programs.
  package func remove(_ path: String) throws(Failure) {
    guard let uri = FileURI.uri(of: path) else { return }
    try change(uri) { list in list.remove(uri) }
  }

  /// Notes that a file lies elsewhere now.
  package func move(_ path: String, to newPath: String) throws(Failure) {
    guard let old = FileURI.uri(of: path), let new = FileURI.uri(of: newPath), old != new else {
      return
    }
    try change(old) { list in
      if list.has(old) { list.move(old, to: new) }
    }
  }

  /// Reads the list, changes an entry and writes it; again where another program has written it meanwhile.
  private func change(_ uri: String, _ edit: (BookmarkList) -> Void) throws(Failure) {
    let target = try SafeFile(file)
    for _ in 0..<20 {
      let version = target.version
      let bytes = try SafeFile.read(target.path, atMost: Self.mostBytes)
      let list = try BookmarkList(bytes)
      edit(list)
      // Dropped as GTK does it: the oldest of all, whosesoever they are.
      let excess = list.uris.filter { $0 != uri }
        .sorted { list.opened($0) < list.opened($1) }.prefix(max(0, list.uris.count - Self.most))
      for uri in excess { list.remove(uri) }
      let text = try Self.text(BookmarkText(bytes), uri, edit, without: Array(excess))
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
    _ text: BookmarkText, _ uri: String, _ edit: (BookmarkList) -> Void, without excess: [String]
  ) throws(Failure) -> BookmarkText? {
    var text = try text.editing(uri) { list in edit(list) }
    for uri in excess {
      text = try text?.editing(uri) { list in list.remove(uri) }
    }
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

  package init(path: String, mimeType: String, opened: Int64, applications: [String]) {
    self.path = path
    self.mimeType = mimeType
    self.opened = opened
    self.applications = applications
  }
}
