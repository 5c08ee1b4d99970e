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
    let bench = try ThumbnailBench()
    let source = try source(try bench.file(name))
    #expect(source.uri == "file://" + bench.folder.path + "/files/" + written)
  }

  @Test func namesThatAreNotUTF8HaveURIs() throws {
    let bench = try ThumbnailBench()
    let path = bench.folder.path + "/files/" + PathBytes.text([0x61, 0xFF, 0x62])
    let file = SystemPath.lend(path) { Glibc.open($0, O_CREAT | O_WRONLY, 0o600) }
    close(file)
    let source = try source(path)
    #expect(source.uri.hasSuffix("/a%FFb"))
    let kept = try bench.keep(source)
    #expect(bench.found(source) == kept)
  }

  @Test func pathsAreNormalised() throws {
    let bench = try ThumbnailBench()
    let path = try bench.file("a.txt")
    let crooked = bench.folder.path + "//files/./../files/a.txt"
    #expect(try source(crooked) == source(path))
  }

  @Test func storedThumbnailsAreFoundWithTheirMetadata() throws {
    let bench = try ThumbnailBench()
    let path = try bench.file("a.txt", "12345")
    let source = try source(path)
    #expect(bench.cache.find(source, .normal) == .nothing)
    let kept = try bench.keep(source)
    #expect(
      kept == bench.folder.path + "/cache/thumbnails/normal/" + Digest.md5(source.uri) + ".png")
    #expect(bench.found(source) == kept)
    let label = try label(kept)
    #expect((label.width, label.height) == (8, 8))
    #expect(
      label.texts == [
        "Thumb::URI": source.uri, "Thumb::MTime": String(source.modified), "Thumb::Size": "5",
        "Thumb::Mimetype": "text/plain", "Thumb::Document::Pages": "3", "Software": "Recto",
      ])
    #expect(try bench.mode(kept) == 0o600)
    for folder in ["", "/thumbnails", "/thumbnails/normal"] {
      #expect(try bench.mode(bench.folder.path + "/cache" + folder) == 0o700)
    }
    // Eight bits with alpha, not interlaced.
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: kept))[24..<29]) == [8, 6, 0, 0, 0])
  }

  /// A file that was changed has none any more, and neither has one that was replaced by an older one.
  @Test(arguments: [60.0, -60.0]) func changedFilesHaveNoThumbnail(_ seconds: TimeInterval) throws {
    let bench = try ThumbnailBench()
    let path = try bench.file("a.txt")
    try bench.keep(try source(path))
    try bench.age(path, by: seconds)
    #expect(bench.cache.find(try source(path), .normal) == .nothing)
  }

  @Test func aChangedSizeInTheSameSecondIsDetected() throws {
    let bench = try ThumbnailBench()
    let path = try bench.file("a.txt", "one")
    try bench.age(path, by: 100)
    let before = try source(path)
    try bench.keep(before)
    try Data("three".utf8).write(to: URL(fileURLWithPath: path))
    var times = [timespec(tv_sec: Int(before.modified), tv_nsec: 0)]
    times.append(times[0])
    utimensat(AT_FDCWD, path, times, 0)
    let after = try source(path)
    #expect(after.modified == before.modified)
    #expect(bench.cache.find(after, .normal) == .nothing)
  }

  @Test func aLargerThumbnailIsUsed() throws {
    let bench = try ThumbnailBench()
    let source = try source(try bench.file("a.txt"))
    let kept = try bench.keep(source, .xLarge)
    #expect(bench.found(source) == kept)
    #expect(bench.cache.find(source, .xxLarge) == .nothing)
  }

  @Test func failuresAreRememberedUntilTheFileChanges() throws {
    let bench = try ThumbnailBench()
    let path = try bench.file("a.pdf")
    let source = try source(path)
    try bench.cache.keepFailure(of: source)
    #expect(bench.cache.find(source, .large) == .failed)
    let mark = bench.cache.folder + "/fail/recto/" + source.fileName
    #expect(try label(mark).texts["Thumb::URI"] == source.uri)
    #expect(try bench.mode(mark) == 0o600)
    try bench.age(path, by: 60)
    #expect(bench.cache.find(try self.source(path), .large) == .nothing)
    // A thumbnail drawn later is no longer a failure.
    try bench.keep(try self.source(path))
    #expect(!FileManager.default.fileExists(atPath: mark))
  }

  @Test func filesThatChangeMeanwhileAreNotCached() throws {
    let bench = try ThumbnailBench()
    let path = try bench.file("a.txt")
    let source = try source(path)
    try bench.age(path, by: 60)
    #expect(throws: ThumbnailError.hasChanged) { try bench.keep(source) }
    #expect(throws: ThumbnailError.hasChanged) { try bench.cache.keepFailure(of: source) }
    #expect(!FileManager.default.fileExists(atPath: bench.cache.folder))
  }

  /// A timeout is retried on another day.
  @Test func temporaryFailuresExpire() throws {
    let bench = try ThumbnailBench()
    let source = try source(try bench.file("a.txt"))
    let now = Int64(time(nil))
    try bench.cache.keepFailure(of: source, until: now + ThumbnailCache.day)
    #expect(bench.cache.find(source, .normal) == .failed)
    try bench.cache.keepFailure(of: source, until: now - 1)
    #expect(bench.cache.find(source, .normal) == .nothing)
  }

  @Test func thumbnailsOfThumbnailsAreRefused() throws {
    let bench = try ThumbnailBench()
    let kept = try bench.keep(try source(try bench.file("a.txt")))
    #expect(throws: ThumbnailError.liesInCache) { try bench.keep(try source(kept)) }
    // Nor under another name.
    let link = bench.folder.path + "/files/link.png"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: kept)
    #expect(throws: ThumbnailError.liesInCache) { try bench.keep(try source(link)) }
  }

  @Test func unreadableFilesHaveNoThumbnail() throws {
    let bench = try ThumbnailBench()
    #expect(ThumbnailSource(bench.folder.path) == nil)
    #expect(ThumbnailSource(bench.folder.path + "/nothing") == nil)
    #expect(ThumbnailSource("/dev/null") == nil)
  }

  /// Files of other programs may contain anything.
  @Test(arguments: 0..<6) func damagedThumbnailsAreIgnored(_ kind: Int) throws {
    let bench = try ThumbnailBench()
    let source = try source(try bench.file("a.txt"))
    let kept = URL(fileURLWithPath: try bench.keep(source))
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
    #expect(bench.cache.find(source, .normal) == .nothing)
    // It is replaced.
    try bench.keep(source)
    #expect(bench.cache.find(source, .normal) != .nothing)
  }

  /// A pipe in its place holds nobody up.
  @Test func aPipeInTheCacheIsIgnored() throws {
    let bench = try ThumbnailBench()
    let source = try source(try bench.file("a.txt"))
    let kept = try bench.keep(source)
    unlink(kept)
    #expect(mkfifo(kept, 0o600) == 0)
    #expect(bench.cache.find(source, .normal) == .nothing)
  }

  @Test func failuresToCreateTheCacheAreReported() throws {
    let bench = try ThumbnailBench()
    try Data().write(to: URL(fileURLWithPath: bench.folder.path + "/cache"))
    let source = try source(try bench.file("a.txt"))
    #expect(throws: ThumbnailError.system(ENOTDIR)) { try bench.keep(source) }
  }
}
