import DocumentModel
import Store
import Text

/// An inverted index: for each gram the ascending rows of the pages that have it, in segments.
///
/// A document becomes a segment of level 0, which costs a sort of its grams. Segments of one level are merged into one of the next, so that there are few to
/// search. Rows of removed documents stay in the lists until they are merged; they are the rows of no document.
struct PostingIndex {
  let connection: Connection

  /// Segments of one level that are merged into one of the next.
  private static let fewSegments = 8
  /// Larger ones are merged only with all others.
  private static let largeSegment = 16 << 20
  /// Pairs of a gram and a row that are sorted at once.
  private static let mostPairs = 1 << 20

  /// Returns all segments, or those of one level, in the order of their rows.
  func segments(atLevel level: Int? = nil) throws(StoreError) -> [PostingSegment] {
    try connection.statement(
      """
      SELECT id, level, first_row, last_row, size FROM segment WHERE ifnull(level = ?1, 1)
      ORDER BY first_row
      """
    ).run([level.map { .integer(Int64($0)) } ?? .null]) { row in
      let first = min(max(0, row.integer(2)), 1 << 60)
      return PostingSegment(
        id: min(max(0, row.integer(0)), 1 << 38), level: min(max(0, row.integer(1)), 64),
        rows: first...min(max(first, row.integer(3)), 1 << 60), byteCount: max(0, row.integer(4)))
    }
  }

  /// The first row that no document has or had, even one without grams.
  func nextRow() throws(StoreError) -> Int {
    try connection.statement(
      """
      SELECT 1 + max(
        ifnull((SELECT max(id) FROM page), 0), ifnull((SELECT max(last_row) FROM segment), 0),
        ifnull((SELECT max(last_row) FROM removed), 0))
      """
    ).run { min(max(1, $0.integer(0)), 1 << 60) }.first ?? 1
  }

  private func nextSegment() throws(StoreError) -> Int {
    try connection.statement("SELECT 1 + ifnull(max(id), 0) FROM segment").run {
      min(max(1, $0.integer(0)), 1 << 38)
    }.first ?? 1
  }

  // MARK: writing

  /// Adds pages with consecutive rows, after all that were added before.
  func add(_ pages: [IndexedPage], from first: Int) throws(StoreError) {
    var pairs: [UInt64] = []
    var start = first
    for (offset, page) in pages.enumerated() {
      for gram in Gram.numbers(ofWords: page.grams) {
        pairs.append(UInt64(gram) << 32 | UInt64(first + offset - start))
      }
      guard pairs.count >= Self.mostPairs || offset == pages.count - 1 else { continue }
      try write(pairs, rows: start...first + offset)
      pairs.removeAll(keepingCapacity: true)
      start = first + offset + 1
    }
  }

  private func write(_ pairs: [UInt64], rows: ClosedRange<Int>) throws(StoreError) {
    guard !pairs.isEmpty else { return }
    let sorted = Self.sorted(pairs)
    var writer = SegmentWriter(connection, id: try nextSegment(), level: 0, rows: rows)
    var start = 0
    while start < sorted.count {
      let gram = sorted[start] >> 32
      var end = start + 1
      while end < sorted.count, sorted[end] >> 32 == gram { end += 1 }
      try writer.put(
        UInt32(gram),
        sorted[start..<end].lazy.map { rows.lowerBound + Int($0 & 0xFFFF_FFFF) })
      start = end
    }
    try writer.finish()
  }

  /// Sorts pairs by their grams; those of a gram keep their order.
  private static func sorted(_ pairs: [UInt64]) -> [UInt64] {
    var (from, to) = (pairs, pairs)
    for shift in [UInt64(32), 44] {
      var starts = [Int](repeating: 0, count: 4_096)
      for pair in from { starts[Int(pair >> shift & 0xFFF)] += 1 }
      var sum = 0
      for digit in starts.indices { (starts[digit], sum) = (sum, sum + starts[digit]) }
      for pair in from {
        let digit = Int(pair >> shift & 0xFFF)
        to[starts[digit]] = pair
        starts[digit] += 1
      }
      swap(&from, &to)
    }
    return from
  }

  /// Notes that rows belong to no document any more.
  func remove(_ rows: Range<Int>) throws(StoreError) {
    guard !rows.isEmpty else { return }
    try connection.statement("INSERT OR REPLACE INTO removed VALUES (?1, ?2)").run([
      .integer(Int64(rows.lowerBound)), .integer(Int64(rows.upperBound) - 1),
    ])
  }

  /// Merges the segments of each level that has many.
  func mergeLevels() throws(StoreError) {
    var level = 0
    while true {
      let small = try segments(atLevel: level).filter { $0.byteCount < Self.largeSegment }
      guard small.count >= Self.fewSegments else { return }
      level += 1
      try merge(small, level: level)
    }
  }

  /// Merges all segments into one.
  func mergeAll() throws(StoreError) {
    let all = try segments()
    let hasRemoved = try connection.statement("SELECT 1 FROM removed LIMIT 1").run { _ in true }
    guard all.count > 1 || !hasRemoved.isEmpty else { return }
    try merge(all, level: all.map(\.level).max() ?? 0)
    try connection.execute("DELETE FROM removed")
  }

  private func merge(_ segments: [PostingSegment], level: Int) throws(StoreError) {
    guard let first = segments.map(\.rows.lowerBound).min(),
      let last = segments.map(\.rows.upperBound).max()
    else { return }
    let removed = try connection.statement(
      "SELECT first_row, last_row FROM removed WHERE last_row >= ?1 AND first_row <= ?2 ORDER BY first_row"
    ).run([.integer(Int64(first)), .integer(Int64(last))]) { row in
      row.integer(0)...max(row.integer(0), row.integer(1))
    }
    var cursors: [SegmentCursor] = []
    for segment in segments { cursors.append(try SegmentCursor(connection, segment)) }
    var writer = SegmentWriter(
      connection, id: try nextSegment(), level: level, rows: first...last)
    var rows: [Int] = []
    while let gram = cursors.lazy.compactMap(\.gram).min() {
      rows.removeAll(keepingCapacity: true)
      for index in cursors.indices where cursors[index].gram == gram {
        try cursors[index].take(into: &rows)
      }
      if !removed.isEmpty { rows.removeAll { Self.contains($0, removed) } }
      // Large segments between small ones are left out of merges.
      if !rows.isAscending { rows = Array(Set(rows)).sorted() }
      try writer.put(gram, rows)
    }
    for segment in segments {
      try connection.statement("DELETE FROM posting WHERE id BETWEEN ?1 AND ?2").run([
        .integer(Int64(segment.keys.lowerBound)), .integer(Int64(segment.keys.upperBound)),
      ])
      try connection.statement("DELETE FROM segment WHERE id = ?1").run([
        .integer(Int64(segment.id))
      ])
    }
    try writer.finish()
    // Rows that a segment left out of the merge still has lead to no document, since they are never used again.
    for rows in removed where first <= rows.lowerBound && rows.upperBound <= last {
      try connection.statement("DELETE FROM removed WHERE first_row = ?1").run([
        .integer(Int64(rows.lowerBound))
      ])
    }
  }

  private static func contains(_ row: Int, _ ranges: [ClosedRange<Int>]) -> Bool {
    let index = ranges.prefixCount { $0.lowerBound <= row }
    return index > 0 && ranges[index - 1].contains(row)
  }
}

extension [Int] {
  /// Whether each number is greater than the one before.
  var isAscending: Bool { indices.dropFirst().allSatisfy { self[$0 - 1] < self[$0] } }
}
