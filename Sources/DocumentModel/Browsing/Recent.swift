/// A document that was opened not long ago, by Recto or by another program.
package struct Recent: Sendable, Hashable {
  package var bookmark: Bookmark
  /// Empty where nobody knows.
  package var mimeType: String
  /// When it was opened last, in seconds since 1970-01-01 UTC.
  package var opened: Int64
  /// Names of the programs that opened it, as the desktop's list has them.
  package var applications: [String]

  package var path: String { bookmark.path }

  package init(bookmark: Bookmark, mimeType: String, opened: Int64, applications: [String]) {
    self.bookmark = bookmark
    self.mimeType = mimeType
    self.opened = opened
    self.applications = applications
  }
}
