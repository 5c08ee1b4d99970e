/// A word as poppler delivers it: runs against the page's direction are enclosed in marks, boxes are in page order.
///
/// Poppler converts each word to logical order with U+202B (right-to-left run), U+202A (left-to-right run inside one) and U+202C (end of a run), which have no
/// boxes; it does not reorder the boxes.
package struct MarkedWord {
  /// The word in logical order, without marks.
  package private(set) var scalars: [UInt32] = []
  /// 0 outside all runs, 1 in a right-to-left run, 2 in a left-to-right run inside one.
  private var levels: [UInt8] = []
  private var level: UInt8 = 0
  /// The starts of right-to-left runs: words without a blank between them arrive as one.
  private var starts: [Int] = []

  package init() {}

  /// Adds the next scalar of the word, or a mark.
  package mutating func add(_ scalar: UInt32) {
    switch scalar {
    case 0x202B:
      level = 1
      starts.append(scalars.count)
    case 0x202A: level = level == 0 ? 0 : 2
    case 0x202C: level = level == 2 ? 1 : 0
    default:
      scalars.append(scalar)
      levels.append(level)
    }
  }

  package mutating func removeAll() {
    scalars.removeAll(keepingCapacity: true)
    levels.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    level = 0
  }

  /// Returns for each scalar the index, from the left, of its box among the word's boxes.
  package func places() -> [Int] {
    var places = Array(scalars.indices)
    for (number, start) in starts.enumerated() {
      let limit = number + 1 < starts.count ? starts[number + 1] : levels.count
      var end = start
      while end < limit, levels[end] > 0 { end += 1 }
      turn(start..<end, &places)
    }
    return places
  }

  private func turn(_ run: Range<Int>, _ places: inout [Int]) {
    var place = run.upperBound
    var at = run.lowerBound
    while at < run.upperBound {
      var end = at + 1
      while levels[at] == 2, end < run.upperBound, levels[end] == 2 { end += 1 }
      place -= end - at
      for offset in 0..<(end - at) { places[at + offset] = place + offset }
      at = end
    }
  }
}

/// Lam-alef ligatures, which poppler reverses with the word although they are already in logical order.
package enum LamAlef {
  /// Corrects pairs where it is certain: no Arabic word has an alef with a mark after a plain one.
  package static func mend(_ scalars: inout [UInt32]) {
    guard scalars.count > 2 else { return }
    for at in 2..<scalars.count
    where scalars[at] == 0x0644 && scalars[at - 2] == 0x0627 && isSigned(scalars[at - 1]) {
      scalars.swapAt(at - 1, at)
    }
  }

  private static func isSigned(_ scalar: UInt32) -> Bool {
    scalar == 0x0622 || scalar == 0x0623 || scalar == 0x0625 || scalar == 0x0671
  }
}
