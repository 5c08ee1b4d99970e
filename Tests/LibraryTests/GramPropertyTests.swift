import Platform
import Testing
import Text

/// The grams of a query are among those of each passage in which it is found.
@Suite struct GramPropertyTests {
  /// Words, signs, blanks and hyphens in a random order; the same in each run.
  private struct Passages {
    private var state: UInt64
    private static let parts = [
      "the", "of", "a", "Network", "naïve", "cafe\u{301}", "ﬁnal", "x²", "日本語", "語", "한국어", "don’t",
      "e.g.", "1990", "İstanbul", "Straße", "sǽ", "τῷ", "well", "known", "soft\u{AD}en", "co",
      "½", "10⁻³", "7",
    ]
    private static let gaps = [
      " ", " ", " ", "  ", "\n", "-", "‐", "\u{A0}", "", ", ", "–", "−", "—", "/", "⁄",
    ]

    init(seed: UInt64) { state = seed }

    mutating func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }

    mutating func passage() -> [UInt32] {
      var text = ""
      for _ in 0..<12 {
        text += Self.parts[next(Self.parts.count)] + Self.gaps[next(Self.gaps.count)]
      }
      return text.unicodeScalars.map(\.value)
    }

    /// Every hyphen may be at a line end.
    mutating func hyphens(in scalars: [UInt32]) -> [LineHyphen] {
      scalars.indices.compactMap { index in
        let isHyphen = Script.isHyphen(scalars[index])
        guard isHyphen || next(12) == 0 else { return nil }
        return LineHyphen(
          index: Int32(index), origin: Int32(index), isKept: isHyphen, isOpen: true)
      }
    }
  }

  private static func holds(_ need: GramNeed, _ page: Set<Gram>) -> Bool {
    switch need {
    case .nothing: true
    case .grams(let grams): page.isSuperset(of: grams)
    case .all(let needs): needs.allSatisfy { holds($0, page) }
    case .either(let needs): needs.contains { holds($0, page) }
    }
  }

  /// Whatever a query finds in a passage, the passage has the grams that the query needs.
  @Test(arguments: 1...3) func gramsNeverExcludeAMatch(seed: Int) throws {
    var passages = Passages(seed: UInt64(seed))
    var found = 0
    for _ in 0..<2 {
      let scalars = passages.passage()
      let hyphens = passages.hyphens(in: scalars)
      var own = Grams()
      own.add(scalars, hyphens: hyphens)
      let page = Set(own.list)
      for start in scalars.indices {
        for length in [5, 9, 17, 30] where start + length <= scalars.count {
          let part = scalars[start..<start + length]
          let text = String(String.UnicodeScalarView(part.compactMap(Unicode.Scalar.init)))
          for (index, way) in [
            text, text.replacing("-", with: " "), text.replacing("-", with: ""),
            text.replacing(" ", with: "-"), text.uppercased(),
            text.replacing("–", with: "-").replacing("⁄", with: "/").replacing("½", with: "1/2"),
            text.replacing("-", with: "–").replacing("⁻", with: "-"),
          ].enumerated() where index == 0 || way != text {
            var query = SearchQuery(
              way, caseRule: .insensitive, isRegularExpression: index == 0 && length == 9,
              ignoresAccents: start % 2 == 0)
            query.hasLooseHyphens = start % 3 > 0
            guard let matcher = try? query.matcher(),
              let hits = try? PassageSearch.ranges(in: scalars, hyphens: hyphens, matcher),
              !hits.isEmpty
            else { continue }
            found += 1
            #expect(Self.holds(GramNeed(query).simplified(), page), "“\(way)” in \(scalars)")
          }
        }
      }
    }
    #expect(found > 200)
  }
}
