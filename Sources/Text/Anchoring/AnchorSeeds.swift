/// Finds where short runs of letters of many patterns occur in a text, as candidates for a closer match.
struct AnchorSeeds {
  /// Letters per run.
  static let length = 6
  /// The largest number of places followed per run; a run that is everywhere is no evidence.
  private static let mostPlaces = 512
  /// The largest number of runs followed per third of a pattern.
  private static let mostRuns = 12

  /// For each pattern the shifts found, ascending: index in the text minus index in the pattern.
  let shifts: [[Int]]

  private struct Use {
    var pattern: Int32
    var offset: Int32
  }

  init(of patterns: [[UInt32]], in text: [UInt32]) {
    var runs: [UInt64: Int32] = [:]
    var uses: [[Use]] = []
    for (number, pattern) in patterns.enumerated() where pattern.count >= Self.length {
      for offset in 0...(pattern.count - Self.length) {
        let hash = Self.hash(pattern, offset)
        if let run = runs[hash] {
          uses[Int(run)].append(Use(pattern: Int32(number), offset: Int32(offset)))
        } else {
          runs[hash] = Int32(uses.count)
          uses.append([Use(pattern: Int32(number), offset: Int32(offset))])
        }
      }
    }
    var found = [[Int32]](repeating: [], count: uses.count)
    var counts = [Int32](repeating: 0, count: uses.count)
    Self.each(in: text, runs) { run, place in
      counts[run] += 1
      if counts[run] <= Self.mostPlaces { found[run].append(Int32(place)) }
    }
    var shifts = [[Int]](repeating: [], count: patterns.count)
    var candidates = [[(count: Int32, run: Int, offset: Int32)]](
      repeating: [], count: patterns.count)
    for (run, uses) in uses.enumerated() where counts[run] > 0 && counts[run] <= Self.mostPlaces {
      for use in uses { candidates[Int(use.pattern)].append((counts[run], run, use.offset)) }
    }
    for (number, candidates) in candidates.enumerated() {
      // The rarest runs of each third: an edit or a changed neighbour affects one part only.
      let third = max(1, patterns[number].count / 3 + 1)
      let parts = Dictionary(grouping: candidates) { Int($0.offset) / third }
      for part in parts.values {
        for candidate in part.sorted(by: { ($0.count, $0.offset) < ($1.count, $1.offset) })
          .prefix(Self.mostRuns)
        {
          shifts[number] += found[candidate.run].map { Int($0) - Int(candidate.offset) }
        }
      }
      shifts[number].sort()
    }
    self.shifts = shifts
  }

  private static func hash(_ letters: [UInt32], _ start: Int) -> UInt64 {
    var hash: UInt64 = 0
    for letter in letters[start..<start + length] { hash = step(hash, letter) }
    return hash
  }

  /// The base of a polynomial rolling hash modulo 2⁶⁴.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let last = (1..<length).reduce(UInt64(1)) { power, _ in power &* factor }

  private static func step(_ hash: UInt64, _ letter: UInt32) -> UInt64 {
    hash &* factor &+ UInt64(letter)
  }

  private static func each(
    in text: [UInt32], _ runs: [UInt64: Int32], _ body: (_ run: Int, _ place: Int) -> Void
  ) {
    guard text.count >= length, !runs.isEmpty else { return }
    // Most runs of a book are in no pattern: a bit per hash avoids most dictionary lookups.
    let size = 1 << 18
    var isThere = [Bool](repeating: false, count: size)
    for hash in runs.keys { isThere[Int(truncatingIfNeeded: hash >> 40) & (size - 1)] = true }
    var hash = Self.hash(text, 0)
    var start = 0
    while true {
      if isThere[Int(truncatingIfNeeded: hash >> 40) & (size - 1)], let run = runs[hash] {
        body(Int(run), start)
      }
      guard start + length < text.count else { return }
      hash = step(hash &- UInt64(text[start]) &* last, text[start + length])
      start += 1
    }
  }
}
