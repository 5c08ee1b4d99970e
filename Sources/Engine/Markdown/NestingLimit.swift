/// Whether a text nests quotations and lists deeper than any reader does: each line is held against all that are open, and a
/// hostile one would take hours.
enum NestingLimit {
  private static let deepest = 100
  /// Blanks at a line's beginning; no list is so deep.
  private static let widest = 2_000

  static func isExceeded(by bytes: [UInt8]) -> Bool {
    bytes.split(separator: 0x0A).contains { line in
      let (depth, blanks) = measure(line)
      return depth > deepest || blanks > widest && depth > 0
    }
  }

  /// Marks of quotations and items at a line's beginning, and the blanks among them.
  private static func measure(_ line: ArraySlice<UInt8>) -> (depth: Int, blanks: Int) {
    var (depth, blanks) = (0, 0)
    var at = line.startIndex
    while at < line.endIndex {
      switch line[at] {
      case 0x20, 0x09: blanks += 1
      case 0x3E: depth += 1
      case 0x2A, 0x2B, 0x2D, 0x30...0x39:
        // The marker of an item, or its number and delimiter, and a blank.
        while at + 1 < line.endIndex, (0x30...0x39).contains(line[at]) { at += 1 }
        guard at + 1 < line.endIndex, line[at + 1] == 0x20 else { return (depth, blanks) }
        depth += 1
      default: return (depth, blanks)
      }
      at += 1
    }
    return (depth, blanks)
  }
}
