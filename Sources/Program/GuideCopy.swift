import DocumentModel
import Files
import Glibc
import Library
import Platform

/// The sample that the tour is given on: a copy of the user's own, so that what is marked in it concerns nobody else.
///
/// It lies in `tour` in Recto's data as `guide.pdf`; `guide.edition` beside it has the SHA-256 of the installed file it was made from. Both
/// are readable for nobody else.
enum GuideCopy {
  private static let largest = 64 << 20

  /// Where it lies; made where it is not there or is another edition's, the installed one where it cannot be made.
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
      // The edition last: what was interrupted is made again.
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
