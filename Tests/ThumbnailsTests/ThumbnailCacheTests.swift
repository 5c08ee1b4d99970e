import DocumentModel
import Foundation
import Glibc
import Pictures
import Platform
import TestSupport
import Testing
import Thumbnails

/// Thumbnails by the freedesktop standard: their paths, their metadata, their validity.
@Suite struct ThumbnailCacheTests {
  private func source(_ path: String) throws -> ThumbnailSource {
    try #require(ThumbnailSource(path))
  }

  private func label(_ path: String) throws -> PNGLabel {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return try #require(PNGLabel(descriptor: descriptor))
  }

  /// The standard's own example.
  @Test func namesAreHashesOfTheURI() {
    #expect(Digest.md5("file:///home/jens/photos/me.png") == "c6ee772d9e49320e97ec29a7eb5b1697")
  }

  @Test(arguments: [
    ("a b.pdf", "a%20b.pdf"), ("käse.pdf", "k%C3%A4se.pdf"),
    ("a(1)~&=+,;'!$.md", "a(1)~&=+,%3B'!$.md"),
    ("100%.txt", "100%25.txt"), ("a#b?c[d].txt", "a%23b%3Fc%5Bd%5D.txt"), ("a\nb", "a%0Ab"),
  ]) func urisMatchThoseOfGLib(_ name: String, _ written: String) throws {
    let desk = try Desk()
    let source = try source(try desk.file(name))
    #expect(source.uri == "file://" + desk.folder.path + "/files/" + written)
  }

  @Test func namesThatAreNotUTF8HaveURIs() throws {
    let desk = try Desk()
    let path = desk.folder.path + "/files/" + PathBytes.text([0x61, 0xFF, 0x62])
    let file = SystemPath.lend(path) { Glibc.open($0, O_CREAT | O_WRONLY, 0o600) }
    close(file)
    let source = try source(path)
    #expect(source.uri.hasSuffix("/a%FFb"))
    let kept = try desk.keep(source)
    #expect(desk.found(source) == kept)
  }

  @Test func pathsAreNormalised() throws {
    let desk = try Desk()
    let path = try desk.file("a.txt")
    let crooked = desk.folder.path + "//files/./../files/a.txt"
    #expect(try source(crooked) == source(path))
  }

  @Test func storedThumbnailsAreFoundWithTheirMetadata() throws {
    let desk = try Desk()
    let path = try desk.file("a.txt", "12345")
    let source = try source(path)
    #expect(desk.cache.find(source, .normal) == .nothing)
    let kept = try desk.keep(source)
    #expect(
      kept == desk.folder.path + "/cache/thumbnails/normal/" + Digest.md5(source.uri) + ".png")
    #expect(desk.found(source) == kept)
    let label = try label(kept)
    #expect((label.width, label.height) == (8, 8))
    #expect(
      label.texts == [
        "Thumb::URI": source.uri, "Thumb::MTime": String(source.modified), "Thumb::Size": "5",
        "Thumb::Mimetype": "text/plain", "Thumb::Document::Pages": "3", "Software": "Recto",
      ])
    #expect(try desk.mode(kept) == 0o600)
    for folder in ["", "/thumbnails", "/thumbnails/normal"] {
      #expect(try desk.mode(desk.folder.path + "/cache" + folder) == 0o700)
    }
    // Eight bits with alpha, not interlaced.
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: kept))[24..<29]) == [8, 6, 0, 0, 0])
  }

  /// A file that was changed has none any more, and neither has one that was replaced by an older one.
  @Test(arguments: [60.0, -60.0]) func changedFilesHaveNoThumbnail(_ seconds: TimeInterval) throws {
    let desk = try Desk()
    let path = try desk.file("a.txt")
    try desk.keep(try source(path))
    try desk.age(path, by: seconds)
    #expect(desk.cache.find(try source(path), .normal) == .nothing)
  }

  @Test func aChangedSizeInTheSameSecondIsDetected() throws {
    let desk = try Desk()
    let path = try desk.file("a.txt", "one")
    try desk.age(path, by: 100)
    let before = try source(path)
    try desk.keep(before)
    try Data("three".utf8).write(to: URL(fileURLWithPath: path))
    var times = [timespec(tv_sec: Int(before.modified), tv_nsec: 0)]
    times.append(times[0])
    utimensat(AT_FDCWD, path, times, 0)
    let after = try source(path)
    #expect(after.modified == before.modified)
    #expect(desk.cache.find(after, .normal) == .nothing)
  }

  @Test func aLargerThumbnailIsUsed() throws {
    let desk = try Desk()
    let source = try source(try desk.file("a.txt"))
    let kept = try desk.keep(source, .xLarge)
    #expect(desk.found(source) == kept)
    #expect(desk.cache.find(source, .xxLarge) == .nothing)
  }

  @Test func failuresAreRememberedUntilTheFileChanges() throws {
    let desk = try Desk()
    let path = try desk.file("a.pdf")
    let source = try source(path)
    try desk.cache.keepFailure(of: source)
    #expect(desk.cache.find(source, .large) == .failed)
    let mark = desk.cache.folder + "/fail/recto/" + source.fileName
    #expect(try label(mark).texts["Thumb::URI"] == source.uri)
    #expect(try desk.mode(mark) == 0o600)
    try desk.age(path, by: 60)
    #expect(desk.cache.find(try self.source(path), .large) == .nothing)
    // A thumbnail drawn later is no longer a failure.
    try desk.keep(try self.source(path))
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test func filesThatChangeMeanwhileAreNotCached() throws {
    let desk = try Desk()
    let path = try desk.file("a.txt")
    let source = try source(path)
    try desk.age(path, by: 60)
    #expect(throws: ThumbnailError.hasChanged) { try desk.keep(source) }
    #expect(throws: ThumbnailError.hasChanged) { try desk.cache.keepFailure(of: source) }
    #expect(!FileManager.default.fileExists(atPath: desk.cache.folder))
  }

  /// A timeout is retried on another day.
  @Test func temporaryFailuresExpire() throws {
    let desk = try Desk()
    let source = try source(try desk.file("a.txt"))
    let now = Int64(time(nil))
    try desk.cache.keepFailure(of: source, until: now + ThumbnailCache.day)
    #expect(desk.cache.find(source, .normal) == .failed)
    try desk.cache.keepFailure(of: source, until: now - 1)
    #expect(desk.cache.find(source, .normal) == .nothing)
  }

  @Test func thumbnailsOfThumbnailsAreRefused() throws {
    let desk = try Desk()
    let kept = try desk.keep(try source(try desk.file("a.txt")))
    #expect(throws: ThumbnailError.liesInCache) { try desk.keep(try source(kept)) }
    // Nor under another name.
    let link = desk.folder.path + "/files/link.png"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: kept)
    #expect(throws: ThumbnailError.liesInCache) { try desk.keep(try source(link)) }
  }

  @Test func unreadableFilesHaveNoThumbnail() throws {
    let desk = try Desk()
    #expect(ThumbnailSource(desk.folder.path) == nil)
    #expect(ThumbnailSource(desk.folder.path + "/nothing") == nil)
    #expect(ThumbnailSource("/dev/null") == nil)
  }

  /// Files of other programs may contain anything.
  @Test(arguments: 0..<6) func damagedThumbnailsAreIgnored(_ kind: Int) throws {
    let desk = try Desk()
    let source = try source(try desk.file("a.txt"))
    let kept = URL(fileURLWithPath: try desk.keep(source))
    var bytes = Array(try Data(contentsOf: kept))
    switch kind {
    case 0: bytes = []
    case 1: bytes = Array("no picture at all".utf8)
    case 2: bytes.removeLast(20)
    // A width of two thousand millions.
    case 3: bytes.replaceSubrange(16..<20, with: [0x7F, 0xFF, 0xFF, 0xFF])
    // A chunk that is longer than the file.
    case 4: bytes.replaceSubrange(33..<37, with: [0x7F, 0xFF, 0xFF, 0xFF])
    default: bytes.replaceSubrange(12..<16, with: Array("XXXX".utf8))
    }
    try Data(bytes).write(to: kept)
    #expect(desk.cache.find(source, .normal) == .nothing)
    // It is replaced.
    try desk.keep(source)
    #expect(desk.cache.find(source, .normal) != .nothing)
  }

  /// A pipe in its place holds nobody up.
  @Test func aPipeInTheCacheIsIgnored() throws {
    let desk = try Desk()
    let source = try source(try desk.file("a.txt"))
    let kept = try desk.keep(source)
    unlink(kept)
    #expect(mkfifo(kept, 0o600) == 0)
    #expect(desk.cache.find(source, .normal) == .nothing)
  }

  @Test func failuresToCreateTheCacheAreReported() throws {
    let desk = try Desk()
    try Data().write(to: URL(fileURLWithPath: desk.folder.path + "/cache"))
    let source = try source(try desk.file("a.txt"))
    #expect(throws: ThumbnailError.system(ENOTDIR)) { try desk.keep(source) }
  }
}
