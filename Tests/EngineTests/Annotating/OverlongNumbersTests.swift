import Testing

@testable import Engine

/// Objects with numbers of too many digits are looked for in the file itself.
@Suite struct OverlongNumbersTests {
  private static let file = Array(
    (1...4).map {
      "\($0) 0 obj\n<</Rect[0 0 1\(String(repeating: "0", count: 30)) \($0)]/P 9 0 R>>\nendobj\n"
    }
    .joined().utf8)

  private func texts(_ numbers: [Int], _ file: [UInt8] = file, budget: Int = 1 << 20) -> [String?] {
    file.withUnsafeBytes { bytes in
      var overlong = OverlongNumbers(bytes, budget: budget)
      return numbers.map { number in
        overlong.text(of: PDFObject.Reference(number: number, generation: 0)).map {
          String(decoding: $0.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
      }
    }
  }

  @Test func overlongNumbersAreClamped() throws {
    let text = try #require(texts([3])[0])
    #expect(text.contains("999999999 3 ]") && text.contains("/recto-reference-9-0"))
    #expect(texts([7]) == [nil])
  }

  /// Whatever there is of them, the file is gone through for so many only, and for one in any case.
  @Test func repairsShareOneBudget() {
    let texts = texts([1, 2, 3, 4], budget: 2 * Self.file.count + 5)
    #expect(texts.map { $0 != nil } == [true, true, false, false])
    #expect(self.texts([1, 2], budget: 0).map { $0 != nil } == [true, false])
  }

  @Test func theLastObjectWinsAndLongOnesAreIgnored() throws {
    let later = Array("1 0 obj\n<</Rect[0 0 5 8]>>\nendobj\n".utf8)
    #expect(texts([1], Self.file + later)[0]?.contains("5 8") == true)
    let long = Array("1 0 obj\n".utf8) + [UInt8](repeating: 0x20, count: 1 << 19)
    #expect(texts([1], long + Array("endobj\n".utf8)) == [nil])
  }
}
