/// Scalars beyond ASCII as the small letters they are without their accents, as UTF-8; each is looked up once.
struct BaseLetters {
  /// Scalars up to the first Kana, by their numbers.
  private var near: [[UInt8]?]
  private var far: [UInt32: [UInt8]] = [:]
  /// Kana, Han and Hangul, common in long names, have no case.
  private static let plain: ClosedRange<UInt32> = 0x3040...0xD7FF

  init() {
    near = Array(repeating: nil, count: Int(Self.plain.lowerBound))
  }

  /// Writes the scalar at an offset of valid UTF-8; returns the offset after it.
  mutating func write(
    _ letters: UnsafeBufferPointer<UInt8>, at start: Int, to key: inout some NameKeyTaking
  ) -> Int {
    let byte = letters[start]
    let end = min(letters.count, start + (byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2))
    var value = UInt32(byte) & (byte >= 0xF0 ? 0x07 : byte >= 0xE0 ? 0x0F : 0x1F)
    for place in start + 1..<max(start + 1, end) {
      value = value << 6 | UInt32(letters[place] & 0x3F)
    }
    if Self.plain.contains(value) {
      for place in start..<end { key.append(letters[place]) }
    } else {
      for byte in base(value) { key.append(byte) }
    }
    return end
  }

  private mutating func base(_ value: UInt32) -> [UInt8] {
    if value < Self.plain.lowerBound, let known = near[Int(value)] { return known }
    if let known = far[value] { return known }
    let base = Folding(ignoresCase: true, ignoresAccents: true).fold([value]).scalars
      .compactMap(Unicode.Scalar.init).flatMap { Array(UTF8.encode($0) ?? .init()) }
    if value < Self.plain.lowerBound { near[Int(value)] = base } else { far[value] = base }
    return base
  }
}
