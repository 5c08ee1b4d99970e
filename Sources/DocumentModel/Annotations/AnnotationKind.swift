/// The kinds of annotations people make (PDF 32000-1, table 169); links, form fields and popups are not among them.
///
/// The raw value is the name in exported files, notes and on the command line. `AnnotationKindFacts` has a row for each.
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

  /// Its row of the table in `AnnotationKindFacts`.
  package var facts: AnnotationKindFacts { Self.table[self] ?? AnnotationKindFacts(for: self) }

  private static let table = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, AnnotationKindFacts(for: $0)) })

  /// Returns the kind of a `/Subtype`.
  package init(subtype: String) {
    self = Self.subtypes[subtype] ?? .other
  }

  private static let subtypes = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { kind in
      kind.facts.subtype.map { ($0, kind) }
    })

  /// Whether it marks text by quadrilaterals.
  package var marksText: Bool { facts.shape == .text }

  /// Whether it can be resized.
  package var hasSize: Bool { facts.shape == .strokes || facts.shape == .box }

  /// The kinds it can be converted to, including itself; empty if it cannot be converted.
  package var alternatives: [AnnotationKind] {
    guard facts.key != nil else { return [] }
    return Self.allCases.filter { $0.facts.key != nil && $0.facts.shape == facts.shape }
  }

  /// Whether Recto can create this kind.
  package var isMade: Bool { facts.option != nil }

  /// Whether Recto can rewrite this kind if another program created it: all it creates itself, and polygons.
  package var isWritten: Bool { isMade || self == .polygon || self == .polyLine }
}
