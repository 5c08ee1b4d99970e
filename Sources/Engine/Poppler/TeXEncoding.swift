/// The encoding of a bitmap font that was made from one of TeX's fonts: its glyphs have their codes for names.
enum TeXEncoding {
  /// Of text (OT1).
  case text
  /// Of text with accented letters (T1).
  case accentedText
  /// Of Cyrillic text (T2A).
  case cyrillicText
  /// Of mathematical letters (OML).
  case letters
  /// Of mathematical signs (OMS).
  case signs
  /// Of large signs and delimiters (OMX).
  case extensions

  /// Returns the encoding of a font by the names of its codes; nil if they say something else or not enough.
  init?(_ names: [UInt32: String]) {
    guard names.allSatisfy({ Self.isCode($1, of: $0) }) else { return nil }
    let count = { (signs: String) in signs.unicodeScalars.count { names[$0.value] != nil } }
    let letters = count("abcdefghijklmnopqrstuvwxyz")
    // No language in Latin letters has most of its letters accented, or many different ones.
    let accented = (UInt32(0xE0)...0xFF).count { names[$0] != nil }
    if accented >= 20 || accented >= 4 && accented > letters {
      self = .cyrillicText
      return
    }
    guard names.keys.contains(where: { $0 < 0x20 }) else { return nil }
    // A title may have neither stops nor digits. Formulas that need as many letters have commas or Greek letters, too.
    let isTitle =
      letters >= 8 && count(":;<=>") == 0
      && names.keys.allSatisfy { $0 >= 0x20 || Self.ligatures.contains($0) }
    if letters >= 8 && count("()23456789,.") >= 2 || isTitle
      || count("23456789") >= 3 && count("()") > 0
    {
      let has = { (codes: ClosedRange<UInt32>) in names.keys.contains(where: codes.contains) }
      // Ligatures and dashes are at other codes.
      let isAccented = has(0x80...0xFF) || has(0x1B...0x1F) || has(0x10...0x11) || has(0x15...0x16)
      self = isAccented && !has(0x0B...0x0F) ? .accentedText : .text
    } else if names[0] == nil, count("()23456789.") == 0, count("cdeklmnoqstuvwxz") >= 3 {
      self = .letters
    } else if names[0] != nil, count("@") == 0,
      Self.pairs.contains(where: { count($0.sign) > 0 && count($0.other) == 0 })
    {
      // Minus, and signs that are one half of two large delimiters in the font for those.
      self = .signs
    } else {
      return nil
    }
  }

  /// Returns the encoding of one of TeX's fonts for formulas by the name with which that of the font begins.
  init?(font name: String) {
    let known: [(font: String, encoding: TeXEncoding)] = [
      ("cmex", .extensions), ("cmsy", .signs), ("cmbsy", .signs), ("cmmi", .letters),
    ]
    guard let own = known.first(where: { name.hasPrefix($0.font) }) else { return nil }
    self = own.encoding
  }

  /// Whether a name is a code: the character itself, `a11`; dvips gives 0 a name of its own.
  private static func isCode(_ name: String, of code: UInt32) -> Bool {
    let scalars = name.unicodeScalars
    let isSame = scalars.count == 1 && (scalars.first?.value == code || code >= 0x80)
    return isSame || name == "a\(code)" || code == 0
  }

  /// The codes of `ff` to `ffl` in T1, and of dashes.
  private static let ligatures: Set<UInt32> = [0x15, 0x16, 0x1B, 0x1C, 0x1D, 0x1E, 0x1F]

  private static let pairs: [(sign: String, other: String)] = [
    ("0", "@"), ("j", "k"), ("!", " "), ("2", "3"), ("1", "A"),
  ]

  /// Returns the character of a code; nil if it is that of ASCII.
  func scalar(_ code: UInt32) -> UInt32? {
    guard code < 0x80 else { return self == .cyrillicText ? Self.cyrillic(code) : nil }
    switch self {
    case .text: return code < 0x20 ? Self.textControls[Int(code)].value : Self.textSigns[code]
    case .accentedText, .cyrillicText:
      return code < 0x20 ? Self.accentedControls[Int(code)].value : nil
    case .letters:
      return code < 0x20 ? Self.letterControls[Int(code)].value : Self.letterSigns[code]
    case .signs: return Self.signCodes[Int(code)].value
    case .extensions: return Self.extensionCodes[Int(code)].value
    }
  }

  private static func cyrillic(_ code: UInt32) -> UInt32? {
    switch code {
    case 0x9C: 0x401
    case 0xBC: 0x451
    case 0x9D: 0x2116
    case 0xC0...0xFF: code + 0x350
    default: nil
    }
  }

  private static let capitals = "ΓΔΘΛΞΠΣΥΦΨΩ"
  private static let textControls = Array((capitals + "ﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ").unicodeScalars)
  private static let accentedControls = Array(
    "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—\u{200C}‰ıȷﬀﬁﬂﬃﬄ".unicodeScalars)
  private static let letterControls = Array((capitals + "αβγδϵζηθικλμνξπρστυϕχ").unicodeScalars)
  private static let signCodes = Array(
    ("−·×∗÷⋄±∓⊕⊖⊗⊘⊙◯∘•≍≡⊆⊇≤≥⪯⪰∼≈⊂⊃≪≫≺≻←→↑↓↔↗↘≃⇐⇒⇑⇓⇔↖↙∝′∞∈∋△▽\u{338}↦∀∃¬∅ℜℑ⊤⊥"
      + "ℵABCDEFGHIJKLMNOPQRSTUVWXYZ∪∩⊎∧∨⊢⊣⌊⌋⌈⌉{}⟨⟩|‖↕⇕\\≀√∐∇∫⊔⊓⊑⊒§†‡¶♣♢♡♠").unicodeScalars)
  private static let extensionCodes = Array(
    ("()[]⌊⌋⌈⌉{}⟨⟩|‖/\\()()[]⌊⌋⌈⌉{}⟨⟩/\\()[]⌊⌋⌈⌉{}⟨⟩/\\/\\⎛⎞⎡⎤⎣⎦⎢⎥⎧⎫⎩⎭⎨⎬⎪│⎝⎠⎜⎟⟨⟩⊔⊔∮∮⊙⊙⊕⊕⊗⊗"
      + "∑∏∫∪∩⊎∧∨∑∏∫∪∩⊎∧∨∐∐ˆˆˆ˜˜˜[]⌊⌋⌈⌉{}√√√√⎷││‖↑↓⏞⏞⏟⏟⇑⇓").unicodeScalars)
  private static let textSigns = table("\"”<¡>¿\\“^ˆ_˙{–|—}˝~˜\u{7F}¨")
  private static let letterSigns = table(" ψ!ω\"ε#ϑ$ϖ%ϱ&ς'φ:.;,=/?⋆@∂`ℓ{ı|ȷ}℘")

  private static func table(_ pairs: String) -> [UInt32: UInt32] {
    let scalars = pairs.unicodeScalars.map(\.value)
    return Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: scalars.count - 1, by: 2).map {
        (scalars[$0], scalars[$0 + 1])
      })
  }
}
