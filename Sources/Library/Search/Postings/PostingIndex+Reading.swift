import DocumentModel
import Store
import Text

extension PostingIndex {
  /// Returns the ascending rows that may match, perhaps with some of removed documents; nil if any row may.
  func rows(_ need: GramNeed, _ mayGoOn: () -> Bool) throws(StoreError) -> [Int]? {
    guard Self.hasGrams(need) else { return nil }
    var all: [Int] = []
    for segment in try segments() where mayGoOn() {
      all += try rows(need, in: segment, mayGoOn) ?? []
    }
    return all.isAscending ? all : Array(Set(all)).sorted()
  }

  /// Whether a need restricts the rows at all.
  private static func hasGrams(_ need: GramNeed) -> Bool {
    switch need {
    case .nothing: false
    case .grams(let grams): !grams.isEmpty
    case .all(let needs): needs.contains(where: hasGrams)
    case .either(let needs): !needs.isEmpty && needs.allSatisfy(hasGrams)
    }
  }

  private func rows(
    _ need: GramNeed, in segment: PostingSegment, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int]? {
    guard Self.hasGrams(need) else { return nil }
    switch need {
    case .nothing: return nil
    case .grams(let grams): return try rows(grams, in: segment, mayGoOn)
    case .all(let needs):
      var found: [Int]?
      for need in needs {
        guard found?.isEmpty != true, let own = try rows(need, in: segment, mayGoOn) else {
          continue
        }
        found = found.map { Self.common($0, own) } ?? own
      }
      return found
    case .either(let needs):
      var found: Set<Int> = []
      for need in needs { found.formUnion(try rows(need, in: segment, mayGoOn) ?? []) }
      return found.sorted()
    }
  }

  /// Returns the rows that have all of some grams.
  private func rows(
    _ grams: [Gram], in segment: PostingSegment, _ mayGoOn: () -> Bool
  ) throws(StoreError) -> [Int] {
    var lists: [[UInt8]] = []
    // Bridges are rarer, so that a segment without one is soon left.
    for gram in grams.sorted(by: { $0.number > $1.number }) {
      guard mayGoOn(), let list = try list(of: gram, in: segment) else { return [] }
      lists.append(list)
    }
    lists.sort { $0.count < $1.count }
    var found: [Int]?
    for list in lists where found?.isEmpty != true && mayGoOn() {
      var rows: [Int] = []
      list.withUnsafeBytes { bytes in
        PostingLeaf.each(bytes, from: segment.rows.lowerBound) { rows.append($0) }
      }
      found = found.map { Self.common($0, rows) } ?? rows
    }
    return found ?? []
  }

  /// Returns the bytes of a gram's rows; nil if no row has it.
  private func list(of gram: Gram, in segment: PostingSegment) throws(StoreError) -> [UInt8]? {
    let key = segment.keys.lowerBound + Int(gram.number)
    return try connection.statement(
      "SELECT id, lists FROM posting WHERE id <= ?1 AND id >= ?2 ORDER BY id DESC LIMIT 1"
    ).run([.integer(Int64(key)), .integer(Int64(segment.keys.lowerBound))]) { row -> [UInt8]? in
      row.withBytes(1) { bytes -> [UInt8]? in
        var leaf = PostingLeaf(bytes, from: PostingSegment.gram(ofKey: row.integer(0)))
        while leaf.next(), leaf.gram <= gram.number {
          if leaf.gram == gram.number { return Array(bytes[leaf.list]) }
        }
        return nil
      }
    }.first ?? nil
  }

  /// Returns the numbers in two ascending lists.
  private static func common(_ one: [Int], _ other: [Int]) -> [Int] {
    var common: [Int] = []
    var at = 0
    for row in one {
      while at < other.count, other[at] < row { at += 1 }
      if at < other.count, other[at] == row { common.append(row) }
    }
    return common
  }
}
