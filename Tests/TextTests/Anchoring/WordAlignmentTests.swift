import Testing

@testable import Text

@Suite("Common words of two texts")
struct WordAlignmentTests {
  private func common(_ a: [UInt64], _ b: [UInt64]) -> [Int32] {
    WordAlignment(a, b, in: [(a.indices, b.indices)]).partners
  }

  @Test("partners are the same words in ascending order", arguments: 0..<40)
  func valid(seed: UInt64) {
    var random = Congruential(state: seed)
    let letters = 2 + random.next(30)
    let a = (0..<random.next(400)).map { _ in UInt64(random.next(letters)) }
    var b = a
    for _ in 0..<random.next(20) where !b.isEmpty {
      if random.next(2) == 0 {
        b.remove(at: random.next(b.count))
      } else {
        b.insert(99, at: random.next(b.count))
      }
    }
    let partners = common(a, b)
    var last: Int32 = -1
    for (index, partner) in partners.enumerated() where partner >= 0 {
      #expect(partner > last && b[Int(partner)] == a[index])
      last = partner
    }
    #expect(partners.count { $0 >= 0 } >= a.count - 20)
  }

  @Test("two long texts without a common word end soon")
  func different() {
    let a = (0..<20_000).map { UInt64($0) }
    #expect(common(a, a.map { $0 + 100_000 }).allSatisfy { $0 < 0 })
  }
}

/// A generator that gives the same numbers each time.
private struct Congruential {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % max(1, bound)
  }
}
