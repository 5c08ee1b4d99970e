/// Brackets of right-to-left text that a file names by their shapes.
///
/// An opening bracket is painted mirrored there (UAX 9, L4), and some programs map it to the sign it then looks like.
enum MirroredBrackets {
  /// Exchanges the signs of pairs that close before they open.
  static func turn(_ scalars: inout [UInt32]) {
    for (opening, closing) in pairs {
      var depth = 0
      var start: Int?
      for at in scalars.indices where scalars[at] == opening || scalars[at] == closing {
        if let first = start, scalars[at] == opening {
          if endsWord(at, in: scalars) {
            (scalars[first], scalars[at]) = (opening, closing)
            start = nil
            continue
          }
          start = nil
        }
        if scalars[at] == opening {
          depth += 1
        } else if depth > 0 {
          depth -= 1
        } else {
          // After a number it ends the mark of an item.
          start = startsWord(at, in: scalars) ? at : nil
        }
      }
    }
  }

  private static let pairs: [(UInt32, UInt32)] = [(0x28, 0x29), (0x5B, 0x5D), (0xAB, 0xBB)]

  /// The Arabic comma, semicolon and question mark.
  private static let stops: Set<UInt32> = [0x60C, 0x61B, 0x61F]

  private static func startsWord(_ at: Int, in scalars: [UInt32]) -> Bool {
    at == 0 || Script.isBlank(scalars[at - 1])
  }

  private static func endsWord(_ at: Int, in scalars: [UInt32]) -> Bool {
    at + 1 == scalars.count || !isPartOfWord(scalars[at + 1])
  }

  private static func isPartOfWord(_ scalar: UInt32) -> Bool {
    !stops.contains(scalar)
      && (Script.isLetter(scalar) || Script.isRightToLeft(scalar) || Script.isAnyDigit(scalar))
  }
}
