import Text

/// Numbers in bytes, little-endian base 128, the highest bit set if more bytes follow.
enum PostingNumber {
  static func put(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt(truncatingIfNeeded: max(0, number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Reads a number and goes past it; nil at the end, and where there is none below 2⁴².
  static func take(_ bytes: UnsafeRawBufferPointer, _ at: inout Int) -> Int? {
    var (number, shift) = (0, 0)
    while at < bytes.count, shift < 42 {
      let byte = Int(bytes[at])
      at += 1
      number |= (byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }
}

/// The lists of some consecutive grams in a leaf of a segment. Reads are bounds-checked, since the file may be damaged.
///
/// A list begins with the distance of its gram to the one before and the number of its bytes; the first gram is that of the leaf. Its rows are the first one,
/// counted from the segment's, and the distance of each other row to the one before.
struct PostingLeaf {
  private let bytes: UnsafeRawBufferPointer
  private var at = 0
  private(set) var gram: UInt32
  /// The bytes of the gram's rows.
  private(set) var list = 0..<0

  init(_ bytes: UnsafeRawBufferPointer, from gram: UInt32) {
    (self.bytes, self.gram) = (bytes, gram)
  }

  /// Goes to the next list; false at the end, and where the leaf is damaged.
  mutating func next() -> Bool {
    guard let step = PostingNumber.take(bytes, &at), let count = PostingNumber.take(bytes, &at),
      count <= bytes.count - at, Int(gram) + step < Gram.count
    else { return false }
    gram += UInt32(step)
    list = at..<at + count
    at += count
    return true
  }

  /// Gives the rows of a list to a body, from the first row of its segment on.
  static func each(_ list: UnsafeRawBufferPointer, from first: Int, _ body: (Int) -> Void) {
    var (at, row) = (0, first)
    while let step = PostingNumber.take(list, &at) {
      // Sums of damaged lists overflow.
      row &+= step
      body(row)
    }
  }
}
