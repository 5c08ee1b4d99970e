internal import CGlyphs
import DocumentModel
import Text
import Wire

/// Reads the glyphs and paints of a document's pages from poppler's core.
final class GlyphSource {
  let core: CoreDocument
  private var fonts: [Font] = []

  /// A font, and what its codes mean so far.
  private struct Font {
    let facts: CGlyphFont
    let style: GlyphFont
    /// Mathematical fonts whose ToUnicode maps are often wrong.
    let isMath: Bool
    let isDoubleStruck: Bool
    /// The set of symbols that its codes mean.
    let symbols: Symbols?
    let isDingbats: Bool
    /// The meaning of names that mean something else in other fonts.
    let ownNames: [String: UInt32]
    /// The encoding whose codes the names of its glyphs are, and the signs with other names, as in publishers' fonts.
    let published: (encoding: TeXEncoding?, signs: [UInt32: UInt32])
    /// Whether its glyphs hang below their origins.
    let isExtension: Bool
    /// The encoding of a bitmap font made from one of TeX's.
    let tex: TeXEncoding?
    var meanings = [Meaning?](repeating: nil, count: 256)
    /// Whether it shows signs without a meaning; nil until that is asked.
    var isUnclear: Bool?
  }

  private enum Meaning {
    case one(UInt32, depth: Float)
    /// The letters of a ligature.
    case letters([UInt32])
    /// The scalars that poppler gives.
    case given
  }

  init(_ core: CoreDocument) {
    self.core = core
  }

  /// Returns what a page paints; nil if poppler cannot read it.
  func page(_ index: Int) -> PageGlyphs? {
    var read = CGlyphPage()
    guard (0..<Int(Int32.max)).contains(index),
      cglyph_read(core.pointer, Int32(index), Limit.characters, Self.mostPaints, &read) != 0
    else {
      return nil
    }
    while fonts.count < read.fontCount { addFont() }
    var page = PageGlyphs(size: PopplerDocumentFile.size(read.width, read.height))
    page.glyphs.reserveCapacity(read.glyphCount)
    let scalars = UnsafeBufferPointer(start: read.scalars, count: read.scalarCount)
    // A ligature becomes several glyphs.
    var firsts: [Int] = []
    firsts.reserveCapacity(read.glyphCount + 1)
    for glyph in UnsafeBufferPointer(start: read.glyphs, count: read.glyphCount) {
      firsts.append(page.glyphs.count)
      add(glyph, scalars, to: &page)
    }
    firsts.append(page.glyphs.count)
    page.paints = UnsafeBufferPointer(start: read.marks, count: read.markCount).compactMap { mark in
      Paint.Kind(rawValue: mark.kind).map { kind in
        Paint(
          kind, Box(x0: mark.x0, y0: mark.y0, x1: mark.x1, y1: mark.y1),
          after: firsts[min(max(Int(mark.glyphs), 0), firsts.count - 1)],
          color: mark.color, isStraight: mark.isStraight != 0)
      }
    }
    page.fonts = fonts.map(\.style)
    FixedPitch.mark(&page, among: fonts.map { $0.facts.isComposite != 0 })
    return page
  }

  /// Whether a page may show signs whose meaning nothing in the file says; often its fonts rule that out, and its content need not be read.
  func mayShowUnknownSigns(page index: Int) -> Bool {
    var numbers: UnsafePointer<Int>?
    var count = 0
    guard let index = Int32(exactly: index),
      cglyph_page_fonts(core.pointer, index, &numbers, &count) != 0
    else { return true }
    while fonts.count < cglyph_font_count(core.pointer) { addFont() }
    return UnsafeBufferPointer(start: numbers, count: count).contains(where: isUnclear)
  }

  private func isUnclear(_ font: Int) -> Bool {
    if let known = fonts[font].isUnclear { return known }
    let found = (0..<256).contains { code in
      guard cglyph_is_unclear(core.pointer, font, UInt32(code)) != 0 else { return false }
      var length = 0
      let start = cglyph_text(core.pointer, font, UInt32(code), &length)
      let text = UnsafeBufferPointer(start: start, count: length)[...]
      switch meaning(of: code, in: font, text) {
      case .one(let scalar, _): return scalar == 0xFFFD
      case .letters(let letters): return letters.contains { Self.shown($0) == 0xFFFD }
      case .given:
        return text.isEmpty || text.contains { Self.shown(symbol($0, in: font)) == 0xFFFD }
      }
    }
    fonts[font].isUnclear = found
    return found
  }

  private static let mostPaints = 200_000

  private func addFont() {
    let facts = cglyph_font(core.pointer, fonts.count)
    let name = facts.name.map { String(cString: $0) } ?? ""
    let style = FontStyle(name: name)
    let full = style.name.lowercased()
    // A producer's fonts whose codes have the names of letters.
    let isRenamed = full.hasPrefix(Self.renamed)
    let lower = isRenamed ? String(full.dropFirst(Self.renamed.count)) : full
    let tex =
      isRenamed
      ? TeXEncoding(font: lower)
      : facts.isType3 != 0 && facts.isFixed == 0 ? TeXEncoding(names(of: fonts.count)) : nil
    fonts.append(
      Font(
        facts: facts,
        style: GlyphFont(
          name: style.name, isBold: style.isBold, isItalic: style.isItalic,
          isMonospace: style.isMonospace || facts.isFixed != 0,
          isMath: tex == .letters || tex == .signs || Self.isMathematical(lower),
          ascent: Self.bounded(facts.ascent, 0.95),
          descent: Self.bounded(facts.descent, -0.35)),
        isMath: Self.mathFonts.contains { lower.hasPrefix($0) },
        isDoubleStruck: lower.hasPrefix("msbm"), symbols: Symbols(font: lower),
        isDingbats: lower.contains("dingbats"),
        ownNames: Self.ownNames.first { lower.hasPrefix($0.font) }?.names ?? [:],
        published: (PublisherFonts.encoding(of: lower), PublisherFonts.signs(of: lower)),
        isExtension: PublisherFonts.encoding(of: lower).map { $0 == .extensions }
          ?? (lower.contains("mathext") || Self.extensions.contains { lower.hasPrefix($0) }),
        tex: tex))
  }

  /// Returns the names of a simple font's codes.
  private func names(of font: Int) -> [UInt32: String] {
    var names: [UInt32: String] = [:]
    for code in UInt32(0)..<256 {
      names[code] = cglyph_name(core.pointer, font, code).map { String(cString: $0) }
    }
    return names.filter { $0.value != ".notdef" }
  }

  /// Whether a font is used for formulas only.
  private static func isMathematical(_ name: String) -> Bool {
    name.contains("math") || name.contains("symbol")
      || (mathFonts + extensions + formulaFonts).contains { name.hasPrefix($0) }
  }

  private static let formulaFonts = [
    "txsy", "pxsy", "rtxmi", "rpxmi", "txmi", "pxmi", "ntxmi", "newtxmi", "npxmi", "ntxsy", "rsfs",
    "euf", "eus", "eur",
    "mtmi", "mtsy", "mtex", "stmary", "wasy", "zplm", "fplm", "pazo", "cmbs", "esint",
  ]

  /// Names of glyphs by the beginning of their font's name: elsewhere `check` is an accent.
  private static let ownNames: [(font: String, names: [String: UInt32])] = [
    ("msam", ["check": 0x2713]),
    ("wasy", ["CIRCLE": 0x25CF, "Circle": 0x25CB, "LEFTCIRCLE": 0x25D6, "RIGHTCIRCLE": 0x25D7]),
  ]
  private static let renamed = "tex-"

  private static func bounded(_ value: Float, _ usual: Float) -> Float {
    value.isFinite && abs(value) < 3 ? value : usual
  }

  private static let extensions = ["cmex", "txex", "pxex", "ntxex", "npxex", "lmex"]
  private static let mathFonts = [
    "cmsy", "cmmi", "cmex", "cmbsy", "cmmib", "msam", "msbm", "lmmath",
  ]

  private func add(
    _ glyph: CGlyph, _ scalars: UnsafeBufferPointer<UInt32>, to page: inout PageGlyphs
  ) {
    // An empty literal would make a set by a generic call for each glyph.
    var traits = Glyph.Traits(rawValue: 0)
    if Int(glyph.flags) & CGlyphVertical != 0 { traits.insert(.vertical) }
    if Int(glyph.flags) & CGlyphHidden != 0 { traits.insert(.hidden) }
    if Int(glyph.flags) & CGlyphArtifact != 0 { traits.insert(.artifact) }
    var one = Glyph(
      0, x: Self.placed(glyph.x), y: Self.placed(glyph.y), dx: Self.placed(glyph.dx),
      dy: Self.placed(glyph.dy), size: min(max(glyph.size, 0), Limit.fontSize), font: glyph.font,
      direction: Self.directions[Int(glyph.flags & 3)], traits: traits, color: glyph.color,
      content: glyph.content)
    let text = scalars[Int(glyph.text)..<Int(glyph.text) + Int(glyph.count)]
    let isSimple = Int(glyph.flags) & (CGlyphSimple | CGlyphReplaced) == CGlyphSimple
    if isSimple {
      switch meaning(of: glyph, text) {
      case .one(let scalar, let depth):
        one.scalar = scalar
        one.depth = depth
        page.glyphs.append(one)
        return
      case .letters(let letters): return append(letters[...], sharing: one, to: &page)
      case .given: break
      }
    }
    if text.count == 1, let first = text.first {
      if PrivateUse.range.contains(first),
        let letters = PrivateUse.letters(first, font: fonts[Int(glyph.font)].style.name)
      {
        return append(letters, sharing: one, to: &page)
      }
      guard let scalar = Self.shown(symbol(first, in: Int(glyph.font))) else { return }
      one.scalar = scalar
      page.glyphs.append(one)
      return
    }
    append(text, sharing: one, to: &page)
  }

  private func symbol(_ scalar: UInt32, in font: Int) -> UInt32 {
    fonts[font].symbols?.meaning(of: scalar) ?? scalar
  }

  /// Adds the characters of one glyph, each with its share of the width.
  private func append(
    _ text: some Collection<UInt32>, sharing glyph: Glyph, to page: inout PageGlyphs
  ) {
    var shown = text.compactMap(Self.shown)
    // A mark without width and meaning is part of the letter before it.
    if text.isEmpty, abs(glyph.dx) + abs(glyph.dy) > 0.01 * glyph.size { shown = [0xFFFD] }
    // Right-to-left letters of a ligature follow each other to the left.
    if let first = shown.first, Script.isRightToLeft(first) { shown.reverse() }
    let count = Float(max(shown.count, 1))
    for (number, scalar) in shown.enumerated() {
      var part = glyph
      part.scalar = scalar
      part.x += glyph.dx * Float(number) / count
      part.y += glyph.dy * Float(number) / count
      part.dx = glyph.dx / count
      part.dy = glyph.dy / count
      page.glyphs.append(part)
    }
  }

  /// Returns what a code of a simple font means, by its ToUnicode map or by the glyph's name.
  private func meaning(
    of glyph: CGlyph, _ text: Slice<UnsafeBufferPointer<UInt32>>
  ) -> Meaning {
    meaning(of: Int(glyph.code), in: Int(glyph.font), text)
  }

  private func meaning(
    of code: Int, in number: Int, _ text: Slice<UnsafeBufferPointer<UInt32>>
  ) -> Meaning {
    guard number < fonts.count, code < 256 else { return .given }
    if let known = fonts[number].meanings[code] { return known }
    var found = decide(number, code, text)
    if case .one(let scalar, let depth) = found {
      found = .one(symbol(scalar, in: number), depth: depth)
    }
    fonts[number].meanings[code] = found
    return found
  }

  private func decide(
    _ number: Int, _ code: Int, _ text: Slice<UnsafeBufferPointer<UInt32>>
  ) -> Meaning {
    let font = fonts[number]
    let hang: Float = font.isExtension ? 1 : 0
    if let sign = font.tex?.scalar(UInt32(code)) { return .one(sign, depth: hang) }
    let given = text.count == 1 ? text.first.flatMap(Self.shown) : nil
    let isGiven = text.count > 1 || given.map { !Self.isMeaningless($0) } ?? false
    let name = cglyph_name(core.pointer, number, UInt32(code)).map { String(cString: $0) }
    // Tabs and the ends of lines, which some programs leave in the text.
    if !isGiven, [0x09, 0x0A, 0x0D].contains(code), name ?? ".notdef" == ".notdef" {
      return .one(0x20, depth: 0)
    }
    guard let name else { return isGiven ? .given : .one(0xFFFD, depth: 0) }
    let named = GlyphMeaning.of(name) {
      font.isDingbats ? cglyph_dingbat(core.pointer, $0) : cglyph_listed(core.pointer, $0)
    }
    let depth = max(named?.depth ?? 0, hang)
    if let code = PublisherFonts.number(name) ?? named?.scalar,
      let sign = font.published.signs[code] ?? font.published.encoding?.scalar(code)
    {
      return .one(sign, depth: hang)
    }
    if font.isDoubleStruck, name.count == 1, let letter = doubleStruck(name) {
      return .one(letter, depth: 0)
    }
    if let sign = font.ownNames[name] { return .one(sign, depth: 0) }
    // Some programs give a ligature the code of one of its letters.
    if let sign = Self.ligatures[name], let given, text.count == 1,
      Self.ligatureLetters.contains(given)
    {
      return .one(sign, depth: 0)
    }
    if let given, let letters = letters(of: name), letters.contains(given) {
      return .letters(letters)
    }
    // The map decides, except where it says nothing, in fonts whose maps are known to lie, and where it repeats the code of a named sign.
    let isEcho =
      text.count == 1 && text.first == UInt32(code)
      && named.map { $0.scalar >= 0x2000 || code < 0x20 && $0.scalar > 0x20 } ?? false
    if font.facts.hasToUnicode != 0, isGiven, !isEcho, !font.isMath || named == nil {
      guard depth > 0, let given else { return .given }
      return .one(given, depth: depth)
    }
    if let named, let scalar = Self.shown(named.scalar) {
      let letters = PrivateUse.letters(scalar, font: font.style.name)
      return letters.map(Meaning.letters) ?? .one(scalar, depth: depth)
    }
    if font.facts.isType3 != 0 || font.facts.hasToUnicode != 0 {
      return isGiven ? .given : .one(0xFFFD, depth: 0)
    }
    // Poppler takes the code itself where it does not know a name; numbered names say as much.
    let isWord = name.count > 3 && name.allSatisfy { $0.isLetter }
    if isWord, name != "notdef", given == UInt32(code) { return .one(0xFFFD, depth: 0) }
    return isGiven ? .given : .one(0xFFFD, depth: 0)
  }

  /// Returns the letters of a ligature whose name joins theirs by underscores, such as `T_h` (Adobe Glyph List, 2).
  private func letters(of name: String) -> [UInt32]? {
    let parts = name.prefix { $0 != "." }.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return nil }
    let letters = parts.map { cglyph_listed(core.pointer, String($0)) }
    return letters.contains(0) ? nil : letters
  }

  private static let ligatures: [String: UInt32] = [
    "ff": 0xFB00, "fi": 0xFB01, "fl": 0xFB02, "ffi": 0xFB03, "ffl": 0xFB04, "f_f": 0xFB00,
    "f_i": 0xFB01, "f_l": 0xFB02, "f_f_i": 0xFB03, "f_f_l": 0xFB04,
  ]
  private static let ligatureLetters: Set<UInt32> = [0x66, 0x69, 0x6C]

  private func doubleStruck(_ name: String) -> UInt32? {
    let letters: [Character: UInt32] = [
      "C": 0x2102, "H": 0x210D, "N": 0x2115, "P": 0x2119, "Q": 0x211A, "R": 0x211D, "Z": 0x2124,
    ]
    guard let letter = name.first, let ascii = letter.asciiValue, letter.isUppercase else {
      return nil
    }
    return letters[letter] ?? 0x1D538 + UInt32(ascii - 0x41)
  }

  private static func placed(_ value: Float) -> Float {
    Float(PopplerDocumentFile.onAPage(Double(value)))
  }

  private static let directions: [Direction] = [.across, .down, .back, .up]
}
