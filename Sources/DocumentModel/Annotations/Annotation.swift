/// Something a person put onto a page: a highlight, a note, a drawing (PDF 32000-1, 12.5).
///
/// All places are in points of the page as it is shown (cropped and turned), origin at the top left, y down.
package struct Annotation: Sendable, Hashable, Codable {
  package var id: AnnotationID
  /// Index from 0.
  package var page: Int
  package var kind: AnnotationKind
  /// `/Rect`. Of a note: where its icon is.
  package var box: Box
  /// The runs of text it lies on, line by line in reading order; only of markup.
  package var quads: [Quad] = []
  /// Strokes of ink, the two ends of a line, the corners of a polygon.
  package var strokes: [[Point]] = []
  /// 0xRRGGBB; nil where the document gives none. Of a free text: its letters.
  package var color: UInt32?
  /// What a box, circle, polygon or free text is filled with, 0xRRGGBB; nil where what lies beneath is seen, as below all that Recto makes.
  package var fill: UInt32?
  /// From 0, seen through, to 1.
  package var opacity = 1.0
  /// Of lines, in points.
  package var lineWidth = 1.0
  /// Of a free text, in points.
  package var fontSize = 12.0
  /// Of a note or a stamp: which (`Note`, `Comment`, `Approved` …); empty: the usual one.
  package var icon = ""
  /// What the person wrote; line ends are U+000A, other controls are not in it.
  package var contents = ""
  package var author = ""
  package var subject = ""
  /// Seconds since 1970-01-01 UTC.
  package var created: Int64?
  package var modified: Int64?
  /// The annotation this one answers, or makes one with where it `isGrouped`.
  package var replyTo: AnnotationID?
  /// What it lies on, where that is known; not in the file.
  package var anchor: TextAnchor?
  package var flags: Flags = []

  package struct Flags: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// Not shown (Hidden, NoView).
    package static let hidden = Flags(rawValue: 1 << 0)
    /// Neither moved nor deleted, in its maker's wish.
    package static let locked = Flags(rawValue: 1 << 1)
    /// Its text stays as it is.
    package static let contentsLocked = Flags(rawValue: 1 << 2)
    /// The file says how it looks (`/AP`).
    package static let hasAppearance = Flags(rawValue: 1 << 3)
    /// It gives the state of another one (`/StateModel`), as “accepted”: no words of its own.
    package static let isState = Flags(rawValue: 1 << 4)
    /// It is no answer: it and what it names make one (`/RT /Group`), as a caret and the words struck out for it.
    package static let isGrouped = Flags(rawValue: 1 << 5)
  }

  /// It makes one with the annotation it names.
  package var isGrouped: Bool { replyTo != nil && flags.contains(.isGrouped) }

  package init(
    id: AnnotationID, page: Int, kind: AnnotationKind, box: Box, quads: [Quad] = [],
    color: UInt32? = nil, contents: String = "", author: String = ""
  ) {
    self.id = id
    self.page = page
    self.kind = kind
    self.box = box
    self.quads = quads
    self.color = color
    self.contents = contents
    self.author = author
  }
}

/// What tells an annotation apart in its document: `/NM`, or, where it has none or another one has the same, the number of its object.
///
/// One that is edited is given its id as `/NM`, so that it stays the same in later versions of the file.
package struct AnnotationID: Sendable, Hashable, Codable, Comparable {
  package var name: String

  package init(_ name: String) {
    self.name = name
  }

  package init(object number: Int, generation: Int) {
    name = "object-\(number)-\(generation)"
  }

  /// It is the number of an object, and holds in one version of a file only.
  package var isOfObject: Bool { name.hasPrefix("object-") || name.hasPrefix("direct-") }

  package static func < (a: AnnotationID, b: AnnotationID) -> Bool { a.name < b.name }

  package init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
