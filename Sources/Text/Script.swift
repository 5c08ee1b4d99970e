/// Classifies scalars for the layout rules.
package enum Script {
  @inline(__always)
  package static func isBlank(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0xA0 || scalar == 0x3000 || (0x2000...0x200B).contains(scalar)
      || scalar == 0x202F || scalar == 0x09
  }

  /// Whether the scalar forbids a line break on either side: no-break blanks and hyphens, joiners (UAX #14, classes GL and WJ).
  @inline(__always)
  package static func isBinding(_ scalar: UInt32) -> Bool {
    scalar == 0xA0 || scalar == 0x2007 || scalar == 0x2011 || scalar == 0x202F
      || scalar == 0x2060 || scalar == 0xFEFF
  }

  /// Han, kana, bopomofo, their punctuation and full-width forms: such lines are joined without a blank.
  @inline(__always)
  package static func isIdeographic(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x2E80 else { return false }
    return (0x2E80...0x312F).contains(scalar) || (0x3190...0x4DBF).contains(scalar)
      || (0x4E00...0xA4CF).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
      || (0xFE30...0xFE4F).contains(scalar) || (0xFF01...0xFF9F).contains(scalar)
      || (0xFFE0...0xFFE6).contains(scalar) || (0x1B000...0x1B16F).contains(scalar)
      || (0x20000...0x3FFFD).contains(scalar)
  }

  /// Whether the scalar is an ideograph or kana rather than punctuation of these scripts.
  @inline(__always)
  package static func isWritten(_ scalar: UInt32) -> Bool {
    isIdeographic(scalar) && !(0x3000...0x303F).contains(scalar)
      && !(scalar >= 0xFF00 && scalar < 0xFFF0)
  }

  /// Whether the scalar has no ink and only keeps a line from ending, as Typst puts it before page numbers.
  @inline(__always)
  static func isJoiner(_ scalar: UInt32) -> Bool { scalar == 0x2060 || scalar == 0xFEFF }

  @inline(__always)
  static func isHangul(_ scalar: UInt32) -> Bool {
    (0xAC00...0xD7FB).contains(scalar) || (0x1100...0x11FF).contains(scalar)
      || (0x3130...0x318F).contains(scalar)
  }

  @inline(__always)
  package static func isRightToLeft(_ scalar: UInt32) -> Bool {
    guard scalar >= 0x0590 else { return false }
    return scalar <= 0x08FF || (0xFB1D...0xFDFF).contains(scalar)
      || (0xFE70...0xFEFC).contains(scalar) || (0x10800...0x10FFF).contains(scalar)
      || (0x1E800...0x1EFFF).contains(scalar)
  }

  @inline(__always)
  package static func isDigit(_ scalar: UInt32) -> Bool {
    (0x30...0x39).contains(scalar) || (0xFF10...0xFF19).contains(scalar)
  }

  /// The same with the digits of Arabic and Persian.
  static func isAnyDigit(_ scalar: UInt32) -> Bool {
    isDigit(scalar) || (0x660...0x669).contains(scalar) || (0x6F0...0x6F9).contains(scalar)
  }

  /// Whether the scalar is a letter of a script with blanks between words.
  @inline(__always)
  package static func isLetter(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return (0x61...0x7A).contains(scalar | 0x20) }
    if scalar < 0xC0 { return scalar == 0xAA || scalar == 0xB5 || scalar == 0xBA }
    if scalar < 0x2000 { return scalar != 0xD7 && scalar != 0xF7 && scalar != 0x37E }
    return (0x2C00...0x2DFF).contains(scalar) || (0xA640...0xD7FF).contains(scalar)
      || (0xFB00...0xFB17).contains(scalar) || (0xFB1D...0xFDFF).contains(scalar)
      || (0xFE70...0xFEFC).contains(scalar) || (0x10000...0x1CFFF).contains(scalar)
      || (0x1D400...0x1D7CB).contains(scalar)
  }

  /// Returns the simple lower case for alphabets that have one; any other scalar is returned unchanged.
  @inline(__always)
  package static func lower(_ scalar: UInt32) -> UInt32 {
    if scalar < 0x80 { return (0x41...0x5A).contains(scalar) ? scalar + 0x20 : scalar }
    if scalar < 0x100 {
      return (0xC0...0xDE).contains(scalar) && scalar != 0xD7 ? scalar + 0x20 : scalar
    }
    if scalar < 0x180 {
      let isUpperOdd = (0x139...0x148).contains(scalar) || (0x179...0x17E).contains(scalar)
      return scalar == 0x178 ? 0xFF : isUpperOdd ? scalar + (scalar & 1) : scalar | 1
    }
    if (0x391...0x3A9).contains(scalar) || (0x410...0x42F).contains(scalar) { return scalar + 0x20 }
    if (0x400...0x40F).contains(scalar) { return scalar + 0x50 }
    return scalar
  }

  @inline(__always)
  package static func isUpperCase(_ scalar: UInt32) -> Bool {
    lower(scalar) != scalar && isLetter(scalar)
  }

  /// Whether the scalar is a lower-case letter with an upper case.
  @inline(__always)
  static func isLowerCase(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return (0x61...0x7A).contains(scalar) }
    if scalar < 0x180 { return scalar >= 0xDF && scalar != 0xF7 && lower(scalar) == scalar }
    return (0x3B1...0x3C9).contains(scalar) || (0x430...0x45F).contains(scalar)
      || (0xFB00...0xFB06).contains(scalar)
  }

  /// Returns the letters of a Latin ligature (U+FB00 to U+FB06); nil for any other scalar.
  @inline(__always)
  static func letters(ofLigature scalar: UInt32) -> [UInt32]? {
    guard scalar >= 0xFB00, scalar <= 0xFB06 else { return nil }
    return ligatures[Int(scalar - 0xFB00)]
  }

  private static let ligatures: [[UInt32]] = [
    [0x66, 0x66], [0x66, 0x69], [0x66, 0x6C], [0x66, 0x66, 0x69], [0x66, 0x66, 0x6C],
    [0x73, 0x74], [0x73, 0x74],
  ]

  @inline(__always)
  package static func isHyphen(_ scalar: UInt32) -> Bool {
    scalar == 0x2D || scalar == 0x2010 || scalar == 0xAD || scalar == 0x2011
  }

  /// Whether the scalar ends a sentence, in any script.
  package static func isTerminal(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E, 0x21, 0x3F, 0x3A, 0x3002, 0xFF01, 0xFF1F, 0xFF0E, 0xFF61, 0x061F, 0x06D4, 0x2026:
      true
    default: false
    }
  }

  /// Whether the scalar may not begin a Japanese or Chinese line, so that the character before it moves with it.
  static func isBoundToLineEnd(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3001, 0x3002, 0xFF0C, 0xFF0E, 0x300D, 0x300F, 0xFF09, 0x3011, 0x30FC, 0x3015, 0x3009,
      0x300B, 0xFF1A, 0xFF1B, 0xFF01, 0xFF1F, 0x29, 0x2C, 0x2E, 0x3041, 0x3043, 0x3045, 0x3047,
      0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3,
      0x30E3, 0x30E5, 0x30E7, 0x2019, 0x201D:
      true
    default: false
    }
  }

  static func isClosing(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x22, 0x27, 0x29, 0x5D, 0x7D, 0xBB, 0x2019, 0x201D, 0x300D, 0x300F, 0xFF09: true
    default: false
    }
  }

  /// Whether the scalar is used as a bullet of list items.
  package static func isBullet(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2A, 0xB7, 0x2013, 0x2014, 0x2022, 0x2023, 0x2043, 0x204C, 0x204D, 0x2219, 0x25A0,
      0x25A1, 0x25AA, 0x25AB, 0x25B6, 0x25B8, 0x25BA, 0x25C6, 0x25C7, 0x25CB, 0x25CF, 0x25E6,
      0x2605, 0x2606, 0x2610, 0x2611, 0x2612, 0x2713, 0x2714, 0x2751, 0x2752, 0x2756, 0x27A2,
      0x27A4, 0x29BF, 0x30FB,
      0xF0B7, 0xF0A7, 0xF076, 0x2D, 0x2212:
      true
    default: false
    }
  }
}
