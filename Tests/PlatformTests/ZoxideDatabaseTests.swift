import Foundation
import Testing
import TestSupport

@testable import Platform

@Suite struct ZoxideDatabaseTests {
  private static let now: Int64 = 1_700_000_000

  private static func bytes(_ number: UInt64, _ size: Int = 8) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
  }

  private static func folder(_ path: String, rank: Double, age: Int64) -> [UInt8] {
    bytes(UInt64(path.utf8.count)) + Array(path.utf8) + bytes(rank.bitPattern)
      + bytes(UInt64(now - age))
  }

  private static func file(_ folders: [[UInt8]], version: UInt64 = 3) -> [UInt8] {
    bytes(version, 4) + bytes(UInt64(folders.count)) + folders.flatMap(\.self)
  }

  private static let whole = file([
    folder("/old", rank: 10, age: 1_000_000), folder("/now", rank: 2, age: 60),
    folder("/today", rank: 3, age: 50_000), folder("/week", rank: 4, age: 200_000),
  ])

  @Test func foldersAreRankedByFrequencyAndAge() {
    let folders = ZoxideDatabase.folders(in: Self.whole, now: Self.now)
    #expect(folders.map(\.path) == ["/now", "/today", "/old", "/week"])
    #expect(folders.map(\.score) == [8, 6, 2.5, 2])
  }

  @Test func invalidDatabasesGiveNoFolders() {
    let whole = Self.whole
    for length in 0..<whole.count {
      #expect(ZoxideDatabase.folders(in: Array(whole[..<length]), now: Self.now).isEmpty)
    }
    #expect(ZoxideDatabase.folders(in: whole + [0], now: Self.now).isEmpty)
    let other = Self.file([Self.folder("/a", rank: 1, age: 1)], version: 4)
    #expect(ZoxideDatabase.folders(in: other, now: Self.now).isEmpty)
    // Counts and lengths that no file has.
    let huge = Self.bytes(3, 4) + Self.bytes(.max)
    #expect(ZoxideDatabase.folders(in: huge, now: Self.now).isEmpty)
    let long =
      Self.bytes(3, 4) + Self.bytes(1) + Self.bytes(.max) + [UInt8](repeating: 0, count: 40)
    #expect(ZoxideDatabase.folders(in: long, now: Self.now).isEmpty)
  }

  @Test func invalidFoldersAreSkipped() {
    let file = Self.file([
      Self.folder("relative", rank: 1, age: 1), Self.folder("/a\0b", rank: 1, age: 1),
      Self.folder("/nan", rank: .nan, age: 1), Self.folder("/less", rank: -1, age: 1),
      Self.folder("/future", rank: 1, age: -500),
    ])
    #expect(ZoxideDatabase.folders(in: file, now: Self.now).map(\.path) == ["/future"])
  }

  @Test func theDatabaseIsReadFromItsFile() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/db.zo"
    try Data(Self.whole).write(to: URL(fileURLWithPath: path))
    #expect(ZoxideDatabase.folders(at: path, now: Self.now).count == 4)
    #expect(ZoxideDatabase.folders(at: folder.path + "/none", now: Self.now).isEmpty)
    #expect(ZoxideDatabase.folders(at: folder.path, now: Self.now).isEmpty)
  }
}
