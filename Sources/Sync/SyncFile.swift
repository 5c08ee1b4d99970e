/// The contents of one machine's file.
package struct SyncFile: Sendable {
  /// The values by key, the winning one where several lines have the same key.
  package private(set) var replica = SyncReplica()
  /// The numbers, from 1, of lines that are no values; at most `mostDamaged`.
  package private(set) var damaged: [Int] = []
  package private(set) var damagedCount = 0
  /// The number of lines with values.
  package private(set) var lineCount = 0
  /// Lines of kinds that only a later Recto knows.
  package private(set) var unknown: [[UInt8]] = []
  /// Whether the last line has no end: it was torn, or the file is still being copied.
  package private(set) var isTorn = false
  /// Whether the file has more lines than are read.
  package private(set) var isTooLong = false

  private static let mostDamaged = 100

  package init() {}

  /// Reads a file; damaged lines are counted and left out.
  package init(_ bytes: [UInt8]) {
    var start = bytes.startIndex
    var number = 0
    while start < bytes.endIndex {
      number += 1
      guard number <= SyncLimits.lines else {
        isTooLong = true
        return
      }
      let end = bytes[start...].firstIndex(of: 0x0A)
      isTorn = end == nil
      take(bytes[start..<(end ?? bytes.endIndex)], number)
      start = end.map { $0 + 1 } ?? bytes.endIndex
    }
  }

  private mutating func take(_ line: ArraySlice<UInt8>, _ number: Int) {
    let line = line.last == 0x0D ? line.dropLast() : line
    guard !line.isEmpty else { return }
    switch SyncLine.reading(line) {
    case .register(let register):
      lineCount += 1
      replica.merge(register)
    case .unknown: unknown.append(Array(line))
    case .damaged:
      damagedCount += 1
      if damaged.count < Self.mostDamaged { damaged.append(number) }
    }
  }

  /// Whether rewriting the file would make it much shorter.
  package var isMostlyStale: Bool {
    lineCount + damagedCount > 2 * replica.registers.count + 200
  }

  /// Returns the shortest file with the same values.
  package var compacted: [UInt8] {
    Self.bytes(replica.registers.values.sorted { $0.key < $1.key })
      + unknown.flatMap { $0 + [0x0A] }
  }

  /// Returns values as lines.
  package static func bytes(_ registers: some Sequence<SyncRegister>) -> [UInt8] {
    registers.compactMap(SyncLine.text).flatMap { Array($0.utf8) + [0x0A] }
  }
}
