import Foundation
import Testing

@testable import Files

@Suite struct PreservedOriginalsTests {
  private let bytes = Array("old".utf8)

  @Test(arguments: hostileNames) func theNewestOriginalOfAFileIsFound(_ name: String) throws {
    let bench = try FilesBench()
    let kept = PreservedOriginals(bench.at("deep/kept"))
    let path = bench.at(name)
    _ = try kept.keep(bytes, of: path, written: "one", now: 100)
    let second = try kept.keep(Array("older".utf8), of: path, written: "two", now: 100)
    _ = try kept.keep(bytes, of: bench.at("other"), written: "three", now: 500)
    #expect(kept.newest(of: path) == second)
    #expect(try kept.bytes(second) == Array("older".utf8))
    // Found by the bytes written, too, wherever the file is now.
    #expect(kept.newest(of: bench.at("moved"), written: "two") == second)
    #expect(kept.newest(of: path, written: "four") == nil)
    kept.drop(second)
    #expect(kept.newest(of: path)?.written == "one")
  }

  @Test func originalsAreReadableByTheOwnerOnly() throws {
    let bench = try FilesBench()
    let original = try PreservedOriginals(bench.at("kept")).keep(
      bytes, of: "/x", written: "one", now: 1)
    #expect(FileStatus(original.copy)?.permissions == 0o600)
    #expect(FileStatus(bench.at("kept"))?.permissions == 0o700)
  }

  @Test func theOldestOriginalsAreRemoved() throws {
    let bench = try FilesBench()
    let kept = PreservedOriginals(bench.at("kept"))
    let day: Int64 = 86_400
    _ = try kept.keep(bytes, of: "/a", written: "one", now: 0)
    _ = try kept.keep(bytes, of: "/b", written: "two", now: 20 * day)
    kept.sweep(now: 31 * day)
    #expect(kept.newest(of: "/a") == nil)
    #expect(kept.newest(of: "/b") != nil)
    kept.sweep(now: 100 * day)
    #expect(kept.newest(of: "/b") != nil)
  }

  @Test func aFullDiskLeavesNothing() throws {
    let bench = try FilesBench()
    let kept = PreservedOriginals(
      bench.at("kept"), disk: Disk { call, _ in call == .write ? ENOSPC : nil })
    #expect(throws: FilesError.self) {
      try kept.keep(bytes, of: "/a", written: "one", now: 0)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: bench.at("kept")) == [])
  }
}
