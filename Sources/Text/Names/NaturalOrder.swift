import DocumentModel

/// The order people expect of names: by their letters without accents and case, numbers by their value (`page 9` before
/// `page 10`); among names alike in these by accents, then case, then bytes.
package struct NaturalOrder: Sendable {
  /// The head of a key, which decides most comparisons, and the range of the whole key.
  private struct Key {
    var head: NameHead
    var start: Int32
    var end: Int32
    var index: Int32
  }

  private var bytes: [UInt8] = []
  private var keys: [Key] = []
  private let names: [String]

  package init(_ names: [String]) {
    self.names = names
    keys.reserveCapacity(names.count)
    bytes.reserveCapacity(names.reduce(0) { $0 + $1.utf8.count + 4 })
    var base = BaseLetters()
    for (index, name) in names.enumerated() {
      let start = bytes.count
      NameKey.write(name, to: &bytes, &base)
      keys.append(
        Key(
          head: NameHead(bytes[start...]), start: Int32(clamping: start),
          end: Int32(clamping: bytes.count), index: Int32(clamping: index)))
    }
  }

  /// The indices of the names in order; equal names keep theirs.
  package func sorted() -> [Int] {
    bytes.withUnsafeBufferPointer { bytes in
      keys.sorted { a, b in
        if a.head != b.head { return a.head < b.head }
        let rest = (rest(of: a), rest(of: b))
        for (x, y) in zip(rest.0, rest.1) where bytes[Int(x)] != bytes[Int(y)] {
          return bytes[Int(x)] < bytes[Int(y)]
        }
        if rest.0.count != rest.1.count { return rest.0.count < rest.1.count }
        return CloseNames.areInOrder(names[Int(a.index)], names[Int(b.index)])
          ?? (a.index < b.index)
      }.map { Int($0.index) }
    }
  }

  /// Returns the range of the bytes after a key's head.
  private func rest(of key: Key) -> Range<Int32> {
    let start = key.start + Int32(NameHead.size)
    return start..<max(start, key.end)
  }
}

/// Compares names with the same base letters and numbers: by accents, then case, then bytes, so that no two names are equal.
private enum CloseNames {
  static func areInOrder(_ one: String, _ other: String) -> Bool? {
    if PathParts.same(one, other) { return nil }
    let (first, second) = (one.unicodeScalars.map(\.value), other.unicodeScalars.map(\.value))
    for ignoresCase in [true, false] {
      let folding = Folding(ignoresCase: ignoresCase)
      let (a, b) = (folding.fold(first).scalars, folding.fold(second).scalars)
      guard a != b else { continue }
      // Capitals have smaller codes but sort after their small letters.
      return ignoresCase ? a.lexicographicallyPrecedes(b) : b.lexicographicallyPrecedes(a)
    }
    return one.utf8.lexicographicallyPrecedes(other.utf8)
  }
}
