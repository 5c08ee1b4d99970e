/// Merges two changes of one text by lines, like diff3(1).
///
/// Lines that both add at the end are kept, theirs first. Adjacent changes are both kept; changes of the same lines, or two
/// different insertions at the same place, conflict.
enum LineMerge {
  private typealias Line = ArraySlice<UInt8>

  /// Lines of the base and their replacement.
  private struct Hunk: Equatable {
    var base: Range<Int>
    var lines: [Line]

    /// Whether both cannot be: common lines, or insertions at one place.
    func meets(_ other: Hunk) -> Bool {
      if base.isEmpty, other.base.isEmpty { return base.lowerBound == other.base.lowerBound }
      return base.lowerBound < other.base.upperBound && other.base.lowerBound < base.upperBound
    }
  }

  /// A text's lines without their ends, and whether the last has one.
  private struct Lines {
    var lines: [Line]
    var isEnded: Bool

    init(_ text: [UInt8]) {
      lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
      isEnded = text.isEmpty || text.last == 0x0A
      if isEnded { lines.removeLast() }
    }
  }

  static func merged(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    let (base, ours, theirs) = (Lines(base), Lines(ours), Lines(theirs))
    var mine = hunks(from: base.lines, to: ours.lines)[...]
    var other = hunks(from: base.lines, to: theirs.lines)[...]
    var result: [Line] = []
    var position = 0
    func put(_ hunk: Hunk) {
      result += base.lines[position..<max(position, hunk.base.lowerBound)] + hunk.lines
      position = hunk.base.upperBound
    }
    while let one = mine.first ?? other.first {
      guard let ourHunk = mine.first, let theirHunk = other.first else {
        put(one)
        _ = mine.popFirst() ?? other.popFirst()
        continue
      }
      if ourHunk == theirHunk {
        put(ourHunk)
        mine.removeFirst()
        other.removeFirst()
      } else if ourHunk.meets(theirHunk) {
        guard ourHunk.base.isEmpty, theirHunk.base.isEmpty,
          ourHunk.base.lowerBound == base.lines.count
        else { return nil }
        put(theirHunk)
        put(ourHunk)
        mine.removeFirst()
        other.removeFirst()
      } else if isBefore(ourHunk.base, theirHunk.base) {
        put(ourHunk)
        mine.removeFirst()
      } else {
        put(theirHunk)
        other.removeFirst()
      }
    }
    result += base.lines[position...]
    let isEnded = ours.isEnded == base.isEnded ? theirs.isEnded : ours.isEnded
    return Array(result.joined(separator: [0x0A])) + (isEnded && !result.isEmpty ? [0x0A] : [])
  }

  private static func isBefore(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    (one.lowerBound, one.upperBound) < (other.lowerBound, other.upperBound)
  }

  /// More lines than this are not compared one by one: what lies between the first and the last change is one.
  private static let most = 4_000

  private static func hunks(from base: [Line], to other: [Line]) -> [Hunk] {
    let least = min(base.count, other.count)
    var head = 0
    while head < least, base[head] == other[head] { head += 1 }
    var tail = 0
    while tail < least - head, base[base.count - 1 - tail] == other[other.count - 1 - tail] {
      tail += 1
    }
    let old = base[head..<base.count - tail]
    let new = other[head..<other.count - tail]
    if old.isEmpty, new.isEmpty { return [] }
    guard !old.isEmpty, !new.isEmpty, old.count + new.count <= most else {
      return [Hunk(base: old.startIndex..<old.endIndex, lines: Array(new))]
    }
    return hunks(old, new)
  }

  private static func hunks(_ old: ArraySlice<Line>, _ new: ArraySlice<Line>) -> [Hunk] {
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(old.startIndex + offset)
      case .insert(let offset, _, _): inserted.insert(new.startIndex + offset)
      }
    }
    var found: [Hunk] = []
    var (i, j) = (old.startIndex, new.startIndex)
    while i < old.endIndex || j < new.endIndex {
      let (start, first) = (i, j)
      while removed.contains(i) { i += 1 }
      while inserted.contains(j) { j += 1 }
      if i > start || j > first {
        found.append(Hunk(base: start..<i, lines: Array(new[first..<j])))
      } else {
        i += 1
        j += 1
      }
    }
    return found
  }
}
