import Foundation
import TestSupport
import Testing

@testable import Engine

/// Selection of the pages that poppler verifies.
@Suite struct PopplerVerifierTests {
  private func look<Value>(
    _ patience: Duration, _ body: (PopplerVerifier, UnsafeRawBufferPointer) throws -> Value
  ) rethrows -> Value {
    let document = SmallDocument.bytes(pages: 12)
    return try document.withUnsafeBytes { bytes in
      try body(PopplerVerifier(bytes, password: [], patience: patience), bytes)
    }
  }

  /// If one page takes all the time, it is the only one verified, in the base and in the section.
  @Test func slowVerificationChecksAtLeastOnePage() throws {
    try look(.zero) { (sight, bytes) throws in
      sight.read(Array(0..<12))
      #expect(try sight.verify(bytes, Array(0..<12), [:]) == [0])
      // Pages not read in the base are verified only if they are requested.
      #expect(try sight.verify(bytes, [5, 7], [:]) == [5])
    }
  }

  @Test func allPagesAreVerifiedInTime() throws {
    try look(.seconds(60)) { (sight, bytes) throws in
      sight.read(Array(0..<12))
      #expect(try sight.verify(bytes, Array(0..<12), [:]) == Set(0..<12))
    }
  }

  /// Pages that were left out of the base may be without end.
  @Test func pagesSkippedInTheBaseAreNotVerified() throws {
    try look(.seconds(60)) { (sight, bytes) throws in
      sight.read([2, 3])
      #expect(try sight.verify(bytes, [1, 2, 3, 4], [:]) == [2, 3])
    }
  }

  /// Documents poppler cannot open are not verified.
  @Test func unopenableDocumentsAreNotVerified() throws {
    try Array("no document".utf8).withUnsafeBytes { bytes throws in
      let sight = PopplerVerifier(bytes, password: [])
      sight.read([0])
      #expect(try sight.verify(bytes, [0], [:]) == nil)
      #expect(try sight.verify(bytes, [], [:]) == nil)
    }
    try look(.seconds(60)) { (sight, bytes) throws in
      #expect(try sight.verify(bytes, [40], [:]) == nil, "there is no such page")
      #expect(try sight.verify(bytes, [], [:]) == [])
    }
  }

  @Test func verifiedPagesAreSpreadEvenly() {
    #expect(PopplerVerifier.spread([]) == [] && PopplerVerifier.spread([7]) == [7])
    #expect(PopplerVerifier.spread([8, 2]) == [2, 8])
    #expect(PopplerVerifier.spread(Array(0...8)) == [0, 8, 4, 2, 6, 1, 3, 5, 7])
    for count in 1...20 {
      #expect(PopplerVerifier.spread(Array(0..<count)).sorted() == Array(0..<count))
    }
  }
}
