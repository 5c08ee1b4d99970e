import DocumentModel

/// A compact set of words, stored as hashes with open addressing in one array.
struct WordSet: Sendable {
  private var slots: [UInt64] = Array(repeating: 0, count: 1024)
  private(set) var count = 0
  /// Two megabytes: more words than any single document has.
  private static let mostSlots = 1 << 18

  mutating func insert(_ word: Hash) {
    if count * 2 >= slots.count {
      guard slots.count < Self.mostSlots else { return }
      grow()
    }
    place(word.value)
  }

  func contains(_ word: Hash) -> Bool {
    var at = Int(truncatingIfNeeded: word.value) & (slots.count - 1)
    while slots[at] != 0 {
      if slots[at] == word.value { return true }
      at = (at + 1) & (slots.count - 1)
    }
    return false
  }

  private mutating func place(_ value: UInt64) {
    let mask = slots.count - 1
    var at = Int(truncatingIfNeeded: value) & mask
    while slots[at] != 0 {
      if slots[at] == value { return }
      at = (at + 1) & mask
    }
    slots[at] = value
    count += 1
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    count = 0
    for value in old where value != 0 { place(value) }
  }

  /// The hash of a word's spelling, ignoring case and ligatures; never 0.
  struct Hash {
    private var state = StableHash()
    private(set) var length = 0

    @inline(__always)
    mutating func add(_ scalar: UInt32) {
      if let letters = Script.letters(ofLigature: scalar) {
        for letter in letters { mix(letter) }
      } else {
        mix(Script.lower(scalar))
      }
    }

    @inline(__always)
    private mutating func mix(_ scalar: UInt32) {
      state.add(UInt64(scalar))
      length += 1
    }

    mutating func add(_ scalars: ArraySlice<UInt32>) {
      for scalar in scalars { add(scalar) }
    }

    init() {}

    init(_ scalars: ArraySlice<UInt32>) {
      add(scalars)
    }

    var value: UInt64 { max(state.value ^ (state.value >> 29), 1) }
  }

  /// Adds the words of a page that are not broken across lines, and compounds with their hyphens.
  mutating func insert(wordsOf fragments: [Fragment], _ scalars: [UInt32]) {
    var afterHyphen = false
    for (index, fragment) in fragments.enumerated() {
      let isLast = index + 1 == fragments.count
      let endsRow = isLast || fragments[index + 1].traits.contains(.startsRow)
      let range = Int(fragment.start)..<Int(fragment.end)
      let isCut = endsRow && Script.isHyphen(scalars[range.upperBound - 1])
      let isTail = afterHyphen && fragment.traits.contains(.startsRow)
      if !isCut, !isTail, !fragment.traits.contains(.ideographic) { insert(scalars[range]) }
      if endsRow { afterHyphen = isCut }
    }
  }

  private mutating func insert(_ scalars: ArraySlice<UInt32>) {
    var word = Hash()
    var compound = Hash()
    var hyphens = 0
    for scalar in scalars {
      if Script.isLetter(scalar) {
        word.add(scalar)
        compound.add(scalar)
      } else {
        if word.length > 1 { insert(word) }
        word = Hash()
        if Script.isHyphen(scalar), compound.length > 0 {
          hyphens += 1
          compound.add(0x2D)
        } else {
          if hyphens > 0 { insert(compound) }
          compound = Hash()
          hyphens = 0
        }
      }
    }
    if word.length > 1 { insert(word) }
    if hyphens > 0 { insert(compound) }
  }
}
