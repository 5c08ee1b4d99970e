import Testing

@testable import Engine

@Suite struct ObjectMemoryTests {
  private static func place(_ number: Int) -> PDFObject.Reference {
    PDFObject.Reference(number: number, generation: 0)
  }

  /// The last requested object is cached; the total stays within the limit.
  @Test func theCacheStaysWithinItsLimit() {
    var memory = ObjectMemory(atMost: 10_000)
    let text = PDFObject.string([UInt8](repeating: 0x61, count: 500))
    for number in 1...200 {
      memory[Self.place(number)] = text
      #expect(memory[Self.place(number)] == text)
      let known = (1...number).count { memory[Self.place($0)] != nil }
      #expect(known * 500 <= 10_000)
    }
    memory[Self.place(300)] = .string([UInt8](repeating: 0x61, count: 9_000))
    #expect(memory[Self.place(300)] == nil && memory[Self.place(200)] == text)
  }

  /// The first value read is kept; a missing object is cached too.
  @Test func cachedObjectsAreNotReplaced() {
    var memory = ObjectMemory(atMost: 10_000)
    memory[Self.place(1)] = .null
    memory[Self.place(1)] = .integer(2)
    #expect(memory[Self.place(1)] == .null)
  }
}
