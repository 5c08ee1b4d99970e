internal import CLinux
import Foundation
import Glibc
import TestSupport
import Testing
@testable import Files

/// Which files may be somebody else's work.
@Suite struct FileOriginTests {
  /// A file in a home folder; whether it is foreign there.
  private func isForeign(
    _ name: String, user: uid_t = geteuid(), attribute: String? = nil,
    linkedFrom link: String? = nil
  ) throws -> Bool {
    let home = try TemporaryFolder()
    let path = home.path + "/" + name
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    if let attribute { clinux_set_path_attribute(path, attribute, "http://x", 8) }
    var opened = path
    if let link {
      opened = home.path + "/" + link
      try FileManager.default.createSymbolicLink(atPath: opened, withDestinationPath: path)
    }
    let descriptor = open(opened, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    return FileOrigin(home: home.path, inboxes: [home.path + "/Geladen"], user: user)
      .isForeign(descriptor)
  }

  @Test(arguments: ["a.pdf", "papers/2024/a.pdf", "Downloadable/a.pdf", "a.b/.c/d.pdf"])
  func filesOfTheUserAreNotForeign(_ name: String) throws {
    #expect(try !isForeign(name))
  }

  @Test(arguments: [
    "Downloads/a.pdf", "Geladen/deep/a.pdf", "Maildir/cur/a.pdf", ".cache/x/a.pdf",
    ".thunderbird/profile/a.pdf",
  ])
  func filesInInboxesAreForeign(_ name: String) throws {
    #expect(try isForeign(name))
    // A link to it in a folder of the user's own is no other file.
    #expect(try isForeign(name, linkedFrom: "link.pdf"))
  }

  @Test func filesOfOtherUsersAreForeign() throws {
    #expect(try isForeign("a.pdf", user: geteuid() &+ 1))
  }

  @Test func filesMarkedByABrowserAreForeign() throws {
    #expect(try isForeign("papers/a.pdf", attribute: "user.xdg.origin.url"))
    #expect(try isForeign("papers/a.pdf", attribute: "user.xdg.referrer.url"))
    #expect(try !isForeign("papers/a.pdf", attribute: "user.xdg.tags"))
  }

  @Test func filesOutsideHomeOrUnlinkedAreForeign() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.pdf"
    try Data("x".utf8).write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let other = FileOrigin(home: folder.path + "/home", inboxes: [], user: geteuid())
    #expect(other.isForeign(descriptor))
    let own = FileOrigin(home: folder.path, inboxes: [], user: geteuid())
    #expect(!own.isForeign(descriptor))
    unlink(path)
    #expect(own.isForeign(descriptor))
  }
}
