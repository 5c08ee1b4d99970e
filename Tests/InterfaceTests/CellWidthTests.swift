import Canvas
import TestSupport
import Testing

@Suite struct CellWidthTests {
  @Test(
    "cells as terminals count them",
    arguments: [
      ("a", 1), ("é", 1), ("e\u{301}", 1), ("漢", 2), ("Ａ", 2), ("ｶﾞ", 2), ("한", 2), ("😀", 2),
      // A syllable of conjoining jamo has the width of its first.
      ("\u{1112}\u{1161}\u{11AB}", 2),
      // Spacing marks take a cell, other marks none.
      ("का", 2), ("कि", 2), ("कु", 1),
      // A soft hyphen is shown as a hyphen; bidi overrides and unassigned characters are visible.
      ("\u{AD}", 1), ("\u{202E}", 1), ("\u{2066}", 1), ("\u{0378}", 1), ("\u{200B}", 0),
      ("\u{FEFF}", 0), ("\u{E000}", 1), ("\u{2028}", 1),
    ])
  func widths(_ text: String, _ cells: Int) {
    #expect(CellWidth.of(text) == cells)
  }

  /// tmux counts joined emoji as one, so that the rest of the row would be beside its place.
  @Test(arguments: [
    "👨\u{200D}👩\u{200D}👧", "❤\u{FE0F}\u{200D}🔥", "1\u{FE0F}\u{20E3}", "width\u{200D}joiner",
  ])
  func emojiAreNotJoined(_ text: String) {
    var surface = Surface(size: Size(width: 20, height: 1))
    let used = surface.put(text + "|", x: 0, y: 0, style: Style())
    #expect(used == CellWidth.of(text) + 1)
    #expect(!surface.rows()[0].unicodeScalars.contains("\u{200D}"))
    #expect(!surface.rows()[0].unicodeScalars.contains("\u{FE0F}"))
    #expect(surface.rows()[0].hasSuffix("|"))
  }

  /// The joiner of scripts stays: it decides the form of letters.
  @Test func joinersBetweenLettersStay() {
    var surface = Surface(size: Size(width: 20, height: 1))
    surface.put("क\u{94D}\u{200D}ष", x: 0, y: 0, style: Style())
    #expect(surface.rows()[0].unicodeScalars.contains("\u{200D}"))
  }
}
