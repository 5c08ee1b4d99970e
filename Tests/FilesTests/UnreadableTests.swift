import Glibc
import Testing

@testable import Files

@Suite struct UnreadableTests {
  /// Unreadable files are distinguished from forbidden operations.
  @Test(arguments: [(EACCES, FilesError.Reason.unreadableFile), (EIO, .system(EIO))])
  func unreadableFilesAreReportedAsUnreadable(_ number: Int32, _ reason: FilesError.Reason) throws {
    let bench = try FilesBench()
    bench.make("closed", "12345")
    let disk = Disk { call, path in
      call == .open && path.hasSuffix("closed") ? number : nil
    }
    #expect(throws: FilesError(reason, bench.at("closed"))) {
      _ = try WholeFile(bench.at("closed"), atMost: 1_000, disk)
    }
    let error = FilesError(errno: number, "x")
    #expect(
      error.whenReading(isFolder: true).reason == (number == EACCES ? .unreadableFolder : reason))
  }
}
