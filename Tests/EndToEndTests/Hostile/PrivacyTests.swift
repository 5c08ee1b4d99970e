import Foundation
import Glibc
import PseudoTerminal
import TestSupport
import Testing

/// Stored files are private to the user, written only where intended, and settings of others are ignored.
@Suite(.serialized) struct PrivacyTests {
  private func put(_ text: String, _ path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func mode(_ path: String) -> mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode : 0
  }

  /// After reading, annotating, indexing, editing and thumbnails, with the usual mask.
  @Test func storedFilesAreReadableByTheOwnerOnly() throws {
    let bench = try Workbench(pages: 3)
    let before = umask(0o022)
    defer { umask(before) }
    // As other programs make them.
    for path in ["/.local/share/recto", "/.cache/recto"] {
      try FileManager.default.createDirectory(
        atPath: bench.folder + path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o755])
    }
    let session = try bench.read([bench.document])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    session.type("van")
    try session.wait(for: "the prompt") { $0.last?.contains("ote") == true }
    session.type("private\r")
    session.type("/sentence\r")
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
    for words in [
      ["annotate", bench.document, "--page", "2", "--text-note", "9,9", "--note", "private"],
      ["pages", bench.document, "--rotate", "90:1"], ["index", bench.folder],
      ["thumbnail", bench.document], ["tag", bench.document, "--add", "private"],
    ] { #expect(try bench.run(words).status == 0, "\(words)") }
    var count = 0
    for folder in [
      "/.local/share/recto", "/.local/state/recto", "/.cache/recto", "/.cache/thumbnails",
    ] {
      let names =
        FileManager.default.enumerator(atPath: bench.folder + folder)?.allObjects as? [String]
      for name in names ?? [] {
        let path = bench.folder + folder + "/" + name
        guard mode(path) & S_IFMT == S_IFREG else { continue }
        count += 1
        #expect(mode(path) & 0o077 == 0, "\(name) has \(String(mode(path) & 0o777, radix: 8))")
      }
    }
    #expect(count > 3)
  }

  /// A link beside the document, as an archive may bring it, has nobody's file written over.
  @Test func notesAreNotWrittenThroughOutsideLinks() throws {
    let bench = try Workbench(pages: 2)
    let secret = bench.folder + "/secret"
    let browser = bench.folder + "/unpacked"
    try put("mine\n", secret)
    try FileManager.default.createDirectory(atPath: browser, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: bench.document, toPath: browser + "/book.pdf")
    let link = browser + "/book.annotations.md"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret)
    _ = try bench.run(["annotate", browser + "/book.pdf", "--highlight", "sentence 2"])
    let refused = try bench.run(["annotate", browser + "/book.pdf", "--sync"])
    #expect(refused.status == 2 && refused.errors.contains(link), "\(refused.errors)")
    #expect(refused.errors.contains("--note-file"))
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "mine\n")
    // A path given explicitly is accepted.
    let asked = try bench.run(["annotate", browser + "/book.pdf", "--sync", "--note-file", link])
    #expect(asked.status == 0, "\(asked.errors)")
    #expect(try String(contentsOfFile: secret, encoding: .utf8).hasPrefix("mine\n"))
    #expect(mode(link) & S_IFMT == S_IFLNK)
  }

  @Test func readingNotesAreNotWrittenThroughOutsideLinks() throws {
    let bench = try Workbench(pages: 2)
    let secret = bench.folder + "/secret.md"
    let browser = bench.folder + "/unpacked"
    try FileManager.default.createDirectory(atPath: browser, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: bench.document, toPath: browser + "/book.pdf")
    // It links to the document, as its note would.
    try put("[x](book.pdf)\n", secret)
    try FileManager.default.createSymbolicLink(
      atPath: browser + "/Small Book (note).md", withDestinationPath: secret)
    let session = try bench.read([browser + "/book.pdf"])
    try session.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    session.type("am")
    try session.wait(for: "the prompt") { $0.last?.contains("ote") == true }
    session.type("a line\r")
    try session.wait(for: "a word about it") { $0.last?.contains("note") == true }
    session.type("ZZ")
    #expect(try session.waitForExit() == 0)
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "[x](book.pdf)\n")
  }

  @Test func picturesAreNotWrittenThroughLinks() throws {
    let bench = try Workbench(pages: 1)
    let secret = bench.folder + "/secret"
    try put("mine\n", secret)
    let link = bench.folder + "/picture.png"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: secret)
    let answer = try bench.run(["render", bench.document, "-o", link])
    #expect(answer.status == 2 && answer.errors.contains(link))
    #expect(try String(contentsOfFile: secret, encoding: .utf8) == "mine\n")
  }

  /// A user who may write the settings may make Recto run commands.
  @Test(arguments: [mode_t(0o666), 0o602]) func settingsWritableByOthersAreIgnored(
    _ mode: mode_t
  ) throws {
    let bench = try Workbench(pages: 1)
    let folder = bench.folder + "/.config/recto"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/settings.json5"
    try put("{ author: \"Mallory\" }", path)
    chmod(path, mode)
    let session = try bench.read([bench.document])
    try session.wait(for: "a word about it") { $0.joined().contains("others may write to it") }
    session.type("ZZ")
    _ = try session.waitForExit()
    chmod(path, 0o644)
    let again = try bench.read([bench.document])
    try again.wait(for: "the first page") { $0.contains { $0.contains("page 1.") } }
    #expect(!again.text.contains("others may write"))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give a file away"))
  func settingsOwnedByOthersAreIgnored() throws {
    let bench = try Workbench(pages: 1)
    let folder = bench.folder + "/.config/recto"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = folder + "/actions.json5"
    try put("[{ name: \"x\", command: \"touch /tmp/x\" }]", path)
    chown(path, 65_534, 65_534)
    let session = try bench.read([bench.document])
    try session.wait(for: "a word about it") { $0.joined().contains("belongs to another user") }
    session.type("ZZ")
    _ = try session.waitForExit()
  }
}
