import DocumentModel

/// The patterns by which words of one language are divided at line ends (F. M. Liang, 1983; TeX), as the hyphen library's files state
/// them.
///
/// The library itself takes seconds to read German's.
package struct Hyphenation: Sendable, Hashable {
  /// A tag (BCP 47).
  package let language: String
  /// The first divides compounds into words, which the next divides.
  private let levels: [Level]

  /// Letters of words that are divided.
  package static let lengths = 5...60

  fileprivate struct Level: Sendable {
    /// Where the values of patterns begin, by hashes of their letters.
    var starts: [UInt64: Int] = [:]
    /// A pattern's values: how many, and those before, between and after its letters.
    var values: [UInt8] = []
    var longest = 0
    /// The fewest letters before and after a division.
    var (left, right) = (2, 2)
  }

  /// Reads a file of patterns in UTF-8; nil if there are none in it.
  package init?(language: String, file: [UInt8]) {
    var levels = [Level()]
    for line in file.split(separator: 0x0A).dropFirst() {
      var line = line
      while line.last == 0x0D || line.last == 0x20 { line.removeLast() }
      guard let first = line.first else { continue }
      switch first {
      case 0x23, 0x25: continue
      case 0x41...0x5A: Self.read(String(decoding: line, as: UTF8.self), &levels)
      // Other letters at the line's end, as in older German, are not offered.
      default: if !line.contains(0x2F) { levels[levels.count - 1].add(line) }
      }
    }
    guard levels.contains(where: { !$0.starts.isEmpty }) else { return nil }
    self.language = language
    self.levels = levels
  }

  /// Reads a line that is no pattern.
  private static func read(_ line: String, _ levels: inout [Level]) {
    let words = line.split(separator: " ")
    let value = words.last.flatMap { Int($0) }.map { min(max($0, 2), 10) }
    switch words.first {
    case "LEFTHYPHENMIN": levels[levels.count - 1].left = value ?? 2
    case "RIGHTHYPHENMIN": levels[levels.count - 1].right = value ?? 2
    case "NEXTLEVEL" where levels.count < 4:
      var next = Level()
      (next.left, next.right) = (levels[0].left, levels[0].right)
      levels.append(next)
    default: break
    }
  }

  /// Returns the numbers of letters of a word before which it may be divided, ascending.
  package func places(in word: [UInt32]) -> [Int] {
    guard Self.lengths.contains(word.count), word.allSatisfy(Script.isLetter) else { return [] }
    let lower = String(String.UnicodeScalarView(word.compactMap(Unicode.Scalar.init)))
      .lowercased().unicodeScalars.map(\.value)
    guard lower.count == word.count else { return [] }
    return places(in: lower[...], levels[...])
  }

  private func places(in word: ArraySlice<UInt32>, _ levels: ArraySlice<Level>) -> [Int] {
    guard let level = levels.first, word.count > level.left else { return [] }
    let own = level.places(in: word)
    let rest = levels.dropFirst()
    guard !rest.isEmpty else { return own }
    var all = own
    let ends = [word.startIndex] + own + [word.endIndex]
    for (start, end) in zip(ends, ends.dropFirst()) {
      all += places(in: word[start..<end], rest)
    }
    return all.sorted()
  }

  package static func == (a: Self, b: Self) -> Bool { a.language == b.language }
  package func hash(into hasher: inout Hasher) { hasher.combine(language) }
}

extension Hyphenation.Level {
  private static let edge = UInt32(0x2E)
  private static let mostPatterns = 500_000

  fileprivate mutating func add(_ line: ArraySlice<UInt8>) {
    guard starts.count < Self.mostPatterns else { return }
    var (hash, own, count) = (StableHash(), [UInt8(0)], 0)
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      if ("0"..."9").contains(scalar) {
        own[count] = UInt8(scalar.value - 0x30)
      } else {
        hash.add(UInt64(scalar.value))
        own.append(0)
        count += 1
      }
    }
    guard (1..<64).contains(count) else { return }
    longest = max(longest, count)
    starts[hash.value] = values.count
    values.append(UInt8(own.count))
    values += own
  }

  /// The indices at which a word in lower case may be divided.
  fileprivate func places(in word: ArraySlice<UInt32>) -> [Int] {
    let letters = [Self.edge] + word + [Self.edge]
    var found = [UInt8](repeating: 0, count: letters.count + 1)
    for start in letters.indices {
      var hash = StableHash()
      for end in start..<min(letters.count, start + longest) {
        hash.add(UInt64(letters[end]))
        guard let place = starts[hash.value], Int(values[place]) == end - start + 2 else {
          continue
        }
        for index in 0..<Int(values[place]) {
          found[start + index] = max(found[start + index], values[place + 1 + index])
        }
      }
    }
    let allowed = left...max(left, word.count - right)
    return allowed.filter { $0 <= word.count - right && found[$0 + 1] % 2 == 1 }
      .map { word.startIndex + $0 }
  }
}
