/// Keeps the words of a text, so that a later text shows which of them changed at their places.
///
/// Certificates, contracts and letters of one wording differ in names that stand where the other ones stood; a new version has new and deleted text.
struct WordSample: Sendable, Hashable, Codable {
  /// One scalar per word, from `first` on: bits of its hash, and whether it may be a name.
  private let scalars: String

  /// The first of the scalars of three bytes in UTF-8 that are all characters: 2¹⁵ of them.
  private static let first: UInt32 = 0x3400
  private static let hashBits: UInt32 = 14

  /// Longer texts that were put in or taken out have names of their own.
  private static let fewWords = 8
  /// Fewer words that were moved may be names that changed their places.
  private static let leastMoved = 4
  /// Longer texts that replaced each other are new passages.
  private static let mostReplaced = 64

  init(_ text: AnchorText) {
    var scalars = String.UnicodeScalarView()
    for word in Self.words(of: text) {
      if let scalar = Unicode.Scalar(Self.first + word) { scalars.append(scalar) }
    }
    self.scalars = String(scalars)
  }

  private static func words(of text: AnchorText) -> [UInt32] {
    zip(text.words, text.mayBeName).map { word, mayBeName in
      let hash = (word.hash ^ word.hash >> hashBits) & (1 << hashBits - 1)
      return hash << 1 | (mayBeName ? 1 : 0)
    }
  }

  /// Whether a text has other names than the sample where the words around them are the same, or the same other words at two places.
  func namesDiffer(in text: AnchorText) -> Bool {
    let old = scalars.unicodeScalars.map { $0.value &- Self.first }
    let new = Self.words(of: text)
    let partners = WordAlignment(
      old.map { UInt64($0 >> 1) }, new.map { UInt64($0 >> 1) }, in: [(old.indices, new.indices)]
    ).partners
    // A passage that was moved is taken out at one place and put in at another.
    var moved: [ArraySlice<UInt32>: Int] = [:]
    var replaced: Set<[[UInt32]]> = []
    var (start, begin) = (0, 0)
    for (end, partner) in (partners + [Int32(new.count)]).enumerated() where partner >= 0 {
      let (gone, added) = (old[start..<end], new[begin..<Int(partner)])
      (start, begin) = (end + 1, Int(partner) + 1)
      let isShort = max(gone.count, added.count) <= Self.fewWords
      if gone.isEmpty || added.isEmpty {
        let piece = gone + added
        // A sentence may mention somebody.
        guard isShort, piece.count(where: Self.mayBeName) * 3 >= piece.count, !piece.isEmpty else {
          continue
        }
        if piece.count < Self.leastMoved { return true }
        moved[piece, default: 0] += gone.isEmpty ? 1 : -1
      } else if max(gone.count, added.count) <= Self.mostReplaced {
        let names = (old: Set(gone.filter(Self.mayBeName)), new: Set(added.filter(Self.mayBeName)))
        let (isLost, isNew) = (
          !names.old.isSubset(of: names.new), !names.new.isSubset(of: names.old)
        )
        if isShort ? isLost || isNew : isLost && isNew { return true }
        if isShort, !replaced.insert([Array(gone), Array(added)]).inserted { return true }
      }
    }
    return moved.values.contains { $0 != 0 }
  }

  private static func mayBeName(_ word: UInt32) -> Bool { word & 1 == 1 }
}
