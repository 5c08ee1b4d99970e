import Files
import Glibc
import Platform

/// A file that stays readable when it has lost its name.
final class OpenedFile: Sendable {
  private let number: Int32

  /// Opens the file at a path; nil if it is not the one with this stamp.
  init?(_ path: String, _ stamp: FileStamp) {
    number = SystemPath.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0, FileStamp(open: number) == stamp else { return nil }
  }

  deinit { if number >= 0 { close(number) } }

  var path: String { "/proc/self/fd/\(number)" }
}
