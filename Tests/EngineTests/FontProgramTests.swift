import DocumentModel
import Foundation
import TestSupport
import Testing

extension EngineTests {
  /// An embedded font program is read where the PDF says nothing of its signs, or something wrong.
  @Suite struct FontProgramTests {
    /// A symbolic font without an encoding, as other programs make them of TeX's.
    @Test func symbolicFontsUseTheirProgramsGlyphNames() throws {
      let program = TrueTypeFile([
        .init("greaterorequalslant"), .init("element"), .init("negationslash"),
      ])
      var document = PagedPDF()
      let descriptor = embed(program, "MSAM10", in: &document)
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+MSAM10/FirstChar 33/LastChar 35/Widths[500 500 0]/FontDescriptor \(descriptor) 0 R>>"
      )
      document.addPage("!\"#\"")
      #expect(try EngineBench(document).text().string == "⩾∈∉")
    }

    /// A number with letters only looks like the name of a sign with its size in capitals.
    @Test func numbersOfFourLettersAreDecoded() throws {
      let program = TrueTypeFile([.init("uniBCDE"), .init("lparenOSCASB")])
      var document = PagedPDF()
      let descriptor = embed(program, "Signs", in: &document)
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Signs/FirstChar 33/LastChar 34/Widths[500 500]/FontDescriptor \(descriptor) 0 R>>"
      )
      document.addPage("!\"")
      #expect(try EngineBench(document).text().string == "\u{BCDE}(")
    }

    /// The map calls all but one of them a blank; the fourth glyph has no character, the fifth paints nothing.
    @Test func mapsOfSeveralGlyphsToBlankAreIgnored() throws {
      let program = TrueTypeFile([
        .init("x", 0x1D465), .init("plus", 0x2B), .init("y", 0x1D466), .init("y.small"),
        .init("space", isEmpty: true),
      ])
      var document = PagedPDF()
      let descriptor = embed(program, "Math", in: &document)
      let map = document.writer.add(
        stream: """
          /CIDInit /ProcSet findresource begin 12 dict begin begincmap
          1 begincodespacerange <0000> <FFFF> endcodespacerange
          5 beginbfchar <0001> <0020> <0002> <002B> <0003> <0020> <0004> <0020> <0005> <0020> endbfchar
          endcmap end end
          """)
      let descendant = document.writer.add(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Math/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/CIDToGIDMap/Identity/FontDescriptor \(descriptor) 0 R>>"
      )
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Math/Encoding/Identity-H/DescendantFonts[\(descendant) 0 R]/ToUnicode \(map) 0 R>>"
      )
      document.addPage("\0\u{1}\0\u{2}\0\u{3}\0\u{4}\0\u{5}\0\u{1}")
      #expect(try EngineBench(document).text().string == "𝑥+𝑦⟨?⟩ 𝑥")
    }

    /// Without a `cmap` in the program, the order of its glyphs says what they are.
    @Test func glyphIndicesAreNotCharacters() throws {
      let program = TrueTypeFile((0..<260).map { .init("g\($0)") }, hasMaps: false)
      var document = PagedPDF()
      let descriptor = embed(program, "Times", in: &document)
      let map = document.writer.add(
        stream: """
          /CIDInit /ProcSet findresource begin 12 dict begin begincmap
          1 begincodespacerange <0000> <FFFF> endcodespacerange
          endcmap end end
          """)
      let descendant = document.writer.add(
        "<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Times/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 500/FontDescriptor \(descriptor) 0 R>>"
      )
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Times/Encoding/Identity-H/DescendantFonts[\(descendant) 0 R]/ToUnicode \(map) 0 R>>"
      )
      document.addPage("\0\u{17}\0\u{13}\0\u{3C}")
      #expect(try EngineBench(document).text().string == "40Y")
    }

    /// A publisher's fonts have TeX's codes for names, and maps that leave them out.
    @Test func glyphsNamedByTeXCodesAreDecoded() throws {
      var document = PagedPDF()
      let map = document.writer.add(
        stream: """
          /CIDInit /ProcSet findresource begin 12 dict begin begincmap
          1 begincodespacerange <00> <FF> endcodespacerange
          1 beginbfchar <bc> <00BC> endbfchar
          endcmap end end
          """)
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+AdvMacMthSyN/FirstChar 1/LastChar 188/Encoding<</Differences[1/C15 3/C0 188/onequarter]>>/ToUnicode \(map) 0 R>>"
      )
      document.addPage("\u{3}\u{1}")
      #expect(try EngineBench(document).text().string == "−•")
    }

    /// A map that leaves out a code makes a control character of it.
    @Test func namesDecideOverControlCharacters() throws {
      var document = PagedPDF()
      let map = document.writer.add(
        stream: """
          /CIDInit /ProcSet findresource begin 12 dict begin begincmap
          1 begincodespacerange <02> <04> endcodespacerange
          1 beginbfchar <02> <003D> endbfchar
          endcmap end end
          """)
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+MTSYNCSB/Encoding<</Differences[1/lparenOSCASB/equal/rparenOSCASB]>>/ToUnicode \(map) 0 R>>"
      )
      document.addPage("\u{1}\u{2}\u{3}")
      #expect(try EngineBench(document).text().string == "(=)")
    }

    /// Fonts of formulas whose names of glyphs say something else.
    @Test(arguments: [
      (
        "AdvP4C4E74", "/Differences[1/C0 2/C14 3/onequarter 4/eth 5/Thorn]",
        "\u{1}\u{3}\u{4}\u{2}\u{5}", "−=(∘)"
      ),
      ("AdvP4C4E74", "/BaseEncoding/MacRomanEncoding", "!", "→"),
      ("AdvMathSymb", "/Differences[1/onehalf/eth/C138/Thorn]", "\u{1}\u{2}\u{4}\u{3}", "[()]"),
      ("AdvP4C4E46", "/Differences[1/C12 90/Z]", "PZ\u{1}", "∑∫|"),
      ("AdvTTd0b5fdba.I", "/BaseEncoding/WinAnsiEncoding", "a;W=m:", "a,W/m."),
      ("AdvP4C4E59", "/BaseEncoding/WinAnsiEncoding", "5{6", "5–6"),
      ("AdvTir_symb", "/BaseEncoding/WinAnsiEncoding", "9?B", "×+≤"),
      ("AdvPS44A44B", "/BaseEncoding/WinAnsiEncoding", "$CKe", "·+−–"),
      ("AdvPSMP13", "/BaseEncoding/WinAnsiEncoding", "abl", "αβμ"),
      ("AdvPSMP4", "/Differences[1/backslash]", "\u{1}", "<"),
      ("AdvOT999035f4+e1", "/Differences[1/uniE103/uniE104]", "\u{1}\u{2}", "fifl"),
      ("TeX-cmex9", "/BaseEncoding/WinAnsiEncoding", "XZp", "∑∫√"),
      ("TeX-cmsy10", "/BaseEncoding/WinAnsiEncoding", "!2u", "→∈⊓"),
      ("TeX-cmmi10", "/BaseEncoding/WinAnsiEncoding", "a;@", "a,∂"),
      ("MTSYNCSB", "/Differences[1/lparenOSCASB/equal/rparenOSCASB]", "\u{1}\u{2}\u{3}", "(=)"),
      ("MTMINCSB", "/Differences[1/commaori/periodori]", "\u{1}\u{2}", ",."),
    ])
    func signsOfFormulasAreDecoded(
      _ font: String, _ encoding: String, _ text: String, _ expected: String
    ) throws {
      var document = PagedPDF()
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+\(font)/Encoding<<\(encoding)>>>>")
      document.addPage(text)
      #expect(try EngineBench(document).text().string == expected)
    }

    /// Some programs leave the ends of lines in the text they write.
    @Test func lineEndsInStringsAreBlanks() throws {
      var document = PagedPDF()
      document.addPage("low\\015 risk\\011")
      #expect(try EngineBench(document).text().string == "low risk")
    }

    @Test func ligaturesAreExpanded() throws {
      var document = PagedPDF()
      let map = document.writer.add(
        stream: """
          /CIDInit /ProcSet findresource begin 12 dict begin begincmap
          1 begincodespacerange <00> <FF> endcodespacerange
          2 beginbfchar <41> <0068> <65> <0065> endbfchar
          endcmap end end
          """)
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Garamond/Encoding<</Differences[65/T_h]>>/ToUnicode \(map) 0 R>>"
      )
      document.addPage("Ae")
      #expect(try EngineBench(document).text().string == "The")
    }

    /// The Adobe Glyph List has private codes for small capitals and old-style figures.
    @Test func smallCapitalsAreDecoded() throws {
      var document = PagedPDF()
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Bembo-Expert/Encoding<</Differences[65/Osmall/Eacutesmall/nineoldstyle]>>>>"
      )
      document.addPage("ABC")
      #expect(try EngineBench(document).text().string == "OÉ9")
    }

    /// The Adobe Glyph List has private codes for the parts of tall brackets.
    @Test func bracketPartsAreDecoded() throws {
      var document = PagedPDF()
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/Symbol/Encoding<</Differences[65/parenlefttp/bracerightbt/arrowhorizex]>>>>"
      )
      document.addPage("ABC")
      #expect(try EngineBench(document).text().string == "⎛⎭─")
    }

    /// Other fonts have such names for codes.
    @Test(arguments: [("ZapfDingbats", "✔✘"), ("Serif", "34")])
    func dingbatNamesAreDecoded(_ font: String, _ signs: String) throws {
      var document = PagedPDF()
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+\(font)/Encoding<</Differences[51/a20/a24]>>>>")
      document.addPage("34")
      #expect(try EngineBench(document).text().string == signs)
    }

    /// Neither its name nor its flags say so.
    @Test(arguments: [("600", true), ("250", false)])
    func fontsOfEqualWidthsAreMonospaced(_ width: String, _ isMonospaced: Bool) throws {
      var document = PagedPDF()
      let widths = (97...122).map { $0 == 105 ? width : "600" }.joined(separator: " ")
      document.writer.set(
        document.font,
        "<</Type/Font/Subtype/Type1/BaseFont/F19/Encoding/WinAnsiEncoding/FirstChar 97/LastChar 122/Widths[\(widths)]>>"
      )
      document.addPage("minim")
      #expect(try EngineBench(document).text().styles.map(\.isMonospace) == [isMonospaced])
    }

    private func embed(
      _ program: TrueTypeFile, _ name: String, in document: inout PagedPDF
    ) -> Int {
      let bytes = program.bytes
      let file = document.writer.add(
        bytes: Array("<</Length \(bytes.count)/Length1 \(bytes.count)>>stream\n".utf8) + bytes
          + Array("\nendstream".utf8))
      return document.writer.add(
        "<</Type/FontDescriptor/FontName/ABCDEF+\(name)/Flags 4/FontBBox[0 0 500 500]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 500/StemV 80/FontFile2 \(file) 0 R>>"
      )
    }
  }
}
