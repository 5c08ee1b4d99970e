import DocumentModel
import Platform

/// Files written by other programs of the desktop, possibly damaged.
extension Target {
  static let desktop = [
    Target(
      name: "recent-documents", seeds: { lists.map { Array($0.utf8) } },
      words: ["<bookmark", "href=\"", "\">", "</bookmark>", "</xbel>", "&amp;", "&#x41;", "<!--"]
    ) { bytes in
      let list = RecentDocuments(file: Scratch.file("recently-used.xbel", bytes))
      do throws(RecentDocuments.Failure) {
        _ = try list.list()
      } catch {
        // Damaged files are left unchanged.
        try? list.add("/tmp/new.pdf", mimeType: "application/pdf", at: 1_700_000_000)
        return nil
      }
      do throws(RecentDocuments.Failure) {
        try list.add("/tmp/new.pdf", mimeType: "application/pdf", at: 1_700_000_000)
        guard try list.list().contains(where: { $0.path == "/tmp/new.pdf" }) else {
          return "what was added is not there"
        }
        try list.move([("/tmp/new.pdf", "/home/a b.pdf"), ("/home/a b.pdf", "/tmp/new.pdf")])
        try list.remove("/tmp/new.pdf")
        return try list.list().contains(where: { $0.path == "/tmp/new.pdf" })
          ? "what was removed is there" : nil
      } catch {
        return "the list was read, and cannot be changed: \(error)"
      }
    },
    Target(
      name: "addresses", seeds: { [Array("file:///home/a%20b.pdf".utf8)] }, words: ["file://", "%"]
    ) {
      guard let path = FileURI.path(of: $0.text) else { return nil }
      guard PathParts.isAbsolute(path) else { return "“\(path)” is no path" }
      let again = FileURI.uri(of: path).flatMap(FileURI.path)
      return again.map { PathParts.same($0, path) } == true ? nil : "an address does not come back"
    },
  ]

  private static let lists = [
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xbel version="1.0" xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks" xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info">
      <bookmark href="file:///home/a%20b.pdf" added="2026-01-01T00:00:00Z" modified="2026-01-01T00:00:00Z" visited="2026-01-01T00:00:00Z">
        <info><metadata owner="http://freedesktop.org"><mime:mime-type type="application/pdf"/>
          <bookmark:applications><bookmark:application name="Evince" exec="&apos;evince %u&apos;" modified="2026-01-01T00:00:00Z" count="3"/></bookmark:applications>
        </metadata></info>
      </bookmark>
      <bookmark href="file:///tmp/x&amp;y.md" added="2026-01-01T00:00:00Z" modified="2026-01-01T00:00:00Z" visited="2026-01-01T00:00:00Z"/>
    </xbel>

    """, "",
  ]
}
