import DocumentModel
import Files
import Glibc
import Library
import Platform

/// The tour's sample document: the user's own copy, so that it can be annotated.
///
/// It is `tour/guide.pdf` in Recto's data folder; `guide.edition` beside it has the SHA-256 digest of the installed file. Only the user can
/// read both.
enum GuideCopy {
  private static let largest = 64 << 20

  /// Returns its path; creates it if it is missing or of another edition; returns the installed file if that
  /// fails.
  static func path(
    of installed: String, in folder: String = ReadingLibrary.defaultFolder() + "/tour"
  ) -> String {
    let copy = PathParts.joined(folder, "guide.pdf")
    let note = PathParts.joined(folder, "guide.edition")
    do throws(FilesError) {
      let bytes = try WholeFile(installed, atMost: largest).bytes
      let edition = Array(Digest.sha256(bytes).utf8)
      if FileStatus(copy)?.kind == .file, (try? WholeFile(note, atMost: 1_024).bytes) == edition {
        return copy
      }
      try RecoveryFolder(folder).make()
      // The edition last: an interrupted copy is made again.
      try write(bytes, to: copy)
      try write(edition, to: note)
      return copy
    } catch {
      return installed
    }
  }

  private static func write(_ bytes: [UInt8], to path: String) throws(FilesError) {
    let written = try SafeWrite.write(bytes, to: path, .replace(expecting: nil))
    SystemPath.lend(written.path) { _ = chmod($0, 0o600) }
  }
}
