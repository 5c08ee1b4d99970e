/// Raised and lowered signs that Unicode has as characters of their own.
enum Superscripts {
  static let raised = table(
    "0⁰1¹2²3³4⁴5⁵6⁶7⁷8⁸9⁹+⁺-⁻−⁻‐⁻–⁻=⁼(⁽)⁾aᵃbᵇcᶜdᵈeᵉfᶠgᵍhʰiⁱjʲkᵏlˡmᵐnⁿoᵒpᵖrʳsˢtᵗuᵘvᵛwʷxˣyʸzᶻ"
      + "AᴬBᴮDᴰEᴱGᴳHᴴIᴵJᴶKᴷLᴸMᴹNᴺOᴼPᴾRᴿTᵀUᵁVⱽWᵂβᵝγᵞδᵟθᶿφᵠχᵡ∘°◦°○°")
  static let lowered = table(
    "0₀1₁2₂3₃4₄5₅6₆7₇8₈9₉+₊-₋−₋‐₋=₌(₍)₎aₐeₑhₕiᵢjⱼkₖlₗmₘnₙoₒpₚrᵣsₛtₜuᵤvᵥxₓβᵦγᵧρᵨφᵩχᵪ")

  /// Returns the sign for a small one; nil if Unicode has none.
  static func sign(_ scalar: UInt32, _ level: RowItem.Level) -> UInt32? {
    let plain = MathLetters.plain(scalar)
    if let sign = level == .raised ? raised[plain] : lowered[plain] { return sign }
    // Commas, asterisks, daggers, primes and the brackets of citations need no raised form.
    let isWritten =
      Script.isLetter(plain) || Script.isDigit(plain) || letterlike.contains(plain)
    let isOperator =
      operators.contains(plain) || level == .lowered && brackets.contains(plain)
    return isWritten || isOperator ? nil : plain
  }

  /// Signs that would change the meaning if they were not raised or lowered.
  private static let operators: Set<UInt32> = Set(
    "+-−±∓×·⋅/<>≤≥≠=∈→∞⊤⊥∪∩".unicodeScalars.map(\.value))

  private static let brackets: Set<UInt32> = Set("[]{}|⟨⟩".unicodeScalars.map(\.value))

  /// ℂ, ℓ, ℝ and others, without those that are raised words, as ™ is.
  private static let letterlike = Set<UInt32>(0x2100...0x214F).subtracting([0x2117, 0x2120, 0x2122])

  /// Digits as note marks have them.
  static func isRaisedDigit(_ scalar: UInt32) -> Bool { digit(scalar) != nil }

  /// Returns the ASCII digit of a digit on the line or a raised one.
  static func plainDigit(_ scalar: UInt32) -> UInt32? {
    (0x30...0x39).contains(scalar) ? scalar : digit(scalar)
  }

  /// Returns the digit that a raised one shows.
  @inline(__always)
  static func digit(_ scalar: UInt32) -> UInt32? {
    switch scalar {
    case 0xB2, 0xB3: scalar - 0xB0 + 0x30
    case 0xB9: 0x31
    case 0x2070, 0x2074...0x2079: scalar - 0x2070 + 0x30
    default: nil
    }
  }

  /// A table from pairs of characters.
  private static func table(_ pairs: String) -> [UInt32: UInt32] {
    var found: [UInt32: UInt32] = [:]
    var key: UInt32?
    for scalar in pairs.unicodeScalars {
      guard let first = key else {
        key = scalar.value
        continue
      }
      found[first] = scalar.value
      key = nil
    }
    return found
  }
}

/// Unicode's single-character fractions, such as ½.
enum VulgarFractions {
  private static let signs: [UInt32: UInt32] = [
    0x102: 0xBD, 0x103: 0x2153, 0x203: 0x2154, 0x104: 0xBC, 0x304: 0xBE, 0x105: 0x2155,
    0x205: 0x2156, 0x305: 0x2157, 0x405: 0x2158, 0x106: 0x2159, 0x506: 0x215A, 0x107: 0x2150,
    0x108: 0x215B, 0x308: 0x215C, 0x508: 0x215D, 0x708: 0x215E, 0x109: 0x2151,
  ]

  /// Returns the sign for two decimal digits; nil if there is none.
  static func sign(_ over: UInt32, _ under: UInt32) -> UInt32? {
    guard Script.isDigit(over), Script.isDigit(under) else { return nil }
    return signs[(over & 0xF) << 8 | under & 0xF]
  }
}

/// Letters of mathematical alphabets (U+1D400 to U+1D7FF).
enum MathLetters {
  /// Whether a sign belongs to formulas in any font.
  static func isMath(_ scalar: UInt32) -> Bool {
    scalar == 0x3D || scalar == 0x2B || scalar == 0xB1 || scalar == 0xD7
      || (0x2190...0x22FF).contains(scalar) || (0x27C0...0x27EF).contains(scalar)
      || (0x2980...0x2AFF).contains(scalar) || (0x1D400...0x1D7FF).contains(scalar)
  }

  /// Returns the letter without its alphabet; other scalars are returned unchanged.
  static func plain(_ scalar: UInt32) -> UInt32 {
    if scalar == 0x210E { return 0x68 }
    guard (0x1D400...0x1D7FF).contains(scalar) else { return scalar }
    if scalar < 0x1D6A4 {
      let at = (scalar - 0x1D400) % 52
      return at < 26 ? 0x41 + at : 0x61 + at - 26
    }
    if scalar >= 0x1D7CE { return 0x30 + (scalar - 0x1D7CE) % 10 }
    guard scalar >= 0x1D6A8 else { return scalar == 0x1D6A4 ? 0x131 : 0x237 }
    let at = (scalar - 0x1D6A8) % 58
    if at < 25 { return at == 17 ? 0x3F4 : 0x391 + at }
    if at == 25 { return 0x2207 }
    if at < 51 { return 0x3B1 + at - 26 }
    return [0x2202, 0x3F5, 0x3D1, 0x3F0, 0x3D5, 0x3F1, 0x3D6][Int(at - 51)]
  }
}
