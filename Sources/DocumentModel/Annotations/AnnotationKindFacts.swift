/// The facts of a kind of annotation: its row of the table below.
package struct AnnotationKindFacts: Sendable {
  /// The `/Subtype` in a file; nil if several subtypes map to the kind.
  package var subtype: String?
  /// The name on the screen.
  package var name: String
  /// The sign in the margin of a text.
  package var sign: Unicode.Scalar
  /// How its place is given, which decides whether it can be resized and which kinds it can become.
  package var shape: Shape
  /// The option of `recto annotate` that makes one; nil if Recto makes none.
  package var option: String?
  /// The letter that changes an annotation of the same shape to this kind; nil if none is changed to it.
  package var key: String?
  /// The name of the colour of new ones; nil for the first colour of the settings.
  package var colorName: String?
  /// The colour, 0xRRGGBB, in which one without a colour is drawn.
  package var fallbackColor: UInt32 = 0xD000_00
  /// Whether its lines have a width of their own.
  package var hasLineWidth = false
  /// Whether its lines may end in shapes (`/LE`).
  package var hasLineEndings = false
  /// Whether it has an icon with a name (`/Name`).
  package var hasIcon = false

  package enum Shape: Sendable {
    /// Quadrilaterals over runs of text.
    case text
    /// Points of lines, which are scaled when it is resized.
    case strokes
    /// A rectangle that Recto can resize.
    case box
    /// A box that Recto does not resize.
    case fixed
  }

  private init(
    _ subtype: String?, _ name: String, _ sign: Unicode.Scalar, _ shape: Shape,
    option: String? = nil, key: String? = nil, color: String? = nil,
    fallback: UInt32 = 0xD000_00, lineWidth: Bool = false, endings: Bool = false,
    icon: Bool = false
  ) {
    (self.subtype, self.name, self.sign, self.shape) = (subtype, name, sign, shape)
    (self.option, self.key, colorName, fallbackColor) = (option, key, color, fallback)
    (hasLineWidth, hasLineEndings, hasIcon) = (lineWidth, endings, icon)
  }

  // One row for each kind.
  // swift-format-ignore
  init(for kind: AnnotationKind) {
    self = switch kind {
    case .highlight: Self("Highlight", "highlight", "▒", .text, option: "highlight", key: "h", fallback: 0xFFD4_00)
    case .underline: Self("Underline", "underline", "_", .text, option: "underline", key: "u", color: "green")
    case .strikeOut: Self("StrikeOut", "strikeout", "-", .text, option: "strikeout", key: "s", color: "red")
    case .squiggly: Self("Squiggly", "squiggly line", "≈", .text, option: "squiggly", key: "w", color: "blue")
    case .note: Self("Text", "note", "¶", .fixed, option: "text-note", fallback: 0xFFD4_00, icon: true)
    case .freeText: Self("FreeText", "free text", "T", .box, option: "free-text", color: "blue", fallback: 0)
    case .box: Self("Square", "box", "□", .box, option: "box", key: "x", color: "red", lineWidth: true)
    case .circle: Self("Circle", "circle", "○", .box, option: "circle", key: "o", color: "red", lineWidth: true)
    case .line: Self("Line", "line", "/", .strokes, option: "line", color: "red", lineWidth: true, endings: true)
    case .polygon: Self("Polygon", "polygon", "◊", .strokes, lineWidth: true)
    case .polyLine: Self("PolyLine", "polyline", "/", .strokes, lineWidth: true, endings: true)
    case .ink: Self("Ink", "ink", "~", .strokes, option: "ink", color: "blue", lineWidth: true)
    case .stamp: Self("Stamp", "stamp", "■", .box, option: "stamp", color: "red", fallback: 0xC000_00, icon: true)
    case .caret: Self("Caret", "insertion", "^", .fixed, option: "caret")
    case .attachment: Self("FileAttachment", "attached file", "@", .fixed)
    case .redaction: Self("Redact", "redaction", "■", .fixed)
    case .other: Self(nil, "annotation", "*", .fixed)
    }
  }
}
