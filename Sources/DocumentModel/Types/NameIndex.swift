/// Maps file name extensions to values, fast enough for folders with a hundred thousand files.
///
/// Extensions of up to eight letters, nearly all, are looked up as a number without creating a string.
struct NameIndex: Sendable {
  private var short: [UInt64: Int] = [:]
  private var long: [String: Int] = [:]
  /// The last parts of extensions that contain a dot, such as `gz` of `tar.gz`.
  private var compound: Set<UInt64> = []

  /// Takes extensions in lower case, without the first dot.
  init(_ places: [String: Int]) {
    for (ending, place) in places {
      if let packed = Self.packed(Array(ending.utf8)[...]), !ending.utf8.contains(0x2E) {
        short[packed] = place
      } else {
        long[ending] = place
        if let dot = ending.utf8.lastIndex(of: 0x2E) {
          Self.packed(Array(ending.utf8[dot...].dropFirst())[...]).map { _ = compound.insert($0) }
        }
      }
    }
  }

  /// Returns nil for a name whose only dot is its first character.
  func place(of name: String) -> Int? {
    name.utf8.withContiguousStorageIfAvailable { place(of: $0) }
      ?? Array(name.utf8).withUnsafeBufferPointer { place(of: $0) }
  }

  private func place(of name: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let dot = Self.lastDot(in: name, before: name.count) else { return nil }
    let packed = Self.packed(name[(dot + 1)...])
    if let packed, !compound.contains(packed) { return short[packed] }
    if let second = Self.lastDot(in: name, before: dot),
      let place = long[Self.text(name[(second + 1)...])]
    {
      return place
    }
    if let packed { return short[packed] }
    return long[Self.text(name[(dot + 1)...])]
  }

  private static func lastDot(in name: UnsafeBufferPointer<UInt8>, before end: Int) -> Int? {
    var index = end - 1
    while index > 0 {
      if name[index] == 0x2E { return index }
      index -= 1
    }
    return nil
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    byte >= 0x41 && byte <= 0x5A ? byte + 0x20 : byte
  }

  /// Packs up to eight letters into a number; nil if there are more or none.
  private static func packed(_ letters: some Collection<UInt8>) -> UInt64? {
    var packed: UInt64 = 0
    var count = 0
    for letter in letters {
      count += 1
      guard count <= 8 else { return nil }
      packed = packed << 8 | UInt64(lower(letter))
    }
    return count == 0 ? nil : packed
  }

  private static func text(_ letters: some Collection<UInt8>) -> String {
    guard letters.count <= 32 else { return "" }
    return String(decoding: letters.map(lower), as: UTF8.self)
  }
}
