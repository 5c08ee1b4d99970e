/// The kinds of annotations people make (PDF 32000-1, table 169); links, form fields and popups are not among them.
///
/// The raw value is the name in exported files, notes and on the command line.
package enum AnnotationKind: String, Sendable, Hashable, Codable, CaseIterable {
  case highlight
  case underline
  case strikeOut = "strikeout"
  case squiggly
  /// A note at a point.
  case note
  case freeText = "free-text"
  case box
  case circle
  case line
  case polygon
  case polyLine = "polyline"
  case ink
  case stamp
  case caret
  case attachment
  case redaction
  /// Sounds, films, 3D and subtypes of later standards.
  case other

  /// The `/Subtype` in a file; nil if several subtypes map to the kind.
  package var subtype: String? { Self.subtypes[self] }

  package init(subtype: String) {
    self = Self.kinds[subtype] ?? .other
  }

  private static let subtypes: [AnnotationKind: String] = [
    .highlight: "Highlight", .underline: "Underline", .strikeOut: "StrikeOut",
    .squiggly: "Squiggly", .note: "Text", .freeText: "FreeText", .box: "Square",
    .circle: "Circle", .line: "Line", .polygon: "Polygon", .polyLine: "PolyLine", .ink: "Ink",
    .stamp: "Stamp", .caret: "Caret", .attachment: "FileAttachment", .redaction: "Redact",
  ]
  private static let kinds = Dictionary(
    subtypes.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

  /// Whether it marks text by quadrilaterals.
  package var isMarkup: Bool { Self.markups.contains(self) }

  private static let markups: Set<AnnotationKind> = [.highlight, .underline, .strikeOut, .squiggly]

  /// Whether it can be resized.
  package var hasSize: Bool { Self.sized.contains(self) }

  private static let sized: Set<AnnotationKind> = [
    .box, .circle, .line, .ink, .freeText, .stamp, .polygon, .polyLine,
  ]

  /// The kinds it can be converted to, including itself; empty if it cannot be converted.
  package var alternatives: [AnnotationKind] {
    Self.alike.first { $0.contains(self) } ?? []
  }

  private static let alike: [[AnnotationKind]] = [
    [.highlight, .underline, .strikeOut, .squiggly], [.box, .circle],
  ]

  /// Whether Recto can create this kind.
  package var isMade: Bool { Self.made.contains(self) }

  /// Whether Recto can rewrite this kind if another program created it: all it creates itself, and polygons.
  package var isWritten: Bool { isMade || self == .polygon || self == .polyLine }

  private static let made: Set<AnnotationKind> = [
    .highlight, .underline, .strikeOut, .squiggly, .note, .freeText, .box, .circle, .line, .ink,
    .stamp, .caret,
  ]
}
