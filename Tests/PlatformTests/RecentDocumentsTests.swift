import Foundation
import Platform
import TestSupport
import Testing

@Suite struct RecentDocumentsTests {
  /// As Evince and Okular leave it: with an entry of KDE's own metadata, a private one, one elsewhere, one that is renamed.
  private static let desktop = """
    <?xml version="1.0" encoding="UTF-8"?>
    <xbel version="1.0"
          xmlns:bookmark="http://www.freedesktop.org/standards/desktop-bookmarks"
          xmlns:mime="http://www.freedesktop.org/standards/shared-mime-info"
    >
      <bookmark href="file:///home/me/a%20b&amp;c.pdf" added="2026-01-02T03:04:05.123456Z" modified="2026-01-03T03:04:05Z" visited="2026-01-03T03:04:05Z">
        <title>An “odd” title</title>
        <info>
          <metadata owner="http://freedesktop.org">
            <mime:mime-type type="application/pdf"/>
            <bookmark:groups><bookmark:group>Viewer</bookmark:group></bookmark:groups>
            <bookmark:applications>
              <bookmark:application name="Evince" exec="&apos;evince %u&apos;" modified="2026-01-03T03:04:05Z" count="2"/>
            </bookmark:applications>
          </metadata>
          <metadata owner="http://www.kde.org" note="kept"/>
        </info>
      </bookmark>
      <bookmark href="file:///home/me/secret.pdf" added="2026-01-04T00:00:00Z" modified="2026-01-04T00:00:00Z" visited="2026-01-04T00:00:00Z">
        <info><metadata owner="http://freedesktop.org">
          <mime:mime-type type="application/pdf"/><bookmark:private/>
          <bookmark:applications><bookmark:application name="Evince" exec="&apos;evince %u&apos;" modified="2026-01-04T00:00:00Z" count="1"/></bookmark:applications>
        </metadata></info>
      </bookmark>
      <bookmark href="sftp://host/home/me/far.pdf" added="2026-01-01T00:00:00Z" modified="2026-01-01T00:00:00Z" visited="2026-01-01T00:00:00Z">
        <info><metadata owner="http://freedesktop.org">
          <mime:mime-type type="application/pdf"/>
          <bookmark:applications><bookmark:application name="Evince" exec="&apos;evince %u&apos;" modified="2026-01-01T00:00:00Z" count="1"/></bookmark:applications>
        </metadata></info>
      </bookmark>
    </xbel>

    """

  private func withList(
    _ text: String?, _ body: (RecentDocuments, String) throws -> Void
  ) throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/data/recently-used.xbel"
    if let text {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/data", withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    }
    try body(RecentDocuments(file: file), file)
  }

  private func text(_ file: String) throws -> String {
    try String(contentsOfFile: file, encoding: .utf8)
  }

  @Test func documentsOpenedByOtherProgramsAreListed() throws {
    try withList(Self.desktop) { recents, _ in
      let list = try recents.list()
      // Neither the private one nor the one on another machine.
      #expect(list.map(\.path) == ["/home/me/a b&c.pdf"])
      #expect(list.first?.mimeType == "application/pdf")
      #expect(list.first?.applications == ["Evince"])
      #expect(list.first?.opened == 1_767_409_445)
    }
  }

  /// `touch -d 2300-01-01`: nanoseconds since 1970 end in 2262.
  @Test func theListMayHaveAnyModificationTime() throws {
    for year in [2_300.0, 1_600, 292_000_000_000] {
      try withList(Self.desktop) { recents, file in
        let seconds = Int((year - 1_970) * 31_556_952)
        var times = [timespec(tv_sec: seconds, tv_nsec: 1), timespec(tv_sec: seconds, tv_nsec: 1)]
        utimensat(AT_FDCWD, file, &times, 0)
        try recents.add("/home/me/new.pdf", mimeType: "application/pdf", at: 1_800_000_000)
        #expect(try recents.list().count == 2)
      }
    }
    #expect(timespec(tv_sec: 1, tv_nsec: 5).nanosecondsSince1970 == 1_000_000_005)
    #expect(timespec(tv_sec: .max, tv_nsec: 5).nanosecondsSince1970 == .max)
    #expect(timespec(tv_sec: .min, tv_nsec: 5).nanosecondsSince1970 == .min)
    #expect(timespec(tv_sec: 9_223_372_036, tv_nsec: 999_999_999).nanosecondsSince1970 == .max)
  }

  @Test func theOpenCountDoesNotOverflow() throws {
    let full = Self.desktop.replacingOccurrences(of: "count=\"2\"", with: "count=\"2147483647\"")
      .replacingOccurrences(of: "\"Evince\"", with: "\"Recto\"")
    try withList(full) { recents, file in
      try recents.add("/home/me/a b&c.pdf", mimeType: "application/pdf", at: 1_800_000_000)
      #expect(try text(file).contains("count=\"2147483647\""))
    }
  }

  @Test func manyEntriesAreMovedAtOnceAndCanSwap() throws {
    try withList(nil) { recents, file in
      for (index, name) in ["a", "b", "c", "d"].enumerated() {
        try recents.add("/" + name, mimeType: "x/" + name, at: Int64(1_800_000_000 + index))
      }
      try recents.move([("/a", "/b"), ("/b", "/c"), ("/c", "/a"), ("/d", "/e"), ("/x", "/y")])
      let found = try recents.list().map { $0.path + " " + $0.mimeType }
      #expect(found == ["/e x/d", "/a x/c", "/c x/b", "/b x/a"])
      let before = SystemPath.status(file)?.st_ino
      try recents.move([("/x", "/y"), ("/z", "/a")])
      // A list that is not written stays the same file.
      #expect(SystemPath.status(file)?.st_ino == before)
    }
  }

  @Test func entriesOfOtherProgramsStayByteForByte() throws {
    try withList(Self.desktop) { recents, file in
      try recents.add("/home/me/new.pdf", mimeType: "application/pdf", at: 1_800_000_000)
      let written = try text(file)
      let kept = Self.desktop.replacingOccurrences(of: "</xbel>\n", with: "")
      #expect(written.hasPrefix(kept))
      #expect(written.contains("kept"))
      #expect(written.contains("exec=\"&apos;recto %u&apos;\""))
      #expect(try recents.list().map(\.path) == ["/home/me/new.pdf", "/home/me/a b&c.pdf"])
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions]
      #expect(mode as? Int == 0o600)
    }
  }

  @Test func anExistingEntryIsUpdated() throws {
    try withList(Self.desktop) { recents, file in
      for time in [1_800_000_000, 1_800_000_100] as [Int64] {
        try recents.add("/home/me/a b&c.pdf", mimeType: "application/pdf", at: time)
      }
      let list = try recents.list()
      #expect(list.map(\.path) == ["/home/me/a b&c.pdf"])
      #expect(Set(list.first?.applications ?? []) == ["Evince", "Recto"])
      #expect(list.first?.opened == 1_800_000_100)
      let written = try text(file)
      #expect(written.contains("count=\"2\""))
      #expect(written.contains("An “odd” title"))
      #expect(written.contains("secret.pdf") && written.contains("sftp://host"))
    }
  }

  @Test func namesOfAnyBytesRoundTrip() throws {
    try withList(nil) { recents, _ in
      let paths = ["/a/\u{10FFE9}\n\u{1B}[31m.pdf", "/a/\u{202E}fdp.exe", "/a/é & <x>.pdf"]
      for (index, path) in paths.enumerated() {
        try recents.add(path, mimeType: "application/pdf", at: 1_800_000_000 + Int64(index))
      }
      #expect(try recents.list().map(\.path) == paths.reversed())
      try recents.remove(paths[1])
      try recents.move([(paths[0], "/b/plain.pdf")])
      #expect(Set(try recents.list().map(\.path)) == [paths[2], "/b/plain.pdf"])
    }
  }

  @Test(arguments: ["<xbel><bookmark href=", "\u{0}\u{1}noise", "{}", "<html></html>"])
  func aDamagedFileIsNeverOverwritten(_ damage: String) throws {
    try withList(damage) { recents, file in
      #expect(throws: RecentDocuments.Failure.self) { try recents.list() }
      #expect(throws: RecentDocuments.Failure.self) {
        try recents.add("/a.pdf", mimeType: "application/pdf", at: 1)
      }
      #expect(try text(file) == damage)
      let names = try FileManager.default.contentsOfDirectory(
        atPath: URL(fileURLWithPath: file).deletingLastPathComponent().path)
      #expect(names == ["recently-used.xbel"])
    }
  }

  @Test func theOldestEntriesAreDropped() throws {
    try withList(nil) { recents, file in
      var text = Self.desktop.components(separatedBy: "  <bookmark ")[0]
      for index in 0..<1_000 {
        let time = "2026-02-01T\(10 + index / 600):\(10 + index / 60 % 10):\(10 + index % 50)Z"
        text += "<bookmark href=\"file:///d/\(index).pdf\" added=\"\(time)\" modified=\"\(time)\" "
        text += "visited=\"\(time)\"><info><metadata owner=\"http://freedesktop.org\">"
        text += "<mime:mime-type type=\"application/pdf\"/></metadata></info></bookmark>\n"
      }
      try FileManager.default.createDirectory(
        at: URL(fileURLWithPath: file).deletingLastPathComponent(),
        withIntermediateDirectories: true)
      try Data((text + "</xbel>").utf8).write(to: URL(fileURLWithPath: file))
      try recents.add("/d/new.pdf", mimeType: "application/pdf", at: 1_800_000_000)
      let list = try recents.list()
      #expect(list.count == 1_000)
      #expect(list.first?.path == "/d/new.pdf")
      #expect(!list.contains { $0.path == "/d/0.pdf" })
    }
  }

  @Test func aSymbolicLinkToTheListStays() throws {
    try withList(Self.desktop) { recents, file in
      let link = URL(fileURLWithPath: file).deletingLastPathComponent().path + "/link.xbel"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
      try RecentDocuments(file: link).add("/n.pdf", mimeType: "application/pdf", at: 1_800_000_000)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
      #expect(try recents.list().first?.path == "/n.pdf")
    }
  }

  @Test func concurrentAdditionsLoseNothing() async throws {
    let folder = try TemporaryFolder()
    let recents = RecentDocuments(file: folder.path + "/recently-used.xbel")
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<16 {
        group.addTask {
          try? recents.add("/d/\(index).pdf", mimeType: "application/pdf", at: 1_800_000_000)
        }
      }
    }
    #expect(try recents.list().count == 16)
  }
}
