import Store
import Text

/// Lists of rows by gram, written once and merged into larger ones later.
struct PostingSegment {
  var id: Int
  /// The number of merges that led to it, at most.
  var level: Int
  /// The rows it may have.
  var rows: ClosedRange<Int>
  var byteCount: Int

  /// Leaves have the keys `id << bits | gram`, by their first gram.
  static let bits = 23
  var keys: ClosedRange<Int> { id << Self.bits...(id + 1) << Self.bits - 1 }

  static func gram(ofKey key: Int) -> UInt32 { UInt32(key & (1 << bits - 1)) }
}

/// Writes a segment, gram by gram in ascending order.
struct SegmentWriter {
  private let connection: Connection
  private var segment: PostingSegment
  private var leaf: [UInt8] = []
  /// The first gram of the current leaf.
  private var firstGram: UInt32 = 0
  private var lastGram: UInt32?
  private var list: [UInt8] = []

  /// Bytes at which a leaf is written: that many fit on a page of the database.
  private static let enough = 7_900

  init(_ connection: Connection, id: Int, level: Int, rows: ClosedRange<Int>) {
    self.connection = connection
    segment = PostingSegment(id: id, level: level, rows: rows, byteCount: 0)
    leaf.reserveCapacity(Self.enough * 2)
  }

  /// Adds the rows of a gram, ascending.
  mutating func put(_ gram: UInt32, _ rows: some Sequence<Int>) throws(StoreError) {
    list.removeAll(keepingCapacity: true)
    var last = segment.rows.lowerBound
    for row in rows {
      PostingNumber.put(row &- last, to: &list)
      last = row
    }
    // Damaged leaves may overlap.
    guard !list.isEmpty, lastGram.map({ $0 < gram }) ?? true else { return }
    if !leaf.isEmpty, leaf.count + list.count > Self.enough { try writeLeaf() }
    if leaf.isEmpty { firstGram = gram }
    PostingNumber.put(leaf.isEmpty ? 0 : Int(gram - (lastGram ?? gram)), to: &leaf)
    PostingNumber.put(list.count, to: &leaf)
    leaf += list
    lastGram = gram
  }

  private mutating func writeLeaf() throws(StoreError) {
    guard !leaf.isEmpty else { return }
    let key = segment.id << PostingSegment.bits | Int(firstGram)
    try connection.statement("INSERT INTO posting VALUES (?1, ?2)").run([
      .integer(Int64(key)), .bytes(leaf),
    ])
    segment.byteCount += leaf.count
    leaf.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws(StoreError) {
    try writeLeaf()
    try connection.statement("INSERT INTO segment VALUES (?1, ?2, ?3, ?4, ?5)").run([
      .integer(Int64(segment.id)), .integer(Int64(segment.level)),
      .integer(Int64(segment.rows.lowerBound)), .integer(Int64(segment.rows.upperBound)),
      .integer(Int64(segment.byteCount)),
    ])
  }
}

/// Reads a segment, gram by gram.
struct SegmentCursor {
  private let connection: Connection
  private let segment: PostingSegment
  private var key: Int
  private var leaf: [UInt8] = []
  /// Lists of the leaf, the next last.
  private var waiting: [(gram: UInt32, list: Range<Int>)] = []

  init(_ connection: Connection, _ segment: PostingSegment) throws(StoreError) {
    (self.connection, self.segment) = (connection, segment)
    key = segment.keys.lowerBound - 1
    try readLeaf()
  }

  /// The next gram; nil at the end.
  var gram: UInt32? { waiting.last?.gram }

  /// Adds the rows of the next gram to others and goes on.
  mutating func take(into rows: inout [Int]) throws(StoreError) {
    guard let next = waiting.popLast() else { return }
    leaf.withUnsafeBytes { bytes in
      PostingLeaf.each(
        UnsafeRawBufferPointer(rebasing: bytes[next.list]), from: segment.rows.lowerBound
      ) { rows.append($0) }
    }
    if waiting.isEmpty { try readLeaf() }
  }

  private mutating func readLeaf() throws(StoreError) {
    while waiting.isEmpty {
      let next = try connection.statement(
        "SELECT id, lists FROM posting WHERE id > ?1 AND id <= ?2 ORDER BY id LIMIT 1"
      ).run([.integer(Int64(key)), .integer(Int64(segment.keys.upperBound))]) { row in
        (key: row.integer(0), bytes: row.withBytes(1) { Array($0) })
      }.first
      guard let next else { return }
      (key, leaf) = (next.key, next.bytes)
      leaf.withUnsafeBytes { bytes in
        var lists = PostingLeaf(bytes, from: PostingSegment.gram(ofKey: key))
        while lists.next() { waiting.append((lists.gram, lists.list)) }
      }
      waiting.reverse()
    }
  }
}
