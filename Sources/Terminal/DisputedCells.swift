import Canvas

/// Writes the rows with characters for which terminals count different numbers of cells, such as letters of Indic scripts, skin tones and the newest emoji.
///
/// ncurses believes its own count, and what follows such a character would be beside its place. It is given blanks instead, and each
/// of these characters is written over them at a position of its own; so is what follows it, which cuts what reaches too far.
enum DisputedCells {
  /// Returns the bytes that write whole rows, without the cells for which `isLeft` holds, and leave cursor and attributes as they were.
  static func sequence(
    rows: [Int], of surface: Surface, depth: ColorDepth, isLeft: (_ x: Int, _ y: Int) -> Bool
  ) -> String {
    guard !rows.isEmpty else { return "" }
    var text = ""
    for y in rows {
      var style: Style?
      var isPlaced = false
      for x in 0..<surface.size.width where !surface[x: x, y: y].isContinuation {
        let cell = surface[x: x, y: y]
        guard !isLeft(x, y), cell.scalars.0 != Cell.picture else {
          isPlaced = false
          continue
        }
        let isDisputed = cell.isDisputed
        let place = isPlaced && !isDisputed ? "" : "\u{1b}[\(y + 1);\(x + 1)H"
        text += place
        if style != cell.style {
          style = cell.style
          text += CellText.sequence(cell.style, depth)
        }
        if isDisputed {
          text += String(repeating: " ", count: surface.width(x: x, y: y)) + place
        }
        text.unicodeScalars.append(contentsOf: cell.characters)
        isPlaced = !isDisputed
      }
    }
    // The cursor and its attributes are saved, and what is too wide for the last cell does not begin the next row (ECMA-48, DEC VT510).
    return "\u{1b}7\u{1b}[?7l" + text + "\u{1b}[?7h\u{1b}8"
  }

  /// Returns whether a row has a disputed character.
  static func exist(in y: Int, of surface: Surface) -> Bool {
    (0..<surface.size.width).contains { surface[x: $0, y: y].isDisputed }
  }
}

extension Surface {
  /// Returns the number of cells of the character that begins in a cell.
  func width(x: Int, y: Int) -> Int {
    x + 1 < size.width && self[x: x + 1, y: y].isContinuation ? 2 : 1
  }
}

extension Cell {
  /// The base character and its combining ones.
  var characters: [Unicode.Scalar] {
    [scalars.0, scalars.1, scalars.2, scalars.3, scalars.4].compactMap {
      $0 == 0 ? nil : Unicode.Scalar($0)
    }
  }

  /// Whether terminals may count another number of cells for this character.
  var isDisputed: Bool {
    if scalars.0 < 0x300, scalars.1 == 0 { return false }
    // The marks of a private character number the parts of a picture.
    if scalars.0 >= 0xF_0000 { return false }
    return !Self.isAgreed(scalars.0)
      || ![scalars.1, scalars.2, scalars.3, scalars.4].allSatisfy(Self.isAgreedMark)
  }

  private static func isAgreed(_ scalar: UInt32) -> Bool {
    switch scalar {
    // Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, Thai and Georgian letters.
    case 0..<0x300, 0x370..<0x483, 0x48A..<0x590, 0x5D0..<0x5F5, 0x620..<0x64B, 0x660..<0x6D6,
      0xE01..<0xE31, 0xE40..<0xE46, 0x10A0..<0x1100, 0x1D00..<0x1DC0, 0x1E00..<0x200B,
      0xFB00..<0xFB1E, 0xFB1F..<0xFE00:
      true
    // CJK, Hangul syllables and full-width forms.
    case 0x2E80..<0x302A, 0x3030..<0x3099, 0x309B..<0xA4D0, 0xAC00..<0xD7A4, 0xF900..<0xFB00,
      0xFE30..<0xFE70, 0xFF01..<0xFFE7, 0x2_0000..<0x3_FFFE:
      true
    // Punctuation, signs, dots and private characters.
    case 0x2010..<0x2028, 0x202F..<0x2060, 0x2070..<0x20D0, 0x2100..<0x2300, 0x2800..<0x2900,
      0xE000..<0xF900, 0xFFFD, 0x1_D400..<0x1_D800:
      true
    // Lines and signs, some of which are wide pictures in newer terminals.
    case 0x2300..<0x2800: Unicode.Scalar(scalar)?.properties.isEmojiPresentation == false
    default: false
    }
  }

  static func isAgreedMark(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0, 0x300..<0x370, 0x591..<0x5BE, 0x64B..<0x660, 0x20D0..<0x20DD, 0x3099, 0x309A: true
    default: false
    }
  }
}
