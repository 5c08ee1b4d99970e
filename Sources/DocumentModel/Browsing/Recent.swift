/// A document recently opened by Recto or another program.
package struct Recent: Sendable, Hashable {
  package var bookmark: Bookmark
  /// Empty if not known.
  package var mimeType: String
  /// When it was last opened, in seconds since 1970-01-01 UTC.
  package var opened: Int64
  /// Names of the programs that opened it, from the desktop's list of recent files.
  package var applications: [String]

  package var path: String { bookmark.path }

  package init(bookmark: Bookmark, mimeType: String, opened: Int64, applications: [String]) {
    self.bookmark = bookmark
    self.mimeType = mimeType
    self.opened = opened
    self.applications = applications
  }
}
