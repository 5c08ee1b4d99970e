/// The meaning of a glyph name, with those of TeX's mathematical fonts that the Adobe Glyph List lacks.
struct GlyphMeaning {
  var scalar: UInt32
  /// How far it reaches below its origin, in units of the font size, if it hangs there as the glyphs of TeX's extension fonts do; else 0.
  var depth: Float = 0

  /// Returns what a name means; `listed` looks it up in the Adobe Glyph List and returns 0 if it is not there.
  static func of(_ name: String, listed: (String) -> UInt32) -> GlyphMeaning? {
    if let scalar = table[name] {
      return GlyphMeaning(scalar: scalar, depth: name == "radical" ? 1 : 0)
    }
    let known = listed(name)
    if known != 0 { return GlyphMeaning(scalar: known) }
    // Sizes of operators and delimiters: `summationdisplay`, `parenleftbigg`.
    let unnumbered = name.last?.isNumber == true ? String(name.dropLast()) : name
    for (size, depth) in sizes where unnumbered.hasSuffix(size) && unnumbered.count > size.count {
      let base = String(unnumbered.dropLast(size.count))
      let scalar = table[base] ?? listed(base)
      if scalar != 0 {
        return GlyphMeaning(scalar: scalar, depth: scalar == 0x222B ? 1.6 * depth : depth)
      }
    }
    // Variants after a full stop, components joined by underscores (Adobe Glyph List, 2).
    if let stop = name.firstIndex(of: "."), stop != name.startIndex {
      return of(String(name[..<stop]), listed: listed)
    }
    if let scalar = number(in: name) { return GlyphMeaning(scalar: scalar) }
    // Fonts of MathTime number the shapes of a sign by capitals: `lparenOSCASB`.
    let plain = name.prefix { $0.isLowercase }
    if plain.count > 1, name.count - plain.count >= 3,
      name[plain.endIndex...].allSatisfy(\.isUppercase)
    {
      return of(String(plain), listed: listed)
    }
    return nil
  }

  private static let sizes: [(String, depth: Float)] = [
    ("display", 1.4), ("text", 1), ("Bigg", 3), ("bigg", 2.4), ("Big", 1.8), ("big", 1.2),
    ("widest", 0), ("ori", 0),
    ("wider", 0), ("wide", 0), ("tp", 1.8), ("bt", 1.8), ("ex", 0.6), ("mid", 1.8), ("vertex", 0.6),
  ]

  /// `uni2264` and `u1D54A`.
  private static func number(in name: String) -> UInt32? {
    let digits = name.hasPrefix("uni") ? name.dropFirst(3).prefix(4) : name.dropFirst(1)
    guard name.hasPrefix("u"), (4...6).contains(digits.count),
      let value = UInt32(digits, radix: 16), Unicode.Scalar(value) != nil
    else { return nil }
    return value
  }

  private static let table: [String: UInt32] = {
    var found: [String: UInt32] = [:]
    for pair in pairs.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      guard let stop = pair.lastIndex(of: "="),
        let sign = pair[pair.index(after: stop)...].unicodeScalars.first
      else { continue }
      found[String(pair[..<stop])] = sign.value
    }
    for (name, value) in numbers { found[name] = value }
    return found
  }()

  /// Combining characters and others that a text cannot show by themselves.
  private static let numbers: [String: UInt32] = [
    "negationslash": 0x338, "vector": 0x20D7, "hat": 0x2C6, "tilde": 0x2DC, "compwordmark": 0x200C,
    "hatwide": 0x2C6, "tildewide": 0x2DC, "visiblespace": 0x2423, "space_visible": 0x2423,
    "equal": 0x3D, "dotaccent": 0x2D9, "check": 0x2C7,
  ]

  private static let pairs = """
    aleph=ℵ beth=ℶ gimel=ℷ daleth=ℸ angbracketleft=⟨ angbracketright=⟩ angleleft=⟨ angleright=⟩ floorleft=⌊ floorright=⌋
    ceilingleft=⌈ ceilingright=⌉ braceleft={ braceright=} bardbl=‖ vextendsingle=| vextenddouble=‖
    arrowleft=← arrowright=→ arrowup=↑ arrowdown=↓ arrowboth=↔ arrowbothv=↕ arrownortheast=↗
    arrowsoutheast=↘ arrownorthwest=↖ arrowsouthwest=↙ arrowdblleft=⇐ arrowdblright=⇒ arrowdblup=⇑
    arrowdbldown=⇓ arrowdblboth=⇔ arrowdblbothv=⇕ arrowhookleft=↩ arrowhookright=↪ mapsto=↦
    arrowlefttophalf=↼ arrowleftbothalf=↽ arrowrighttophalf=⇀ arrowrightbothalf=⇁
    asteriskmath=∗ openbullet=∘ circleplus=⊕ circleminus=⊖ circlemultiply=⊗ circledivide=⊘
    circledot=⊙ circlecopyrt=◯ diamondmath=⋄ plusminus=± minusplus=∓ multiply=× divide=÷
    equivasymptotic=≍ equivalence=≡ reflexsubset=⊆ reflexsuperset=⊇ lessequal=≤ greaterequal=≥
    precedesequal=⪯ followsequal=⪰ similar=∼ approxequal=≈ similarequal=≃ propersubset=⊂
    propersuperset=⊃ lessmuch=≪ greatermuch=≫ precedes=≺ follows=≻ proportional=∝ prime=′
    primereverse=‵ infinity=∞ element=∈ owner=∋ suchthat=∋ triangle=△ triangleinv=▽ universal=∀
    existential=∃ logicalnot=¬ emptyset=∅ Rfractur=ℜ Ifractur=ℑ latticetop=⊤ perpendicular=⊥ union=∪
    intersection=∩ unionmulti=⊎ logicaland=∧ logicalor=∨ turnstileleft=⊢ turnstileright=⊣
    wreathproduct=≀ radical=√ coproduct=∐ product=∏ summation=∑ nabla=∇ integral=∫ contintegral=∮
    unionsq=⊔ intersectionsq=⊓ subsetsqequal=⊑ supersetsqequal=⊒ club=♣ diamond=♢ heart=♡ spade=♠
    partialdiff=∂ flat=♭ natural=♮ sharp=♯ slurbelow=⌣ slurabove=⌢ lscript=ℓ weierstrass=℘ tie=⁀
    epsilon1=ε theta1=ϑ pi1=ϖ rho1=ϱ sigma1=ς phi1=φ omega1=ϖ star=⋆ triangleright=▷ triangleleft=◁
    squaredot=⊡ squareplus=⊞ squaremultiply=⊠ square=□ squaresolid=■ squaresmallsolid=▪
    diamondsolid=◆ clockwise=↻ anticlockwise=↺ harpoonleftright=⇌ harpoonrightleft=⇋ squareminus=⊟
    forces=⊩ forcesbar=⊪ satisfies=⊨ dblarrowheadright=↠ dblarrowheadleft=↞ dblarrowleft=⇇
    dblarrowright=⇉ dblarrowup=⇈ dblarrowdwn=⇊ harpoonupright=↾ harpoondownright=⇂ harpoonupleft=↿
    harpoondownleft=⇃ arrowtailright=↣ arrowtailleft=↢ arrowparrleftright=⇆ arrowparrrightleft=⇄
    shiftleft=↰ shiftright=↱ squiggleright=⇝ squiggleleftright=↭ curlyleft=↫ curlyright=↬
    circleequal=≗ followsorequal=≿ greaterorsimilar=≳ greaterorapproxeql=⪆ multimap=⊸ therefore=∴
    because=∵ equalsdots=≑ defines=≜ precedesorequal=≾ lessorsimilar=≲ lessorapproxeql=⪅
    equalorless=⪕ equalorgreater=⪖ equalorprecedes=⋞ equalorfollows=⋟ precedesorcurly=≼
    lessdblequal=≦ lessorequalslant=⩽ lessorgreater=≶ equaldotrightleft=≓ equaldotleftright=≒
    followsorcurly=≽ greaterdblequal=≧ greaterorequalslant=⩾ greaterorless=≷ squareimage=⊏
    squareoriginal=⊐ trianglerightequal=⊵ triangleleftequal=⊴ between=≬ triangledownsld=▼
    trianglerightsld=▶ triangleleftsld=◀ trianglesolid=▲ ringinequal=≖ lessequalgreater=⋚
    greaterlessequal=⋛ lessdbleqlgreater=⪋ greaterdbleqlless=⪌ arrowtripleright=⇛ arrowtripleleft=⇚
    checkmark=✓ orunderscore=⊻ nand=⊼ measuredangle=∡ angle=∠ sphericalangle=∢ smile=⌣ frown=⌢
    subsetdbl=⋐ supersetdbl=⋑ uniondbl=⋓ intersectiondbl=⋒ uprise=⋏ downfall=⋎ multiopenleft=⋋
    multiopenright=⋌ subsetdblequal=⫅ supersetdblequal=⫆ difference=≏ geomequivalent=≎ muchless=⋘
    muchgreater=⋙ rightanglenw=⌜ rightanglene=⌝ rightanglesw=⌞ rightanglese=⌟ circleR=® circleS=Ⓢ
    fork=⋔ dotplus=∔ revsimilar=∽ revasymptequal=⋍ maltesecross=✠ complement=∁ intercal=⊺
    circlering=⊚ circleasterisk=⊛ lessornotequal=≨ greaterornotequal=≩ notlessequal=≰
    notgreaterequal=≱ notless=≮ notgreater=≯ notprecedes=⊀ notfollows=⊁ notsimilar=≁
    notapproxequal=≇ notsubseteql=⊈ notsuperseteql=⊉ subsetnoteql=⊊ supersetnoteql=⊋ notbar=∤
    notparallel=∦ notturnstile=⊬ notforces=⊮ notsatisfies=⊭ nottriangeqlright=⋭
    nottriangeqlleft=⋬ nottriangleleft=⋪ nottriangleright=⋫ notarrowleft=↚ notarrowright=↛
    notdblarrowleft=⇍ notdblarrowright=⇏ notdblarrowboth=⇎ notarrowboth=↮ divideontimes=⋇
    notexistential=∄ Finv=Ⅎ Gmir=⅁ planckover2pi=ℏ planckover2pi1=ℏ mho=℧ equalorsimilar=≂ lessdot=⋖
    greaterdot=⋗ multicloseleft=⋉ multicloseright=⋊ barshort=∣ parallelshort=∥ integerdivide=∖
    approxorequal=≊ archleftdown=↶ archrightdown=↷ Digamma=Ϝ epsiloninv=϶ llbracket=⟦ rrbracket=⟧
    rangedash=– punctdash=— sfthyphen=‐ hyphenchar=‐ dotlessi=ı dotlessj=ȷ Germandbls=ẞ
    lparen=( rparen=) lbrack=[ rbrack=] lbrace={ rbrace=} lfloor=⌊ rfloor=⌋ lceil=⌈ rceil=⌉
    langle=⟨ rangle=⟩ vert=| varnothing=∅
    parenleft=( parenright=) bracketleft=[ bracketright=] slash=/ backslash=\\ bar=|
    """
}
