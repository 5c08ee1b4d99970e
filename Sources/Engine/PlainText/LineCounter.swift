/// Counts the lines of a text from its beginning on, as far as it is asked; remembers some places on the way.
struct LineCounter {
  private let portions: Portions
  /// Line ends before every so many portions.
  private var known: [Int] = [0]
  /// The portion counted to, and the line ends before it.
  private var index = 0
  private var ends = 0

  private static let step = 256

  init(_ portions: Portions) {
    self.portions = portions
  }

  /// Returns the numbers, from 1, of the first lines that begin in or after each portion of a
  /// range.
  mutating func lines(_ range: Range<Int>) -> [Int] {
    if range.lowerBound < index {
      let nearest = min(range.lowerBound / Self.step, known.count - 1)
      index = nearest * Self.step
      ends = known[nearest]
    }
    var lines: [Int] = []
    lines.reserveCapacity(range.count)
    var start = portions.start(of: index)
    while index < range.upperBound {
      if index >= range.lowerBound { lines.append(ends + (start.isLine ? 1 : 2)) }
      let next = portions.start(of: index + 1)
      let bytes = portions.file.bytes(start.offset..<max(start.offset, next.offset))
      ends += bytes.withUnsafeBufferPointer { portions.encoding.units.lineEnds($0) }
      index += 1
      start = next
      if index == known.count * Self.step { known.append(ends) }
    }
    return lines
  }
}
