/// The style of a run of characters.
package struct TextStyle: Sendable, Hashable {
  /// The font name without its subset tag, such as `CMR10` or `NotoSans-Bold`.
  package var font: String
  /// The size in points.
  package var size: Float
  package var isBold: Bool
  package var isItalic: Bool
  package var isMonospace: Bool
  package var isUnderlined: Bool
  package var isStruck: Bool
  /// Marked by the author, as with a highlighter.
  package var isMarked = false
  /// Small letters are shown as capitals.
  package var isSmallCaps = false
  /// Recognised in a picture with little confidence.
  package var isUncertain: Bool
  /// The fill colour, 0xRRGGBB.
  package var color: UInt32

  package init(
    font: String = "", size: Float = 10, isBold: Bool = false, isItalic: Bool = false,
    isMonospace: Bool = false, isUnderlined: Bool = false, isStruck: Bool = false,
    isUncertain: Bool = false, color: UInt32 = 0
  ) {
    self.font = font
    self.size = size
    self.isBold = isBold
    self.isItalic = isItalic
    self.isMonospace = isMonospace
    self.isUnderlined = isUnderlined
    self.isStruck = isStruck
    self.isUncertain = isUncertain
    self.color = color
  }
}

/// The characters from `start` up to the next run's start have the style at index `style`.
package struct StyleRun: Sendable, Hashable {
  package var start: Int
  package var style: Int

  package init(start: Int, style: Int) {
    self.start = start
    self.style = style
  }
}

/// The origin of a page's characters.
package enum TextSource: UInt8, Sendable {
  case document
  /// Recognised in the page's picture (OCR) by Recto.
  case recognition
  /// The page is a picture, perhaps with a few small characters at its edges, such as a library's stamp.
  case picture
  /// Invisible characters over an image, which a program recognised and stored.
  case layer
}

/// Characters within a text of markup that words continue after.
package struct TextAside: Sendable, Hashable {
  package enum Kind: UInt8, Sendable {
    /// The reading of the ideographs before it (ruby), in parentheses.
    case reading
    /// The number or sign of a note.
    case noteCall
  }

  package var kind: Kind
  package var range: Range<Int>

  package init(_ kind: Kind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// The text of one page as the engine delivers it: Unicode scalars, each with a box, and their styles.
///
/// `boxes.count == scalars.count`. Line ends are U+000A and blanks U+0020, with empty or thin boxes. Runs ascend, and the first starts at 0 (unless the page is
/// empty); every `style` is an index into `styles`. `scalars` contains no control characters except U+000A, no bidi marks and no surrogates.
package struct PageText: Sendable, Hashable {
  /// The displayed size of the page.
  package var size: PageSize
  package var scalars: [UInt32]
  package var boxes: [Box]
  package var runs: [StyleRun]
  package var styles: [TextStyle]
  /// Ascending, without overlaps; nil if the structure is known from glyph positions only.
  package var blocks: [AuthoredBlock]?
  /// Figures, tables and displayed formulas, from top to bottom, without overlaps.
  package var regions: [PageRegion] = []
  package var source = TextSource.document
  /// Ascending, without overlaps.
  package var asides: [TextAside] = []
  /// Indices of characters of authored blocks that have a soft hyphen before them, ascending.
  package var softHyphens: [Int] = []
  /// Characters of authored blocks that take the space of one in vertical lines. Ascending, without overlaps.
  package var combined: [Range<Int>] = []

  package init(
    scalars: [UInt32] = [], boxes: [Box] = [], runs: [StyleRun] = [], styles: [TextStyle] = [],
    size: PageSize = PageSize(width: 612, height: 792), blocks: [AuthoredBlock]? = nil
  ) {
    self.size = size
    self.scalars = scalars
    self.boxes = boxes
    self.runs = runs
    self.styles = styles
    self.blocks = blocks
  }

  /// The blank between two words of a row that a vertical line divides (EM SPACE).
  package static let divider: UInt32 = 0x2003

  /// Whether no character can be seen.
  package var isBlank: Bool { scalars.allSatisfy { $0 <= 0x20 } }

  /// Whether the characters were recognised in the page's picture (OCR).
  package var isRecognized: Bool { source == .recognition }

  /// Whether the words of the page are in its picture only.
  package var needsRecognition: Bool { source == .picture || source != .recognition && isBlank }

  /// Returns the characters whose middles lie in a box on one line; runs of blanks and line ends become one blank.
  package func words(in box: Box) -> String {
    func isBlank(_ scalar: UInt32) -> Bool {
      scalar == 0x0A || scalar == 0x20 || scalar == Self.divider
    }
    var found = String.UnicodeScalarView()
    var end = 0
    for index in scalars.indices where box.contains(boxes[index].middle) {
      guard !isBlank(scalars[index]), let scalar = Unicode.Scalar(scalars[index]) else { continue }
      if end > 0, scalars[end..<index].contains(where: isBlank) { found.append(" ") }
      found.append(scalar)
      end = index + 1
    }
    return String(found)
  }

  /// The boxes of calls of notes in a text of markup.
  package var noteCalls: Set<Box> {
    Set(
      asides.lazy.filter { $0.kind == .noteCall }.map { aside in
        boxes[aside.range].dropFirst().reduce(boxes[aside.range.lowerBound]) { $0.union($1) }
      })
  }

  /// The approximate memory size of the value in bytes.
  package var byteCount: Int {
    scalars.count * 20 + runs.count * 16 + styles.count * 64 + (blocks?.count ?? 0) * 72
      + regions.count * 20 + (asides.count + combined.count) * 24 + softHyphens.count * 8
  }
}
