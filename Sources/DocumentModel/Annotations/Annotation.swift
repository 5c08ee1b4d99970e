/// An annotation a person made on a page: a highlight, a note, a drawing (PDF 32000-1, 12.5).
///
/// All coordinates are points of the displayed page (cropped and rotated), origin at the top left, y down.
package struct Annotation: Sendable, Hashable, Codable {
  package var id: AnnotationID
  /// The page index, from 0.
  package var page: Int
  package var kind: AnnotationKind
  /// `/Rect`. For a note, the position of its icon.
  package var box: Box
  /// The marked runs of text, line by line in reading order; empty unless the kind is markup.
  package var quads: [Quad] = []
  /// The strokes of an ink annotation, the two ends of a line or the vertices of a polygon.
  package var strokes: [[Point]] = []
  /// 0xRRGGBB; nil if the document gives none. For free text, the colour of the text.
  package var color: UInt32?
  /// The fill of a box, circle, polygon or free text, 0xRRGGBB; nil if transparent.
  package var fill: UInt32?
  /// From 0 (transparent) to 1.
  package var opacity = 1.0
  /// The width of lines in points.
  package var lineWidth = 1.0
  /// The font size of free text in points.
  package var fontSize = 12.0
  /// The icon name of a note or stamp (`Note`, `Comment`, `Approved` …); empty for the default.
  package var icon = ""
  /// The text the user wrote. Line ends are U+000A; there are no other control characters.
  package var contents = ""
  package var author = ""
  package var subject = ""
  /// Seconds since 1970-01-01 UTC.
  package var created: Int64?
  package var modified: Int64?
  /// The shapes at the ends of its lines (`/LE`); nil if it has none, or is no line.
  package var endings: LineEndings?
  /// The review state that it gives to the annotation in `replyTo`; nil unless it sets one that is known.
  package var state: ReviewState?
  /// The user's words for grouping and finding it; nil if it has none.
  package var tags: [String]? {
    didSet { if tags?.isEmpty == true { tags = nil } }
  }
  /// The picture of a stamp that was just made; one that was read from a file has its picture there.
  package var picture: StampPicture?
  /// The annotation this one replies to, or is grouped with if `isGrouped`.
  package var replyTo: AnnotationID?
  /// The text it is anchored to, if known; not stored in the file.
  package var anchor: TextAnchor?
  package var flags: Flags = []

  package struct Flags: OptionSet, Sendable, Hashable, Codable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
      self.rawValue = rawValue
    }

    /// Not shown (Hidden, NoView).
    package static let hidden = Flags(rawValue: 1 << 0)
    /// Its author asks that it is neither moved nor deleted (Locked).
    package static let locked = Flags(rawValue: 1 << 1)
    /// Its text must not change (LockedContents).
    package static let contentsLocked = Flags(rawValue: 1 << 2)
    /// The file has an appearance stream for it (`/AP`).
    package static let hasAppearance = Flags(rawValue: 1 << 3)
    /// It sets the state of another annotation (`/StateModel`), such as “accepted”, and has no text of its own.
    package static let isState = Flags(rawValue: 1 << 4)
    /// It is no reply but is grouped with the annotation it names (`/RT /Group`), as a caret with the struck-out words.
    package static let isGrouped = Flags(rawValue: 1 << 5)
  }

  /// Whether it is grouped with the annotation in `replyTo`.
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

/// Identifies an annotation in its document: its `/NM`, or its object number if it has no `/NM` or shares it with another annotation.
///
/// An edited annotation gets its id as `/NM`, so that the id survives in later versions of the file.
package struct AnnotationID: Sendable, Hashable, Codable, Comparable {
  package var name: String

  package init(_ name: String) {
    self.name = name
  }

  package init(object number: Int, generation: Int) {
    name = "object-\(number)-\(generation)"
  }

  /// Whether the id is an object number, which is valid in one version of a file only.
  package var isOfObject: Bool { name.hasPrefix("object-") || name.hasPrefix("direct-") }

  /// Returns the id of part `number` of an annotation whose text now begins on one page and continues on the next.
  package func part(_ number: Int) -> AnnotationID { AnnotationID("\(name)+\(number)") }

  /// The annotation of which this id names a further part; nil for other ids.
  package var whole: AnnotationID? {
    guard let plus = name.lastIndex(of: "+"), Int(name[name.index(after: plus)...]) != nil else {
      return nil
    }
    return AnnotationID(String(name[..<plus]))
  }

  package static func < (a: AnnotationID, b: AnnotationID) -> Bool { a.name < b.name }

  package init(from decoder: any Decoder) throws {
    name = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}
