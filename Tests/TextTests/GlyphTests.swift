import DocumentModel
import Testing

@testable import Text

@Suite("Glyphs become text")
struct GlyphTests {
  @Test("a sum whose top is below a line is part of the formula under it")
  func sumBelowLine() {
    var page = PaintedPage()
    let end = page.paint("subject to ", x: 50, y: 100)
    page.paint("∑", x: end, y: 109, size: 10, font: 1, depth: 1.4)
    page.paint("x=a+b", x: end + 7, y: 118.5)
    #expect(page.string == "subject to\n∑ x=a+b")
  }

  @Test("raised and lowered signs keep their meaning")
  func levels() {
    var page = PaintedPage()
    var x = page.paint("x", x: 50, y: 100)
    x = page.paint("34", x: x, y: 96, size: 7)
    x = page.paint(" H", x: x, y: 100)
    x = page.paint("2", x: x, y: 102, size: 7)
    x = page.paint("O e", x: x, y: 100)
    x = page.paint("q+1", x: x, y: 96, size: 7)
    x = page.paint(" m", x: x, y: 100)
    x = page.paint("[0,1]", x: x, y: 102, size: 7)
    page.paint(" end", x: x, y: 100)
    #expect(page.string == "x³⁴ H₂O e^{q+1} m_{[0,1]} end")
  }

  @Test("a sign that is raised or lowered beside a small one stays beside it")
  func nestedLevels() {
    var page = PaintedPage()
    var x = page.paint("x", x: 50, y: 100)
    x = page.paint("n", x: x, y: 102, size: 7)
    x = page.paint("1", x: x, y: 103, size: 5)
    x = page.paint("+m", x: x, y: 102, size: 7)
    x = page.paint(" d", x: x, y: 100)
    let over = page.paint("s", x: x, y: 96, size: 7)
    let end = page.paint("n-1", x: over, y: 97, size: 5)
    page.paint("n", x: x, y: 103, size: 7, font: 1)
    page.paint("-1", x: x + 3.5, y: 103, size: 7)
    x = page.paint("  F", x: end, y: 100)
    x = page.paint("S", x: x, y: 103, size: 7)
    x = page.paint("j", x: x, y: 100.4, size: 5)
    x = page.paint("k", x: x, y: 102.4, size: 5)
    x = page.paint("(y)", x: x, y: 103, size: 7)
    x = page.paint(" h", x: x, y: 100)
    x = page.paint("i", x: x, y: 96, size: 7)
    x = page.paint("g", x: x, y: 94, size: 5)
    x = page.paint("h", x: x, y: 92, size: 5)
    page.paint(" end", x: x, y: 100)
    #expect(page.string == "x_{n₁+m} d^{sₙ₋₁}ₙ₋₁ F_{S^{jₖ}(y)} h^{i^{gʰ}} end")
    #expect(page.blocks.map { string($0.scalars) } == [page.string])
  }

  @Test("a number raised before its letter is parted from the word before")
  func isotopes() {
    var page = PaintedPage()
    var x = page.paint("of", x: 50, y: 100) + 2.5
    x = page.paint("10", x: x, y: 96, size: 7)
    x = page.paint("BN,", x: x, y: 100) + 2.5
    x = page.paint("Nat", x: x, y: 96, size: 7)
    x = page.paint("BN x", x: x, y: 100)
    x = page.paint("2", x: x, y: 96, size: 7)
    x = page.paint("y c", x: x, y: 100) + 2.2
    page.paint("3", x: x, y: 96, size: 7)
    #expect(page.string == "of ¹⁰BN, ᴺᵃᵗBN x²y c³")
  }

  @Test("a raised letter of its own alphabet does not lose its level")
  func raisedLetterlike() {
    var page = PaintedPage()
    let x = page.paint("a", x: 50, y: 100)
    page.paint("ℓ", x: x, y: 96, size: 7)
    #expect(page.string == "a^{ℓ}")
  }

  @Test("a line closely over signs and as wide as they are is read with them")
  func overlines() {
    var page = PaintedPage()
    var x = page.paint("so ", x: 50, y: 100)
    page.rule(x, x + 5, y: 92)
    x = page.paint("M", x: x, y: 100, font: 1)
    x = page.paint("= ", x: x + 3, y: 100)
    page.rule(x, x + 10, y: 92)
    x = page.paint("AB", x: x, y: 100, font: 1)
    // The rule above notes.
    page.rule(x + 5, x + 40, y: 92)
    page.paint("or more words", x: x + 5, y: 100)
    // An inference without premises.
    page.rule(50, 65, y: 112)
    page.paint("A⊢B", x: 50, y: 120)
    #expect(page.string == "so M\u{305} = A\u{305}B\u{305} or more words\nA⊢B")
  }

  @Test("a short line on the baseline between letters is an underscore")
  func underscores() {
    var page = PaintedPage()
    var x = page.paint("a free", x: 50, y: 100)
    page.rule(x + 0.6, x + 3.6, y: 99.9)
    x = page.paint("run end", x: x + 3.7, y: 100)
    page.rule(x + 12, x + 15, y: 99.9)
    page.rule(x + 30, x + 80, y: 99.9)
    x = page.paint("x", x: 50, y: 120)
    page.rule(50, 55, y: 121)
    page.paint(" y", x: x, y: 120)
    #expect(page.string == "a free_run end\nx y")
  }

  @Test("the bar of a root at the height of a baseline is no underscore")
  func barOfRoot() {
    var page = PaintedPage()
    page.paint("a =", x: 50, y: 100)
    page.paint("√", x: 75, y: 100, font: 1, depth: 1)
    page.rule(80, 84, y: 99.9)
    page.paint("s", x: 80, y: 107, size: 8)
    page.paint("b", x: 84.2, y: 100)
    #expect(!page.string.contains("_"))
  }

  @Test("a sign above another is read before it, on one line")
  func stacked() {
    var page = PaintedPage()
    let x = page.paint("a", x: 50, y: 100)
    page.paint("3", x: x, y: 96, size: 7)
    let end = page.paint("10", x: x, y: 103, size: 7)
    page.paint(" and more", x: end, y: 100)
    #expect(page.string == "a³₁₀ and more")
    #expect(page.blocks.map { string($0.scalars) } == ["a³₁₀ and more"])
  }

  @Test("the mark of a note after a short line is raised beside its own text")
  func noteAfterShortLine() {
    var page = PaintedPage()
    page.paint("of it.", x: 50, y: 100)
    var x = page.paint("13", x: 60, y: 108.4, size: 7)
    page.paint("And now", x: x, y: 112)
    x = page.paint("a", x: 50, y: 200)
    page.paint("ij", x: x, y: 203, size: 7)
    page.paint("b", x: 50, y: 212)
    #expect(
      page.string == "of it.\n¹³And now\na_{ij}\nb" || page.string == "of it.\n¹³And now\naᵢⱼ\nb")
  }

  @Test("a joiner before a page number is no sign")
  func joiner() {
    var page = PaintedPage()
    page.paint("1 Ships ....... \u{2060}3", x: 50, y: 100)
    page.paint("2 Boats ....... \u{2060}4", x: 50, y: 112)
    #expect(page.blocks.map { string($0.scalars) } == ["1 Ships ....... 3", "2 Boats ....... 4"])
  }

  @Test("small text on the same baseline and beside a large initial is not raised")
  func initials() {
    var page = PaintedPage()
    let x = page.paint("N", x: 50, y: 110, size: 30)
    page.paint("ow the text begins", x: x, y: 100)
    page.paint("S", x: 50, y: 200)
    page.paint("MALL", x: 55, y: 200, size: 8)
    #expect(page.string == "Now the text begins\nSMALL")
  }

  @Test("an initial beside two lines does not mix them")
  func initialOfTwoLines() {
    var page = PaintedPage()
    page.paint("I", x: 50, y: 113, size: 24)
    page.paint("N this paper we speak of storage, and what we mean by it is", x: 62, y: 100)
    page.paint("able to serve all those who want to see the same film at", x: 62, y: 112)
    page.paint("any time of the day, which is what they do in the evening of", x: 50, y: 124)
    let text = page.blocks.map { string($0.scalars) }.joined(separator: " ")
    #expect(text.hasPrefix("IN this paper we speak of storage, and what we mean by it is able to"))
  }

  @Test("text beside an enlarged root, sum or bracket is not raised")
  func enlargedSigns() {
    var page = PaintedPage()
    var x = page.paint("which says that xyz equals ", x: 50, y: 100)
    x = page.paint("√", x: x, y: 103, size: 18)
    x = page.paint("ab + ", x: x, y: 100)
    x = page.paint("(", x: x, y: 102, size: 16)
    page.paint("c", x: x, y: 100)
    x = page.paint("∑", x: 50, y: 203, size: 16)
    x = page.paint("x", x: x, y: 200)
    page.paint("2", x: x, y: 196, size: 7)
    #expect(page.string == "which says that xyz equals √ab + (c\n∑x²")
  }

  @Test("a bar painted in parts is one sign")
  func highBar() {
    var page = PaintedPage()
    var x = page.paint("so ", x: 50, y: 100)
    for y: Float in [91, 97] { page.paint("|", x: x, y: y, font: 1, depth: 0.6) }
    x = page.paint("M", x: x + 5, y: 100)
    for y: Float in [91, 97] { page.paint("|", x: x, y: y, font: 1, depth: 0.6) }
    page.paint("is odd", x: x + 8, y: 100)
    #expect(page.string == "so |M| is odd")
  }

  @Test("the capitals of a logo are not raised")
  func logo() {
    var page = PaintedPage()
    page.paint("L", x: 50, y: 100)
    page.paint("A", x: 54, y: 98, size: 7)
    page.paint("T", x: 57.4, y: 100)
    #expect(page.string == "LAT")
  }

  @Test("accents and negating strokes join the sign they are painted over")
  func overlays() {
    var page = PaintedPage()
    page.paint("\u{2C6}", x: 50, y: 100)
    page.paint("p", x: 50, y: 100)
    page.paint("\u{A8}", x: 60, y: 100)
    page.paint("u", x: 60, y: 100)
    page.paint("\u{338}", x: 70, y: 100)
    page.paint("=", x: 70, y: 100)
    #expect(page.string == "p̂ ü ≠")
  }

  @Test("bars make roots and fractions")
  func bars() {
    var page = PaintedPage()
    page.paint("\u{221A}", x: 50, y: 100)
    page.rule(55, 65, y: 92)
    page.paint("ab", x: 55, y: 100)
    page.paint("is", x: 75, y: 100)
    page.paint("1", x: 90, y: 96, size: 7)
    page.rule(90, 94, y: 97.5)
    page.paint("2", x: 90, y: 105, size: 7)
    page.paint("or", x: 100, y: 100)
    page.paint("12", x: 115, y: 96, size: 7)
    page.rule(115, 122, y: 97.5)
    page.paint("35", x: 115, y: 105, size: 7)
    #expect(page.string == "√(ab) is ½ or 12/35")
  }

  @Test("signs raised within a fraction stay raised, and its halves stay in order")
  func scriptsInFractions() {
    var page = PaintedPage()
    page.paint("is", x: 50, y: 100)
    page.paint("n", x: 74, y: 96, size: 7)
    page.rule(64, 92, y: 97.5)
    page.paint("2", x: 77.5, y: 94, size: 5)
    let end = page.paint("exp(k)", x: 64, y: 104, size: 7)
    page.paint("2", x: end, y: 102, size: 5)
    page.paint("= 0", x: 96, y: 100)
    #expect(page.string == "is (n²)/(exp(k)²) = 0")
    #expect(page.blocks.map { string($0.scalars) } == ["is (n²)/(exp(k)²) = 0"])
  }

  @Test(
    "a fraction in a line is read in order though its denominator begins before its numerator ends")
  func wideFraction() {
    var page = PaintedPage()
    page.paint("score log", x: 50, y: 100)
    var x = page.paint("p(M", x: 100, y: 95, size: 7)
    x = page.paint("died", x: x, y: 96.5, size: 5)
    page.paint("|x)", x: x, y: 95, size: 7)
    page.rule(98, 133, y: 97.5)
    x = page.paint("q(N", x: 98, y: 104, size: 7)
    x = page.paint("alive", x: x, y: 105, size: 5)
    page.paint("|x)", x: x, y: 104, size: 7)
    page.paint("and more text", x: 140, y: 100)
    #expect(page.string == "score log (p(M_{died}|x))/(q(Nₐₗᵢᵥₑ|x)) and more text")
  }

  @Test("the words and signs of a formula in a line are not letters set apart")
  func formulaGaps() {
    var page = PaintedPage()
    var x: Float = 50
    for word in ["for", "j", "=", "0..K", "+", "1", "do"] {
      x = page.paint(word, x: x, y: 100) + 2.8
    }
    #expect(page.string == "for j = 0..K + 1 do")
  }

  @Test("the bar and the arrow of a mapping are one sign")
  func mapping() {
    var page = PaintedPage()
    let x = page.paint("a", x: 50, y: 100)
    page.paint("\u{21A6}", x: x + 3, y: 100)
    let end = page.paint("\u{2192}", x: x + 3, y: 100)
    page.paint("b", x: end + 3, y: 100)
    #expect(page.string == "a \u{21A6} b")
  }

  @Test("half of a disk and a circle around it are one sign")
  func halfDisk() {
    var page = PaintedPage()
    page.paint("\u{25D6}", x: 50, y: 100)
    page.paint("\u{25CB}", x: 50, y: 100)
    page.paint("\u{25CB}", x: 70, y: 100)
    #expect(page.string == "\u{25D0} \u{25CB}")
  }

  @Test("parts of a row painted apart are one row, columns are not")
  func parts() {
    var page = PaintedPage()
    page.paint("first", x: 50, y: 100)
    page.paint("below", x: 50, y: 112)
    page.paint("right", x: 300, y: 100)
    page.paint("word", x: 80, y: 100)
    #expect(page.string == "first word\nbelow\nright")
  }

  @Test("letters set apart are one word, on a grid and by their distances")
  func lettersApart() {
    var page = PaintedPage()
    var x: Float = 50
    for (letter, width) in zip("intmain", [3, 5, 3, 8, 5, 3, 5] as [Float]) {
      var glyph = Glyph(
        letter.unicodeScalars.first!.value, x: x - width / 2, y: 100, dx: width, size: 10)
      glyph.y = 100
      page.glyphs.glyphs.append(glyph)
      x += letter == "t" ? 18 : 9
    }
    #expect(page.string == "int main")
  }

  @Test("right-to-left words are in logical order, numbers in them too")
  func rightToLeft() {
    var page = PaintedPage()
    // Painted from left to right as they are seen.
    page.paint("12-גבא", x: 50, y: 100)
    #expect(page.string == "אבג-12")
  }

  @Test("a sign of a font with deep signs does not reach into the next line")
  func deepFonts() {
    var page = PaintedPage()
    page.glyphs.fonts.append(
      GlyphFont(name: "CMSY10", isMath: true, ascent: 0.75, descent: -0.96))
    let lines = [
      "the family of convex programs is decomposed", "whenever the regulariser is", "as it was",
    ]
    for (row, line) in lines.enumerated() {
      let end = page.paint(line + " ", x: 50, y: 100 + Float(row) * 11)
      page.paint("R", x: end, y: 100 + Float(row) * 11, font: 2)
    }
    #expect(
      page.blocks.map { string($0.scalars) }.joined(separator: " ").hasPrefix(
        "the family of convex programs is decomposed R whenever the regulariser is R as it was R"))
  }

  @Test("a tall sign in a line does not reach into the line before", arguments: ["", "the ratio "])
  func tallSigns(start: String) {
    var page = PaintedPage()
    let ends = ["wC of all rows is the first", "wC is the second and", "wC of these is the third"]
    for (row, words) in ends.enumerated() {
      let y = 100 + Float(row) * 11
      let end = page.paint(start, x: 50, y: y)
      page.paint(words, x: page.paint("∑", x: end, y: y, size: 16, font: 9), y: y)
    }
    let rows = ends.map { "\(start)∑\($0)" }
    let text = page.blocks.map { string($0.scalars) }.joined(separator: " ")
    #expect(text == rows.joined(separator: " "))
  }

  @Test("recognised words keep the level they have")
  func hidden() {
    var page = PaintedPage()
    let x = page.paint("scan", x: 50, y: 100, size: 12)
    page.paint("ned", x: x, y: 97, size: 8)
    for at in page.glyphs.glyphs.indices { page.glyphs.glyphs[at].traits = .hidden }
    #expect(page.string == "scanned")
  }

  @Test("hostile glyphs end in bounded time")
  func hostile() {
    var page = PaintedPage()
    for at in 0..<3_000 {
      page.glyphs.glyphs.append(
        Glyph(
          0x41, x: at % 3 == 0 ? .infinity : Float(at % 50), y: at % 7 == 0 ? .nan : 100, dx: -3,
          size: at % 5 == 0 ? 0 : 10_000))
    }
    for at in 0..<50_000 {
      page.glyphs.paints.append(
        Paint(.stroke, Box(x0: Float(at % 600), y0: Float(at % 800), x1: 599, y1: 799)))
    }
    #expect(page.text.scalars.count < 10_001)
  }

  @Test("a label before larger words on a higher or lower line is not raised or lowered")
  func label() {
    for y: Float in [98, 101] {
      var page = PaintedPage()
      let end = page.paint("Special Needs:", x: 50, y: y, size: 8)
      page.paint("None known", x: end + 8, y: 100, size: 12)
      #expect(page.string == "Special Needs: None known")
    }
  }
}
