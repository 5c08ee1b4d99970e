/// What an annotation is (PDF 32000-1, table 169); links, form fields and popups are none of a person's.
///
/// The raw value is what files, notes and the command line call it.
package enum AnnotationKind: String, Sendable, Hashable, Codable, CaseIterable {
  case highlight
  case underline
  case strikeOut = "strikeout"
  case squiggly
  /// A note at a place.
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
  /// Sounds, films, 3D and what a later standard may have.
  case other

  /// `/Subtype` in a file; nil where there is no single one.
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

  /// It lies on text, by quadrilaterals.
  package var isMarkup: Bool { Self.markups.contains(self) }

  private static let markups: Set<AnnotationKind> = [.highlight, .underline, .strikeOut, .squiggly]

  /// It can be made larger and smaller.
  package var hasSize: Bool { Self.sized.contains(self) }

  private static let sized: Set<AnnotationKind> = [
    .box, .circle, .line, .ink, .freeText, .stamp, .polygon, .polyLine,
  ]

  /// What one of this kind may become, itself among them; empty where it can be nothing else.
  package var alternatives: [AnnotationKind] {
    Self.alike.first { $0.contains(self) } ?? []
  }

  private static let alike: [[AnnotationKind]] = [
    [.highlight, .underline, .strikeOut, .squiggly], [.box, .circle],
  ]

  /// Recto makes such.
  package var isMade: Bool { Self.made.contains(self) }

  /// Recto writes such where they come from elsewhere: those it makes, and polygons.
  package var isWritten: Bool { isMade || self == .polygon || self == .polyLine }

  private static let made: Set<AnnotationKind> = [
    .highlight, .underline, .strikeOut, .squiggly, .note, .freeText, .box, .circle, .line, .ink,
    .stamp,
  ]
}
