/// PostScript glyph names (Adobe Glyph List) of Latin letters and punctuation.
enum GlyphNames {
  /// Returns the character of a name; nil for unknown names.
  static func scalar(_ name: String) -> Unicode.Scalar? {
    if let known = table[name] { return known }
    if name.unicodeScalars.count == 1, let letter = name.unicodeScalars.first, letter.isASCII,
      letter.properties.isAlphabetic
    {
      return letter
    }
    // uni20AC, u20AC
    let digits =
      name.hasPrefix("uni") ? name.dropFirst(3) : name.hasPrefix("u") ? name.dropFirst() : ""
    guard (4...6).contains(digits.count) else { return nil }
    return UInt32(digits, radix: 16).flatMap { Unicode.Scalar($0) }
  }

  private static let table: [String: Unicode.Scalar] = {
    let words = names.split(whereSeparator: \.isWhitespace)
    var table: [String: Unicode.Scalar] = [:]
    for place in stride(from: 0, to: words.count - 1, by: 2) {
      table[String(words[place])] = UInt32(words[place + 1], radix: 16)
        .flatMap { Unicode.Scalar($0) }
    }
    return table
  }()

  /// Each name with its character's number in hexadecimal digits.
  private static let names = """
    space 20 exclam 21 quotedbl 22 numbersign 23 dollar 24 percent 25 ampersand 26 quotesingle 27
    parenleft 28 parenright 29 asterisk 2A plus 2B comma 2C hyphen 2D period 2E slash 2F zero 30
    one 31 two 32 three 33 four 34 five 35 six 36 seven 37 eight 38 nine 39 colon 3A semicolon 3B
    less 3C equal 3D greater 3E question 3F at 40 bracketleft 5B backslash 5C bracketright 5D
    asciicircum 5E underscore 5F grave 60 braceleft 7B bar 7C braceright 7D asciitilde 7E
    exclamdown A1 cent A2 sterling A3 currency A4 yen A5 brokenbar A6 section A7 dieresis A8
    copyright A9 ordfeminine AA guillemotleft AB logicalnot AC registered AE macron AF degree B0
    plusminus B1 acute B4 mu B5 paragraph B6 periodcentered B7 cedilla B8 ordmasculine BA
    guillemotright BB onequarter BC onehalf BD threequarters BE questiondown BF Agrave C0 Aacute C1
    Acircumflex C2 Atilde C3 Adieresis C4 Aring C5 AE C6 Ccedilla C7 Egrave C8 Eacute C9
    Ecircumflex CA Edieresis CB Igrave CC Iacute CD Icircumflex CE Idieresis CF Eth D0 Ntilde D1
    Ograve D2 Oacute D3 Ocircumflex D4 Otilde D5 Odieresis D6 multiply D7 Oslash D8 Ugrave D9
    Uacute DA Ucircumflex DB Udieresis DC Yacute DD Thorn DE germandbls DF agrave E0 aacute E1
    acircumflex E2 atilde E3 adieresis E4 aring E5 ae E6 ccedilla E7 egrave E8 eacute E9
    ecircumflex EA edieresis EB igrave EC iacute ED icircumflex EE idieresis EF eth F0 ntilde F1
    ograve F2 oacute F3 ocircumflex F4 otilde F5 odieresis F6 divide F7 oslash F8 ugrave F9
    uacute FA ucircumflex FB udieresis FC yacute FD thorn FE ydieresis FF Amacron 100 amacron 101
    Abreve 102 abreve 103 Aogonek 104 aogonek 105 Cacute 106 cacute 107 Ccircumflex 108
    ccircumflex 109 Cdotaccent 10A cdotaccent 10B Ccaron 10C ccaron 10D Dcaron 10E dcaron 10F
    Dcroat 110 dcroat 111 Emacron 112 emacron 113 Ebreve 114 ebreve 115 Edotaccent 116
    edotaccent 117 Eogonek 118 eogonek 119 Ecaron 11A ecaron 11B Gcircumflex 11C gcircumflex 11D
    Gbreve 11E gbreve 11F Gdotaccent 120 gdotaccent 121 Hcircumflex 124 hcircumflex 125 Hbar 126
    hbar 127 Itilde 128 itilde 129 Imacron 12A imacron 12B Ibreve 12C ibreve 12D Iogonek 12E
    iogonek 12F Idotaccent 130 dotlessi 131 IJ 132 ij 133 Jcircumflex 134 jcircumflex 135
    kgreenlandic 138 Lacute 139 lacute 13A Lcaron 13D lcaron 13E Ldot 13F ldot 140 Lslash 141
    lslash 142 Nacute 143 nacute 144 Ncaron 147 ncaron 148 napostrophe 149 Eng 14A eng 14B
    Omacron 14C omacron 14D Obreve 14E obreve 14F Ohungarumlaut 150 ohungarumlaut 151 OE 152 oe 153
    Racute 154 racute 155 Rcaron 158 rcaron 159 Sacute 15A sacute 15B Scircumflex 15C
    scircumflex 15D Scedilla 15E scedilla 15F Scaron 160 scaron 161 Tcaron 164 tcaron 165 Tbar 166
    tbar 167 Utilde 168 utilde 169 Umacron 16A umacron 16B Ubreve 16C ubreve 16D Uring 16E
    uring 16F Uhungarumlaut 170 uhungarumlaut 171 Uogonek 172 uogonek 173 Wcircumflex 174
    wcircumflex 175 Ycircumflex 176 ycircumflex 177 Ydieresis 178 Zacute 179 zacute 17A
    Zdotaccent 17B zdotaccent 17C Zcaron 17D zcaron 17E longs 17F florin 192 circumflex 2C6
    caron 2C7 breve 2D8 dotaccent 2D9 ring 2DA ogonek 2DB tilde 2DC hungarumlaut 2DD pi 3C0
    endash 2013 emdash 2014 quoteleft 2018 quoteright 2019 quotesinglbase 201A quotedblleft 201C
    quotedblright 201D quotedblbase 201E dagger 2020 daggerdbl 2021 bullet 2022 ellipsis 2026
    perthousand 2030 guilsinglleft 2039 guilsinglright 203A fraction 2044 Euro 20AC trademark 2122
    partialdiff 2202 Delta 2206 product 220F summation 2211 minus 2212 radical 221A infinity 221E
    integral 222B approxequal 2248 notequal 2260 lessequal 2264 greaterequal 2265 lozenge 25CA
    """
}
