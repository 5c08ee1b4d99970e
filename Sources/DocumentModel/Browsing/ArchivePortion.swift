/// A part of an archive's contents, in the archive's order.
package struct ArchivePortion: Sendable, Hashable {
  package enum Piece: Sendable, Hashable {
    /// The names from the archive's top down to the folder.
    case folder([String])
    /// A file begins; its bytes follow. `modified` is in seconds since 1970, nil if the archive states none.
    case file([String], modified: Int64?)
    /// More bytes of the file that began last.
    case bytes([UInt8])
    /// A link, a device, or an entry whose name leads out of the archive: it is not read.
    case leftOut
  }

  package var pieces: [Piece]
  /// Whether this is the last portion.
  package var isEnd: Bool
  /// Whether it ends here because the rest is damaged.
  package var isDamaged: Bool

  /// Bytes of the archive that were read so far.
  package var position: Int

  package init(
    _ pieces: [Piece] = [], position: Int = 0, isEnd: Bool = false, isDamaged: Bool = false
  ) {
    self.pieces = pieces
    self.position = position
    self.isEnd = isEnd
    self.isDamaged = isDamaged
  }

  /// Folders in one another, at most.
  package static let mostNames = 64

  /// Splits a path in an archive; nil if it leads out of it, is empty or too deep, or holds a name that no file system takes.
  package static func names(of path: String) -> [String]? {
    let names = path.utf8.split(separator: 0x2F).map { String(Substring($0)) }.filter { $0 != "." }
    return areNames(names) ? names : nil
  }

  /// Whether each is a name that can be given to a file.
  package static func areNames(_ names: [String]) -> Bool {
    !names.isEmpty && names.count <= mostNames
      && names.allSatisfy {
        PathParts.isName($0) && $0 == CleanText.line($0)
      }
  }
}
