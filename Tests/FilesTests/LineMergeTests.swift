import Testing

@testable import Files

@Suite struct LineMergeTests {
  private func merged(_ base: String, _ ours: String, _ theirs: String) -> String? {
    LineMerge.merged(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    // Both add at the end: theirs first.
    ("a\n", "a\nx\n", "a\ny\n", "a\ny\nx\n"), ("", "x\n", "y\n", "y\nx\n"),
    ("a", "a\nx\n", "a\ny\n", "a\ny\nx\n"), ("a", "a\nx\n", "A", "A\nx\n"),
    // One side only.
    ("a\nb\n", "a\nb\n", "a\nc\n", "a\nc\n"), ("a\nb\n", "a\n", "a\nb\n", "a\n"),
    ("a\n", "", "a\n", ""), ("a\n", "a", "a\n", "a"),
    // Far apart, and side by side.
    ("a\nb\nc\nd\n", "A\nb\nc\nd\n", "a\nb\nc\nD\n", "A\nb\nc\nD\n"),
    ("a\nb\n", "A\nb\n", "a\nB\n", "A\nB\n"), ("a\nb\n", "a\nB\nx\n", "A\nb\n", "A\nB\nx\n"),
    // The same change is one.
    ("a\nb\n", "a\nB\n", "a\nB\n", "a\nB\n"), ("a\n", "a\nx\n", "a\nx\n", "a\nx\n"),
    // A line undone below which another was added, and its reverse.
    ("a\nx\n", "a\n", "a\nx\ny\n", "a\ny\n"), ("a\nx\n", "a\nx\ny\n", "a\n", "a\ny\n"),
    ("b\n", "a\nb\n", "b\nc\n", "a\nb\nc\n"),
    ("a\r\nb\r\n", "a\r\nb\r\nc\r\n", "A\r\nb\r\n", "A\r\nb\r\nc\r\n"),
  ]) func changesToDifferentLinesAreBothKept(
    _ base: String, _ ours: String, _ theirs: String, _ result: String
  ) {
    #expect(merged(base, ours, theirs) == result)
  }

  @Test(arguments: [
    ("a\n", "b\n", "c\n"), ("a\nx\n", "a\n", "a\ny\n"), ("a\nb\nc\n", "a\nx\nc\n", "a\nc\n"),
    ("a\nb\n", "a\nx\nb\n", "a\ny\nb\n"), ("a\nb\nc\nd\n", "a\nx\nd\n", "a\nb\ny\nd\n"),
  ]) func changesToTheSameLinesConflict(_ base: String, _ ours: String, _ theirs: String) {
    #expect(merged(base, ours, theirs) == nil)
    #expect(merged(base, theirs, ours) == nil)
  }

  @Test func aOneSidedChangeMergesToItself() {
    let words = ["a", "b", "c"]
    var seed: UInt64 = 7
    func next(_ bound: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % bound
    }
    func text() -> String {
      (0..<next(9)).map { _ in words[next(3)] }.joined(separator: "\n") + (next(2) == 0 ? "\n" : "")
    }
    for _ in 0..<2_000 {
      let (base, other) = (text(), text())
      #expect(merged(base, other, base) == other)
      #expect(merged(base, base, other) == other)
      #expect(merged(base, other, other) == other)
    }
  }

  /// Spellings that Swift's text holds for one are two.
  @Test func linesAreComparedByBytes() {
    #expect(
      merged("e\u{301}\n", "\u{E9}\n", "e\u{301}\n").map { Array($0.utf8) } == [0xC3, 0xA9, 0x0A])
  }

  @Test(.timeLimit(.minutes(1))) func manyLinesAreMergedQuickly() {
    let base = (0..<30_000).map { "line \($0)\n" }.joined()
    let other = (0..<30_000).map { "line \($0 * 7 % 30_000)\n" }.joined()
    #expect(merged(base, base + "x\n", other)?.hasSuffix("x\n") == true)
  }
}
