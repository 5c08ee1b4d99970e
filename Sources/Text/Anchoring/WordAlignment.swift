/// Finds the longest common words of two texts in order, by the hashes of their words.
///
/// Runs of words that occur once in both texts are anchors (patience diff); between anchors the shortest edit is found (Myers 1986), if it is within bounds.
package struct WordAlignment {
  private let old: [UInt64]
  private let new: [UInt64]
  /// For each old word the index of the same word in the new text; -1 if there is none.
  package private(set) var partners: [Int32]

  /// Lengths of the runs that anchors are looked for with, one after the other.
  private static let lengths = [12, 4, 2, 1]
  /// Ranges with more words use only a sample of the long runs, the same in both texts.
  private static let mostUnsampled = 4_096
  /// The most insertions and deletions between two anchors.
  private static let mostEdits = 1_500

  package init(
    _ old: [UInt64], _ new: [UInt64], in ranges: [(old: Range<Int>, new: Range<Int>)]
  ) {
    self.old = old
    self.new = new
    partners = [Int32](repeating: -1, count: old.count)
    var open = ranges.map { Part(old: $0.old, new: $0.new, level: 0) }
    while let part = open.popLast() { open += step(part) }
  }

  private struct Part {
    var old: Range<Int>
    var new: Range<Int>
    /// An index into `lengths`.
    var level: Int
  }

  /// Aligns a part, or divides it at anchors.
  private mutating func step(_ whole: Part) -> [Part] {
    var part = whole
    trim(&part)
    guard !part.old.isEmpty, !part.new.isEmpty else { return [] }
    let total = part.old.count + part.new.count
    if total < 64 || part.level >= Self.lengths.count {
      shortestEdit(part)
      return []
    }
    // Hashes of runs may be equal by chance.
    let anchors = Self.ascending(anchors(of: part)).filter { old[Int($0.old)] == new[Int($0.new)] }
    guard !anchors.isEmpty else {
      part.level += 1
      return [part]
    }
    var parts: [Part] = []
    var (o, n) = (part.old.lowerBound, part.new.lowerBound)
    for anchor in anchors where Int(anchor.old) >= o && Int(anchor.new) >= n {
      var (start, begin) = (Int(anchor.old), Int(anchor.new))
      var (end, stop) = (start, begin)
      while end < part.old.upperBound, stop < part.new.upperBound, old[end] == new[stop] {
        partners[end] = Int32(stop)
        (end, stop) = (end + 1, stop + 1)
      }
      while start > o, begin > n, old[start - 1] == new[begin - 1] {
        (start, begin) = (start - 1, begin - 1)
        partners[start] = Int32(begin)
      }
      parts.append(Part(old: o..<start, new: n..<begin, level: part.level))
      (o, n) = (end, stop)
    }
    parts.append(
      Part(old: o..<part.old.upperBound, new: n..<part.new.upperBound, level: part.level))
    return parts.filter { !$0.old.isEmpty && !$0.new.isEmpty }
  }

  /// Matches the words both begin and end with.
  private mutating func trim(_ part: inout Part) {
    var (o, n) = (part.old.lowerBound, part.new.lowerBound)
    while o < part.old.upperBound, n < part.new.upperBound, old[o] == new[n] {
      partners[o] = Int32(n)
      (o, n) = (o + 1, n + 1)
    }
    var (oEnd, nEnd) = (part.old.upperBound, part.new.upperBound)
    while oEnd > o, nEnd > n, old[oEnd - 1] == new[nEnd - 1] {
      (oEnd, nEnd) = (oEnd - 1, nEnd - 1)
      partners[oEnd] = Int32(nEnd)
    }
    (part.old, part.new) = (o..<oEnd, n..<nEnd)
  }

  private struct Anchor {
    var old: Int32
    var new: Int32
  }

  private struct Occurrence {
    var old: Int32 = -1
    var new: Int32 = -1
    var isUnique = true
  }

  /// Returns the runs that occur once in both ranges, by their places in the old text.
  private func anchors(of part: Part) -> [Anchor] {
    let length = Self.lengths[part.level]
    guard part.old.count >= length, part.new.count >= length else { return [] }
    let isSampled = length == Self.lengths[0] && part.old.count > Self.mostUnsampled
    var found: [UInt64: Occurrence] = [:]
    found.reserveCapacity(isSampled ? part.old.count / 6 : part.old.count)
    Self.eachRun(of: length, in: old, part.old, isSampled) { run, at in
      var seen = found[run] ?? Occurrence()
      if seen.old >= 0 { seen.isUnique = false }
      seen.old = Int32(at)
      found[run] = seen
    }
    Self.eachRun(of: length, in: new, part.new, isSampled) { run, at in
      guard var seen = found[run], seen.isUnique else { return }
      if seen.new >= 0 { seen.isUnique = false }
      seen.new = Int32(at)
      found[run] = seen
    }
    return found.values.filter { $0.isUnique && $0.old >= 0 && $0.new >= 0 }
      .map { Anchor(old: $0.old, new: $0.new) }.sorted { $0.old < $1.old }
  }

  /// Calls `body` with the hash and start of each run of words, or of every eighth by its hash.
  private static func eachRun(
    of length: Int, in words: [UInt64], _ range: Range<Int>, _ isSampled: Bool,
    _ body: (UInt64, Int) -> Void
  ) {
    // A polynomial of the words, updated as the window moves on.
    let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    var power: UInt64 = 1
    for _ in 0..<length { power = power &* base }
    var hash: UInt64 = 0
    for index in range {
      hash = hash &* base &+ words[index]
      if index - range.lowerBound >= length { hash = hash &- power &* words[index - length] }
      guard index - range.lowerBound >= length - 1 else { continue }
      let mixed = (hash ^ (hash >> 31)) &* 0xBF58_476D_1CE4_E5B9
      if !isSampled || mixed >> 61 == 0 { body(mixed, index - length + 1) }
    }
  }

  /// Returns the longest part of the anchors that ascends in the new text too (patience sorting).
  private static func ascending(_ anchors: [Anchor]) -> [Anchor] {
    guard !anchors.isEmpty else { return [] }
    var tops: [Int] = []
    var before = [Int](repeating: -1, count: anchors.count)
    for index in anchors.indices {
      var (low, high) = (0, tops.count)
      while low < high {
        let middle = (low + high) / 2
        if anchors[tops[middle]].new < anchors[index].new {
          low = middle + 1
        } else {
          high = middle
        }
      }
      if low > 0 { before[index] = tops[low - 1] }
      if low == tops.count { tops.append(index) } else { tops[low] = index }
    }
    var chain: [Anchor] = []
    var at = tops.last ?? -1
    while at >= 0 {
      chain.append(anchors[at])
      at = before[at]
    }
    return chain.reversed()
  }

  /// Matches the words of the shortest edit, if it has at most `mostEdits` insertions and deletions.
  private mutating func shortestEdit(_ part: Part) {
    let (o, n) = (part.old.lowerBound, part.new.lowerBound)
    let (rows, columns) = (part.old.count, part.new.count)
    let most = min(rows + columns, Self.mostEdits)
    // The farthest old index on each diagonal, for each number of edits.
    var trace: [[Int32]] = []
    var reach = [Int32](repeating: 0, count: 2 * most + 3)
    let middle = most + 1
    for edits in 0...most {
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let isDown =
          diagonal == -edits
          || diagonal != edits && reach[middle + diagonal - 1] < reach[middle + diagonal + 1]
        var x = Int(isDown ? reach[middle + diagonal + 1] : reach[middle + diagonal - 1] + 1)
        var y = x - diagonal
        while x < rows, y < columns, y >= 0, old[o + x] == new[n + y] { (x, y) = (x + 1, y + 1) }
        reach[middle + diagonal] = Int32(x)
        guard x >= rows, y >= columns else { continue }
        trace.append(Array(reach[(middle - edits)...(middle + edits)]))
        follow(trace, to: (rows, columns), from: (o, n))
        return
      }
      trace.append(Array(reach[(middle - edits)...(middle + edits)]))
    }
  }

  /// Goes the way of the shortest edit back and matches the words it passes.
  private mutating func follow(
    _ trace: [[Int32]], to end: (Int, Int), from start: (old: Int, new: Int)
  ) {
    var (x, y) = end
    for edits in trace.indices.reversed() {
      let diagonal = x - y
      var (beforeX, beforeY) = (0, 0)
      if edits > 0 {
        let last = trace[edits - 1]
        // Diagonals of fewer edits count from the middle of their row.
        func reach(_ diagonal: Int) -> Int32 {
          let index = diagonal + edits - 1
          return last.indices.contains(index) ? last[index] : -1
        }
        let isDown =
          diagonal == -edits || diagonal != edits && reach(diagonal - 1) < reach(diagonal + 1)
        let from = isDown ? diagonal + 1 : diagonal - 1
        beforeX = Int(reach(from))
        beforeY = beforeX - from
      }
      while x > beforeX, y > beforeY {
        (x, y) = (x - 1, y - 1)
        partners[start.old + x] = Int32(start.new + y)
      }
      (x, y) = (beforeX, beforeY)
    }
  }
}
