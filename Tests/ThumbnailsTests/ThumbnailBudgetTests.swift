import Foundation
import Glibc
import Platform
import TestSupport
import Testing
import Thumbnails

/// Eviction when the cache is too large.
@Suite struct ThumbnailBudgetTests {
  private func source(_ path: String) throws -> ThumbnailSource {
    try #require(ThumbnailSource(path))
  }

  private func isThere(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  @Test func leastRecentlyUsedThumbnailsAreEvictedFirst() throws {
    let bench = try ThumbnailBench()
    let kept = try (0..<4).map { try bench.keep(try source(try bench.file("\($0).txt"))) }
    for (index, age) in [400.0, 4_000_000, 40_000, 40].enumerated() {
      try bench.age(kept[index], by: age)
    }
    let one = Int64(try status(kept[0]).st_blocks) * 512
    let cleaning = bench.cache.evict(to: one * 2)
    #expect((cleaning.removed, cleaning.kept) == (2, 2))
    #expect(cleaning.keptBytes == one * 2)
    #expect(kept.map(isThere) == [true, false, false, true])
    #expect(bench.cache.evict(to: one * 2).removed == 0)
  }

  private func status(_ path: String) throws -> stat { try #require(SystemPath.status(path)) }

  @Test func usingAThumbnailRefreshesItsAge() throws {
    let bench = try ThumbnailBench()
    let source = try source(try bench.file("a.txt"))
    let kept = try bench.keep(source)
    try bench.age(kept, by: 1_000_000)
    let before = try status(kept).st_mtim.tv_sec
    #expect(bench.cache.find(source, .normal) != .nothing)
    let after = try status(kept).st_mtim.tv_sec
    #expect(after > before + 900_000)
    // It is still valid: it contains the URI of its document.
    #expect(bench.cache.find(source, .normal) != .nothing)
  }

  @Test func thumbnailsOfOtherProgramsAreKept() throws {
    let bench = try ThumbnailBench()
    let path = try bench.keep(try source(try bench.file("a.txt")))
    let file = URL(fileURLWithPath: path)
    var bytes = Array(try Data(contentsOf: file))
    let name = try #require(bytes.firstRange(of: Array("Recto".utf8)))
    bytes.replaceSubrange(name, with: Array("Other".utf8))
    try Data(bytes).write(to: file)
    #expect(bench.cache.evict(to: 0).removed == 0)
    #expect(bench.cache.clean(to: 0).removed == 0)
    #expect(isThere(path))
  }

  @Test func outdatedThumbnailsAreRemoved() throws {
    let bench = try ThumbnailBench()
    let files = try ["same", "changed", "gone", "far"].map { try bench.file($0 + ".txt") }
    let away = bench.folder.path + "/files/away"
    try FileManager.default.createDirectory(atPath: away, withIntermediateDirectories: true)
    let far = away + "/far.txt"
    try FileManager.default.moveItem(atPath: files[3], toPath: far)
    let kept = try (files.prefix(3) + [far]).map { try bench.keep(try source($0)) }
    try bench.age(files[1], by: 90)
    try FileManager.default.removeItem(atPath: files[2])
    // Taken out with all that is on it.
    try FileManager.default.removeItem(atPath: away)
    let broken = try bench.file("broken.pdf")
    try bench.cache.keepFailure(of: try source(broken))
    try bench.age(broken, by: 90)
    let unfinished = bench.cache.folder + "/normal/0.png.recto-abcdef"
    try Data([1]).write(to: URL(fileURLWithPath: unfinished))
    try bench.age(unfinished, by: 10_000)
    let cleaning = bench.cache.clean(to: 1 << 30)
    #expect(kept.map(isThere) == [true, false, false, true])
    #expect((cleaning.removed, cleaning.kept) == (4, 2))
    #expect(!isThere(unfinished))
  }

  @Test func anEmptyCacheIsClean() throws {
    let bench = try ThumbnailBench()
    for cleaning in [bench.cache.clean(to: 0), bench.cache.evict(to: 0)] {
      #expect((cleaning.removed, cleaning.kept, cleaning.keptBytes) == (0, 0, 0))
    }
  }
}
