internal import CLinux
import DocumentModel
import Platform

/// Properties of a file system by its magic number (statfs(2)).
package struct FileSystemKind: Sendable, Hashable {
  /// Whether it does not report changes made by other machines or by its own program: it must be polled.
  package var isSilent: Bool
  /// Characters that no name on it may have.
  package var forbidden: String

  private static let silent: Set<UInt64> = [
    0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x517B, 0x6573_5546, 0x0102_1997, 0x00C3_6400, 0x5346_414F,
    0x564C, 0x0BD0_0BD0, 0x6B41_4653, 0x7375_7245,
  ]

  /// FAT, exFAT, NTFS and Windows' shares.
  private static let ofWindows: Set<UInt64> = [
    0x4D44, 0x2011_BAB0, 0x5346_544E, 0x7366_746E, 0xFF53_4D42, 0xFE53_4D42,
  ]

  /// Asks the file system a path lies on; one that hangs takes the caller's thread with it.
  package init(of path: String) {
    self.init(magic: SystemPath.lend(path) { clinux_file_system($0) })
  }

  init(magic: UInt64) {
    isSilent = Self.silent.contains(magic)
    forbidden = Self.ofWindows.contains(magic) ? "\"*:<>?\\|" : ""
  }

  /// Whether a file on it may have this name, as far as is known beforehand.
  package func takes(_ name: String) -> Bool {
    PathParts.isName(name)
      && (forbidden.isEmpty
        || !name.unicodeScalars.contains { $0.value < 32 || forbidden.unicodeScalars.contains($0) })
  }
}
