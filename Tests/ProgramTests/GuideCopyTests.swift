import Foundation
import TestSupport
import Testing

@testable import Services

/// The sample that the tour is given on is a copy of the user's own.
@Suite struct GuideCopyTests {
  private let files = FileManager.default

  @Test func theCopyIsMadeOncePerEditionAndPrivate() throws {
    let folder = try TemporaryFolder()
    let (installed, tour) = (folder.path + "/guide.pdf", folder.path + "/data/tour")
    try Data("one".utf8).write(to: URL(fileURLWithPath: installed))
    let copy = GuideCopy.path(of: installed, in: tour)
    #expect(copy == tour + "/guide.pdf")
    #expect(files.contents(atPath: copy) == Data("one".utf8))
    for name in try files.contentsOfDirectory(atPath: tour) {
      let mode = try files.attributesOfItem(atPath: tour + "/" + name)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    // The user's marks in it stay.
    try Data("one, marked".utf8).write(to: URL(fileURLWithPath: copy))
    #expect(GuideCopy.path(of: installed, in: tour) == copy)
    #expect(files.contents(atPath: copy) == Data("one, marked".utf8))
    // Another edition takes its place.
    try Data("two".utf8).write(to: URL(fileURLWithPath: installed))
    #expect(GuideCopy.path(of: installed, in: tour) == copy)
    #expect(files.contents(atPath: copy) == Data("two".utf8))
    try files.removeItem(atPath: copy)
    #expect(GuideCopy.path(of: installed, in: tour) == copy)
    #expect(files.contents(atPath: copy) == Data("two".utf8))
    #expect(files.contents(atPath: installed) == Data("two".utf8))
  }

  @Test func theInstalledGuideIsUsedIfCopyingFails() throws {
    let folder = try TemporaryFolder()
    let installed = folder.path + "/guide.pdf"
    try Data("one".utf8).write(to: URL(fileURLWithPath: installed))
    // A file is in its way.
    try Data().write(to: URL(fileURLWithPath: folder.path + "/data"))
    #expect(GuideCopy.path(of: installed, in: folder.path + "/data/tour") == installed)
  }
}
